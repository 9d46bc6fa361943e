package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// missedPrior is how many records that two questions returned a word is taken to
// have beyond its own, with as many returned by one as all records have for each:
// what few records tell about a word is little.
const missedPrior = 30

// mostMissed is the most that records caught once can add to what a word promises,
// as a factor, and its inverse the most that they take away.
const mostMissed = 4

// missed returns how many times the usual number of unseen records the listed ones
// stand for, by how many of them one question returned for each that two did. Where
// each question finds each record with a chance of its own, f1*f1/(2*f2) records are
// missed (A. Chao: Estimating the population size for capture-recapture data with
// unequal catchability. Biometrics 43, 1987): f1/f2 for each that was caught once. A
// kind of record with few frequent words, say in a language of its own, is caught
// less often than others; the totals of frequent words do not tell of it.
//
// It is 1 where pages are not asked for by number: there the tops of answers that
// were begun are all that is caught, and on a site of rounded totals to read other
// answers than the longest one cost more than this brings. It is 1, too, where
// answers are cut, since what one of many questions returned may lie low in the
// ranking of all of them; where rows change places; and where they do not prove to
// show all of the text: more words are known then of what was caught again.
func (s *Weighted) missed(list []uint32) float64 {
	site := s.f.Regime()
	if !s.f.Numbered || site.Limit > 0 || site.Moves || !s.f.Seeing.Whole() {
		return 1
	}
	c := &s.f.Records
	usual := float64(c.Times[1]+1) / float64(c.Times[2]+1)
	var once, twice float64
	for _, d := range list {
		switch c.Caught[d] {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	return statistics.Clamp((once/usual+missedPrior)/(twice+missedPrior), 1.0/mostMissed, mostMissed)
}
