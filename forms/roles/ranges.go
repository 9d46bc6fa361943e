package roles

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Judged is the role of one control of a form.
type Judged struct {
	Role  control.Role
	score float64
	Pair  int    // index of the other bound or of the other date's same part; -1: none
	part  string // of a date in parts: day, month, year or time
}

// Judge judges the controls of a form that searches or may search from
// their names, labels and options: each alone, then dates in parts, then
// bounds in pairs.
func Judge(fields []control.Field) []Judged {
	out := make([]Judged, len(fields))
	var shown []int
	for i := range fields {
		c := &fields[i]
		role, score := JudgeOne(c)
		out[i] = Judged{Role: role, score: score, Pair: -1}
		if c.Control.IsFilled() {
			shown = append(shown, i)
		}
	}
	dateParts(fields, shown, out)
	pairBounds(fields, shown, out)
	return out
}

// pairBounds joins lower and upper bounds: of controls that stand at most
// three apart, the nearest that fit.
func pairBounds(fields []control.Field, shown []int, out []Judged) {
	bounds := make([]*rangeEnd, len(fields)) // made when needed
	boundOf := func(i int) *rangeEnd {
		if bounds[i] == nil {
			bounds[i] = newEnd(&fields[i])
		}
		return bounds[i]
	}
	for gap := 1; gap <= 4; gap++ {
		for k := 0; k+gap < len(shown); k++ {
			i, j := shown[k], shown[k+gap]
			if out[i].Pair >= 0 || out[j].Pair >= 0 || out[i].part != out[j].part || !sameKind(&fields[i], &fields[j]) {
				continue
			}
			score, swapped := boundScore(boundOf(i), boundOf(j), gap == 1)
			if score == 0 {
				continue
			}
			out[i].Pair, out[j].Pair = j, i
			if out[i].Role == control.Date && out[i].part != "" && out[i].part != "year" {
				continue // part of a whole date, which is the bound
			}
			out[i].Role, out[j].Role = control.RangeMin, control.RangeMax
			if swapped {
				out[i].Role, out[j].Role = control.RangeMax, control.RangeMin
			}
			out[i].score, out[j].score = score, score
		}
	}
}

// pairDates joins the only two dates of a search, which stand beside each other: whatever their
// labels say, records lie between them. That a form has such is no evidence that it searches:
// bookings have them, too.
func pairDates(fields []control.Field) {
	var shown, dates []*control.Field
	for i := range fields {
		c := &fields[i]
		if !c.Control.IsFilled() {
			continue
		}
		if shown = append(shown, c); c.Role == control.Date && c.Part == "" && c.Pair == "" {
			dates = append(dates, c)
		}
	}
	if len(dates) != 2 || !sameKind(dates[0], dates[1]) || dates[0].Control.IsMenu() {
		return
	}
	from, to := dates[0], dates[1]
	if slices.Index(shown, to) != slices.Index(shown, from)+1 {
		return // another control stands between them
	}
	from.Role, from.Score, from.Pair = control.RangeMin, 0.6, to.Name
	to.Role, to.Score, to.Pair = control.RangeMax, 0.6, from.Name
}

// rangeEnd is a control with what speaks for its being the bound of a range.
type rangeEnd struct {
	*control.Field
	quantity            bool
	low, high           bool // by name or label
	nameStem, labelStem string
}

func newEnd(c *control.Field) *rangeEnd {
	b := &rangeEnd{Field: c, quantity: isQuantity(c), nameStem: stemOf(c.Name), labelStem: stemOf(c.Label)}
	b.low, b.high = sides(c)
	return b
}

// boundScore is how sure it is that a and b, in this order, bound the same
// quantity from below and from above (or, swapped, the other way round); 0
// where they do not.
func boundScore(a, b *rangeEnd, adjacent bool) (score float64, swapped bool) {
	quantity := a.quantity && (b.quantity || len(b.Options) == 0) || b.quantity && len(a.Options) == 0
	if a.nameStem == b.nameStem && a.Name != b.Name || a.labelStem == b.labelStem && a.labelStem != "" {
		switch {
		case !quantity && (a.nameStem == "" || placeWords.Within(lexicon.Fold(a.Label)) || placeWords.Within(lexicon.Fold(b.Label))):
		case a.low && b.high && !(a.high && b.low):
			return 0.95, false
		case a.high && b.low && !(a.low && b.high):
			return 0.95, true
		}
	}
	if !adjacent {
		return 0, false
	}
	labelA, labelB := lexicon.Fold(a.Label), lexicon.Fold(b.Label)
	between := joiners.Matches(labelB) || strings.Trim(b.Label, " -–—~.…:") == "" && rangeWords.Within(labelA)
	if quantity {
		switch {
		case between, a.low && b.high:
			return 0.9, false
		case a.high && b.low:
			return 0.9, true
		case similarLists(a.Field, b.Field) && sharedStart(a.Name, b.Name) && !datePart(a.Field) && len(a.Options) > 3:
			return 0.7, false
		}
		return 0, false
	}
	// "Reading level __ to __" and, whatever it is, "Rent from __ to __", but not "Travel from __
	// to __", nor a bare "From __ to __", which are places.
	between = between && !endsLow(labelA) || endsLow(labelA) && maxWords.Matches(strings.Join(withoutUnits(labelB), " "))
	if between && a.labelStem != "" && !aPlace(a.Field) && !aPlace(b.Field) &&
		(!a.Control.IsMenu() || similarLists(a.Field, b.Field) || len(a.Options) == 0) {
		return 0.8, false
	}
	return 0, false
}

// sameKind reports whether two controls could hold bounds of one range.
func sameKind(a, b *control.Field) bool {
	kind := a.Control
	return kind == b.Control && (kind.IsMenu() || kind.IsTyped() || kind == "range") && !a.Multiple && !b.Multiple
}

// isQuantity reports whether a control holds a number or a date, as far as
// its type, options and words tell.
func isQuantity(c *control.Field) bool {
	switch {
	case c.Control.IsMoment(), c.Control == "number", c.Control == "range":
		return true
	case c.Control.IsMenu() && len(c.Options) > 0:
		return numericOptions(c)
	}
	if c.Format != "" {
		return true
	}
	for _, text := range []string{lexicon.Split(c.Name), lexicon.Fold(c.Label)} {
		if numberWords.Within(text) || dateWords.Within(text) || rangeWords.Within(text) {
			return true
		}
	}
	return false
}

// sides reports whether a control's name or label begins or ends with a word
// of a lower, of an upper bound.
func sides(c *control.Field) (low, high bool) {
	texts := []string{strings.TrimSpace(lexicon.Split(c.Name)), lexicon.Fold(c.Label), lexicon.Fold(c.Placeholder)}
	return bordersWith(minWords, texts...), bordersWith(maxWords, texts...)
}

// stemOf is a name or label without the words of bounds.
func stemOf(name string) string {
	var out []string
	words := strings.Fields(lexicon.Split(name))
	for _, w := range words {
		if len(words) == 1 && len(w) == 1 || !minWords.Matches(w) && !maxWords.Matches(w) && !boundAffix.Matches(w) {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// endsLow reports whether a label ends with a word of a lower bound: "Rent from (€)".
func endsLow(label string) bool {
	words := withoutUnits(label)
	return len(words) > 0 && minWords.Matches(words[len(words)-1])
}

// aPlace reports whether a control asks for one end of a journey, or another place.
func aPlace(c *control.Field) bool {
	text := lexicon.Split(c.Name) + " " + lexicon.Fold(c.Label+" "+c.Placeholder)
	return journeyWords.Within(text) || placeWords.Within(text)
}

// sharedStart reports whether two names have their first half in common:
// "year1" and "year2".
func sharedStart(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 3 && 2*n >= max(len(a), len(b))
}

// similarLists reports whether two selects offer mostly the same.
func similarLists(a, b *control.Field) bool {
	if !a.Control.IsMenu() || len(a.Options) == 0 || len(b.Options) == 0 {
		return false
	}
	have := map[string]bool{}
	for _, o := range a.Options {
		have[lexicon.Fold(o.Label)] = true
	}
	common := 0
	for _, o := range b.Options {
		if have[lexicon.Fold(o.Label)] {
			common++
		}
	}
	return 10*common >= 6*min(len(a.Options), len(b.Options)) && 10*common >= 4*max(len(a.Options), len(b.Options))
}

// dateParts finds dates in several controls: next to a list of months stand
// lists of days and years.
func dateParts(fields []control.Field, shown []int, out []Judged) {
	for k, i := range shown {
		if !monthList(&fields[i]) || out[i].part != "" {
			continue
		}
		found := map[string]int{"month": i}
		for _, step := range []int{1, -1, 2, -2, 3} {
			n := k + step
			if n < 0 || n >= len(shown) || out[shown[n]].part != "" {
				continue
			}
			part := partOf(&fields[shown[n]])
			if _, taken := found[part]; part == "" || part == "month" || taken {
				continue
			}
			found[part] = shown[n]
		}
		if len(found) == 1 && !dateWords.Within(lexicon.Split(fields[i].Name)+" "+lexicon.Fold(fields[i].Label)) {
			continue
		}
		for _, part := range []string{"day", "month", "year", "time"} {
			if n, ok := found[part]; ok {
				out[n].Role, out[n].score, out[n].part = control.Date, 0.9, part
			}
		}
	}
}

// datePart reports whether a list could be a part of a date.
func datePart(c *control.Field) bool { return monthList(c) || partOf(c) != "" }

func monthList(c *control.Field) bool {
	if !c.Control.IsMenu() {
		return false
	}
	n := 0
	for _, o := range c.Options {
		if words := strings.Fields(lexicon.Fold(o.Label)); len(words) > 0 && slices.ContainsFunc(words[:min(2, len(words))], func(w string) bool { return dates.Month(w) > 0 }) {
			n++
		}
	}
	return n >= 2 && n*3 >= len(c.Options)*2
}

// partOf tells lists of days, years and times of day from others by their numbers.
func partOf(c *control.Field) string {
	if !c.Control.IsMenu() || len(c.Options) < 2 {
		return ""
	}
	days, years, times, n := 0, 0, 0, 0
	for _, o := range c.Options {
		text := lexicon.Fold(o.Label)
		v, err := strconv.Atoi(text)
		isNumber := err == nil
		switch {
		case o.Any:
			continue
		case isNumber && v >= 1 && v <= 31 && len(text) <= 2:
			days++
		case isNumber && v >= 1800 && v < 2200 && len(text) == 4:
			years++
		case clockWords.Within(text):
			times++
		}
		n++
	}
	switch {
	case days >= 27 && days*10 >= n*9:
		return "day"
	case years > 0 && years*10 >= n*8:
		return "year"
	case times >= 2 && times*10 >= n*7:
		return "time"
	}
	return ""
}

var (
	joiners      = lexicon.Section("joiner")
	rangeWords   = lexicon.Section("range")
	boundAffix   = lexicon.New(`lo, hi, lower, upper, range, num, val, value, 1, 2, gt, lt, gte, lte, limit`)
	journeyWords = lexicon.Section("journey")
	clockWords   = lexicon.Section("clock")
)
