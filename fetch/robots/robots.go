package robots

import (
	"slices"
	"strings"
	"time"
)

// File is a parsed robots.txt. The zero File allows everything.
type File struct {
	Sitemaps []string // as written, in file order

	groups []group
}

// Verdict says whether a URL may be fetched and by which rule.
type Verdict struct {
	Allowed bool
	Rule    string // the line that decided, e.g. "Disallow: /x"; "" where none matched
	Line    int    // its 1-based line; 0 where none matched
}

// Test judges pathQuery ("/a?b=c", percent-encoded as sent or not) for the
// product token agent ("hadal"; a full agent string is cut to its token). The
// longest matching pattern decides, and Allow where two are equally long
// (RFC 9309, section 2.2.2).
func (f File) Test(agent, pathQuery string) Verdict {
	path, _, _ := strings.Cut(pathQuery, "#")
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if path == "/robots.txt" {
		return Verdict{Allowed: true} // section 2.2.2: implicitly allowed
	}
	path = compilePath(path)
	var best *rule
	for _, g := range f.obeyed(agent) {
		for i := range g.rules {
			r := &g.rules[i]
			if best != nil && (len(r.pattern) < len(best.pattern) || len(r.pattern) == len(best.pattern) && (best.allow || !r.allow)) {
				continue // cannot win
			}
			if matches(r.pattern, path) {
				best = r
			}
		}
	}
	if best == nil {
		return Verdict{Allowed: true}
	}
	return Verdict{Allowed: best.allow, Rule: best.text, Line: best.line}
}

// Delay returns the Crawl-delay that agent is asked to keep, 0 where none. It
// is no part of RFC 9309 but widely used.
func (f File) Delay(agent string) time.Duration {
	var d time.Duration
	for _, g := range f.obeyed(agent) {
		d = max(d, g.delay)
	}
	return d
}

// obeyed returns the groups that agent obeys: all that name its product token,
// or else all that name "*" (section 2.2.1).
func (f File) obeyed(agent string) []group {
	for _, want := range []string{product(agent), "*"} {
		var out []group
		for _, g := range f.groups {
			if slices.Contains(g.agents, want) {
				out = append(out, g)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// product returns the name that begins an agent string such as
// "hadal/1.0 (+https://...)", lower case. A name with other characters than a
// product token may have matches no group: groups name product tokens only.
func product(agent string) string {
	if i := strings.IndexAny(agent, "/ \t("); i >= 0 {
		agent = agent[:i]
	}
	return strings.ToLower(agent)
}
