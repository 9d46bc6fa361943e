package space

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/hadal-crawler/hadal/forms"
)

// Notation is how dates are written, as forms.Field.Format has it:
// "dd.mm.yyyy". A month alone is "yyyy-mm", a time of day behind the date is
// "yyyy-mm-ddT".
type Notation string

const (
	IsoDate   Notation = "yyyy-mm-dd"
	isoMonth  Notation = "yyyy-mm"
	localTime Notation = "yyyy-mm-ddT"
)

// Notations are what dates are written in where nothing tells, the likeliest first.
var Notations = []Notation{IsoDate, "dd/mm/yyyy", "mm/dd/yyyy", "dd.mm.yyyy", "dd-mm-yyyy", "yyyymmdd"}

// NotationOf returns the notation that a control wants; "" where it does not say.
func NotationOf(f forms.Field) Notation {
	switch f.Control {
	case "date":
		return IsoDate
	case "month":
		return isoMonth
	case "datetime-local":
		return localTime
	}
	return Notation(f.Format)
}

// WantsDate reports whether a control takes dates.
func WantsDate(f forms.Field) bool {
	return NotationOf(f) != "" || f.Control.IsBox() && f.Control != "number" && TypeOf(f) == DateType
}

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
	case n == localTime && upper:
		text += "T23:59"
	case n == localTime:
		text += "T00:00"
	}
	return text
}

// Read returns the day that a text names: of a month the first or, as an upper
// bound, the last one.
func (n Notation) Read(text string, upper bool) (float64, bool) {
	if n == localTime {
		text, _, _ = strings.Cut(text, "T")
	}
	t, err := time.Parse(n.layout(), text)
	if err != nil {
		return 0, false
	}
	if n == isoMonth && upper {
		t = t.AddDate(0, 1, -1)
	}
	return dayOf(t), true
}

// monthEnd returns the last day of a month near a day, such that it lies between
// low and top and something is left above it; below low where there is none.
func monthEnd(day, low, top float64) float64 {
	t := dateOf(day)
	for _, months := range []int{1, 0} {
		end := dayOf(time.Date(t.Year(), t.Month()+time.Month(months), 0, 0, 0, 0, 0, time.UTC))
		if end >= low && end < top {
			return end
		}
	}
	return low - 1
}

// The dates between which records are looked for, in days from 1970: the first
// of 1000 and the last of 2100. Beyond them notations break.
const (
	FirstDay = -354285.0
	LastDay  = 47846.0
)

// longDate is a date in a text: of one word or several.
type longDate struct {
	Day     float64
	Swapped float64 // with the day for the month; NaN where that is no date
	Words   int
}

// DateAt reads the date that begins at the i-th of words, which are folded.
func DateAt(words []string, i int) (longDate, bool) {
	w := words[i]
	if w == "" {
		return longDate{}, false
	}
	digit := w[0] >= '0' && w[0] <= '9'
	if digit && len(w) >= len("1/1/2000") {
		if d, ok := compactDate(w); ok {
			return d, true
		}
	}
	if i+2 >= len(words) || len(words[i+2]) < 4 {
		return longDate{}, false
	}
	day, month := w, words[i+1]
	if !digit {
		day, month = month, w
	}
	m := monthOf(month)
	d, err := strconv.Atoi(strings.TrimRightFunc(day, func(r rune) bool { return unicode.IsLetter(r) || r == '.' || r == 'º' })) // 1st, 1er, 1.
	if err != nil || m == 0 {
		return longDate{}, false
	}
	y, err := strconv.Atoi(words[i+2])
	if err != nil {
		return longDate{}, false
	}
	out, ok := civil(y, m, d)
	return longDate{out, math.NaN(), 3}, ok
}

// compactDate reads a date of digits: year first, or day and month in either order.
func compactDate(w string) (longDate, bool) {
	if t, _, found := strings.Cut(w, "t"); found {
		w = t // a time of day follows
	}
	parts := strings.FieldsFunc(w, func(r rune) bool {
		return strings.ContainsRune("./-", r) || r == '年' || r == '月' || r == '日' || r == '년' || r == '월' || r == '일'
	})
	if len(parts) != 3 {
		return longDate{}, false
	}
	var n [3]int
	for i, p := range parts {
		x, err := strconv.Atoi(p)
		if err != nil || x < 0 || len(p) > 4 {
			return longDate{}, false
		}
		n[i] = x
	}
	if len(parts[0]) == 4 {
		day, ok := civil(n[0], n[1], n[2])
		return longDate{day, math.NaN(), 1}, ok
	}
	if len(parts[2]) != 4 {
		return longDate{}, false
	}
	day, ok := civil(n[2], n[1], n[0])
	swapped, too := civil(n[2], n[0], n[1])
	too = too && !(ok && strings.Contains(w, ".")) // with dots the day stands first
	switch {
	case ok && too:
		return longDate{day, swapped, 1}, true
	case too:
		return longDate{swapped, math.NaN(), 1}, true
	}
	return longDate{day, math.NaN(), 1}, ok
}

// civil returns the day of a date that exists.
func civil(year, month, day int) (float64, bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if year < 1000 || year > 2100 || t.Day() != day || int(t.Month()) != month {
		return 0, false
	}
	return dayOf(t), true
}

// monthStarts are what the names of the months begin with in English, German,
// French, Spanish, Italian, Portuguese, Dutch, Swedish and Danish, by month. Of
// several that fit the longest counts.
var monthStarts = []string{
	"jan gen ene", "feb fév fev", "mar mär maa mrt", "apr avr abr", "may mai mei mag maj", "jun jui giu juin",
	"jul juil lug", "aug aoû ago aou", "sep set", "oct okt ott out", "nov", "dec dez déc dic",
}

// monthOf returns the number of a month that is written as a word, 0 for none.
func monthOf(word string) int {
	word = strings.TrimRight(word, ".")
	if n := len([]rune(word)); n < 3 || n > 10 {
		return 0
	}
	month, longest := 0, 0
	for i, starts := range monthStarts {
		for s := range strings.FieldsSeq(starts) {
			if len(s) > longest && strings.HasPrefix(word, s) {
				month, longest = i+1, len(s)
			}
		}
	}
	return month
}

// dateTrial finds out how a pair of boxes wants its dates. A notation is right
// where everything is later than a day long ago, and nothing earlier: a site that
// does not understand the date shows nothing for both, or everything.
type dateTrial struct {
	Left []Notation // to try, the first one now; nil before the trial
	Over bool
}

// LongAgo is a day before all records; its number is no month's.
const LongAgo = "1800-12-31"
