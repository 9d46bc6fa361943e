package robots

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// example is written after RFC 9309, section 5.1.
const example = `User-Agent: *
Disallow: *.png$
Disallow: /private/
Allow: /shared/

User-Agent: alpha
Disallow:/
Allow:/private/open.html

User-Agent: beta
User-Agent: gamma
Disallow: /private/open.html

User-Agent: delta

EOF
`

func TestTest(t *testing.T) {
	tests := []struct {
		name, robots, agent, path string
		want                      Verdict
	}{
		{"no file", "", "hadal", "/x", Verdict{Allowed: true}},
		{"5.1 named group only", example, "alpha", "/shared/", Verdict{false, "Disallow: /", 7}},
		{"5.1 named group allows", example, "alpha", "/private/open.html", Verdict{true, "Allow: /private/open.html", 8}},
		{"5.1 first of two agents", example, "beta", "/private/open.html", Verdict{false, "Disallow: /private/open.html", 12}},
		{"5.1 second of two agents", example, "gamma", "/private/open.html", Verdict{false, "Disallow: /private/open.html", 12}},
		{"5.1 second of two agents, other path", example, "gamma", "/private/x", Verdict{Allowed: true}},
		{"5.1 group without rules", example, "delta", "/private/x", Verdict{Allowed: true}},
		{"5.1 others", example, "hadal", "/private/x", Verdict{false, "Disallow: /private/", 3}},
		{"5.1 others, wildcard", example, "hadal", "/a/b.png", Verdict{false, "Disallow: *.png$", 2}},
		{"5.1 others, end not reached", example, "hadal", "/a/b.png?x", Verdict{Allowed: true}},
		{"5.2 longest", "user-agent: a\nallow: /p/q/\ndisallow: /p/q/no.gif", "a", "/p/q/no.gif", Verdict{false, "Disallow: /p/q/no.gif", 3}},

		{"2.2.1 agent without regard to case", "user-agent: HaDaL\ndisallow: /x", "hadal", "/x", Verdict{false, "Disallow: /x", 2}},
		{"2.2.1 agent string cut to token", "user-agent: hadal\ndisallow: /x", "Hadal/1.2 (+https://example.org)", "/x", Verdict{false, "Disallow: /x", 2}},
		{"2.2.1 token in the file with version", "user-agent: hadal/2\ndisallow: /x", "hadal", "/x", Verdict{false, "Disallow: /x", 2}},
		{"2.2.1 no prefixes", "user-agent: hada\ndisallow: /x", "hadal", "/x", Verdict{Allowed: true}},
		{"2.2.1 no longer names", "user-agent: hadal-news\ndisallow: /x", "hadal", "/x", Verdict{Allowed: true}},
		{"2.2.1 agent is no token", "user-agent: bot2\ndisallow: /x", "bot2", "/x", Verdict{Allowed: true}},
		{"2.2.1 groups of one agent are one", "user-agent: hadal\ndisallow: /a\nuser-agent: b\ndisallow: /b\nuser-agent: hadal\ndisallow: /c", "hadal", "/c", Verdict{false, "Disallow: /c", 6}},
		{"2.2.1 groups of one agent, first", "user-agent: hadal\ndisallow: /a\nuser-agent: b\ndisallow: /b\nuser-agent: hadal\ndisallow: /c", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},
		{"2.2.1 groups of one agent, other's", "user-agent: hadal\ndisallow: /a\nuser-agent: b\ndisallow: /b\nuser-agent: hadal\ndisallow: /c", "hadal", "/b", Verdict{Allowed: true}},
		{"2.2.1 stars merge", "user-agent: *\ndisallow: /a\n\nuser-agent: *\ndisallow: /b", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},
		{"2.2.1 star does not add to a named group", "user-agent: *\ndisallow: /a\nuser-agent: hadal\ndisallow: /b", "hadal", "/a", Verdict{Allowed: true}},
		{"2.2.1 agent named twice", "user-agent: hadal\nuser-agent: Hadal\ndisallow: /a", "hadal", "/a", Verdict{false, "Disallow: /a", 3}},
		{"2.1 rule before any group", "disallow: /a\nuser-agent: b\ndisallow: /b", "hadal", "/a", Verdict{Allowed: true}},
		{"empty lines do not end a group", "user-agent: hadal\n\n\ndisallow: /a", "hadal", "/a", Verdict{false, "Disallow: /a", 4}},
		{"empty rule ends the list of agents", "user-agent: hadal\ndisallow:\nuser-agent: b\ndisallow: /", "hadal", "/a", Verdict{Allowed: true}},
		{"unreadable agent begins its own group", "user-agent: hadal\nallow: /\nuser-agent: ???\ndisallow: /", "hadal", "/a", Verdict{true, "Allow: /", 2}},

		{"2.2.2 tie", "user-agent: *\ndisallow: /ab\nallow: /ab", "hadal", "/abc", Verdict{true, "Allow: /ab", 3}},
		{"2.2.2 tie, allow first", "user-agent: *\nallow: /ab\ndisallow: /ab", "hadal", "/abc", Verdict{true, "Allow: /ab", 2}},
		{"2.2.2 wildcards count", "user-agent: *\nallow: /page\ndisallow: /*.html", "hadal", "/page.html", Verdict{false, "Disallow: /*.html", 3}},
		{"2.2.2 paths keep their case", "user-agent: *\ndisallow: /A", "hadal", "/a", Verdict{Allowed: true}},
		{"2.2.2 query counts", "user-agent: *\ndisallow: /s?q=", "hadal", "/s?q=x", Verdict{false, "Disallow: /s?q=", 2}},
		{"2.2.2 empty disallow", "user-agent: *\ndisallow:", "hadal", "/a", Verdict{Allowed: true}},
		{"2.2.2 robots.txt is allowed", "user-agent: *\ndisallow: /", "hadal", "/robots.txt", Verdict{Allowed: true}},
		{"2.2.2 robots.txt but not what begins so", "user-agent: *\ndisallow: /", "hadal", "/robots.txt2", Verdict{false, "Disallow: /", 2}},
		{"2.2.2 non-ASCII in the rule", "user-agent: *\ndisallow: /ツ/x", "hadal", "/%E3%83%84/x", Verdict{false, "Disallow: /ツ/x", 2}},
		{"2.2.2 non-ASCII in the URL", "user-agent: *\ndisallow: /%e3%83%84", "hadal", "/ツ", Verdict{false, "Disallow: /%e3%83%84", 2}},
		{"2.2.2 escaped unreserved", "user-agent: *\ndisallow: /%62%7Ez", "hadal", "/b~z", Verdict{false, "Disallow: /%62%7Ez", 2}},
		{"2.2.2 escaped reserved in the query", "user-agent: *\ndisallow: /a?u=https://h", "hadal", "/a?u=https%3A%2F%2Fh", Verdict{false, "Disallow: /a?u=https://h", 2}},
		{"2.2.2 escaped slash in the path", "user-agent: *\ndisallow: /a/b", "hadal", "/a%2Fb", Verdict{Allowed: true}},
		{"2.2.2 escaped ampersand", "user-agent: *\ndisallow: /a?b&c", "hadal", "/a?b%26c", Verdict{Allowed: true}},
		{"2.2.2 lone percent sign", "user-agent: *\ndisallow: /100%", "hadal", "/100%25x", Verdict{false, "Disallow: /100%", 2}},

		{"2.2.3 star within", "user-agent: *\ndisallow: /a*/z", "hadal", "/ab/c/z/d", Verdict{false, "Disallow: /a*/z", 2}},
		{"2.2.3 star is anchored at the start", "user-agent: *\ndisallow: /a*.php", "hadal", "/x/a.php", Verdict{Allowed: true}},
		{"2.2.3 star matches nothing too", "user-agent: *\ndisallow: /a*b", "hadal", "/ab", Verdict{false, "Disallow: /a*b", 2}},
		{"2.2.3 many stars", "user-agent: *\ndisallow: /a***b**$", "hadal", "/axbx", Verdict{false, "Disallow: /a***b**$", 2}},
		{"2.2.3 star and end overlap", "user-agent: *\ndisallow: /ab*bc$", "hadal", "/abc", Verdict{Allowed: true}},
		{"2.2.3 end", "user-agent: *\ndisallow: /a$", "hadal", "/a", Verdict{false, "Disallow: /a$", 2}},
		{"2.2.3 end not reached", "user-agent: *\ndisallow: /a$", "hadal", "/ab", Verdict{Allowed: true}},
		{"2.2.3 last of several ends", "user-agent: *\ndisallow: /*a$", "hadal", "/aba", Verdict{false, "Disallow: /*a$", 2}},
		{"2.2.3 dollar within is itself", "user-agent: *\ndisallow: /a$b", "hadal", "/a$bc", Verdict{false, "Disallow: /a$b", 2}},
		{"2.2.3 escaped star is itself", "user-agent: *\ndisallow: /%2A", "hadal", "/*", Verdict{false, "Disallow: /%2A", 2}},
		{"2.2.3 escaped star is no wildcard", "user-agent: *\ndisallow: /%2Ax", "hadal", "/yx", Verdict{Allowed: true}},
		{"2.2.3 escaped dollar is itself", "user-agent: *\ndisallow: /a%24", "hadal", "/a$b", Verdict{false, "Disallow: /a%24", 2}},
		{"2.2.3 comment", "user-agent: * # all\ndisallow: /a # not this", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},

		{"2.2.4 other records within a group", "user-agent: hadal\nsitemap: /s\nvisit-time: 1\nuser-agent: b\ndisallow: /a", "hadal", "/a", Verdict{false, "Disallow: /a", 5}},
		{"2.2.4 Crawl-delay does not end the agents", "user-agent: hadal\ncrawl-delay: 1\nuser-agent: b\ndisallow: /a", "hadal", "/a", Verdict{false, "Disallow: /a", 4}},
		{"CR", "user-agent: *\rdisallow: /a\r", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},
		{"CR LF", "user-agent: *\r\n\r\ndisallow: /a\r\n", "hadal", "/a", Verdict{false, "Disallow: /a", 3}},
		{"byte order mark", "\xef\xbb\xbfuser-agent: *\ndisallow: /a", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},
		{"white space", " \t user-agent \t:\t * \n disallow :/a\t", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},
		{"no colon", "user-agent *\ndisallow /a", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},
		{"no colon, a sentence", "user-agent: *\ndisallow /a and more", "hadal", "/a", Verdict{Allowed: true}},
		{"misspelt", "useragent: *\ndissallow: /a", "hadal", "/a", Verdict{false, "Disallow: /a", 2}},
		{"HTML instead", "<!doctype html>\n<title>User-agent: *</title>\n<p>Disallow: /", "hadal", "/a", Verdict{Allowed: true}},
		{"relative path", "user-agent: *\ndisallow: /a", "hadal", "a", Verdict{false, "Disallow: /a", 2}},
		{"fragment", "user-agent: *\ndisallow: /*x", "hadal", "/a#x", Verdict{Allowed: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Parse([]byte(tt.robots)).Test(tt.agent, tt.path)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Test(%q, %q) of\n%s\n(-want +got)\n%s", tt.agent, tt.path, tt.robots, diff)
			}
		})
	}
}

func TestDelay(t *testing.T) {
	tests := []struct {
		robots string
		want   time.Duration
	}{
		{"user-agent: *\ncrawl-delay: 10", 10 * time.Second},
		{"user-agent: *\ncrawl-delay: 0.5", 500 * time.Millisecond},
		{"user-agent: *\ncrawl-delay: .25 # fast", 250 * time.Millisecond},
		{"user-agent: *\ncrawl-delay: 1\ncrawl-delay: 3\ncrawl-delay: 2", 3 * time.Second},
		{"user-agent: a\nuser-agent: hadal\ncrawl-delay: 4", 4 * time.Second},
		{"user-agent: hadal\ncrawl-delay: 4\nuser-agent: b\ndisallow: /", 4 * time.Second},
		{"user-agent: hadal\ndisallow: /\nuser-agent: b\ncrawl-delay: 4", 0},
		{"user-agent: *\ncrawl-delay: 7\nuser-agent: hadal\ndisallow: /x", 0},
		{"user-agent: hadal\ncrawl-delay: 4\nallow: /\nuser-agent: hadal\ncrawl-delay: 2", 4 * time.Second},
		{"crawl-delay: 4\nuser-agent: *", 0},
		{"user-agent: *\ncrawl-delay: fast", 0},
		{"user-agent: *\ncrawl-delay: -3", 0},
		{"user-agent: *\ncrawl-delay: NaN", 0},
		{"user-agent: *\ncrawl-delay: Inf", 0},
		{"user-agent: *\ncrawl-delay: 1e300", 0},
		{"user-agent: *\ncrawl-delay:", 0},
	}
	for _, tt := range tests {
		if got := Parse([]byte(tt.robots)).Delay("hadal"); got != tt.want {
			t.Errorf("Delay of %q = %s, want %s", tt.robots, got, tt.want)
		}
	}
}

func TestSitemaps(t *testing.T) {
	got := Parse([]byte("Sitemap: https://example.org/a.xml\nuser-agent: *\nsite-map: /b.xml # second\nsitemap:\n")).Sitemaps
	if diff := cmp.Diff([]string{"https://example.org/a.xml", "/b.xml"}, got); diff != "" {
		t.Errorf("Sitemaps (-want +got)\n%s", diff)
	}
}

func TestMentions(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /find\nAllow: /find/help\nAllow: /*.js\nAllow: /\n\nUser-agent: other\nAllow: /elsewhere\n"))
	if got := f.Mentions("hadal"); !slices.Equal(got, []string{"/find/help"}) {
		t.Errorf("mentioned: %q", got)
	}
}

func TestParseLimit(t *testing.T) {
	head := "user-agent: *\ndisallow: /in\n"
	tail := "disallow: /cut-here\ndisallow: /out\n"
	comment := "#" + strings.Repeat("x", MaxSize-len(head)-len("disallow: /cut")-2) + "\n"
	f := Parse([]byte(head + comment + tail))
	for path, want := range map[string]bool{"/in": false, "/cut": true, "/cut-here": true, "/out": true} {
		if got := f.Test("hadal", path).Allowed; got != want {
			t.Errorf("%s beyond the limit: allowed = %t, want %t", path, got, want)
		}
	}
	if f := Parse([]byte(head + "disallow: /last")); f.Test("hadal", "/last").Allowed {
		t.Error("a last line without an end must count where the file is not cut")
	}
}

// A backtracking matcher would need longer than the age of the universe.
func TestManyWildcards(t *testing.T) {
	f := Parse([]byte("user-agent: *\ndisallow: /" + strings.Repeat("a*", 2000) + "b$\n"))
	began := time.Now()
	if !f.Test("hadal", "/"+strings.Repeat("a", 100_000)+"c").Allowed {
		t.Error("the pattern cannot match")
	}
	if d := time.Since(began); d > 2*time.Second {
		t.Errorf("matching took %s", d)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{example, "user-agent *\rdisallow %2a$*", "\xef\xbb\xbf:\x00:", "crawl-delay: 1e9\nuser-agent: *\ncrawl-delay: 0.1"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		file := Parse(body)
		if d := file.Delay("hadal"); d < 0 || d > maxCrawlDelay {
			t.Errorf("Delay = %s", d)
		}
		v := file.Test("hadal", "/a?b")
		if (v.Rule == "") != (v.Line == 0) || !v.Allowed && v.Line == 0 {
			t.Errorf("verdict without its reason: %+v", v)
		}
		if !file.Test("hadal", "/robots.txt").Allowed {
			t.Error("robots.txt itself is forbidden")
		}
	})
}

func FuzzTest(f *testing.F) {
	f.Add("/a*b$", "/axb")
	f.Add("/%2a%24", "/*$")
	f.Add("/**a*$b", "/?%2F&%26")
	f.Add("/ツ%", "/%E3%83%84%25")
	f.Fuzz(func(t *testing.T, rule, path string) {
		if c := canonical(path); canonical(c) != c {
			t.Errorf("canonical(%q) = %q, and of that %q", path, c, canonical(c))
		}
		rule, _, _ = strings.Cut(rule, "#")
		rule = strings.TrimSpace(rule)
		if len(rule)*len(path) > 10_000 {
			return // the definition is slow
		}
		if rule == "" || strings.ContainsAny(rule, "\r\n") {
			return
		}
		path = absolute(path)
		want := slowMatch(tokens(rule), canonicalTokens(path))
		if got := compile(rule).match(canonical(path)); got != want {
			t.Errorf("rule %q on %q: match = %t, by the definition %t", rule, path, got, want)
		}
	})
}

// tokens and slowMatch are the definition of RFC 9309, section 2.2.3, written
// down as plainly as can be: octets, "*" and "$" one by one, by dynamic programming.
func tokens(rule string) []string {
	var out []string
	anchored := strings.HasSuffix(rule, "$")
	rule = strings.TrimSuffix(rule, "$")
	query := false
	for i, part := range strings.Split(rule, "*") {
		if i > 0 {
			out = append(out, "*")
		}
		var c string
		c, query = canonicalPart(part, query)
		for _, b := range []byte(c) {
			out = append(out, "="+string(rune(b)))
		}
	}
	if !anchored {
		out = append(out, "*")
	}
	return out
}

func canonicalTokens(path string) []string {
	var out []string
	for _, b := range []byte(canonical(path)) {
		out = append(out, "="+string(rune(b)))
	}
	return out
}

func slowMatch(rule, path []string) bool {
	reach := make([]bool, len(path)+1) // reach[i]: the rule so far covers path[:i]
	reach[0] = true
	for _, r := range rule {
		next := make([]bool, len(path)+1)
		for i := range reach {
			switch {
			case r == "*":
				next[i] = reach[i] || i > 0 && next[i-1]
			case i > 0:
				next[i] = reach[i-1] && path[i-1] == r
			}
		}
		reach = next
	}
	return reach[len(path)]
}

func BenchmarkTest(b *testing.B) {
	var s strings.Builder
	s.WriteString("user-agent: *\n")
	for i := range 1000 {
		fmt.Fprintf(&s, "disallow: /dir%d/*.html$\n", i)
	}
	f := Parse([]byte(s.String()))
	for b.Loop() {
		f.Test("hadal", "/dir999/some/page.html")
	}
}
