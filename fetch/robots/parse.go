package robots

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
)

// maxSize is how much of a robots.txt counts (RFC 9309, section 2.5, asks for
// at least 500 KiB).
const maxSize = 500 << 10

// maxDelay bounds what a Crawl-delay can say; a larger number is taken as this.
const maxDelay = 24 * time.Hour

// group is one group of the file: its agents and their rules (section 2.2).
type group struct {
	agents []string // product tokens, lower case; "*" for all
	rules  []rule
	delay  time.Duration
}

// rule is one Allow or Disallow line.
type rule struct {
	allow   bool
	pattern string // normalised
	line    int
	text    string // as written, trimmed
}

// Parse reads a robots.txt of any bytes (RFC 9309, section 2.2; at most the
// first 500 KiB count, section 2.5). Lines that it cannot read are skipped.
func Parse(body []byte) File {
	if len(body) > maxSize {
		body = body[:maxSize]
		// A line cut in half could say the opposite of the whole one.
		if i := bytes.LastIndexAny(body, "\r\n"); i >= 0 {
			body = body[:i]
		}
	}
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))

	var f File
	naming := false // the lines just read are user-agent lines of one group
	for n, line := range lines(body) {
		key, value, ok := split(line)
		if !ok {
			continue
		}
		switch key {
		case "user-agent", "useragent", "user agent":
			if !naming {
				f.groups = append(f.groups, group{})
				naming = true
			}
			g := &f.groups[len(f.groups)-1]
			g.agents = append(g.agents, token(value))
		case "allow", "disallow":
			naming = false
			if len(f.groups) == 0 || value == "" {
				continue // a rule without a group, or an empty one: says nothing
			}
			g := &f.groups[len(f.groups)-1]
			g.rules = append(g.rules, rule{allow: key == "allow", pattern: compilePattern(value), line: n, text: strings.TrimSpace(line)})
		case "crawl-delay", "crawldelay":
			naming = false
			if d, ok := seconds(value); ok && len(f.groups) > 0 {
				g := &f.groups[len(f.groups)-1]
				g.delay = max(g.delay, d)
			}
		case "sitemap", "site-map":
			if value != "" {
				f.Sitemaps = append(f.Sitemaps, value)
			}
		}
	}
	return f
}

// lines yields the 1-based number and the text of each line; CR, LF and CR LF
// all end one.
func lines(body []byte) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for n := 1; len(body) > 0; n++ {
			i := bytes.IndexAny(body, "\r\n")
			line := body
			if i < 0 {
				body = nil
			} else {
				line = body[:i]
				if body[i] == '\r' && i+1 < len(body) && body[i+1] == '\n' {
					i++
				}
				body = body[i+1:]
			}
			if !yield(n, string(line)) {
				return
			}
		}
	}
}

// split takes a line apart into its key, lower case, and its value, without
// the comment. A missing colon is forgiven where a space stands in its place,
// as widely deployed parsers do.
func split(line string) (key, value string, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimFunc(line, func(r rune) bool { return r <= ' ' || r == '\uFEFF' })
	key, value, ok = strings.Cut(line, ":")
	if !ok {
		if key, value, ok = strings.Cut(strings.ReplaceAll(line, "\t", " "), " "); !ok {
			return "", "", false
		}
		if strings.ContainsAny(strings.TrimSpace(value), " ") {
			return "", "", false // a sentence, not a rule
		}
	}
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value), true
}

// token returns the product token that begins s (section 2.2.1: letters, "-"
// and "_"), lower case, or "*".
func token(s string) string {
	if s == "*" || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "*\t") {
		return "*"
	}
	for i, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '_') {
			s = s[:i]
			break
		}
	}
	return strings.ToLower(s)
}

// seconds reads a Crawl-delay; negative numbers and words are none.
func seconds(s string) (time.Duration, bool) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < 0 {
		return 0, false
	}
	if v > maxDelay.Seconds() {
		return maxDelay, true
	}
	return time.Duration(v * float64(time.Second)), true
}
