package robots

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxSize is how much of a file counts, in bytes (RFC 9309, section 2.5).
const MaxSize = 500 << 10

// longest Crawl-delay that is taken for meant; more is nonsense and ignored.
const maxCrawlDelay = 30 * 24 * time.Hour

// Parse reads a robots.txt of any bytes (RFC 9309, section 2.2; at most the
// first 500 KiB count, section 2.5). A line that the limit cuts does not
// count, as half a path would forbid or allow too much.
//
// It takes what the common parsers take beyond the standard: a byte order
// mark, any of the three line ends, white space for the colon where the line
// has just two words, frequent misspellings of the keys, agents with a
// version. Rules before the first User-agent line belong to nobody and are
// skipped, as are unknown keys, which do not end a list of User-agent lines
// (section 2.2.4).
func Parse(body []byte) File {
	body = limit(body)
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	p := parser{file: File{groups: map[string]*group{}}}
	line := 0
	for len(body) > 0 {
		line++
		end := bytes.IndexAny(body, "\r\n")
		text := body
		if end < 0 {
			body = nil
		} else {
			text = body[:end]
			if bytes.HasPrefix(body[end:], []byte("\r\n")) {
				end++
			}
			body = body[end+1:]
		}
		p.line(string(text), line)
	}
	return p.file
}

func limit(body []byte) []byte {
	if len(body) <= MaxSize {
		return body
	}
	return body[:bytes.LastIndexAny(body[:MaxSize], "\r\n")+1]
}

type parser struct {
	file   File
	agents []string // tokens of the current group
	ruled  bool     // the current group has a rule: the next User-agent starts another
}

func (p *parser) line(text string, number int) {
	key, value, ok := split(text)
	if !ok {
		return
	}
	switch key {
	case "user-agent":
		if p.ruled {
			p.agents, p.ruled = nil, false
		}
		p.agent(value)
	case "allow", "disallow":
		p.ruled = true // even an empty one: it says something to the agents above it
		if value != "" {
			p.rule(key == "allow", value, number)
		}
	case "crawl-delay":
		if d, ok := seconds(value); ok {
			for _, a := range p.agents {
				g := p.file.groups[a]
				g.delay = max(g.delay, d)
			}
		}
	case "sitemap":
		if value != "" {
			p.file.Sitemaps = append(p.file.Sitemaps, value)
		}
	}
}

// agent adds the robot that a User-agent line names to the current group.
func (p *parser) agent(value string) {
	token := productToken(value)
	if agentName(value) == "*" {
		token = "*"
	}
	if token == "" {
		// Whom the group is for cannot be read. It must not swell the group above.
		token = "\x00unreadable"
	}
	if slices.Contains(p.agents, token) {
		return
	}
	p.agents = append(p.agents, token)
	if p.file.groups[token] == nil {
		p.file.groups[token] = &group{}
	}
}

func (p *parser) rule(allow bool, path string, line int) {
	r := rule{pattern: compile(path), allow: allow, text: "Disallow: " + path, line: line}
	if allow {
		r.text = "Allow: " + path
	}
	for _, a := range p.agents {
		g := p.file.groups[a]
		g.rules = append(g.rules, r)
	}
}

// split cuts a line into its key, in standard spelling, and its value, both
// without comment and surrounding white space.
func split(text string) (key, value string, ok bool) {
	text, _, _ = strings.Cut(text, "#")
	text = strings.Trim(text, " \t\v\f\x00")
	key, value, ok = strings.Cut(text, ":")
	if !ok {
		words := strings.Fields(text)
		if len(words) != 2 {
			return "", "", false
		}
		key, value = words[0], words[1]
	}
	key = strings.ToLower(strings.TrimSpace(key))
	switch key {
	case "useragent", "user agent":
		key = "user-agent"
	case "dissallow", "dissalow", "disalow", "diasllow", "disallaw":
		key = "disallow"
	case "crawldelay", "crawl delay":
		key = "crawl-delay"
	case "site-map":
		key = "sitemap"
	}
	return key, strings.TrimSpace(value), true
}

// seconds reads a Crawl-delay: a number of seconds, fractions allowed.
func seconds(s string) (time.Duration, bool) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > maxCrawlDelay.Seconds() {
		return 0, false
	}
	return time.Duration(v * float64(time.Second)), true
}
