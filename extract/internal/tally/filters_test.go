package tally

import (
	"strings"
	"testing"
)

// checkFilters reports where a filter would keep a pattern from a text that it matches.
func checkFilters(t *testing.T, s string) {
	t.Helper()
	s = strings.ToLower(s)
	for name, missed := range map[string]bool{
		"rangeOf":    rangeOf.MatchString(s) && findRange(s) == nil,
		"shownRange": ShownRange.Regexp().MatchString(s) && !HasRange(s),
		"rangeShown": RangeShown.Regexp().MatchString(s) && !HasRange(s),
	} {
		if missed {
			t.Errorf("%s matches %q, but its filter says that it cannot", name, s)
		}
	}
}

func TestFiltersKeepWhatPatternsMatch(t *testing.T) {
	for _, s := range []string{
		"1-10 of about 1,234", "Results 1 to 10 of 1.234", "1–10 из 99", "Treffer 1 bis 10 von 12", "about 1 230 Treffer", "1000+ results", "12 hits",
		"84 cars found", "12 lights match", "78 Orte gefunden", "matched 19 of 501 documents", "12 relevant web site results", "Total: 1,234", "Ergebnisse (12)",
		"número total de resultados: 5", "12件", "共 3 条", "٣٤ نتيجة", "Showing 31 to 40", "1 through 7 listed", "3 résultats", "5 acórdãos", "found 12", "44 patents were found",
	} {
		checkFilters(t, s)
	}
}
