package space

import (
	"math"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
)

// Numbers beyond and below all that records have.
const (
	BeyondAll = 987_654_321
	belowAll  = -1
)

// Impossible returns what to bind of a pair of bounds so that nothing lies between them:
// both beyond all that there is, since sites complain of one alone, or, where the controls do not take it, one
// above the upper one. It returns nil where neither can be said.
func (s *Span) Impossible() (pairs []page.Pair, why string) {
	if !s.Known() {
		return nil, ""
	}
	bind := func(low, top float64) []page.Pair {
		return []page.Pair{{Name: s.Min.Name, Value: s.Write(low, false)}, {Name: s.Max.Name, Value: s.Write(top, true)}}
	}
	if s.Lows != nil {
		low, top := s.Lows[len(s.Lows)-1].At, s.Tops[0].At
		if low <= top {
			return nil, ""
		}
		return bind(low, top), "a lower bound above the upper one"
	}
	if beyond := s.beyond(); beyond <= s.Greatest {
		return bind(beyond, beyond), "bounds beyond all that records have"
	}
	if least := s.Least; !math.IsInf(least, -1) && least < s.Greatest {
		return bind(s.Greatest, least), "a lower bound above the upper one"
	}
	return nil, ""
}

// beyond is a quantity that no record has, in the steps of the controls.
func (s *Span) beyond() float64 {
	if s.Dates {
		return dates.Last
	}
	if !math.IsInf(s.Least, -1) {
		return s.Least + s.Step*math.Floor((BeyondAll-s.Least)/s.Step)
	}
	return s.Step * math.Floor(BeyondAll/s.Step)
}

// Impossible returns a bound that no record keeps to.
func (l *LoneBound) Impossible() (page.Pair, bool) {
	s := l.Span
	pair := func(x float64) (page.Pair, bool) {
		return page.Pair{Name: s.Min.Name, Value: s.Write(x, l.Upper)}, true
	}
	switch {
	case s.Lows != nil || !s.Known():
		return page.Pair{}, false
	case !l.Upper && s.beyond() <= s.Greatest:
		return pair(s.beyond())
	case l.Upper && s.Dates && s.Least <= dates.First:
		return pair(dates.Day(1000, 1, 1))
	case l.Upper && !s.Dates && s.Least <= belowAll:
		return pair(belowAll)
	}
	return page.Pair{}, false
}
