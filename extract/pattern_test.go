package extract

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/extract/pager"
)

// patterns are all of the package that look for literals first.
var patterns = map[string]wording.Pattern{
	"botWalls": botWalls, "loginWalls": loginWalls, "softErrors": softErrors,
	"nothing": tally.Nothing, "instead": tally.Instead, "demands": demands, "conditional": tally.Conditional, "denies": tally.Denies,
	"shownRange": tally.ShownRange, "rangeShown": tally.RangeShown, "countThing": tally.CountThing, "foundCount": tally.FoundCount, "foundThings": tally.FoundThings,
	"ofAll": tally.OfAll, "countsPages": tally.CountsPages, "whole": tally.Whole, "moreResults": phrases.MoreResults, "sizeSays": pager.SizeSays,
}

func TestPatternsHaveLiterals(t *testing.T) {
	for name, p := range patterns {
		if p.May("§ 17") {
			t.Errorf("%s is tried on any text", name)
		}
	}
}

// A pattern must match just what its expression matches.
func FuzzPatterns(f *testing.F) {
	for _, s := range []string{"No results found.", "Did you mean salt?", "Please enter a word", "1-10 of 1,234", "您是不是要找", "0 treffer", "error", "12 jobs found in it"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToLower(s)
		for name, p := range patterns {
			if p.Regexp().MatchString(s) && !p.May(s) {
				t.Errorf("%s matches %q, but its literals do not", name, s)
			}
		}
	})
}
