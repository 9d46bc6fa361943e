package pager

import (
	"regexp"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

var (
	// __doPostBack('target','argument') of ASP.NET Web Forms, and the longer
	// WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions("target", "argument", ...)).
	postBack = regexp.MustCompile(`(?:__doPostBack|WebForm_PostBackOptions)\s*\(\s*(?:'([^']*)'|"([^"]*)")\s*,\s*(?:'([^']*)'|"([^"]*)")`)
	// document.forms['f']['field'].value='2'; document.f.field.value = "2"
	formSet = regexp.MustCompile(`document\.(?:forms\s*)?(?:\[\s*['"]?([^'"\]]+)['"]?\s*\]|\.?([A-Za-z_]\w*))\s*(?:\[\s*['"]([^'"\]]+)['"]\s*\]|\.(?:elements\s*\[\s*['"])?([A-Za-z_]\w*)(?:['"]\s*\])?)\.value\s*=\s*(?:'([^']*)'|"([^"]*)"|(\d+))`)
	submits = regexp.MustCompile(`\.submit\s*\(`)
)

// stepOf returns the Step that a candidate is.
func stepOf(v *view.Page, c cand) Step {
	if c.script == "" {
		return Step{URL: c.url}
	}
	s := Step{Script: c.script}
	code := unescapePath(c.script)
	if m := postBack.FindStringSubmatch(code); m != nil {
		s.Form = formWith(v, "__VIEWSTATE")
		if s.Form >= 0 {
			s.Set = []page.Pair{{Name: "__EVENTTARGET", Value: m[1] + m[2]}, {Name: "__EVENTARGUMENT", Value: m[3] + m[4]}}
		}
	} else if all := formSet.FindAllStringSubmatch(code, 8); all != nil && submits.MatchString(code) {
		if s.Form = formNamed(v, all[0][1]+all[0][2]); s.Form >= 0 {
			for _, m := range all {
				s.Set = append(s.Set, page.Pair{Name: m[3] + m[4], Value: m[5] + m[6] + m[7]})
			}
		}
	}
	s.Form = max(0, s.Form)
	return s
}

// unescapePath undoes percent-escapes, which javascript: addresses may have;
// unlike in query strings, "+" stays.
func unescapePath(s string) string { return wording.Unescape(strings.ReplaceAll(s, "+", "%2B")) }

// formWith returns the index of the first form with a control of that name,
// else of the only form; -1 without one.
func formWith(v *view.Page, name string) int {
	all := v.Doc.Forms()
	for i, f := range all {
		for _, c := range v.Doc.Controls(f) {
			if view.Attr(c, "name") == name {
				return i
			}
		}
	}
	return len(all) - 1 - max(0, len(all)-1)*2 // 0 for one form, negative otherwise
}

// formNamed returns the index of the form with that name, id or number; -1 without one.
func formNamed(v *view.Page, name string) int {
	all := v.Doc.Forms()
	for i, f := range all {
		if view.Attr(f, "name") == name || view.Attr(f, "id") == name {
			return i
		}
	}
	if n, ok := wording.Atoi(name); ok && n < len(all) {
		return n
	}
	return -1
}
