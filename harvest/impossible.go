package harvest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// asksBox reports whether a question binds the query box, where a made-up word can find
// nothing, whatever the page shows.
func asksBox(f *forms.Form, q querygen.Query) bool {
	return slices.ContainsFunc(q.Bind, func(p page.Pair) bool {
		return slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Name == p.Name && c.Role == forms.QueryRole })
	})
}

// labelsOf returns the labels of a form's controls and the names of those without one,
// by which answers repeat the question.
func labelsOf(f *forms.Form) []string {
	var out []string
	for _, c := range f.Fields {
		if l := cmp.Or(c.Label, c.Name); l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// impossible tells whether what came for an impossible question is the page of an empty
// answer, and if not, why: sites ignore what they do not understand, correct it, or
// complain, and a page that shows everything, or says that a bound is wrong, would teach
// a falsehood. Popular items beside the words that nothing was found are no answer.
func (r *run) impossible(p *page.Page, doc *page.Document, res extract.Result, words []string) (querygen.Status, string) {
	var rows []querygen.Row
	for _, rec := range res.Records {
		rows = append(rows, querygen.Row{Key: rec.Key})
	}
	refused := func(format string, args ...any) (querygen.Status, string) {
		return querygen.Refused, "an impossible question was not taken for one: " + fmt.Sprintf(format, args...)
	}
	switch {
	case res.Empty:
		return querygen.Empty, ""
	case p.Status >= 400 && p.Status != http.StatusNotFound && p.Status != http.StatusGone:
		return refused("status %d", p.Status)
	case res.Total > 0 || !res.Next.IsZero():
		return refused("the page lists %d records", len(rows))
	case len(rows) > 0 && r.planner.AsServed(rows):
		return refused("the page lists what the form as served lists")
	}
	if demand := extract.Demand(doc, words); demand != "" {
		return refused("the page says %q", demand)
	}
	return querygen.Empty, ""
}
