package wording

import (
	"testing"
)

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
		p := Compile(c.expr)
		if !p.Regexp().MatchString(c.match) || !p.MatchString(c.match) {
			t.Errorf("%s does not match %q", c.expr, c.match)
		}
		if c.other != "" && c.other != "?" && p.May(c.other) {
			t.Errorf("%s is tried on %q", c.expr, c.other)
		}
	}
}
