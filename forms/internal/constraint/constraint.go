package constraint

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode/utf16"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/hadal-crawler/hadal/forms/control"
)

// Violation says why a browser would not send the control with its value, ""
// where it would: HTML's constraint validation. served is the control as the
// page had it; typedIn says that the value was bound, to which alone
// the length limits apply.
func Violation(f, served *control.Field, typedIn bool) string {
	if f.Disabled || f.ReadOnly || !f.Control.IsFilled() {
		return ""
	}
	if reason := missing(f); reason != "" || f.Value == "" || f.Control.IsChoice() {
		return reason
	}
	if n := len(utf16.Encode([]rune(f.Value))); typedIn && f.Control.IsText() {
		if f.MaxLength > 0 && n > f.MaxLength {
			return fmt.Sprintf("%q is longer than its maxlength %d", f.Value, f.MaxLength)
		}
		if n < f.MinLength {
			return fmt.Sprintf("%q is shorter than its minlength %d", f.Value, f.MinLength)
		}
	}
	switch f.Control {
	case "email":
		for _, v := range values(f) {
			if !emailAddress.MatchString(v) {
				return fmt.Sprintf("%q is not an e-mail address", v)
			}
		}
	case "url":
		if _, err := whatwg.Parse(f.Value); err != nil {
			return fmt.Sprintf("%q is not an absolute URL", f.Value)
		}
	}
	if f.Control.IsText() && f.Control != "textarea" && f.Pattern != "" {
		if re := compilePattern(f.Pattern); re != nil {
			for _, v := range values(f) {
				if !re.MatchString(v) {
					return fmt.Sprintf("%q does not match its pattern %s", v, f.Pattern)
				}
			}
		}
	}
	return outOfRange(f, served)
}

// emailAddress is the expression that the HTML standard gives for valid
// e-mail addresses.
var emailAddress = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$")

func values(f *control.Field) []string {
	if f.Control == "email" && f.Multiple {
		return strings.Split(f.Value, ",")
	}
	return []string{f.Value}
}

// missing is the constraint of the required attribute.
func missing(f *control.Field) string {
	switch f.Control {
	case "radio":
		if f.Required && !anySelected(f.Options) {
			return "one of its options is required"
		}
	case "checkbox":
		for _, o := range f.Options {
			if (o.Required || f.Required && len(f.Options) == 1) && !o.Selected && !o.Disabled {
				return fmt.Sprintf("%q must be ticked", cmp.Or(o.Label, o.Value))
			}
		}
	case "select":
		if !f.Required {
			return ""
		}
		for i, o := range f.Options {
			// The first option of a drop-down with an empty value is a
			// placeholder, not a choice.
			if o.Selected && !(i == 0 && o.Value == "" && !f.Multiple && o.Group == "") {
				return ""
			}
		}
		return "an option is required"
	default:
		if f.Required && f.Value == "" {
			return "a value is required"
		}
	}
	return ""
}

// outOfRange checks min, max and step.
func outOfRange(f *control.Field, served *control.Field) string {
	x, ok := numeric(f.Control, f.Value)
	if !ok {
		return ""
	}
	lo, hasMin := numeric(f.Control, f.Min)
	hi, hasMax := numeric(f.Control, f.Max)
	if f.Control == "range" {
		lo, hi = bound("range", f.Min, 0), bound("range", f.Max, 100)
		hasMin, hasMax = true, true
	}
	switch {
	case f.Control == "time" && hasMin && hasMax && lo > hi: // over midnight
		if x < lo && x > hi {
			return fmt.Sprintf("%s is not between %s and %s", f.Value, f.Min, f.Max)
		}
	case hasMin && x < lo:
		return fmt.Sprintf("%s is less than its min %s", f.Value, cmp.Or(f.Min, "0"))
	case hasMax && x > hi:
		return fmt.Sprintf("%s is more than its max %s", f.Value, cmp.Or(f.Max, "100"))
	}
	step := stepOf(f)
	if step <= 0 {
		return ""
	}
	base := 0.0
	if f.Control == "week" {
		base = -259_200_000 // the Monday of 1970-W01
	}
	if hasMin {
		base = lo
	} else if v, ok := numeric(f.Control, served.Value); ok {
		base = v
	}
	// Decimal fractions are not exact in binary: a browser forgives a
	// deviation of a step's 2^-24.
	away := math.Abs(x - base)
	rest := math.Abs(away - step*math.Round(away/step))
	if away/(1<<53) <= step && rest > step/(1<<24) {
		return fmt.Sprintf("%s is not a step of %s from %s", f.Value, cmp.Or(f.Step, "the default size"), cmp.Or(f.Min, served.Value, "0"))
	}
	return ""
}

// stepOf is the step in the unit of numeric; 0 for "any" and for types without.
func stepOf(f *control.Field) float64 {
	var scale, otherwise float64
	switch f.Control {
	case "number", "range":
		scale, otherwise = 1, 1
	case "date":
		scale, otherwise = 86_400_000, 1
	case "week":
		scale, otherwise = 604_800_000, 1
	case "month":
		scale, otherwise = 1, 1
	case "time", "datetime-local":
		scale, otherwise = 1000, 60
	default:
		return 0
	}
	if strings.EqualFold(f.Step, "any") {
		return 0
	}
	step, ok := numeric("number", f.Step)
	if !ok || step <= 0 {
		step = otherwise
	}
	return step * scale
}

func anySelected(options []control.Option) bool {
	for _, o := range options {
		if o.Selected {
			return true
		}
	}
	return false
}
