package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// leavings learn how many records come for each that words promise whose answers
// leave out what is claimed: apart for words that promise little, of which far
// fewer have anything left. Where many promise the same, those asked are most of them
// such as were overrated.
type leavings struct {
	all facts.Ratio
	by  [leavingClasses]facts.Ratio // by what was promised
}

const (
	leavingClasses = 6
	smallPromise   = 4    // records: what is promised more is held against all
	leavingPrior   = 5    // records promised in a class that the ratio of all counts for
	leavingMemory  = 0.97 // that is left to earlier answers of a class at each one
)

func (l *leavings) add(actual, promised float64) {
	l.all.Fade(actual, promised, 0.8)
	l.by[leavingClass(promised)].Fade(actual, promised, leavingMemory)
}

// value returns the records that come for each promised, of so many.
func (l *leavings) value(promised float64) float64 {
	x := l.by[leavingClass(promised)]
	return (x.Actual + leavingPrior*l.all.Value()) / (x.Predicted + leavingPrior)
}

func leavingClass(promised float64) int { return min(SizeClass(int(2*promised)), leavingClasses-1) }

// leaving is leavings.value; while most records are missing, that of all.
func (s *Weighted) leaving(promised float64) float64 {
	if !s.late() || promised >= smallPromise {
		return s.left.all.Value()
	}
	return s.left.value(promised)
}
