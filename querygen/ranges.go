package querygen

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
)

// span is a pair of controls that bound one quantity from below and above.
type span struct {
	min, max forms.Field
	dates    bool     // quantities are days since 1970
	notation notation // of dates; "" where it is not known
	trial    dateTrial
	lows     []choice // that min offers, ascending; nil where it takes any number
	tops     []choice // that max offers
	step     float64  // between a bound and the next one; 0 where the same bound must end one part and begin the next
	least    float64  // that the controls take, infinite where nothing limits it
	greatest float64
}

// choice is an option of a list of bounds.
type choice struct {
	at    float64
	value string // what the form sends
}

// spansOf pairs the bounds of a form: by forms.Field.Pair where it is told,
// else a lower bound with the next upper bound after it that has the same kind
// of control.
func spansOf(form forms.Form, fixed forms.Values) []*span {
	var out []*span
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
			if f := form.Fields[j]; usable(f, forms.RangeMax) && f.Pair == "" && isText(f) == isText(low) {
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
func newSpan(min, max forms.Field) *span {
	s := &span{min: min, max: max, least: math.Inf(-1), greatest: math.Inf(1)}
	switch {
	case isText(min) && (min.Control == "week" || min.Control == "time"):
		return nil
	case wantsDate(min):
		s.dates, s.step, s.notation = true, 1, notationOf(min)
	case isText(min):
		s.step = 1
		if x, err := strconv.ParseFloat(min.Step, 64); err == nil && x > 0 {
			s.step = x
		}
	default:
		s.lows, s.tops = choicesOf(min), choicesOf(max)
		if len(s.lows) < 2 || len(s.tops) < 2 {
			return nil
		}
		s.step = 1
		for _, list := range [][]choice{s.lows, s.tops} {
			for i := 1; i < len(list); i++ {
				if list[i].at-list[i-1].at != 1 {
					s.step = 0 // what lies between two bounds cannot be told
				}
			}
		}
		// Neither list need have an option without a bound: what lies beyond
		// the last one cannot be asked for then.
		if !hasAny(min) {
			s.least = s.lows[0].at
		}
		if !hasAny(max) {
			s.greatest = s.tops[len(s.tops)-1].at
		}
		return s
	}
	for _, f := range []forms.Field{min, max} {
		if x, ok := s.read(f.Min, false); ok {
			s.least = math.Max(s.least, x)
		}
		if x, ok := s.read(f.Max, true); ok {
			s.greatest = math.Min(s.greatest, x)
		}
	}
	return s
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
		x, ok := number(o.Value)
		if !ok {
			x, ok = number(o.Label)
		}
		if ok && !slices.ContainsFunc(out, func(c choice) bool { return c.at == x }) {
			out = append(out, choice{x, o.Value})
		}
	}
	slices.SortFunc(out, func(a, b choice) int {
		if a.at < b.at {
			return -1
		}
		return 1
	})
	return out
}

// known reports whether it is known how to write its bounds.
func (s *span) known() bool { return !s.dates || s.notation != "" }

func (s *span) name() string {
	return nameOf(strings.TrimSpace(s.min.Label), s.min.Name)
}

// read returns the quantity that a control's value stands for, as an upper
// bound or a lower one.
func (s *span) read(value string, upper bool) (float64, bool) {
	if s.dates {
		if s.notation == "" {
			return 0, false
		}
		return s.notation.read(value, upper)
	}
	x, err := strconv.ParseFloat(value, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// write returns the value that sends an upper or lower bound: an option where
// there is one.
func (s *span) write(x float64, upper bool) string {
	list := s.lows
	if upper {
		list = s.tops
	}
	for _, c := range list {
		if c.at == x {
			return c.value
		}
	}
	if s.dates {
		return s.notation.write(x, upper)
	}
	return s.say(x)
}

// say returns a quantity as a person would write it.
func (s *span) say(x float64) string {
	if s.dates {
		return isoDate.write(x, false)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// cut returns where a part from low to top may be cut at about x: the end of
// the lower part and the start of the upper one.
func (s *span) cut(low, top, x float64) (end, start float64, ok bool) {
	if s.lows == nil {
		step := s.step
		end = math.Floor(x/step+1e-9) * step
		if end < low {
			end = low
		}
		if end+step > top {
			end = top - step
		}
		if s.notation == isoMonth && !math.IsInf(end, 0) {
			end = monthEnd(end, low, top)
		}
		return end, end + step, end >= low && !math.IsInf(end, 0) && end+step <= top
	}
	best := math.Inf(1)
	for _, c := range s.tops {
		if c.at < low || c.at >= top || c.at < s.lows[0].at {
			continue
		}
		i := slices.IndexFunc(s.lows, func(l choice) bool { return l.at >= c.at+s.step })
		if i < 0 || s.lows[i].at > top || s.lows[i].at <= low {
			continue
		}
		if away := math.Abs(c.at - x); away < best {
			best, end, start, ok = away, c.at, s.lows[i].at, true
		}
	}
	return end, start, ok
}

// number reads a number as people write it: with a unit or a currency beside
// it, and with separators between groups of three digits. A separator before
// one or two digits at the end is a decimal point.
func number(text string) (float64, bool) {
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
