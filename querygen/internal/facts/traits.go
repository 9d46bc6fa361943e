package facts

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Traits is what the texts of records tell about the values by which a form
// divides them. Texts mislead, so each reading is held against the answers to
// questions that bound the value, and is believed only while it agrees.
type Traits struct {
	dims    []*space.Dimension
	menus   []menuTrait  // by dimension; empty for pairs of bounds
	spans   []spanTrait  // by dimension; empty for menus
	numbers [][]quantity // by record: the numbers of its text in their order
	Read    []bool       // by record: it has a text

	written map[dates.Notation]int // dates in texts, where only one notation fits
	swapped bool                   // dates that can be read in two ways have the month first
}

// menuTrait is how a menu's values show in texts.
type menuTrait struct {
	names    []string         // of the menu, as words between blanks
	labels   []string         // by value: its label as words between blanks
	starting map[string][]int // values by the first word of their label
	said     []int32          // by record: the value that its text names, -1 for none or several
	bound    []int32          // by record: the value of a question that returned it, -1 for none
	right    int              // texts that name the value by which their record was found
	wrong    int
	saying   int // texts that name a value,
	named    int // and those where it follows the menu's name
	manifold int // records found by two values
}

// spanTrait is where in texts the quantity stands that two controls bound.
type spanTrait struct {
	places []place // that texts were seen to have a number at
	scores map[place]float64
	best   place
	column []float64 // by record: the number at best, NaN for none
}

const (
	certain     = 100 // evidence for a place that is not added to
	numbersKept = 24  // of one text
	placesTried = 12  // from each end
)

func NewTraits(dims []*space.Dimension, form func(name, value string) string) *Traits {
	t := &Traits{dims: dims, menus: make([]menuTrait, len(dims)), spans: make([]spanTrait, len(dims)), written: map[dates.Notation]int{}}
	for i, d := range dims {
		if d.Menu == nil {
			t.swapped = t.swapped || d.Span.Dates && strings.HasPrefix(string(d.Span.Notation), "m")
			t.spans[i].scores = map[place]float64{}
			continue
		}
		if d.Further { // texts tell no order of ticks
			continue
		}
		for _, n := range []string{d.Menu.Field.Name, d.Menu.Field.Label} {
			if n = text.Tokens(n); len(n) > 2 && !slices.Contains(t.menus[i].names, n) {
				t.menus[i].names = append(t.menus[i].names, n)
			}
		}
		for _, v := range d.Menu.Values {
			t.Name(i, form(d.Menu.Field.Name, v))
		}
	}
	return t
}

// Name gives the menu of a dimension one more value. Texts read before do not
// name it.
func (t *Traits) Name(dim int, label string) {
	m := &t.menus[dim]
	words := text.Tokens(label)
	if m.starting == nil {
		m.starting = map[string][]int{}
	}
	if all := strings.Fields(words); len(all) > 0 {
		m.starting[all[0]] = append(m.starting[all[0]], len(m.labels))
	}
	m.labels = append(m.labels, words)
}

// add reads the next record, as text.
func (t *Traits) add(record string) {
	words := text.Tokens(record)
	t.Read = append(t.Read, len(words) > 1)
	each := strings.Fields(words)
	slices.Sort(each)
	each = slices.Compact(each)
	for i := range t.menus {
		m := &t.menus[i]
		if t.dims[i].Menu == nil {
			continue
		}
		said, longest := int32(-1), 0
		for _, w := range each {
			for _, v := range m.starting[w] {
				label := m.labels[v]
				if !strings.Contains(words, label) {
					continue
				}
				weight := len(label)
				if m.follows(words, label) {
					weight += len(words) // before all that stand elsewhere
				}
				if weight < longest || int32(v) == said {
					continue
				}
				if weight == longest {
					said = -1 // two values as good as each other
					continue
				}
				said, longest = int32(v), weight
			}
		}
		if said >= 0 {
			m.saying++
		}
		if said >= 0 && longest > len(words) {
			m.named++
		}
		m.said, m.bound = append(m.said, said), append(m.bound, -1)
	}
	if !slices.ContainsFunc(t.dims, func(d *space.Dimension) bool { return d.Span != nil }) {
		return
	}
	var found []quantity
	after := ""
	inOrder := strings.Fields(words)
	for i, w := range inOrder {
		if len(found) >= numbersKept {
			break
		}
		d, isDate := dates.At(inOrder, i)
		if isDate {
			found = append(found, quantity{value: d.Day, swapped: d.Swapped, after: t.called(after), date: true})
			if d.Words == 1 {
				t.note(w)
			}
		}
		if !isDate || d.Words > 1 { // the year in "3 May 2021" is a number, too
			if x, ok := space.Number(w); ok {
				found = append(found, quantity{value: x, swapped: math.NaN(), after: t.called(after), code: isCode(w)})
			}
		}
		after = w
	}
	t.numbers = append(t.numbers, found)
}

// isCode reports a word with a letter right before its first digit, as names of models have.
func isCode(w string) bool {
	digit := strings.IndexFunc(w, func(r rune) bool { return r >= '0' && r <= '9' })
	before, _ := utf8.DecodeLastRuneInString(w[:max(digit, 0)])
	return unicode.IsLetter(before)
}

// follows reports whether a text has a label right after the menu's name.
func (m *menuTrait) follows(words, label string) bool {
	for _, name := range m.names {
		if strings.Contains(words, name[:len(name)-1]+label) {
			return true
		}
	}
	return false
}

// reads reports whether the quantity is believed to be found in texts.
func (s *spanTrait) reads() bool { return len(s.places) > 0 && s.scores[s.best] >= 0 }

// Value returns what is known of a record in a dimension: a menu's value as a
// number, or a quantity.
func (t *Traits) Value(record uint32, dim int) (float64, bool) {
	if span := t.dims[dim].Span; span != nil {
		s := &t.spans[dim]
		if !s.reads() {
			return 0, false
		}
		for n := len(s.column); n <= int(record); n++ {
			v, ok := t.at(uint32(n), s.best, span.Dates)
			if !ok {
				v = math.NaN()
			}
			s.column = append(s.column, v)
		}
		v := s.column[record]
		return v, !math.IsNaN(v)
	}
	m := &t.menus[dim]
	if v := m.bound[record]; v >= 0 {
		return float64(v), true
	}
	if v := m.said[record]; v >= 0 && m.wrong*9 <= m.right+9 {
		return float64(v), true
	}
	return 0, false
}

// In reports whether a record is known to lie within bounds.
func (t *Traits) In(record uint32, b space.Bounds) bool {
	v, ok := t.Value(record, b.Dim)
	if b.Value >= 0 {
		return ok && int(v) == b.Value
	}
	return ok && v >= b.Low && v <= b.Top
}

// Learn holds the readings of rows against the region that they answer.
// whole is the number of records that match outside of one bound, by
// dimension of it.
func (t *Traits) Learn(rows []uint32, r space.Region) {
	for i, d := range t.dims {
		if d.Span != nil {
			t.Candidates(i)
		}
	}
	for _, b := range r {
		if t.dims[b.Dim].Menu == nil {
			t.place(rows, b)
			continue
		}
		m := &t.menus[b.Dim]
		for _, record := range rows {
			if v := m.said[record]; v >= 0 && m.bound[record] < 0 {
				if int(v) == b.Value {
					m.right++
				} else {
					m.wrong++
				}
			}
			if v := m.bound[record]; v >= 0 && int(v) != b.Value {
				m.manifold++
			}
			m.bound[record] = int32(b.Value)
		}
		t.dims[b.Dim].Overlaps = m.manifold >= 2 || t.dims[b.Dim].Further
	}
}

// Candidates lists the places where the quantity of a dimension may stand.
func (t *Traits) Candidates(dim int) []place {
	s := &t.spans[dim]
	if len(s.places) > 0 || len(t.numbers) == 0 {
		return s.places
	}
	span := t.dims[dim].Span
	nth := 0 // of this pair among the form's
	for _, d := range t.dims[:dim] {
		if d.Span != nil {
			nth++
		}
	}
	words := map[string]bool{}
	for _, all := range t.numbers {
		for _, q := range all {
			if q.after != "" && !words[q.after] && names(span, q.after) {
				words[q.after] = true
				p := place{after: q.after}
				s.places = append(s.places, p)
				// The longest name that fits is the likeliest: education_num before education.
				s.scores[p] = 4 + float64(len(q.after))/100
			}
		}
	}
	for i := range placesTried {
		s.places = append(s.places, place{nth: i}, place{nth: -1 - i})
	}
	// A number in a name, as those of models, is the least likely.
	coded := func(p place) int {
		codes := 0
		for record := range t.numbers {
			if q, ok := t.quantity(uint32(record), p, span.Dates); ok && q.code {
				codes++
			} else if ok {
				codes--
			}
		}
		return min(max(codes, 0), 1)
	}
	slices.SortStableFunc(s.places, func(a, b place) int { return coded(a) - coded(b) })
	// Forms and results tend to have the same order.
	if p := (place{nth: nth}); coded(p) == 0 {
		s.scores[p] += 0.1
	}
	limits := space.Bounds{Dim: dim, Low: span.Least, Top: span.Greatest}
	if span.Lows != nil {
		limits.Low, limits.Top = span.Lows[0].At, span.Tops[len(span.Tops)-1].At
	}
	if !math.IsInf(limits.Low, 0) || !math.IsInf(limits.Top, 0) {
		for record := range t.numbers {
			for _, p := range s.places {
				v, ok := t.at(uint32(record), p, span.Dates)
				s.scores[p] += agreement(ok && v >= limits.Low && v <= limits.Top, 0.7)
			}
		}
	}
	t.choose(dim)
	return s.places
}

// agreement is the evidence in one row: the log of how much likelier it is
// under the right place than under one that agrees by chance with the given
// probability. One row in fifty may be misread.
func agreement(agrees bool, chance float64) float64 {
	// That all agree is no evidence against a place; and the records held, of
	// which chance is told, are a sample too biased to trust a small share.
	chance = statistics.Clamp(chance, 0.2, 0.98)
	if agrees {
		return math.Log(0.98 / chance)
	}
	return math.Log(0.02 / math.Max(1-chance, 0.02))
}

// place weighs the places of a quantity by an answer within bounds.
func (t *Traits) place(rows []uint32, b space.Bounds) {
	places := t.Candidates(b.Dim)
	if t.spans[b.Dim].scores[t.spans[b.Dim].best] >= certain {
		for _, record := range rows {
			if t.In(record, b) {
				return
			}
		}
	}
	s, dates := &t.spans[b.Dim], t.dims[b.Dim].Span.Dates
	for _, p := range places {
		// By chance a place agrees as often as it does in all records.
		within, all := 1.0, 2.0
		for record := 0; record < len(t.numbers) && all < 200; record++ {
			if v, ok := t.at(uint32(record), p, dates); ok {
				all++
				if v >= b.Low && v <= b.Top {
					within++
				}
			}
		}
		for _, record := range rows {
			v, ok := t.at(record, p, dates)
			s.scores[p] += agreement(ok && v >= b.Low && v <= b.Top, within/all)
		}
		s.scores[p] = math.Min(s.scores[p], certain)
	}
	t.choose(b.Dim)
}

// choose takes the place with the highest score; the first listed wins ties.
func (t *Traits) choose(dim int) {
	s := &t.spans[dim]
	before := s.best
	for i, p := range s.places {
		if i == 0 || s.scores[p] > s.scores[s.best] {
			s.best = p
		}
	}
	if s.best != before {
		s.column = s.column[:0]
	}
}

// Spread returns n records of a list, evenly spread, or all where they are fewer.
func Spread(list []uint32, n int) []uint32 {
	if len(list) <= n {
		return list
	}
	out := make([]uint32, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}
