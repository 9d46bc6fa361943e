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
	case "url":
		return trimASCII(oneLine(v))
	case "email":
		if !f.Multiple {
			return trimASCII(oneLine(v))
		}
		parts := strings.Split(oneLine(v), ",")
		for i := range parts {
			parts[i] = trimASCII(parts[i])
		}
		return strings.Join(parts, ",")
	case "number", "date", "month", "week", "time", "datetime-local":
		if _, ok := numeric(f.Control, v); !ok {
			return ""
		}
		if f.Control == "datetime-local" {
			return localDateTime(v)
		}
		return v
	case "range":
		return sanitizeRange(f, v)
	case "color":
		if v = strings.ToLower(v); colour.MatchString(v) {
			return v
		}
		return "#000000"
	}
	return v
}

var colour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func oneLine(s string) string {
	return withoutLineBreaks.Replace(s)
}

var withoutLineBreaks = strings.NewReplacer("\r", "", "\n", "")

func trimASCII(s string) string { return strings.Trim(s, " \t\n\f\r") }

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

// sanitizeRange clamps a slider's value to its bounds and steps; the middle is
// its default.
func sanitizeRange(f *control.Field, v string) string {
	lo, hi := bound("range", f.Min, 0), bound("range", f.Max, 100)
	x, ok := numeric("range", v)
	if !ok {
		if x = lo + (hi-lo)/2; hi < lo {
			x = lo
		}
	}
	original, parsed := x, ok
	if x > hi {
		x = hi
	}
	if x < lo {
		x = lo
	}
	if step := stepOf(f); step > 0 {
		base := bound("range", f.Min, 0)
		if n := math.Round((x - base) / step); math.Abs(x-(base+n*step)) > 1e-9*step {
			x = base + n*step
			if x > hi && x-step >= lo {
				x -= step
			}
		}
	}
	if parsed && x == original {
		return v
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func bound(kind control.Kind, raw string, otherwise float64) float64 {
	if x, ok := numeric(kind, raw); ok {
		return x
	}
	return otherwise
}

var (
	floatNumber = regexp.MustCompile(`^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$`)
	dateForm    = regexp.MustCompile(`^\d{4,6}-\d{2}-\d{2}$`)
	monthForm   = regexp.MustCompile(`^(\d{4,6})-(\d{2})$`)
	weekForm    = regexp.MustCompile(`^(\d{4,6})-W(\d{2})$`)
	timeForm    = regexp.MustCompile(`^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$`)
)

// numeric converts a valid value of an input type to the number by which the
// HTML standard compares and steps it (days are counted in ms, as are weeks
// and times; months in months since 1970).
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
	case "week":
		return weekMillis(v)
	case "time":
		return clock(v)
	case "datetime-local":
		i := strings.IndexAny(v, "T ")
		if i < 0 {
			return 0, false
		}
		t, ok := day(v[:i])
		ms, ok2 := clock(v[i+1:])
		return float64(t.UnixMilli()) + ms, ok && ok2
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

func weekMillis(v string) (float64, bool) {
	m := weekForm.FindStringSubmatch(v)
	if m == nil {
		return 0, false
	}
	y, _ := strconv.Atoi(m[1])
	w, _ := strconv.Atoi(m[2])
	// 4 January is always in week 1 (ISO 8601).
	t := time.Date(y, 1, 4, 0, 0, 0, 0, time.UTC)
	t = t.AddDate(0, 0, -int((t.Weekday()+6)%7)+7*(w-1))
	iy, iw := t.ISOWeek()
	return float64(t.UnixMilli()), y > 0 && iy == y && iw == w
}

func clock(v string) (float64, bool) {
	m := timeForm.FindStringSubmatch(v)
	if m == nil {
		return 0, false
	}
	h, _ := strconv.Atoi(m[1])
	min, _ := strconv.Atoi(m[2])
	s, _ := strconv.Atoi(m[3])
	frac, _ := strconv.Atoi((m[4] + "000")[:3])
	if m[4] == "" {
		frac = 0
	}
	return float64(((h*60+min)*60+s)*1000 + frac), h < 24 && min < 60 && s < 60
}

// localDateTime normalises a valid local date and time: a T between, and the
// shortest time.
func localDateTime(v string) string {
	i := strings.IndexAny(v, "T ")
	date, t := v[:i], v[i+1:]
	if whole, frac, ok := strings.Cut(t, "."); ok {
		if frac = strings.TrimRight(frac, "0"); frac == "" {
			t = whole
		} else {
			t = whole + "." + frac
		}
	}
	if len(t) == 8 && strings.HasSuffix(t, ":00") {
		t = t[:5]
	}
	return date + "T" + t
}
