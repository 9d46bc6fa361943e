// Package glob knows patterns of addresses, as people write them.
package glob

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/hadal-crawler/hadal/page"
)

// Glob is a pattern of addresses:
//
//	/catalogue/**          a path; ** is anything, * anything but a slash
//	*/print                one that may begin anywhere
//	*?lang=*               whatever the path, with such a parameter among those of its query
//	https://a.example/**   with the origin
//
// A pattern without a question mark says nothing of the query, one without a semicolon
// nothing of the parameters of a path (;jsessionid=1). Letters are told apart by their case,
// but for those of hosts; how they are escaped makes no difference.
type Glob struct {
	text   string
	whole  bool // it begins with an origin
	matrix bool // it has parameters of the path
	path   wanted
	query  []wanted // each of a parameter
}

// wanted is what a part of an address is to be like: as written, or as people read it.
type wanted []*regexp.Regexp

// parse reads a pattern.
func parse(text string) (Glob, error) {
	g := Glob{text: text, whole: strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")}
	path, query, has := strings.Cut(text, "?")
	switch {
	case strings.TrimSpace(text) == "" || strings.ContainsAny(text, " \t\r\n"):
		return g, fmt.Errorf("%q is no pattern of addresses: write one such as /catalogue/** or *?lang=*", text)
	case !g.whole && !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "*"):
		return g, fmt.Errorf("%q is no pattern of addresses: it begins with / or * or http", text)
	case strings.Contains(text, "#"):
		return g, fmt.Errorf("%q has a #: what stands behind it is never asked for, leave it out", text)
	case strings.ContainsAny(text, `|\^{}`), strings.ContainsAny(path, "[]") && !g.whole, strings.HasSuffix(text, "$"), strings.Contains(text, "/.*"), strings.Contains(text, ".+"):
		return g, fmt.Errorf("%q is written as a regular expression: write * for anything up to a slash, ** for anything, and an item for each of several", text)
	case has && query == "":
		return g, fmt.Errorf("%q lacks a parameter behind its question mark: write ?* for any", text)
	}
	if !g.whole && strings.HasPrefix(path, "*") {
		path = "**" + strings.TrimLeft(path, "*")
	}
	if g.whole {
		path = canonical(path)
	}
	g.matrix = strings.Contains(path, ";")
	g.path = want(path, "[^/]*", url.PathUnescape)
	if has {
		for p := range strings.SplitSeq(query, "&") {
			g.query = append(g.query, want(p, ".*", url.QueryUnescape))
		}
	}
	return g, nil
}

// canonical writes the origin of a pattern as addresses have it: in lower case, without the
// port that goes without saying, in letters that names of hosts have.
func canonical(pattern string) string {
	scheme, rest, _ := strings.Cut(pattern, "://")
	host, path, has := strings.Cut(rest, "/")
	origin := scheme + "://" + strings.ToLower(host)
	if u, err := page.ParseURL(scheme + "://" + host + "/"); err == nil && !strings.Contains(host, "*") {
		origin = u.Origin()
	}
	if has {
		origin += "/" + path
	}
	return origin
}

// want reads a pattern of a part of an address, as it is written and as it reads.
func want(pattern, star string, unescape func(string) (string, error)) wanted {
	w := wanted{translate(pattern, star)}
	if readable := readable(pattern, unescape); readable != pattern {
		w = append(w, translate(readable, star))
	}
	return w
}

// readable is a part of an address as people read it, letters with their marks composed; the
// part itself where it is escaped wrongly.
func readable(part string, unescape func(string) (string, error)) string {
	if text, err := unescape(part); err == nil {
		part = text
	}
	return norm.NFC.String(part)
}

// in reports whether one of some texts is like it.
func (w wanted) in(texts ...string) bool {
	return slices.ContainsFunc(w, func(e *regexp.Regexp) bool { return slices.ContainsFunc(texts, e.MatchString) })
}

// parameters are those of the parts of a path.
var parameters = regexp.MustCompile(`;[^/]*`)

// translate makes a pattern a regular expression, of which * is one.
func translate(pattern, star string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^(?s:")
	for i, part := range strings.Split(pattern, "**") {
		if i > 0 {
			b.WriteString(".*")
		}
		for j, text := range strings.Split(part, "*") {
			if j > 0 {
				b.WriteString(star)
			}
			b.WriteString(regexp.QuoteMeta(text))
		}
	}
	b.WriteString(")$")
	return regexp.MustCompile(b.String())
}

// Match reports whether an absolute address, as page.URL writes it, is one of them.
func (g Glob) Match(address string) bool {
	address, query, _ := strings.Cut(address, "?")
	scheme, rest, _ := strings.Cut(address, "://")
	host, path, _ := strings.Cut(rest, "/")
	origin := ""
	if path = "/" + path; g.whole {
		origin = scheme + "://" + host[strings.LastIndex(host, "@")+1:]
	}
	path = origin + path
	paths := []string{path, readable(path, url.PathUnescape)}
	if !g.matrix && strings.Contains(path, ";") {
		path = parameters.ReplaceAllString(path, "")
		paths = append(paths, path, readable(path, url.PathUnescape))
	}
	if !g.path.in(paths...) {
		return false
	}
	for _, wanted := range g.query {
		found := false
		for p := range strings.SplitSeq(query, "&") {
			if p != "" && wanted.in(p, readable(p, url.QueryUnescape)) {
				found = true
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// String returns the pattern as it was written.
func (g Glob) String() string { return g.text }

// Any returns the first of some patterns that an address matches.
func Any(globs []Glob, address string) (Glob, bool) {
	for _, g := range globs {
		if g.Match(address) {
			return g, true
		}
	}
	return Glob{}, false
}

// All reads several patterns.
func All(texts []string) (globs []Glob, err error) {
	for _, text := range texts {
		g, err := parse(text)
		if err != nil {
			return nil, err
		}
		globs = append(globs, g)
	}
	return globs, nil
}
