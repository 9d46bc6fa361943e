package pager

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"golang.org/x/net/html"
)

// SizeChoice is one setting of a result page's own knob for how many records a
// page shows.
type SizeChoice struct {
	Rows int  `json:"rows"`
	Step Step `json:"step"` // a link, or a form with the field to set
}

// Bounds of believable page sizes.
const (
	minPageSize = 5
	maxPageSize = 1000
)

// SizeSays matches what stands beside a list of page sizes.
var SizeSays = wording.Compile(lexicon.Pattern("size-choice"))

// pageSizes returns the settings of the page's knob for the page size, links
// or a list in a form, the smallest first; nil without one.
func pageSizes(v *view.Page, cands []cand) []SizeChoice {
	out := sizeLinks(v, cands)
	if len(out) == 0 {
		out = sizeList(v)
	}
	slices.SortStableFunc(out, func(a, b SizeChoice) int { return cmp.Compare(a.Rows, b.Rows) })
	return slices.CompactFunc(out, func(a, b SizeChoice) bool { return a.Rows == b.Rows })
}

// sizeLinks finds links like "25 | 50 | 100": each sets a parameter that is called
// so to the number that it shows.
func sizeLinks(v *view.Page, cands []cand) []SizeChoice {
	var out []SizeChoice
	var run []cand
	flush := func() {
		if len(run) > 0 && sizes(run) {
			for _, c := range run {
				out = append(out, SizeChoice{Rows: c.number, Step: Step{URL: c.url}})
			}
		}
		run = nil
	}
	for _, c := range cands {
		if c.number < minPageSize || c.number > maxPageSize || c.script != "" || !differsByOne(v, c.url) {
			continue
		}
		if n := len(run); n > 0 && (c.number <= run[n-1].number || !near(v, run[n-1].node, c.node)) {
			flush()
		}
		run = append(run, c)
	}
	flush()
	return out
}

// sizeList finds a list of numbers in a form that is called, or labelled, as
// the page size.
func sizeList(v *view.Page) []SizeChoice {
	for i, form := range v.Doc.Forms() {
		for _, c := range v.Doc.Controls(form) {
			name := page.Attr(c, "name")
			if c.Data != "select" || name == "" || page.HasAttr(c, "disabled") {
				continue
			}
			var out []SizeChoice
			for n := range page.Below(c, "option") {
				value := page.Text(n)
				if page.HasAttr(n, "value") {
					value = page.Attr(n, "value")
				}
				rows, ok := firstNumber(page.Text(n))
				if !ok || rows < minPageSize || rows > maxPageSize {
					continue
				}
				out = append(out, SizeChoice{Rows: rows, Step: Step{Form: i, Set: []page.Pair{{Name: name, Value: value}}}})
			}
			if len(out) < 2 || !slices.IsSortedFunc(out, func(a, b SizeChoice) int { return cmp.Compare(a.Rows, b.Rows) }) {
				continue
			}
			if sizeNames[strings.ToLower(name)] || SizeSays.MatchString(strings.ToLower(page.Attr(c, "aria-label")+" "+page.Attr(c, "title")+" "+nearText(c)+" "+page.Text(c))) {
				return out
			}
		}
	}
	return nil
}

// firstNumber reads the number of an option like "50", "50 per page" or "50件".
func firstNumber(s string) (int, bool) {
	start := strings.IndexFunc(s, wording.IsDigit)
	if start < 0 {
		return 0, false
	}
	s = s[start:]
	if end := strings.IndexFunc(s, func(r rune) bool { return !wording.IsDigit(r) }); end >= 0 {
		s = s[:end]
	}
	return wording.AtoiAny(s)
}

// nearText returns the text right around a control: that of its parent, or
// the parent's parent, if it is short.
func nearText(c *html.Node) string {
	text := ""
	for p, up := c.Parent, 0; p != nil && up < 2; p, up = p.Parent, up+1 {
		t := wording.Collapse(view.NodeText(p))
		if len(t) > 2*PagerText {
			break
		}
		text = t
	}
	return text
}
