package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Values that go with each other in all records, as a capital and its state, or a model and
// its make, bring the same records: once those of one are held, the other is not asked
// (P. Wu et al.: Query selection techniques for efficient crawling of structured web
// sources. ICDE 2006). But the records that a question brought all have its value, so in
// hand nearly everything goes with what was asked. Two kinds of records tell honestly:
//
//   - those that were held before a question was asked: where all that have x are among
//     its rows, x goes with what it asked for;
//   - those of later answers: where these bring new records, but no new one that has x,
//     those of x are held.
//
// Both are counted as the evidence that x is less than a tenth as new as other records, by a
// cumulative sum (E. S. Page: Continuous inspection schemes. Biometrika 41, 1954): a new
// record that has x takes back what some two or three have said. Few records have a rare value:
// but where the values of a control each go with one of another control, rare ones do, too.

// implications are values, the records held that have them, and what answers say of both.
type implications struct {
	by    []int              // by value: the control that asks for it, noControl for a word
	rules map[[2]int]float64 // by two controls: the evidence that a value of the first goes with one of the second
	with  [][]uint32         // by value: records, ascending
	of    [][]uint32         // by record: values
	saved []float64          // by value: the evidence that its records are held
	began map[*facts.Question]int
	noted map[*facts.Question]bool
}

const (
	lessNew     = 0.1 // how new the records of an implied value are, for those of others
	impliedFrom = 4.0 // evidence from which a value is implied: e^-4 err
	ruleFrom    = 8.0 // and from which all values of a control are
)

func newImplications() *implications {
	return &implications{rules: map[[2]int]float64{}, began: map[*facts.Question]int{}, noted: map[*facts.Question]bool{}}
}

const noControl = -1

// add returns a new value of a control.
func (g *implications) add(control int) uint32 {
	g.by, g.with, g.saved = append(g.by, control), append(g.with, nil), append(g.saved, 0)
	return uint32(len(g.with) - 1)
}

// join notes that records have a value.
func (g *implications) join(value uint32, records ...uint32) {
	for _, r := range records {
		i, found := slices.BinarySearch(g.with[value], r)
		if found {
			continue
		}
		for len(g.of) <= int(r) {
			g.of = append(g.of, nil)
		}
		g.with[value] = slices.Insert(g.with[value], i, r)
		g.of[r] = append(g.of[r], value)
	}
}

// implied reports whether the records of a value are held, as far as others tell.
func (g *implications) implied(value uint32) bool { return g.saved[value] >= impliedFrom }

// observe takes in an answer to q, whose records have joined, and which alone binds a value,
// or none (noControl).
func (g *implications) observe(f *facts.Facts, q *facts.Question, value int) {
	if _, known := g.began[q]; !known && !q.Stuck {
		g.began[q] = f.Records.Held() - q.LastFresh
	}
	switch {
	case g.noted[q] || q.Status != querygen.Answered || q.Open() || q.Stuck:
	case !q.Short() && !f.Curtailed(q) && !f.EndsCut(q):
		g.whole(q, value, q.Rows)
	case value >= 0:
		g.cut(q, uint32(value))
	}
}

// cut notes that q shows the top of the records that have a value. That tells nothing of the
// records below; but a twin of the value, which goes with it in whatever records, has that top, too.
func (g *implications) cut(q *facts.Question, value uint32) {
	before := uint32(g.began[q])
	g.noted[q] = true
	delete(g.began, q)
	by := map[uint32]float64{}
	for _, r := range q.Rows {
		for _, v := range g.values(r) {
			by[v]++
		}
	}
	for v, n := range by {
		earlier, both := 0.0, 0.0
		for _, r := range g.with[v] {
			if r >= before {
				break
			}
			if earlier++; slices.Contains(g.of[r], value) {
				both++
			}
		}
		g.saved[v] = max(g.saved[v], min(evidence(n, float64(len(q.Rows))-n), evidence(both, earlier-both)))
	}
}

// whole notes that q, which binds a value, matches rows and no others.
func (g *implications) whole(q *facts.Question, value int, rows []uint32) {
	before := uint32(g.began[q])
	g.noted[q] = true
	delete(g.began, q)
	fresh := 0
	type seen struct{ before, fresh float64 }
	by := map[uint32]*seen{}
	for _, r := range rows {
		if r >= before {
			fresh++
		}
		for _, v := range g.values(r) {
			x := by[v]
			if x == nil {
				x = &seen{}
				by[v] = x
			}
			if r >= before {
				x.fresh++
			} else {
				x.before++
			}
		}
	}
	share := float64(fresh) / float64(len(rows))
	among := map[int]*seen{} // by control
	for v, x := range by {   // sums, and each by itself: the order does not matter
		later := evidence(share*(x.before+x.fresh), x.fresh)
		at, _ := slices.BinarySearch(g.with[v], before)
		earlier := float64(at)
		g.saved[v] = max(0, g.saved[v]+later, evidence(x.before, earlier-x.before))
		if among[g.by[v]] == nil {
			among[g.by[v]] = &seen{}
		}
		among[g.by[v]].before += x.before
		among[g.by[v]].fresh += earlier - x.before
	}
	if value < 0 || g.by[value] < 0 {
		return
	}
	for c, x := range among {
		rule := [2]int{c, g.by[value]}
		g.rules[rule] = max(0, min(g.rules[rule]+evidence(x.before, x.fresh), 2*ruleFrom))
	}
	for v, x := range by {
		if at, _ := slices.BinarySearch(g.with[v], before); g.rules[[2]int{g.by[v], g.by[value]}] >= ruleFrom && float64(at) == x.before {
			g.saved[v] = max(g.saved[v], impliedFrom)
		}
	}
}

func (g *implications) values(record uint32) []uint32 {
	if int(record) >= len(g.of) {
		return nil
	}
	return g.of[record]
}

// evidence is the log of how much likelier new records are at lessNew of what is expected.
func evidence(expected, found float64) float64 {
	return (1-lessNew)*expected + math.Log(lessNew)*found
}
