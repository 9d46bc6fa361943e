package plan

import (
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
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
