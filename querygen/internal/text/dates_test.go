package text

import (
	"strings"
	"testing"
)

func TestPiecesOfDatesAreNoTerms(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"added 2021-08-31 10:15 am by ann", "added 2021 by ann"},
		{"2021/08/31 10:15:30", "2021"},
		{"on 31.8.2021, 8/31/2021 and 31-08-2021", "on 2021, 2021 and 2021"},
		{"2021-08-31T10:15:00Z end", "2021 end"},
		{"at 9 a.m. or 9 PM or 12:30pm.", "at or or ."},
		{"since 2021-08", "since 2021"},
		{"1,203 of 31 am", "1,203 of 31 am"},
		{"version 1.2.31, room 31, 2021 and 1999-2021", "version 1.2.31, room 31, 2021 and 1999-2021"},
		{"isbn 2021-08-31-7, 10-2021-08-31", "isbn 2021-08-31-7, 10-2021-08-31"},
		{"45/13/2021 2021-13-01 31:15 10:75", "45/13/2021 2021-13-01 31:15 10:75"},
		{"ratio 3:45x and a2021-08-31 and 2021-08-31b", "ratio 3:45x and a2021-08-31 and 2021-08-31b"},
		{"9 amber 12 pmc 7 a", "9 amber 12 pmc 7 a"},
		{"", ""},
	} {
		if got := strings.Join(strings.Fields(withoutDates(tt.text)), " "); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func FuzzWithoutDates(f *testing.F) {
	f.Add("2021-08-31T10:15:00Z 9 a.m.")
	f.Add("1.2.2021 \u00a012:30\u00a0pm 10:1")
	f.Fuzz(func(t *testing.T, s string) {
		if got := withoutDates(s); len(got) != len(s) || withoutDates(got) == "" && s != "" {
			t.Errorf("%q: %q", s, got)
		}
	})
}
