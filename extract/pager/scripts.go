package pager

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// postBack matches __doPostBack('target','argument') of ASP.NET Web Forms, and the longer
// WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions("target", "argument", ...)).
var postBack = regexp.MustCompile(`(?:__doPostBack|WebForm_PostBackOptions)\s*\(\s*(?:'([^']*)'|"([^"]*)")\s*,\s*(?:'([^']*)'|"([^"]*)")`)

// stepOf returns the Step that a candidate is.
func stepOf(v *view.Page, c cand) Step {
	if c.script == "" {
		return Step{URL: c.url}
	}
	s := Step{Script: c.script}
	m := postBack.FindStringSubmatch(unescapePath(c.script))
	if form, ok := stateForm(v); ok && m != nil {
		s.Form, s.Set = form, []page.Pair{{Name: "__EVENTTARGET", Value: m[1] + m[2]}, {Name: "__EVENTARGUMENT", Value: m[3] + m[4]}}
	}
	return s
}

// unescapePath undoes percent-escapes, which javascript: addresses may have;
// unlike in query strings, "+" stays.
func unescapePath(s string) string { return page.Unescape(strings.ReplaceAll(s, "+", "%2B")) }

// stateForm returns the index of the first form that posts back, or of the only form; false
// without one.
func stateForm(v *view.Page) (int, bool) {
	all := v.Doc.Forms()
	for i, f := range all {
		if slices.ContainsFunc(v.Doc.Controls(f), func(c *html.Node) bool { return page.Attr(c, "name") == "__VIEWSTATE" }) {
			return i, true
		}
	}
	return 0, len(all) == 1
}
