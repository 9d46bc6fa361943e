package locate

import (
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// sure is the worth of a form from which on it counts as a find.
const sure = 0.8

// judge says what a page is worth to the crawl: whether it has a search
// interface of the site's own.
func (l *locator) judge(doc *page.Document) (v crawl.Verdict) {
	if l.browses() && survey.HasScripts(doc) {
		l.judging.Lock()
		if site := doc.URL.Site(); l.scripted[site].IsZero() {
			l.scripted[site] = doc.URL
		}
		l.judging.Unlock()
	}
	for _, f := range forms.Parse(doc) {
		worth := survey.Worth(&f, l.browses())
		if worth <= 0 || f.IsRow() || !f.Action.IsZero() && f.Action.Site() != doc.URL.Site() {
			continue // what another site answers is no source of this one, and whether a row leads to lists is known once its pages are
		}
		find := worth >= sure
		if find {
			v.Reward = 1
		}
		v.Forms = append(v.Forms, crawl.Form{ID: f.ID, Purpose: string(f.Purpose), Score: f.Score, Reward: find, Value: f})
	}
	return v
}

// Kind says what kind of interface a form is: keyword, structured (menus,
// ranges, dates) or both, with the number of its controls of each kind.
func Kind(f *forms.Form) string {
	words, menus, ranges := 0, 0, 0
	for _, field := range f.Fields {
		switch field.Role {
		case forms.QueryRole:
			words++
		case forms.CategoryRole, forms.Place:
			menus++
		case forms.RangeMin, forms.Date, forms.Number:
			ranges++
		}
	}
	if menus+ranges == 0 {
		if words > 1 {
			return fmt.Sprintf("keyword, %d boxes", words)
		}
		return "keyword"
	}
	kind := "structured"
	if words > 0 {
		kind = "keyword and structured"
	}
	var parts []string
	for _, p := range []struct {
		n    int
		name string
	}{{menus, "menu"}, {ranges, "range"}} {
		if p.n == 1 {
			parts = append(parts, "1 "+p.name)
		} else if p.n > 1 {
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.name))
		}
	}
	return kind + ", " + strings.Join(parts, ", ")
}
