package plan

import (
	"cmp"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// ListsAll reports whether the form as served, or what else may list everything, lists all
// records held.
func (p *Planner) ListsAll() bool { return p.Held() > 0 && p.facts.Lists() }

// ListsNone reports whether that says that there is nothing to list, and nothing is held.
func (p *Planner) ListsNone() bool {
	q := p.facts.Listing
	return q != nil && q.Status == querygen.Empty && p.Held() == 0
}

// Try returns the question for a word that was not asked yet; false where it was, or is none
// that the form takes.
func (p *Planner) Try(word, why string) (querygen.Ask, bool) {
	q := p.facts.Space.Word(word, facts.ElsewhereStrategy)
	if p.facts.Space.Box == nil || !p.facts.Space.Accepts(word) || p.facts.ByKey[q.Key()] != nil {
		return querygen.Ask{}, false
	}
	q.Why = why
	return querygen.Ask{Query: q, Page: 1}.Sound(), true
}

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
