package space

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestDatesInTexts(t *testing.T) {
	for text, want := range map[string]string{
		"2021-03-05":             "2021-03-05",
		"2021-03-05t12:00":       "2021-03-05",
		"05.03.2021":             "2021-03-05",
		"5/3/2021":               "2021-03-05 or 2021-05-03",
		"25/3/2021":              "2021-03-25",
		"3/25/2021":              "2021-03-25",
		"5 march 2021":           "2021-03-05",
		"march 5 2021":           "2021-03-05",
		"mar 5th 2021":           "2021-03-05",
		"5. märz 2021":           "2021-03-05",
		"1er juillet 2020":       "2020-07-01",
		"1 juin 2020":            "2020-06-01",
		"3 de enero 2020":        "",
		"3 enero 2020":           "2020-01-03",
		"2021年3月5日":              "2021-03-05",
		"30.02.2021":             "",
		"2021-13-01":             "",
		"12.5":                   "",
		"192.168.0.1":            "",
		"1/2/3":                  "",
		"5 apples 2021":          "",
		"5 marching 2021":        "2021-03-05",
		"99 march 2021":          "",
		"march 2021":             "",
		"5 march 21":             "",
		"0/0/2021":               "",
		"10000-01-01":            "",
		"5 unbelievable 2021":    "",
		"29/02/2020 and so on":   "2020-02-29",
		"5 decemberishness 2021": "",
	} {
		got := ""
		if d, ok := DateAt(strings.Fields(text), 0); ok {
			got = IsoDate.Write(d.Day, false)
			if !math.IsNaN(d.Swapped) {
				got += " or " + IsoDate.Write(d.Swapped, false)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNotations(t *testing.T) {
	day := dayOf(time.Date(2021, 2, 3, 0, 0, 0, 0, time.UTC))
	for _, tt := range []struct {
		n            Notation
		lower, upper string
	}{
		{IsoDate, "2021-02-03", "2021-02-03"},
		{"dd.mm.yyyy", "03.02.2021", "03.02.2021"},
		{"d/m/yyyy", "3/2/2021", "3/2/2021"},
		{"mm/dd/yy", "02/03/21", "02/03/21"},
		{"yyyymmdd", "20210203", "20210203"},
		{localTime, "2021-02-03T00:00", "2021-02-03T23:59"},
		{isoMonth, "2021-02", "2021-02"},
	} {
		if l, u := tt.n.Write(day, false), tt.n.Write(day, true); l != tt.lower || u != tt.upper {
			t.Errorf("%s: writes %q and %q, want %q and %q", tt.n, l, u, tt.lower, tt.upper)
		}
		l, ok := tt.n.Read(tt.lower, false)
		u, too := tt.n.Read(tt.upper, true)
		if !ok || !too || tt.n != isoMonth && (l != day || u != day) || tt.n == isoMonth && (l != day-2 || u != day+25) {
			t.Errorf("%s: reads %v and %v", tt.n, l, u)
		}
	}
}
