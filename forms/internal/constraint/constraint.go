package constraint

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

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
	if typedIn {
		if reason := TooLong(f); reason != "" {
			return reason
		}
		if f.Control.IsText() && letters(f.Value) < f.MinLength {
			return fmt.Sprintf("%q is shorter than its minlength %d", f.Value, f.MinLength)
		}
	}
	if f.Control.IsText() && f.Control != "textarea" && f.Pattern != "" {
		// What Go cannot compile is not checked: look-around, sets of characters.
		if re, err := regexp.Compile("^(?:" + f.Pattern + ")$"); err == nil && !re.MatchString(f.Value) {
			return fmt.Sprintf("%q does not match its pattern %s", f.Value, f.Pattern)
		}
	}
	return outOfRange(f, served)
}

// TooLong says that nobody can type so much into the control: the one constraint that
// novalidate does not lift.
func TooLong(f *control.Field) string {
	if f.MaxLength > 0 && f.Control.IsText() && letters(f.Value) > f.MaxLength {
		return fmt.Sprintf("%q is longer than its maxlength %d", f.Value, f.MaxLength)
	}
	return ""
}

// letters counts as a browser does.
func letters(text string) int { return len(utf16.Encode([]rune(text))) }

// missing is the constraint of the required attribute.
func missing(f *control.Field) string {
	switch f.Control {
	case "radio":
		if f.Required && !slices.ContainsFunc(f.Options, func(o control.Option) bool { return o.Selected }) {
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
		lo, hi = bound(f.Min, 0), bound(f.Max, 100)
		hasMin, hasMax = true, true
	}
	switch {
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
	case "month":
		scale, otherwise = 1, 1
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
