package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// TryDates returns the next question that shows how a pair of boxes wants its
// dates, once there are records in whose texts dates can be seen, or the form as
// served has none.
func (f *Facts) TryDates() (querygen.Query, bool) {
	if f.Records.Held() == 0 && (f.Listing == nil || f.Listing.Pages == 0) {
		return querygen.Query{}, false
	}
	for _, s := range f.Space.Spans {
		if q, ok := tryNotations(f, s); ok {
			return q, true
		}
	}
	return querygen.Query{}, false
}

// tryNotations returns the next question of the trial of a span, while there is one.
func tryNotations(f *Facts, s *space.Span) (querygen.Query, bool) {
	d := &s.Trial
	if !s.Dates || s.Notation != "" || d.Over {
		return querygen.Query{}, false
	}
	if d.Left == nil {
		d.Left = f.likelyNotations()
	}
	past, _ := dates.ISO.Read(space.LongAgo, false)
	for ; len(d.Left) > 0; d.Left = d.Left[1:] {
		n := d.Left[0]
		after := f.Probe("a day long ago, to see whether "+s.Name()+" takes dates as "+string(n)+": all are later",
			page.Pair{Name: s.Min.Name, Value: n.Write(past, false)})
		if f.ByKey[after.Key()] == nil {
			return after, true
		}
		before := f.Probe("the same day: nothing is earlier", page.Pair{Name: s.Max.Name, Value: n.Write(past, true)})
		all := f.ByKey[after.Key()]
		if all.Status != querygen.Answered {
			continue
		}
		if f.ByKey[before.Key()] == nil {
			return before, true
		}
		none := f.ByKey[before.Key()]
		a, b := f.Matches(all), f.Matches(none)
		if none.Status == querygen.Empty || none.Status == querygen.Refused || a >= 0 && b >= 0 && 2*b < a {
			s.Notation = n
			return querygen.Query{}, false
		}
	}
	d.Over = true
	return querygen.Query{}, false
}

// likelyNotations returns the notations to try: first those in which the site
// writes dates itself.
func (f *Facts) likelyNotations() []dates.Notation {
	var out []dates.Notation
	if f.Traits != nil {
		out = f.Traits.notations()
	}
	for _, n := range dates.Usual {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
