package querygen

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// notation is how dates are written, as forms.Field.Format has it:
// "dd.mm.yyyy". A month alone is "yyyy-mm", a time of day behind the date is
// "yyyy-mm-ddT".
type notation string

const (
	isoDate   notation = "yyyy-mm-dd"
	isoMonth  notation = "yyyy-mm"
	localTime notation = "yyyy-mm-ddT"
)

// notations are what dates are written in where nothing tells, the likeliest first.
var notations = []notation{isoDate, "dd/mm/yyyy", "mm/dd/yyyy", "dd.mm.yyyy", "dd-mm-yyyy", "yyyymmdd"}

// notationOf returns the notation that a control wants; "" where it does not say.
func notationOf(f forms.Field) notation {
	switch f.Control {
	case "date":
		return isoDate
	case "month":
		return isoMonth
	case "datetime-local":
		return localTime
	}
	return notation(f.Format)
}

// wantsDate reports whether a control takes dates.
func wantsDate(f forms.Field) bool {
	return notationOf(f) != "" || isText(f) && f.Control != "number" && typeOf(f) == dateType
}

// layout is the notation as package time has it.
func (n notation) layout() string {
	date, _ := strings.CutSuffix(string(n), "T")
	return strings.NewReplacer("yyyy", "2006", "yy", "06", "mm", "01", "m", "1", "dd", "02", "d", "2").Replace(date)
}

// dayOf returns the days from 1970 to a date.
func dayOf(t time.Time) float64 { return math.Floor(float64(t.Unix()) / 86400) }

func dateOf(day float64) time.Time { return time.Unix(int64(day)*86400, 0).UTC() }

// write returns a day as the lower bound of a range or the day itself, or as an
// upper bound.
func (n notation) write(day float64, upper bool) string {
	text := dateOf(day).Format(n.layout())
	switch {
	case n == localTime && upper:
		text += "T23:59"
	case n == localTime:
		text += "T00:00"
	}
	return text
}

// read returns the day that a text names: of a month the first or, as an upper
// bound, the last one.
func (n notation) read(text string, upper bool) (float64, bool) {
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
	firstDay = -354285.0
	lastDay  = 47846.0
)

// longDate is a date in a text: of one word or several.
type longDate struct {
	day     float64
	swapped float64 // with the day for the month; NaN where that is no date
	words   int
}

// dateAt reads the date that begins at the i-th of words, which are folded.
func dateAt(words []string, i int) (longDate, bool) {
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
	left []notation // to try, the first one now; nil before the trial
	over bool
}

// longAgo is a day before all records; its number is no month's.
const longAgo = "1800-12-31"

// tryDates returns the next question that shows how a pair of boxes wants its
// dates, once there are records in whose texts dates can be seen, or the form as
// served has none.
func (f *facts) tryDates() (Query, bool) {
	if f.records.held() == 0 && (f.listing == nil || f.listing.pages == 0) {
		return Query{}, false
	}
	for _, s := range f.si.spans {
		if q, ok := tryNotations(f, s); ok {
			return q, true
		}
	}
	return Query{}, false
}

// tryNotations returns the next question of the trial of a span, while there is one.
func tryNotations(f *facts, s *span) (Query, bool) {
	d := &s.trial
	if !s.dates || s.notation != "" || d.over {
		return Query{}, false
	}
	if d.left == nil {
		d.left = f.likelyNotations()
	}
	past, _ := isoDate.read(longAgo, false)
	for ; len(d.left) > 0; d.left = d.left[1:] {
		n := d.left[0]
		after := f.probe("a day long ago, to see whether "+s.name()+" takes dates as "+string(n)+": all are later",
			page.Pair{Name: s.min.Name, Value: n.write(past, false)})
		if f.byKey[after.Key()] == nil {
			return after, true
		}
		before := f.probe("the same day: nothing is earlier", page.Pair{Name: s.max.Name, Value: n.write(past, true)})
		all := f.byKey[after.Key()]
		if all.status != Answered {
			continue
		}
		if f.byKey[before.Key()] == nil {
			return before, true
		}
		none := f.byKey[before.Key()]
		a, b := f.matches(all), f.matches(none)
		if none.status == Empty || none.status == Refused || a >= 0 && b >= 0 && 2*b < a {
			s.notation = n
			return Query{}, false
		}
	}
	d.over = true
	return Query{}, false
}

// likelyNotations returns the notations to try: first those in which the site
// writes dates itself.
func (f *facts) likelyNotations() []notation {
	var out []notation
	if f.traits != nil {
		out = f.traits.notations()
	}
	for _, n := range notations {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
