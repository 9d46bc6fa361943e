package extract

import (
	"strings"
	"testing"
)

// patterns are all of the package that look for literals first.
var patterns = map[string]pattern{
	"botWalls": botWalls, "loginWalls": loginWalls, "softErrors": softErrors,
	"nothing": nothing, "instead": instead, "demands": demands, "conditional": conditional,
	"shownRange": shownRange, "rangeShown": rangeShown, "countThing": countThing, "foundCount": foundCount, "foundThings": foundThings,
	"shownOf": shownOf, "ofAll": ofAll, "countsPages": countsPages, "whole": whole, "moreResults": moreResults, "sizeSays": sizeSays,
}

func TestPatternsHaveLiterals(t *testing.T) {
	for name, p := range patterns {
		if p.may("§ 17") {
			t.Errorf("%s is tried on any text", name)
		}
	}
}

func TestNeededLiterals(t *testing.T) {
	for _, c := range []struct{ expr, match, other string }{
		{`no (?:result|match)s?`, "no matches", "no idea"},
		{`(?:found|total)\s*\d+`, "total 5", "sum 5"},
		{`\b(?:x|[ab]c)+\b`, "xacx", "?"}, // "x" is too short to look for: anything may match
		{`[a-z]+ing`, "going", "gone"},
		{`(?:re)?(?:log ?in|sign[- ]in)`, "sign-in", "sign, in"},
		{`(?:ab){2,3}`, "abab", "ba"},
		{`(?i)straße`, "STRASSE STRAßE", ""},
		{`(?:ab)*cd`, "cd", "ab"},
		{`日本|中国`, "在中国", "在英国"},
	} {
		p := compile(c.expr)
		if !p.regexp().MatchString(c.match) || !p.MatchString(c.match) {
			t.Errorf("%s does not match %q", c.expr, c.match)
		}
		if c.other != "" && c.other != "?" && p.may(c.other) {
			t.Errorf("%s is tried on %q", c.expr, c.other)
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
			if p.regexp().MatchString(s) && !p.may(s) {
				t.Errorf("%s matches %q, but its literals do not", name, s)
			}
		}
	})
}
