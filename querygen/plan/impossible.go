package plan

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// wonders returns the impossible question that is due before next is asked: the first
// one that was not asked, until one was taken for what it is.
func (p *Planner) wonders(next querygen.Ask) (querygen.Ask, bool) {
	if p.facts.Space.Box != nil || next.Page > 1 || len(p.facts.Space.Free(next.Query)) == 0 {
		return querygen.Ask{}, false
	}
	for _, q := range p.impossible {
		switch have := p.facts.ByKey[q.Key()]; {
		case have == nil:
			return querygen.Ask{Query: q, Page: 1}, true
		case have.Status == querygen.Empty:
			return querygen.Ask{}, false
		case have.Stuck && have.Failures < facts.MaxFailures:
			return have.NextPage(), true
		}
	}
	if d := p.strategy.parts; d != nil && len(p.impossible) < facts.ImpossibleTries {
		if q, ok := d.Together(); ok {
			p.impossible = append(p.impossible, q)
			return querygen.Ask{Query: q, Page: 1}, true
		}
	}
	return querygen.Ask{}, false
}

// Has reports whether all of rows are of records that a question with a part of q's choices
// has shown: then the page answers that one, and ignores the other choices.
func (p *Planner) Has(q querygen.Query, rows []querygen.Row) bool {
	return slices.ContainsFunc(p.broader(q), func(other *facts.Question) bool {
		return !slices.ContainsFunc(rows, func(r querygen.Row) bool {
			record, held := p.facts.Records.Numbers[text.DigestOf(r.Key)]
			return !held || !space.ContainsRow(other.Rows, record)
		})
	})
}

// Narrows reports whether q binds all that a question bound which brought records, and
// more: what that one was allowed to match is not too much for q. The form as served may
// list something else than all that there is; where it counts that, it does not.
func (p *Planner) Narrows(q querygen.Query) bool {
	all := p.facts.Listing
	return len(p.broader(q)) > 0 || all != nil && all.Status == querygen.Answered && all.Total > 0 && len(p.facts.Space.Free(q)) > 0
}

// broader returns the questions that brought records and bind a part of what q binds.
func (p *Planner) broader(q querygen.Query) (out []*facts.Question) {
	pairs := p.facts.Space.Free(q)
	for _, other := range p.facts.Asked {
		if other.Status == querygen.Answered && len(other.Pairs) > 0 && len(other.Pairs) < len(pairs) &&
			!slices.ContainsFunc(other.Pairs, func(b page.Pair) bool { return !slices.Contains(pairs, b) }) {
			out = append(out, other)
		}
	}
	return out
}

// AsServed reports whether rows are those of the first page that the form as served
// brought: a question answered so was not understood. It is false while that is not known.
func (p *Planner) AsServed(rows []querygen.Row) bool {
	q := p.facts.Listing
	return q != nil && q.Status == querygen.Answered && len(rows) == q.Opening && facts.Signature(rows) == q.First
}
