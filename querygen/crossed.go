package querygen

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// crossed asks words that match more than can be read once more with a value of a menu:
// the parts that a menu divides the answer to a word into are shorter, and where the box
// must be filled they are the only ones. It is lazy-slice-cover (C. Sheng et al., VLDB
// 2012, section 5) below an answer to a word instead of below everything.
type crossed struct {
	f     *facts
	bases []*crossing
	of    map[string]*crossing // by key of their questions
	noted map[*question]bool
	walk  *question // the latest, while it is worth to be read on
	gain  ratio     // new records for those expected
}

// crossing is an answer that is divided by a menu.
type crossing struct {
	base   *question
	menu   *menu
	values []string // not asked yet
	asked  int      // parts
	fresh  float64  // records that they brought
	dry    int      // parts in a row that brought nothing
}

// Parts in a row that bring nothing make less likely that the next one does: what the
// answer did not show, others have. But none is given up for that before all else is asked.
const (
	crossedInVain = 2    // such parts, from which on
	crossedDry    = 0.25 // so much is left of what is expected, for each
)

// crossingsKept bounds how many answers are compared before each question.
const crossingsKept = 500

// newCrossed returns nil where there is no box, or no menu to cross it with.
func newCrossed(f *facts) *crossed {
	if f.si.box == nil || len(f.si.menus) == 0 {
		return nil
	}
	return &crossed{f: f, of: map[string]*crossing{}, noted: map[*question]bool{}}
}

// propose returns the part that promises most, or the next page of the latest one.
func (s *crossed) propose() (proposal, bool) {
	if s == nil {
		return proposal{}, false
	}
	if q := s.walk; q != nil && q.promising() {
		if rate := q.late * float64(s.f.rowsAPage()); rate > 0 {
			return proposal{q.nextPage(), rate}, true
		}
	}
	for {
		var best *crossing
		most := 0.0
		for _, c := range s.bases {
			if v := s.worth(c); v > most {
				best, most = c, v
			}
		}
		if best == nil {
			return proposal{}, false
		}
		pair := page.Pair{Name: best.menu.field.Name, Value: best.values[0]}
		best.values = best.values[1:]
		if !s.f.si.possible(best.base.pairs, pair) || s.f.exhausted(pair) {
			continue
		}
		q := s.f.probe("matches more than can be read; of these, "+nameOf(best.menu.field.Label, pair.Name)+" = "+spoken(s.f.si.form, pair.Name, pair.Value),
			append(slices.Clone(best.base.pairs), pair)...)
		if s.f.byKey[q.Key()] != nil {
			continue
		}
		// Until it is answered the part is still to be asked, whatever else is proposed.
		best.values = slices.Insert(best.values, 0, pair.Value)
		s.of[q.Key()] = best
		q.Expected = math.Round(10*most) / 10
		return proposal{Ask{q, 1}, most}, true
	}
}

// worth returns the new records that a request for the next part of c is expected to bring.
func (s *crossed) worth(c *crossing) float64 {
	if len(c.values) == 0 || s.f.si.presents(c.menu) {
		return 0
	}
	gain := (s.gain.actual + gainCounts/2) / (s.gain.predicted + gainCounts)
	return gain * s.promised(c) * math.Pow(crossedDry, float64(max(c.dry-crossedInVain+1, 0)))
}

// promised returns the new records on the first page of the next part of c. What is left
// of a total can be told; where there is none, at least as many are left as those parts
// suggest that were asked.
func (s *crossed) promised(c *crossing) float64 {
	q, values := c.base, float64(len(c.values))
	left := q.unread(float64(s.f.limit())) - c.fresh
	if q.total < 0 || q.capped {
		left = max(left, values*c.fresh/float64(c.asked+1))
	} else if q.worded() {
		left = max(left, float64(q.total)-s.f.inHand(q))
	}
	return clamp(left/values, 0, float64(s.f.rowsAPage()))
}

func (s *crossed) observe(q *question) {
	if s == nil || q.stuck {
		return
	}
	if c := s.of[q.query.Key()]; c != nil {
		s.walk = q
		if q.pages <= 1 {
			s.gain.fade(float64(q.lastFresh), s.promised(c), experienceKept)
			c.asked++
			c.values = slices.DeleteFunc(c.values, func(v string) bool {
				return slices.Contains(q.pairs, page.Pair{Name: c.menu.field.Name, Value: v})
			})
		}
		if c.fresh += float64(q.lastFresh); q.lastFresh > 0 {
			c.dry = 0
		} else if q.pages <= 1 {
			c.dry++
		}
	} else if !q.worded() {
		return
	}
	if s.noted[q] || !s.f.endsCut(q) && (q.more || !s.f.curtailed(q)) || len(s.bases) >= crossingsKept {
		return
	}
	for i := range s.f.si.menus {
		m := &s.f.si.menus[i]
		if m.preset || m.useless || len(m.values) < 2 || binds(q.pairs, m) || s.f.si.parentOf(m) != nil {
			continue
		}
		s.noted[q] = true
		s.bases = append(s.bases, &crossing{base: q, menu: m, values: slices.Clone(m.values)})
		return // of the part that it cuts, the next menu makes smaller ones
	}
}

// endsCut reports whether an answer is known to be cut, whatever pages of it are still to
// be read: by its total, or since it was opened at its end.
func (f *facts) endsCut(q *question) bool {
	k := f.limit()
	return k > 0 && q.kind == keyword && (q.last > 0 && q.total < 0 && q.counted >= k || f.matches(q) > k)
}

// needsWord reports whether the site answers no question that leaves the query box empty: as
// many as tell were refused, alike or not, and none was answered. What menus alone
// would bring is not expected any more then.
func (f *facts) needsWord() bool {
	return f.si.box != nil && f.unboxed[0] >= wordlessTries && f.unboxed[1] == 0
}

// wordlessTries is after how many refusals questions without a word are given up.
const wordlessTries = 4

// noteUnboxed counts the first answers to questions that leave the query box empty.
func (f *facts) noteUnboxed(q *question) {
	if _, text := f.boxText(q); text || q.kind == garbage {
		return
	}
	if q.status == Refused {
		f.unboxed[0]++
	} else {
		f.unboxed[1]++
	}
}
