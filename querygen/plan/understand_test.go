package plan

import (
	"slices"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/internal/questions"
)

// A step of months from a 31st goes to the last of the months that have none.
func TestMonthsAfterTheirLastDay(t *testing.T) {
	start, _ := questions.Day("2023-12-31", false)
	var got []string
	for k := range 4 {
		got = append(got, time.Unix(int64(dayAfter(start, k))*86400, 0).UTC().Format(time.DateOnly))
	}
	if want := []string{"2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
