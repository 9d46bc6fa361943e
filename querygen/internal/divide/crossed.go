package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Crossed asks words that match more than can be read once more with a value of a menu:
// the parts that a menu divides the answer to a word into are shorter, and where the box
// must be filled they are the only ones. It is lazy-slice-cover (C. Sheng et al., VLDB
// 2012, section 5) below an answer to a word instead of below everything.
type Crossed struct {
	f     *facts.Facts
	bases []*crossing
	of    map[string]*crossing // by key of their questions
	noted map[*facts.Question]bool
	walk  *facts.Question // the latest, while it is worth to be read on
	gain  facts.Ratio     // new records for those expected
}

// crossing is an answer that is divided by a menu.
type crossing struct {
	base   *facts.Question
	menu   *space.Menu
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

// NewCrossed returns nil where there is no box, or no menu to cross it with.
func NewCrossed(f *facts.Facts) *Crossed {
	if f.Space.Box == nil || len(f.Space.Menus) == 0 {
		return nil
	}
	return &Crossed{f: f, of: map[string]*crossing{}, noted: map[*facts.Question]bool{}}
}

// Propose returns the part that promises most, or the next page of the latest one.
func (s *Crossed) Propose() (facts.Proposal, bool) {
	if s == nil {
		return facts.Proposal{}, false
	}
	if q := s.walk; q != nil && q.Promising() {
		if rate := q.Late * float64(s.f.RowsAPage()); rate > 0 {
			return facts.Proposal{Ask: q.NextPage(), Rate: rate}, true
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
			return facts.Proposal{}, false
		}
		pair := page.Pair{Name: best.menu.Field.Name, Value: best.values[0]}
		best.values = best.values[1:]
		if !s.f.Space.Possible(best.base.Pairs, pair) || s.f.Exhausted(pair) {
			continue
		}
		q := s.f.Probe("matches more than can be read; of these, "+space.NameOf(best.menu.Field.Label, pair.Name)+" = "+querygen.Spoken(s.f.Space.Form, pair.Name, pair.Value),
			append(slices.Clone(best.base.Pairs), pair)...)
		if s.f.ByKey[q.Key()] != nil {
			continue
		}
		// Until it is answered the part is still to be asked, whatever else is proposed.
		best.values = slices.Insert(best.values, 0, pair.Value)
		s.of[q.Key()] = best
		q.Expected = math.Round(10*most) / 10
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: most}, true
	}
}

// worth returns the new records that a request for the next part of c is expected to bring.
func (s *Crossed) worth(c *crossing) float64 {
	if len(c.values) == 0 || s.f.Space.Presents(c.menu) {
		return 0
	}
	gain := (s.gain.Actual + gainCounts/2) / (s.gain.Predicted + gainCounts)
	return gain * s.promised(c) * math.Pow(crossedDry, float64(max(c.dry-crossedInVain+1, 0)))
}

// promised returns the new records on the first page of the next part of c. What is left
// of a total can be told; where there is none, at least as many are left as those parts
// suggest that were asked.
func (s *Crossed) promised(c *crossing) float64 {
	q, values := c.base, float64(len(c.values))
	left := q.Unread(float64(s.f.Regime().Limit)) - c.fresh
	if q.Total < 0 || q.Capped {
		left = max(left, values*c.fresh/float64(c.asked+1))
	} else if q.Worded() {
		left = max(left, float64(q.Total)-s.f.InHand(q))
	}
	return statistics.Clamp(left/values, 0, float64(s.f.RowsAPage()))
}

func (s *Crossed) Observe(q *facts.Question) {
	if s == nil || q.Stuck {
		return
	}
	if c := s.of[q.Query.Key()]; c != nil {
		s.walk = q
		if q.Pages <= 1 {
			s.gain.Fade(float64(q.LastFresh), s.promised(c), facts.ExperienceKept)
			c.asked++
			c.values = slices.DeleteFunc(c.values, func(v string) bool {
				return slices.Contains(q.Pairs, page.Pair{Name: c.menu.Field.Name, Value: v})
			})
		}
		if c.fresh += float64(q.LastFresh); q.LastFresh > 0 {
			c.dry = 0
		} else if q.Pages <= 1 {
			c.dry++
		}
	} else if !q.Worded() {
		return
	}
	if s.noted[q] || !s.f.EndsCut(q) && (q.More || !s.f.Curtailed(q)) || len(s.bases) >= crossingsKept {
		return
	}
	for i := range s.f.Space.Menus {
		m := &s.f.Space.Menus[i]
		if m.Preset || m.Useless || len(m.Values) < 2 || space.Binds(q.Pairs, m) || s.f.Space.ParentOf(m) != nil {
			continue
		}
		s.noted[q] = true
		s.bases = append(s.bases, &crossing{base: q, menu: m, values: slices.Clone(m.Values)})
		return // of the part that it cuts, the next menu makes smaller ones
	}
}
