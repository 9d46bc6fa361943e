package tally

import (
	"testing"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Sites that are asked for it show a thousand rows at once, and say so: ranges are
// believed up to that. Above it, and between years, they are about something else.
func TestRangesOfManyRows(t *testing.T) {
	for text, want := range map[string]int{
		"results 31 - 40 of 1,421": 10, "results 1 - 503 of 1,421": 503, "results 1 – 2,000 of 5,000": 2000, "showing 501 to 1,500": 1000,
		"results 1 - 2,001 of 5,000": 0, "showing 1,950 to 2,020": 0, "showing 100 to 15,000": 0,
	} {
		if got := rowsOf(text, findRange(text)); got != want {
			t.Errorf("%q names %d rows, not %d", text, got, want)
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1,234.5", "٣٫٥", "-", "||", "1'2", "€ 12", "1 - 2 of 3 results"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		wording.ParseNumber(s)
		record.KindOf(s)
		if n := ReadTotal(s); n.N < -1 || n.N == 0 {
			t.Errorf("%q: %+v", s, n)
		}
		checkFilters(t, s)
	})
}
