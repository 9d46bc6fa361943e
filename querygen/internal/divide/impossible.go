package divide

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Together returns the question for two choices that no record has together, as the parts
// tell that were read last. Where a part was empty, it is known already what that looks like.
func (d *Drilldown) Together() (querygen.Query, bool) {
	if len(d.silence.empties) > 0 && d.silence.empties[0].Question.Status == querygen.Empty {
		return querygen.Query{}, false
	}
	most := 0.0
	if d.silence.refused > 0 || len(d.f.Failed) > 0 {
		most = facts.Unlikely
	}
	for i := len(d.Tree.ended) - 1; i >= max(0, len(d.Tree.ended)-facts.ImpossibleParts); i-- {
		n := d.Tree.ended[i]
		if n.Parent == nil || n.Question.Status != querygen.Answered || len(n.Question.Rows) > facts.ImpossibleRows || len(n.Question.Rows) >= d.f.Reach || !d.Reach.whole(n) {
			continue
		}
		for dim, x := range d.Dims {
			if x.Menu == nil || x.Useless || x.Menu.Preset || x.Depends != nil || n.Region.On(dim).Value >= 0 {
				continue
			}
			if v, likely := d.absent(n.Question.Rows, dim); v >= 0 && likely <= most {
				b := space.Open(dim)
				b.Value = v
				q := d.Query(n.Region.With(b))
				if d.f.ByKey[q.Key()] != nil {
					continue
				}
				q.Nonsense, q.Strategy, q.Expected = true, facts.ProbeStrategy, 0
				q.Why = "choices that no record has together: shows what an empty answer looks like"
				return q, true
			}
		}
	}
	return querygen.Query{}, false
}

// absent returns the first value of a menu that none of some records is known to have, and
// how many may have it; -1 where each value is known to be there.
func (d *Drilldown) absent(rows []uint32, dim int) (value int, may float64) {
	n := len(d.Dims[dim].Menu.Values)
	there := make([]bool, n)
	for _, r := range rows {
		if v, known := d.f.Traits.Value(r, dim); known {
			there[int(v)] = true
		} else {
			may += 1 / float64(n)
		}
	}
	return slices.Index(there, false), may
}
