package keyword

import (
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// A class of which nothing is known is like all others where answers do not tell how
// many matches they have; where they do, it is as predicted until it is tried.
func TestScalesOfClassesNotTried(t *testing.T) {
	var s scales
	for range 50 {
		s.add(5, 20, 100)
		s.add(6, 60, 100)
	}
	all := s.all.Value()
	if all < 0.35 || all > 0.45 {
		t.Errorf("all classes: %.2f", all)
	}
	if got := s.of(2, false); math.Abs(got-all) > 1e-9 {
		t.Errorf("a class that was not tried: %.2f, want %.2f", got, all)
	}
	if got := s.of(2, true); got != 1 {
		t.Errorf("a class that was not tried, where it costs a page: %.2f", got)
	}
	if low, high := s.of(5, false), s.of(6, false); low > 0.25 || high < 0.55 {
		t.Errorf("classes that were tried: %.2f and %.2f", low, high)
	}
}

// Under a limit of many pages ends tell how far off predictions are, as where nothing
// is cut; under a short one marked records do.
func TestEndsScalePredictions(t *testing.T) {
	for limit, want := range map[int]bool{0: true, 1000: true, 100: false} {
		f := facts.New(space.SearchInterface{}, 0, nil)
		f.Told, f.Numbered, f.PageSize = limit, true, 10
		s := outlook{f: f}
		for range 50 {
			s.scale.add(SizeClass(40), 20, 100)
		}
		if got := s.scaled(40); (got < 0.3) != want {
			t.Errorf("limit %d: scale %.2f", limit, got)
		}
	}
}
