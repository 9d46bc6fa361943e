package plan

import (
	"cmp"
	"slices"
)

// Frequent returns the words that most of the records held have, at most n: what may be
// asked of other records of the site.
func (p *Planner) Frequent(n int) []string {
	c := &p.facts.Records
	ids := make([]int, 0, len(c.Words))
	for id, in := range c.Postings {
		if len(in) > 1 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int) int {
		return cmp.Or(cmp.Compare(len(c.Postings[b]), len(c.Postings[a])), cmp.Compare(a, b))
	})
	var out []string
	for _, id := range ids[:min(n, len(ids))] {
		out = append(out, c.Words[id])
	}
	return out
}
