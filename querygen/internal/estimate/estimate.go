package estimate

import (
	"fmt"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/divide"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Estimated is what Estimate returned after so many outcomes.
type Estimated struct {
	querygen.Estimate
	Outcomes int
	Decided  bool
}

// PartsProvenBy is how many rows that words brought, all of them among what parts did that were
// read to their end, tell that hardly anything lies beside these.
const PartsProvenBy = 20

// lettersFar is how many times what the parts of words have that were not asked for is at most,
// for what is supposed.
const lettersFar = 6

func EstimateOf(f *facts.Facts, d *divide.Drilldown, letters *keyword.Letters, s *Sampler, parts *Descents, missed *Missed, askedAll bool) querygen.Estimate {
	held := f.Records.Held()
	least := max(held, f.BelievedTotal())
	e := querygen.Estimate{Held: held}
	if t, ok := f.ShownTotal(); ok && t >= least {
		e.Size, e.Low, e.High, e.Exact, e.Method = float64(t), float64(t), float64(t), true, "total shown by the site"
	} else if t := f.SaidOfAll(); t > 0 && t == held {
		e.Size, e.Low, e.High, e.Exact, e.Method = float64(t), float64(t), float64(t), true, "total shown by the site beside every answer"
	} else if t, ok := f.Claimed(); ok && int(t) == held && least == held && !f.Listing.Capped && !f.Teaser(f.Listing) && !f.MayBeClipped(f.Listing) && missed.Dry() {
		// A number that is reached, and not passed by many questions, is neither an accident nor a guess.
		e.Size, e.Low, e.High, e.Exact, e.Method = t, t, t, true, "total shown by the site, as many are held, and the latest answers brought no other"
	} else if n, ok := d.Proven(); ok && n >= least {
		e.Size, e.Low, e.High, e.Method = float64(n), float64(n), float64(n), "all parts were read into which the form divides its records"
	} else if n, ok := d.ProvenBy(PartsProvenBy); ok && n >= least && f.Space.Box != nil {
		low, _ := statistics.Wilson(f.ByWords, f.ByWords)
		e.Size, e.Low, e.High = float64(n), float64(n), float64(n)/low
		e.Method = fmt.Sprintf("all parts were read into which the form divides its records, and %d rows that words brought are all among these", f.ByWords)
	} else if marked, again, ok := f.RecaptureWhole(); ok {
		e.Method = fmt.Sprintf("recapture of a listing of %d by other questions", marked)
		e.Size = float64(marked) * float64(again[1]) / float64(again[0])
		low, high := statistics.Wilson(again[0], again[1])
		e.Low, e.High = float64(marked)/high, float64(marked)/low
	} else if left, asked, ok := letters.Left(); ok {
		e.Size, e.Low, e.High = float64(held)+left, float64(held), float64(held)+lettersFar*(left+1)
		e.Method = fmt.Sprintf("%d parts of words were asked for, and what the others have is supposed by the words held", asked)
	} else if counted, ok := missed.Estimate(true); ok && askedAll && f.Regime().Limit > 0 {
		e = counted // what cut answers leave out is told by no word that is left to draw
	} else if sampled, ok := s.Told(); ok {
		e.Size, e.Low = sampled.Size, sampled.Low
		e.High = float64(held) + (sampled.High-float64(held))/(1-s.Blind)
		e.Method = fmt.Sprintf("%d words drawn at random from the records held", len(s.Samples))
		if t, ok := f.Claimed(); ok && t > e.High {
			e.High = t
			e.Method += fmt.Sprintf("; %s claims %.0f", f.ListingName(f.Listing), t)
		}
	} else if drawn, ok := parts.estimate(); ok {
		e = drawn
		e.Held = held
	} else if counted, ok := missed.Estimate(askedAll); ok {
		e = counted
	}
	return e.AtLeast(float64(least)).Sound()
}
