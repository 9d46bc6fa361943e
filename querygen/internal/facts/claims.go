package facts

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
)

// claims compare the totals that a site shows for words with its answers. Some
// sites count; others guess, or round. A guess tells what a word is worth while most
// of its matches are new. Once few are, it is farther off than what is left, and
// the totals are forgotten, as if the site showed none.
type claims struct {
	exact, off float64 // answers of several pages, read to their end, that had what they claimed, and others
	guessed    bool    // the totals of words are guesses
	Forgotten  bool    // and they do not count any more
}

const (
	claimsTell    = 3    // answers that did not have what they claimed, before totals count as guesses
	exactWithin   = 0.02 // of the rows that an answer has
	claimsForget  = 0.35 // share of new records among the latest rows, below which guesses are forgotten
	latestAnswers = 100  // whose rows these are
)

// add takes a word's answer into account that was read to its end, and not cut.
func (c *claims) add(q *Question) {
	n, claim := float64(q.Shown), float64(q.Claim) // rows that came twice stood where others should
	if math.Abs(n/claim-1) <= exactWithin {
		c.exact++
	} else {
		c.off++
	}
}

// wrong reports whether most answers did not have what they claimed.
func (c *claims) wrong() bool { return c.off >= claimsTell && c.off > c.exact }

// judgeClaims holds the total that q claimed against its answer, when its end was read.
// Where words can be excluded, totals are relied on as they are: parts are cut by
// them. So they are where pages cannot be asked for by number: then nothing better
// tells how long an answer is.
func (f *Extent) judgeClaims(q *Question) {
	c := &f.Claims
	if q.read() && q.Pages > 1 && !q.judged && q.Claim > 0 && !q.Capped && (f.limit() == 0 || len(q.Rows) < f.limit()) {
		q.judged = true
		c.add(q)
	}
	c.guessed = c.Forgotten || f.Numbered && f.Operators.Not == querygen.No && (c.wrong() || f.Signs.rounds())
	if !c.guessed || c.Forgotten || f.newShare() >= claimsForget {
		return
	}
	c.Forgotten, f.Totals = true, false
	for _, q := range f.Asked {
		if q.Kind == Keyword {
			q.Total = -1
		}
	}
	f.Wholes.begin(f)
}

// newShare returns the share of new records among the latest rows.
func (f *Log) newShare() float64 {
	rows, fresh := 0, 0
	for _, s := range f.Spent[max(0, len(f.Spent)-latestAnswers):] {
		rows += int(s.Rows)
		fresh += int(s.Fresh)
	}
	return float64(fresh) / float64(max(rows, 1))
}
