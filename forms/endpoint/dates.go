package endpoint

import (
	"strconv"
	"time"
)

// layouts are the ways in which scripts write the date of a control, which has it as
// year, month and day: the most telling first.
var layouts = []string{unixMilli, unixSecond, "20060102", "2006/01/02", "02.01.2006", "02/01/2006", "01/02/2006", "02-01-2006", "2006-01", "2006"}

// Layouts that are none of package time's.
const (
	unixMilli  = "unix-ms"
	unixSecond = "unix"
)

// written returns a control's date in a layout; not ok where the value is none.
func written(value, layout string) (string, bool) {
	t, err := time.Parse(time.DateOnly, value)
	switch {
	case err != nil:
		return "", false
	case layout == unixMilli:
		return strconv.FormatInt(t.UnixMilli(), 10), true
	case layout == unixSecond:
		return strconv.FormatInt(t.Unix(), 10), true
	}
	return t.Format(layout), true
}

// dated finds the values of a request that are a control's date, written in another way.
func dated(s sent, control, value string, taken map[string]bool) (out []Part) {
	for _, layout := range layouts {
		text, ok := written(value, layout)
		if !ok {
			return nil
		}
		for _, l := range s.leaves {
			if l.text == text && !taken[l.at] {
				taken[l.at] = true
				out = append(out, Part{At: l.at, Is: PartControl, Control: control, Date: layout, Bare: l.bare})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}
