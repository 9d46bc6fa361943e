package space

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
)

// Span is a pair of controls that bound one quantity from below and above.
type Span struct {
	Min, Max forms.Field
	Dates    bool           // quantities are days since 1970
	Both     bool           // one bound is not asked without the other
	Notation dates.Notation // of dates; "" where it is not known
	Trial    dateTrial
	Lows     []choice // that min offers, ascending; nil where it takes any number
	Tops     []choice // that max offers
	Step     float64  // between a bound and the next one; 0 where the same bound must end one part and begin the next
	Least    float64  // that the controls take, infinite where nothing limits it
	Greatest float64
}

// choice is an option of a list of bounds.
type choice struct {
	At    float64
	value string // what the form sends
}

// spansOf pairs the bounds of a form: by forms.Field.Pair where it is told,
// else a lower bound with the next upper bound after it that has the same kind
// of control.
func spansOf(form forms.Form, fixed forms.Values) []*Span {
	var out []*Span
	taken := map[string]bool{}
	usable := func(f forms.Field, role forms.Role) bool {
		return f.Role == role && f.Name != "" && !f.Disabled && !f.ReadOnly && len(fixed[f.Name]) == 0 && !taken[f.Name] && f.Control != "hidden"
	}
	for i, low := range form.Fields {
		if !usable(low, forms.RangeMin) {
			continue
		}
		at := slices.IndexFunc(form.Fields, func(f forms.Field) bool { return usable(f, forms.RangeMax) && f.Name == low.Pair })
		for j := i + 1; at < 0 && low.Pair == "" && j < len(form.Fields); j++ {
			if f := form.Fields[j]; usable(f, forms.RangeMax) && f.Pair == "" && f.Control.IsBox() == low.Control.IsBox() {
				at = j
			}
		}
		if at < 0 {
			continue
		}
		if s := newSpan(low, form.Fields[at]); s != nil {
			taken[low.Name], taken[form.Fields[at].Name] = true, true
			out = append(out, s)
		}
	}
	return out
}

// newSpan returns nil where the controls do not take numbers or dates.
func newSpan(min, max forms.Field) *Span {
	s := &Span{Min: min, Max: max, Least: math.Inf(-1), Greatest: math.Inf(1)}
	switch {
	case min.Control.IsBox() && (min.Control == "week" || min.Control == "time"):
		return nil
	case WantsDate(min):
		s.Dates, s.Step, s.Notation = true, 1, NotationOf(min)
	case min.Control.IsBox():
		s.Step = 1
		if x, err := strconv.ParseFloat(min.Step, 64); err == nil && x > 0 {
			s.Step = x
		}
	default:
		s.Lows, s.Tops = choicesOf(min), choicesOf(max)
		if len(s.Lows) < 2 || len(s.Tops) < 2 {
			return nil
		}
		s.Step = 1
		for _, list := range [][]choice{s.Lows, s.Tops} {
			for i := 1; i < len(list); i++ {
				if list[i].At-list[i-1].At != 1 {
					s.Step = 0 // what lies between two bounds cannot be told
				}
			}
		}
		// Neither list need have an option without a bound: what lies beyond
		// the last one cannot be asked for then.
		if !hasAny(min) {
			s.Least = s.Lows[0].At
		}
		if !hasAny(max) {
			s.Greatest = s.Tops[len(s.Tops)-1].At
		}
		return s
	}
	for _, f := range []forms.Field{min, max} {
		if x, ok := s.Read(f.Min, false); ok {
			s.Least = math.Max(s.Least, x)
		}
		if x, ok := s.Read(f.Max, true); ok {
			s.Greatest = math.Min(s.Greatest, x)
		}
	}
	return s
}

// preset reports whether the form as served asks for a part only of what lies between
// the bounds that its boxes may have: a slider has ends wherever nobody moves them.
func (s *Span) preset() bool {
	low, hasLow := s.Read(s.Min.Value, false)
	top, hasTop := s.Read(s.Max.Value, true)
	return s.Min.Control.IsBox() && (hasLow && low > s.Least || hasTop && top < s.Greatest) && !math.IsInf(s.Least, 0) && !math.IsInf(s.Greatest, 0)
}

// other returns the widest value for the bound that pairs leave alone where they bind
// the other one, if that would not leave its end open: where it is preset, and where
// a script wants both.
func (s *Span) other(pairs []page.Pair) []page.Pair {
	bound := func(f forms.Field) bool {
		return slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == f.Name })
	}
	least, greatest := s.Least, s.Greatest
	if s.Dates && s.Known() {
		least, greatest = math.Max(least, dates.First), math.Min(greatest, dates.Last)
	}
	switch low, top := bound(s.Min), bound(s.Max); {
	case low == top || !s.Both && !s.preset():
	case low && !math.IsInf(greatest, 0):
		return []page.Pair{{Name: s.Max.Name, Value: s.Write(greatest, true)}}
	case top && !math.IsInf(least, 0):
		return []page.Pair{{Name: s.Min.Name, Value: s.Write(least, false)}}
	}
	return nil
}

func hasAny(f forms.Field) bool {
	return slices.ContainsFunc(f.Options, func(o forms.Option) bool { return o.Any || o.Value == "" })
}

// choicesOf returns the bounds that a list offers, ascending.
func choicesOf(f forms.Field) []choice {
	var out []choice
	for _, o := range f.Options {
		if o.Any || o.Disabled || o.Value == "" {
			continue
		}
		x, ok := Number(o.Value)
		if !ok {
			x, ok = Number(o.Label)
		}
		if ok && !slices.ContainsFunc(out, func(c choice) bool { return c.At == x }) {
			out = append(out, choice{x, o.Value})
		}
	}
	slices.SortFunc(out, func(a, b choice) int {
		if a.At < b.At {
			return -1
		}
		return 1
	})
	return out
}

// Known reports whether it is known how to write its bounds.
func (s *Span) Known() bool { return !s.Dates || s.Notation != "" }

func (s *Span) Name() string {
	return NameOf(strings.TrimSpace(s.Min.Label), s.Min.Name)
}

// Read returns the quantity that a control's value stands for, as an upper
// bound or a lower one.
func (s *Span) Read(value string, upper bool) (float64, bool) {
	if s.Dates {
		if s.Notation == "" {
			return 0, false
		}
		return s.Notation.Read(value, upper)
	}
	x, err := strconv.ParseFloat(value, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// Write returns the value that sends an upper or lower bound: an option where
// there is one.
func (s *Span) Write(x float64, upper bool) string {
	list := s.Lows
	if upper {
		list = s.Tops
	}
	for _, c := range list {
		if c.At == x {
			return c.value
		}
	}
	if s.Dates {
		return s.Notation.Write(x, upper)
	}
	return s.Say(x)
}

// Say returns a quantity as a person would write it.
func (s *Span) Say(x float64) string {
	if s.Dates {
		return dates.ISO.Write(x, false)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Cut returns where a part from low to top may be cut at about x: the end of
// the lower part and the start of the upper one.
func (s *Span) Cut(low, top, x float64) (end, start float64, ok bool) {
	if s.Lows == nil {
		step := s.Step
		end = math.Floor(x/step+1e-9) * step
		if end < low {
			end = low
		}
		if end+step > top {
			end = top - step
		}
		if s.Notation == dates.MonthOnly && !math.IsInf(end, 0) {
			end = dates.MonthEnd(end, low, top)
		}
		return end, end + step, end >= low && !math.IsInf(end, 0) && end+step <= top
	}
	best := math.Inf(1)
	for _, c := range s.Tops {
		if c.At < low || c.At >= top || c.At < s.Lows[0].At {
			continue
		}
		i := slices.IndexFunc(s.Lows, func(l choice) bool { return l.At >= c.At+s.Step })
		if i < 0 || s.Lows[i].At > top || s.Lows[i].At <= low {
			continue
		}
		if away := math.Abs(c.At - x); away < best {
			best, end, start, ok = away, c.At, s.Lows[i].At, true
		}
	}
	return end, start, ok
}

// Number reads a number as people write it: with a unit or a currency beside
// it, and with separators between groups of three digits. A separator before
// one or two digits at the end is a decimal point.
func Number(text string) (float64, bool) {
	start := strings.IndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' })
	if start < 0 {
		return 0, false
	}
	var digits strings.Builder
	if start > 0 && text[start-1] == '-' && (start == 1 || text[start-2] == ' ') {
		digits.WriteByte('-')
	}
	rest := text[start:]
	end := strings.IndexFunc(rest, func(r rune) bool {
		return (r < '0' || r > '9') && !strings.ContainsRune(".,'\u00a0\u202f", r)
	})
	if end >= 0 {
		if strings.IndexFunc(rest[end:], func(r rune) bool { return r >= '0' && r <= '9' }) >= 0 {
			return 0, false // several numbers, or a code
		}
		rest = rest[:end]
	}
	rest = strings.TrimRight(rest, ".,'\u00a0\u202f")
	groups := strings.FieldsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	for i, g := range groups {
		if i > 0 && (len(g) != 3 || groups[0] == "0") {
			if i < len(groups)-1 {
				return 0, false // a date, or a version
			}
			digits.WriteByte('.')
		}
		digits.WriteString(g)
	}
	x, err := strconv.ParseFloat(digits.String(), 64)
	return x, err == nil
}

// Limits returns the bounds between which b can be cut blindly.
func (s *Span) Limits(b Bounds) (low, top float64) {
	low, top = math.Max(b.Low, s.Least), math.Min(b.Top, s.Greatest)
	if s.Lows != nil {
		low, top = math.Max(low, s.Lows[0].At), math.Min(top, s.Tops[len(s.Tops)-1].At)
	}
	return low, top
}

// JustBelow returns the upper bound that the list has for parts which end where the next ones
// begin: 1909 of those up to 1910, where 1910 is none. Where there is none it returns x.
func (s *Span) JustBelow(x float64) float64 {
	below := x
	for _, top := range s.Tops {
		if top.At == x {
			return x
		}
		if top.At < x && x-top.At <= 1 {
			below = top.At
		}
	}
	return below
}
