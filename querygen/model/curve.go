package model

import (
	"maps"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/internal/heap"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Point is a state of a harvest.
type Point struct{ Requests, Records int }

// Curve is how a harvest went: the state after each request that brought
// something new, and the last one.
type Curve []Point

// Reached returns the requests after which share of size records were held,
// -1 where they never were.
func (c Curve) Reached(share float64, size int) int {
	want := int(math.Ceil(share*float64(size) - 1e-9))
	for _, p := range c {
		if p.Records >= want {
			return p.Requests
		}
	}
	return -1
}

// Held returns the records held after a number of requests.
func (c Curve) Held(requests int) int {
	held := 0
	for _, p := range c {
		if p.Requests > requests {
			break
		}
		held = p.Records
	}
	return held
}

// Asker decides what to ask next, as a Planner does.
type Asker interface {
	Next() (querygen.Ask, bool)
	Observe(querygen.Outcome)
	Requests() int
	Held() int
}

// Run lets a planner ask m until it has nothing left, holds every record, or
// has spent budget requests (0 for no budget). It also returns the number of
// requests that brought nothing new. It ends early when stop returns true.
func (m *Model) Run(p Asker, budget int, stop func() bool) (curve Curve, wasted int) {
	for (budget <= 0 || p.Requests() < budget) && p.Held() < m.Len() && !stop() {
		a, ok := p.Next()
		if !ok {
			break
		}
		before := p.Held()
		p.Observe(m.Ask(a))
		if p.Held() == before {
			wasted++
			continue
		}
		curve = append(curve, Point{p.Requests(), p.Held()})
	}
	return append(curve, Point{p.Requests(), p.Held()}), wasted
}

// Oracle returns what the greedy choice that knows every answer beforehand
// reaches with single words, each answer read to its end: always the word with
// most new records for a page, where a fixed overhead a word is added to the
// pages. Greedy is not quite optimal (V. Chvatal: A greedy heuristic for the
// set-covering problem, 1979), and long answers that do not overlap themselves
// are worth more than it sees; so of several overheads the one counts that
// reaches 95 % first. It is empty without a query box.
func (m *Model) Oracle(budget int) (curve Curve, wasted int) {
	for _, overhead := range []float64{0, 2, 10, 50} {
		c, w := m.greedy(budget, overhead)
		best, now := curve.Reached(0.95, m.Len()), c.Reached(0.95, m.Len())
		if curve == nil || now >= 0 && (best < 0 || now < best) {
			curve, wasted = c, w
		}
	}
	return curve, wasted
}

func (m *Model) greedy(budget int, overhead float64) (curve Curve, wasted int) {
	h := heap.Heap[oracleWord]{Before: oracleWord.before}
	for _, w := range sortedKeys(m.Words) {
		list := m.Words[w]
		if k := m.o.TopK; k > 0 && len(list) > k {
			if m.o.Cap == "refuse" || m.o.Cap == "empty" {
				continue
			}
			list = list[:k]
		}
		answer := m.pages(w, list)
		different := map[uint32]bool{} // rows that move between pages come twice, or never
		for _, rows := range answer {
			for _, r := range rows {
				different[r] = true
			}
		}
		pages := float64(len(answer)) + overhead
		h.Items = append(h.Items, oracleWord{answer, float64(len(different)) / pages, pages, slices.Sorted(maps.Keys(different))})
	}
	h.Init()
	held := make([]bool, m.Len())
	var at Point
	for len(h.Items) > 0 && at.Records < m.Len() && (budget <= 0 || at.Requests < budget) {
		fresh := 0
		for _, r := range h.Items[0].records {
			if !held[r] {
				fresh++
			}
		}
		if fresh == 0 {
			h.Remove(0)
			continue
		}
		if rate := float64(fresh) / h.Items[0].pages; rate < h.Items[0].rate {
			h.Items[0].rate = rate // rates only fall: revaluing the top suffices
			h.Fix(0)
			continue
		}
		for _, rows := range h.Remove(0).answer {
			at.Requests++
			before := at.Records
			for _, r := range rows {
				if !held[r] {
					held[r] = true
					at.Records++
				}
			}
			if at.Records == before {
				wasted++
				continue
			}
			curve = append(curve, at)
		}
	}
	return append(curve, at), wasted
}

// pages returns the records that each page of the answer to a word shows.
func (m *Model) pages(word string, list []uint32) [][]uint32 {
	var out [][]uint32
	q := querygen.Query{Form: m.form.ID, Bind: []page.Pair{{Name: ModelBox, Value: word}}}
	for from := 0; from < len(list); from += m.o.PageSize {
		rows := list
		if m.o.Unstable {
			rows = m.shaken(list, querygen.Ask{Query: q, Page: len(out) + 1})
		}
		out = append(out, rows[from:min(from+m.o.PageSize, len(rows))])
	}
	return out
}

// oracleWord is a word with its answer.
type oracleWord struct {
	answer      [][]uint32 // by page
	rate, pages float64
	records     []uint32 // in any of the pages
}

// before gives the words of the greatest rate first, of equal ones the longer list.
func (w oracleWord) before(x oracleWord) bool {
	if w.rate != x.rate {
		return w.rate > x.rate
	}
	return len(w.records) > len(x.records)
}
