// Package robots understands robots.txt by RFC 9309, with the two common
// additions Crawl-delay and Sitemap.
//
// It knows the file format and its matching rules. It stores nothing, never
// touches the network and never fails on a file: what it cannot read it skips.
package robots

import (
	"strings"
	"time"
)

// File is a parsed robots.txt. The zero File allows everything.
type File struct {
	groups   map[string]*group // by product token in lower case, "*" for the rest
	Sitemaps []string          // as written, in file order
}

// group holds all that the file says to one product token: groups that name
// the same token are one (RFC 9309, section 2.2.1).
type group struct {
	rules []rule // in file order
	delay time.Duration
}

type rule struct {
	pattern
	allow bool
	text  string // "Disallow: /x"
	line  int
}

// Verdict says whether a URL may be fetched and by which rule.
type Verdict struct {
	Allowed bool
	Rule    string // the line that decided, e.g. "Disallow: /x"; "" where none matched
	Line    int    // its 1-based line; 0 where none matched
}

// Test judges pathQuery ("/a?b=c", percent-encoded as sent or not) for the
// product token agent ("hadal"; a full agent string is cut to its token).
//
// The rule with the most octets decides, an Allow where two are equally long
// (RFC 9309, section 2.2.2). Octets are counted after normalisation (see
// canonical), wildcards included. Nothing can forbid /robots.txt itself.
func (f File) Test(agent, pathQuery string) Verdict {
	path := canonical(absolute(pathQuery))
	if path == "/robots.txt" || strings.HasPrefix(path, "/robots.txt?") {
		return Verdict{Allowed: true}
	}
	var best *rule
	if g := f.groupFor(agent); g != nil {
		for i := range g.rules {
			r := &g.rules[i]
			if best != nil && (r.octets < best.octets || r.octets == best.octets && !(r.allow && !best.allow)) {
				continue // cannot win, so need not be matched
			}
			if r.match(path) {
				best = r
			}
		}
	}
	if best == nil {
		return Verdict{Allowed: true}
	}
	return Verdict{Allowed: best.allow, Rule: best.text, Line: best.line}
}

// Mentions returns the paths without wildcards that the group of agent allows by
// name: pages that the site wants to be found, often within what it forbids.
func (f File) Mentions(agent string) (paths []string) {
	g := f.groupFor(agent)
	if g == nil {
		return nil
	}
	for _, r := range g.rules {
		_, path, _ := strings.Cut(r.text, ":")
		if path = strings.TrimSpace(path); r.allow && len(path) > 1 && path[0] == '/' && !strings.ContainsAny(path, "*$") {
			paths = append(paths, path)
		}
	}
	return paths
}

// Delay returns the Crawl-delay of the group that agent obeys, 0 where none.
// Where the group states several, the longest counts.
func (f File) Delay(agent string) time.Duration {
	if g := f.groupFor(agent); g != nil {
		return g.delay
	}
	return 0
}

// groupFor returns the group of agent's product token, else that of "*", else
// nil: a robot that is named obeys nothing that is said to others.
func (f File) groupFor(agent string) *group {
	if name := agentName(agent); name != "" {
		if g, ok := f.groups[name]; ok {
			return g
		}
	}
	return f.groups["*"]
}

// agentName cuts "Hadal/1.0 (+https://...)" to "hadal". What is left may have
// characters that no product token has ("bot2"); then it matches no group but
// that of "*", as groups name product tokens only.
func agentName(agent string) string {
	if i := strings.IndexAny(agent, "/( \t"); i >= 0 {
		agent = agent[:i]
	}
	return strings.ToLower(agent)
}

// productToken returns the letters, "-" and "_" that agent begins with, in
// lower case (RFC 9309, section 2.2.1).
func productToken(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_')
	})
	if end >= 0 {
		agent = agent[:end]
	}
	return strings.ToLower(agent)
}

// absolute makes sure that a path begins with a slash and ends before its fragment.
func absolute(pathQuery string) string {
	pathQuery, _, _ = strings.Cut(pathQuery, "#")
	if !strings.HasPrefix(pathQuery, "/") {
		return "/" + pathQuery
	}
	return pathQuery
}
