package answering

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

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
func (r *reader) impossible(q querygen.Query, p *page.Page, doc *page.Document, res extract.Result, words []string) (querygen.Status, string) {
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
	case len(rows) > 0 && (r.Planner.Has(q, rows) || heeded(choices(r.State.Profile.Form, q, res.Records))):
		return refused("the page lists %d records, which may be those of one of the choices", len(rows))
	case len(rows) > 0 && r.Planner.AsServed(rows):
		return refused("the page lists what the form as served lists")
	}
	if demand := extract.Demand(doc, words); demand != "" && !r.takes(q, demand) {
		return refused("the page says %q", demand)
	}
	return querygen.Empty, ""
}

// takes reports whether a site cannot mean a question that it seems to complain about: it
// has answered less of the same. What is added to that can be wrong, but never too much,
// and an option that the form itself offers is not even wrong.
func (r *reader) takes(q querygen.Query, demand string) bool {
	form := r.State.Profile.Form
	return r.narrows(q) && (extract.SaysTooMuch(demand) || !slices.ContainsFunc(q.Bind, func(b page.Pair) bool {
		return !slices.ContainsFunc(form.Fields, func(c forms.Field) bool { return c.Name == b.Name && len(c.Options) > 0 })
	}))
}

// heeded reports whether records may be those of one of a question's choices alone, if it is
// made of choices: a site may ignore the others.
func heeded(made, denied int) bool { return denied < made }

// choices counts the choices that q is made of, and those of which one of the records shows
// another option of the same control.
func choices(f *forms.Form, q querygen.Query, records []extract.Record) (made, denied int) {
	for _, b := range q.Bind {
		i := slices.IndexFunc(f.Fields, func(c forms.Field) bool { return c.Name == b.Name })
		if i < 0 || len(f.Fields[i].Options) == 0 || b.Value == "" {
			continue
		}
		made++
		options := f.Fields[i].Options
		chosen := slices.IndexFunc(options, func(o forms.Option) bool { return o.Value == b.Value })
		if chosen >= 0 && slices.ContainsFunc(records, func(rec extract.Record) bool {
			return !strings.Contains(rec.Text, options[chosen].Label) && slices.ContainsFunc(options, func(o forms.Option) bool { return !o.Any && o.Label != "" && strings.Contains(rec.Text, o.Label) })
		}) {
			denied++
		}
	}
	return made, denied
}
