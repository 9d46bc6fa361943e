package plan

import (
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

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

// Of Unproven.
const (
	handful       = 10 // records that a page may show beside a form
	proofWords    = 3  // of them that are asked in vain
	tellingLength = 4  // letters of such a word
)

// Unproven reports whether nothing shows that the form searches: what is held is a handful,
// which came to questions that ask for nothing, and the form takes words, none of which has
// brought a record. While a word of these records is left that would show it, it is returned
// as a question.
func (p *Planner) Unproven() (ask querygen.Ask, more, is bool) {
	c := &p.facts.Records
	if n := c.Held(); n == 0 || n > handful || p.facts.Space.Box == nil || p.Planned() {
		return ask, false, false
	}
	vain := 0
	for _, q := range p.facts.Asked {
		switch {
		case q.Kind == facts.Garbage || q.Kind == facts.Listing:
		case q.Status == querygen.Answered:
			return ask, false, false
		case q.Kind == facts.Keyword && q.Status == querygen.Empty && c.Df(q.Word) > 0:
			vain++
		}
	}
	if vain >= proofWords {
		return ask, false, true
	}
	for id, word := range c.Words {
		if c.Df(uint32(id)) == 0 || utf8.RuneCountInString(word) < tellingLength {
			continue
		}
		if ask, ok := p.Try(word, "a word of the few records that are listed unasked: does the form search?"); ok {
			return ask, true, true
		}
	}
	return ask, false, vain > 0
}
