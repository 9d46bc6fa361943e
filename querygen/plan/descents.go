package plan

import (
	"github.com/hadal-crawler/hadal/querygen/internal/divide"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// newDescents returns nil where nothing is drilled down into, or words can be
// drawn (see sampler).
func newDescents(f *facts.Facts, s facts.Strategy) *estimate.Descents {
	a, ok := s.(*auto)
	if !ok || f.Space.Box != nil {
		return nil
	}
	d, ok := a.parts.(*divide.Drilldown)
	if !ok || len(d.Dims) == 0 {
		return nil
	}
	return &estimate.Descents{Facts: f, Parts: d}
}
