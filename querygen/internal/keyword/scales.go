package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// scales learn how many unseen matches words have for each that the weights predict,
// by size class. Where an answer does not show how many matches it has, it costs
// several pages to learn that: a class of which little is known is taken to be like all
// others then, since those that were tried turned out worse than predicted, and any
// other would seem better. Where the first page tells, it is worth a try.
type scales struct {
	all facts.Ratio
	by  [32]facts.Ratio
}

// scaleCounts is how many unseen matches predicted the ratio of all classes counts for in one.
const scaleCounts = 10

func (s *scales) add(class int, actual, predicted float64) {
	s.all.Add(actual, predicted)
	s.by[class].Add(actual, predicted)
}

// of returns the scale of a class; told, where first pages tell.
func (s *scales) of(class int, told bool) float64 {
	if told {
		return s.by[class].Value()
	}
	return (s.by[class].Actual + scaleCounts*s.all.Value()) / (s.by[class].Predicted + scaleCounts)
}

func SizeClass(n int) int {
	c := 0
	for ; n > 1; n >>= 1 {
		c++
	}
	return c
}
