package dates

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Notation is how dates are written, as forms.Field.Format has it:
// "dd.mm.yyyy". A month alone is "yyyy-mm", a time of day behind the date is
// "yyyy-mm-ddT".
type Notation string

const (
	ISO       Notation = "yyyy-mm-dd"
	MonthOnly Notation = "yyyy-mm"
	WithTime  Notation = "yyyy-mm-ddT"
)

// Usual are what dates are written in where nothing tells, the likeliest first.
var Usual = []Notation{ISO, "dd/mm/yyyy", "mm/dd/yyyy", "dd.mm.yyyy", "dd-mm-yyyy", "yyyymmdd"}

// layout is the notation as package time has it.
func (n Notation) layout() string {
	date, _ := strings.CutSuffix(string(n), "T")
	return strings.NewReplacer("yyyy", "2006", "yy", "06", "mm", "01", "m", "1", "dd", "02", "d", "2").Replace(date)
}

// dayOf returns the days from 1970 to a date.
func dayOf(t time.Time) float64 { return math.Floor(float64(t.Unix()) / 86400) }

func dateOf(day float64) time.Time { return time.Unix(int64(day)*86400, 0).UTC() }

// Write returns a day as the lower bound of a range or the day itself, or as an
// upper bound.
func (n Notation) Write(day float64, upper bool) string {
	text := dateOf(day).Format(n.layout())
	switch {
	case n == WithTime && upper:
		text += "T23:59"
	case n == WithTime:
		text += "T00:00"
	}
	return text
}

// Read returns the day that a text names: of a month the first or, as an upper
// bound, the last one.
func (n Notation) Read(text string, upper bool) (float64, bool) {
	if n == WithTime {
		text, _, _ = strings.Cut(text, "T")
	}
	t, err := time.Parse(n.layout(), text)
	if err != nil {
		return 0, false
	}
	if n == MonthOnly && upper {
		t = t.AddDate(0, 1, -1)
	}
	return dayOf(t), true
}

// dateNotation finds a date's notation in words: "dd/mm/yyyy", "TT.MM.JJJJ",
// "jj-mm-aaaa", "yyyymmdd". It allows only letters that stand for a day, a month
// or a year in one of the languages that NotationIn reads.
var dateNotation = regexp.MustCompile(`(?i)(?:^|[^\p{L}])([dtjgpnmkhyarvåéäдмг]{1,4})([./-] ?)([dtjgpnmkhyarvåéäдмг]{1,4})([./-] ?)([dtjgpnmkhyarvåéäдмг]{1,4})(?:$|[^\p{L}])|(?i)\b(yyyymmdd|jjjjmmtt|aaaammjj|ddmmyyyy|mmddyyyy)\b`)

// dateExample finds a date written out, as an example of how to write one.
var dateExample = regexp.MustCompile(`(?:^|[^\d])(\d{1,4})([./-] ?)(\d{1,2})([./-] ?)(\d{1,4})(?:$|[^\d])`)

// NotationIn returns the notation of dates that a text names or shows by an
// example: days as d or dd, months as m or mm, years as yy or yyyy, in their
// order and with their separators. It is "" where the text names none, or an
// example that can be read in two ways.
func NotationIn(text string) Notation {
	if len(text) < len("d/m/yy") || !separates(text) {
		return ""
	}
	if m := dateNotation.FindStringSubmatch(text); m != nil {
		if m[6] != "" {
			return notation([]string{m[6][:len(m[6])-4], m[6][len(m[6])-4 : len(m[6])-2], m[6][len(m[6])-2:]}, "", len(m[6]))
		}
		if m[2] == m[4] {
			if f := notation([]string{m[1], m[3], m[5]}, m[2], 0); f != "" {
				return f
			}
		}
	}
	if m := dateExample.FindStringSubmatch(text); m != nil && m[2] == m[4] {
		return exampleFormat(m[1], m[3], m[5], m[2])
	}
	return ""
}

// separates reports whether a text could have a date in it, quickly: it has two
// separators, or a packed notation.
func separates(text string) bool {
	n := 0
	for i := range len(text) {
		switch text[i] {
		case '.', '/', '-':
			n++
		}
	}
	return n >= 2 || len(text) < 100 && strings.Contains(strings.ToLower(text), "yyyy") || strings.Contains(text, "AAAAMMJJ") || strings.Contains(text, "JJJJMMTT")
}

// notation turns the letters of any language into d, m and y. packed is the
// length of a notation without separators, 0 for others.
func notation(parts []string, separator string, packed int) Notation {
	if packed > 0 { // the four letters of the year stand in front or behind
		text := strings.ToLower(strings.Join(parts, ""))
		if strings.ContainsRune("yja", rune(text[0])) {
			return "yyyymmdd"
		}
		return Notation(text)
	}
	out := make([]string, 3)
	kinds := ""
	for i, p := range parts {
		letters := []rune(strings.ToLower(p))
		for _, r := range letters {
			if r != letters[0] {
				return "" // a word
			}
		}
		kind := "d"
		switch n := len(letters); {
		case n == 3 || n == 4 && strings.ContainsRune("dtjgpn", letters[0]) && letters[0] != 'j':
			return "" // names of months or days
		case strings.ContainsRune("mkм", letters[0]):
			kind = "m"
		case letters[0] == 'h' && i == 1: // Hungarian
			kind = "m"
		case n == 4, strings.ContainsRune("yrvåéäaг", letters[0]), letters[0] == 'j' && i == 2:
			kind = "y"
		}
		if kind == "y" && len(letters) == 1 {
			letters = []rune("yyyy")
		}
		out[i] = strings.Repeat(kind, len(letters))
		kinds += kind
	}
	switch kinds {
	case "dmy", "mdy", "ymd":
		return Notation(strings.Join(out, separator))
	}
	return ""
}

// exampleFormat reads a date written out.
func exampleFormat(a, b, c, separator string) Notation {
	x, _ := strconv.Atoi(a)
	y, _ := strconv.Atoi(b)
	wide := func(letter, digits string) string { return strings.Repeat(letter, len(digits)) }
	switch {
	case len(a) == 4 && x > 1000 && y >= 1 && y <= 12 && len(c) <= 2:
		return Notation("yyyy" + separator + wide("m", b) + separator + wide("d", c))
	case len(c) != 4 || len(a) > 2:
	case separator[0] == '.' && y <= 12, x > 12 && x <= 31 && y <= 12:
		return Notation(wide("d", a) + separator + wide("m", b) + separator + "yyyy")
	case x <= 12 && y > 12 && y <= 31:
		return Notation(wide("m", a) + separator + wide("d", b) + separator + "yyyy")
	}
	return ""
}
