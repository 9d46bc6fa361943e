package constraint

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms/control"
)

// Sanitize is HTML's value sanitization algorithm for the control's type: what
// a browser makes of a value before anybody sees or sends it.
func Sanitize(f *control.Field, v string) string {
	switch f.Control {
	case "text", "search", "tel", "password":
		return oneLine(v)
	case "url", "email":
		return strings.Trim(oneLine(v), " \t\n\f\r")
	case "number", "date", "month":
		if _, ok := numeric(f.Control, v); !ok {
			return ""
		}
	case "range":
		return sanitizeRange(f, v)
	}
	return v
}

func oneLine(s string) string {
	return withoutLineBreaks.Replace(s)
}

var withoutLineBreaks = strings.NewReplacer("\r", "", "\n", "")

// Newlines replaces each CR, LF and CR LF by eol.
func Newlines(s, eol string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	if eol == "\n" {
		return s
	}
	return strings.ReplaceAll(s, "\n", eol)
}

// sanitizeRange clamps a slider's value to its bounds; the step in the
// middle is its default.
func sanitizeRange(f *control.Field, v string) string {
	lo, hi := bound(f.Min, 0), bound(f.Max, 100)
	x, ok := numeric("range", v)
	if ok && x >= lo && x <= hi {
		return v
	}
	if step := stepOf(f); !ok && step > 0 {
		x = lo + step*math.Round((hi-lo)/2/step)
	}
	return strconv.FormatFloat(max(lo, min(x, hi)), 'f', -1, 64)
}

func bound(raw string, otherwise float64) float64 {
	if x, ok := numeric("range", raw); ok {
		return x
	}
	return otherwise
}

var (
	floatNumber = regexp.MustCompile(`^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$`)
	dateForm    = regexp.MustCompile(`^\d{4,6}-\d{2}-\d{2}$`)
	monthForm   = regexp.MustCompile(`^(\d{4,6})-(\d{2})$`)
)

// numeric converts a valid value of an input type to the number by which the
// HTML standard compares and steps it (days are counted in ms, months in months
// since 1970).
func numeric(kind control.Kind, v string) (float64, bool) {
	switch kind {
	case "number", "range":
		if !floatNumber.MatchString(v) {
			return 0, false
		}
		x, err := strconv.ParseFloat(v, 64)
		return x, err == nil && !math.IsInf(x, 0)
	case "date":
		t, ok := day(v)
		return float64(t.UnixMilli()), ok
	case "month":
		m := monthForm.FindStringSubmatch(v)
		if m == nil {
			return 0, false
		}
		y, _ := strconv.Atoi(m[1])
		mon, _ := strconv.Atoi(m[2])
		return float64((y-1970)*12 + mon - 1), y > 0 && mon >= 1 && mon <= 12
	}
	return 0, false
}

func day(v string) (time.Time, bool) {
	if !dateForm.MatchString(v) {
		return time.Time{}, false
	}
	parts := strings.Split(v, "-")
	y, _ := strconv.Atoi(parts[0])
	m, _ := strconv.Atoi(parts[1])
	d, _ := strconv.Atoi(parts[2])
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return t, y > 0 && m >= 1 && m <= 12 && d >= 1 && t.Day() == d
}
