package dates

import (
	"math"
	"strings"
	"testing"
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
		"5 marching 2021":        "",
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
		if d, ok := At(strings.Fields(text), 0); ok {
			got = ISO.Write(d.Day, false)
			if !math.IsNaN(d.Swapped) {
				got += " or " + ISO.Write(d.Swapped, false)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNotations(t *testing.T) {
	day := Day(2021, 2, 3)
	for _, tt := range []struct {
		n            Notation
		lower, upper string
	}{
		{ISO, "2021-02-03", "2021-02-03"},
		{"dd.mm.yyyy", "03.02.2021", "03.02.2021"},
		{"d/m/yyyy", "3/2/2021", "3/2/2021"},
		{"mm/dd/yy", "02/03/21", "02/03/21"},
		{"yyyymmdd", "20210203", "20210203"},
		{WithTime, "2021-02-03T00:00", "2021-02-03T23:59"},
		{MonthOnly, "2021-02", "2021-02"},
	} {
		if l, u := tt.n.Write(day, false), tt.n.Write(day, true); l != tt.lower || u != tt.upper {
			t.Errorf("%s: writes %q and %q, want %q and %q", tt.n, l, u, tt.lower, tt.upper)
		}
		l, ok := tt.n.Read(tt.lower, false)
		u, too := tt.n.Read(tt.upper, true)
		if !ok || !too || tt.n != MonthOnly && (l != day || u != day) || tt.n == MonthOnly && (l != day-2 || u != day+25) {
			t.Errorf("%s: reads %v and %v", tt.n, l, u)
		}
	}
}

func TestNotationsInTexts(t *testing.T) {
	for text, want := range map[string]Notation{
		"dd/mm/yyyy":                 "dd/mm/yyyy",
		"MM/DD/YYYY":                 "mm/dd/yyyy",
		"Filed (YYYY-MM-DD)":         "yyyy-mm-dd",
		"TT.MM.JJJJ":                 "dd.mm.yyyy",
		"jj/mm/aaaa":                 "dd/mm/yyyy",
		"gg/mm/aaaa":                 "dd/mm/yyyy",
		"dd-mm-jjjj":                 "dd-mm-yyyy",
		"dd.mm.rrrr":                 "dd.mm.yyyy",
		"дд.мм.гггг":                 "dd.mm.yyyy",
		"ÅÅÅÅ-MM-DD":                 "yyyy-mm-dd",
		"éééé.hh.nn":                 "yyyy.mm.dd",
		"pp.kk.vvvv":                 "dd.mm.yyyy",
		"d.m.yyyy":                   "d.m.yyyy",
		"yyyymmdd":                   "yyyymmdd",
		"TT.MM.JJ":                   "dd.mm.yy",
		"e.g. 31/12/2020":            "dd/mm/yyyy",
		"for example 12/31/2020":     "mm/dd/yyyy",
		"2020-01-31":                 "yyyy-mm-dd",
		"31.1.2020":                  "dd.m.yyyy",
		"10/11/2020":                 "", // could be either
		"and/or":                     "",
		"dates, days and months":     "",
		"black/white/grey":           "",
		"Mr./Mrs./Ms.":               "",
		"phone: 030-12-3456":         "",
		"call 555-12-1234":           "",
		"p/h/d":                      "",
		"1.2.3":                      "",
		"mm/yyyy":                    "",
		"dd/mm-yyyy":                 "",
		"Format: DD MMM YYYY please": "",
	} {
		if got := NotationIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestMonths(t *testing.T) {
	for word, want := range map[string]int{
		"january": 1, "jan": 1, "jan.": 1, "janv": 1, "febr": 2, "fevrier": 2, "fév": 2, "mrt": 3, "mär": 3, "marz": 3, "avr": 4, "mai": 5, "maj": 5, "juin": 6, "juil": 7,
		"aout": 8, "août": 8, "sept": 9, "oktober": 10, "listopad": 11, "déc": 12, "января": 1, "мая": 5, "şubat": 2,
		"jui": 0, "ma": 0, "marching": 0, "may be": 0, "": 0, "decemberish": 0,
	} {
		if got := Month(word); got != want {
			t.Errorf("%q: %d, want %d", word, got, want)
		}
	}
}
