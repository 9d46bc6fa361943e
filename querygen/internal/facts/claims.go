package facts

import (
	"math"
	"strconv"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// claims compare the totals that a site shows for words with its answers. Some
// sites count; others guess, or round. A guess tells what a word is worth while most
// of its matches are new. Once few are, it is farther off than what is left, and
// the totals are forgotten, as if the site showed none.
type claims struct {
	exact, off  float64 // answers of several pages, read to their end, that had what they claimed, and others
	digits      int     // most significant digits of a claim
	sum, square float64 // of the rows beyond the claim, in units of it, and of their squares
	guessed     bool    // the totals of words are guesses
	Forgotten   bool    // and they do not count any more
}

const (
	claimsTell   = 3    // answers that did not have what they claimed, before totals count as guesses
	exactWithin  = 0.02 // of the rows that an answer has
	claimsAs     = 3    // as how many answers it counts at first that a claim is
	claimBelow   = 0.3  // so much too low, in units of it,
	claimOff     = 0.3  // with this standard deviation
	unitLeast    = 0.05 // of a claim
	claimsForget = 0.35 // share of new records among the latest rows, below which guesses are forgotten
	claimDigits  = 20   // claims from which on digits are counted
)

// see takes note of how finely a site claims.
func (c *claims) see(claim int) {
	if claim < claimDigits {
		return
	}
	n := claim
	for n%10 == 0 {
		n /= 10
	}
	c.digits = max(c.digits, len(strconv.Itoa(n)))
}

// unit returns what a claim is rounded to.
func (c *claims) unit(claim int) float64 {
	place := math.Pow(10, math.Floor(math.Log10(max(float64(claim), 1)))+1-float64(max(c.digits, 1)))
	return max(place, unitLeast*float64(claim))
}

// add takes a word's answer into account that was read to its end, and not cut.
func (c *claims) add(q *Question) {
	n, claim := float64(q.Shown), float64(q.Claim) // rows that came twice stood where others should
	if math.Abs(n/claim-1) <= exactWithin {
		c.exact++
	} else {
		c.off++
	}
	x := statistics.Clamp((n-claim)/c.unit(q.Claim), -2, 2)
	c.sum += x
	c.square += x * x
}

// wrong reports whether most answers did not have what they claimed.
func (c *claims) wrong() bool { return c.off >= claimsTell && c.off > c.exact }

// Matches returns how many matches an answer most likely has that claims so many.
func (c *claims) Matches(claim int) (n, variance float64) {
	all := c.exact + c.off + claimsAs
	mean := (c.sum + claimsAs*claimBelow) / all
	spread := max((c.square+claimsAs*(claimBelow*claimBelow+claimOff*claimOff))/all-mean*mean, exactWithin*exactWithin)
	unit := c.unit(claim)
	return float64(claim) + mean*unit, unit * unit * spread
}

// Temper returns how many matches an answer has that claims so many, where as many
// were expected with some variance before: the mean by the inverse of both variances.
func (c *claims) Temper(claim int, expected, before float64) float64 {
	n, variance := c.Matches(claim)
	return (n*before + expected*variance) / (before + variance)
}

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

// Guesses reports whether the number of matches that q shows is a guess: what a page
// shows that ends with the last of them is not.
func (f *Extent) Guesses(q *Question) bool {
	return f.Claims.guessed && !f.Claims.Forgotten && q.Kind == Keyword && q.Claim > 0 && !q.Capped && (q.More || f.limit() > 0 && len(q.Rows) >= f.limit())
}
