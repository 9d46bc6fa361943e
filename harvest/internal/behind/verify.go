package behind

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// verify asks the endpoint what the page was asked, without a browser, and
// compares record by record. why says what speaks against it, "" where nothing
// does; then e has fresh tokens where these were needed.
func (b *Behind) verify(ctx context.Context, asked []page.Pair, e endpoint.Endpoint, shown []extract.Record, keys extract.KeyScheme) (_ endpoint.Endpoint, p *page.Page, stop *ledger.Stop, why string) {
	values, rows := ledger.ValuesOf(querygen.Query{Bind: asked}), 0
	if stop, why = b.Name(ctx, &e); stop != nil || why != "" {
		return e, nil, stop, why
	}
	for attempt := 0; ; attempt++ {
		p, stop, why = b.send(ctx, e, values)
		if stop != nil {
			return e, nil, stop, ""
		}
		if why == "" {
			rows, why = compare(e, p, shown, keys)
		}
		if why == "" && e.Parted != nil && rows == 0 {
			why = "its parts hold no records"
		}
		if why == "" || attempt > 0 || len(e.Sources()) == 0 {
			break
		}
		var ok bool
		if e, stop, ok = b.Renew(ctx, e); stop != nil || !ok {
			return e, nil, stop, why
		}
	}
	if why != "" || len(e.Asked) == 0 || len(b.observed) > 1 {
		return e, p, nil, why
	}
	// Nothing yet tells that another word brings something else.
	other := forms.Values{}
	for _, a := range e.Asked {
		other[a.Name] = []string{madeUp}
	}
	if q, stop, failed := b.send(ctx, e, other); stop != nil {
		return e, nil, stop, ""
	} else if failed == "" {
		// What says how many rows a page has brings the same ones, but not as many.
		if n, differs := compare(e, q, shown, keys); differs == "" && n == rows {
			why = "it answers the same whatever is asked"
		}
	}
	return e, p, nil, why
}

// madeUp is a word that no record has.
const madeUp = "qzxvkjwq"

// send sends what an endpoint asks for; why says why nothing came of it.
func (b *Behind) send(ctx context.Context, e endpoint.Endpoint, values forms.Values) (p *page.Page, stop *ledger.Stop, why string) {
	req, err := e.Fill(values, endpoint.Progress{}, time.Now().UnixMilli())
	if err == nil {
		p, stop, err = b.site.Fetch(ctx, req)
	}
	switch {
	case stop != nil:
		return nil, stop, ""
	case err != nil:
		return nil, nil, err.Error()
	case p.Status >= 400:
		return p, nil, fmt.Sprintf("status %d", p.Status)
	}
	return p, nil, ""
}

// compare says how many records an endpoint's answer has, and what of those shown it lacks, ""
// where it has nine of ten of them. Where it is the first of several pages, and the
// browser showed more than that one, its records must be among those shown.
func compare(e endpoint.Endpoint, p *page.Page, shown []extract.Record, keys extract.KeyScheme) (rows int, why string) {
	doc, err := Document(&e, p)
	if err != nil {
		return 0, err.Error()
	}
	res := extract.Read(doc, Reading(e, extract.Options{Keys: keys}))
	if res.Blocked != "" {
		return 0, res.Blocked
	}
	found := 0
	taken := make([]bool, len(res.Records))
	for _, want := range shown {
		for i, rec := range res.Records {
			if !taken[i] && sameRecord(want, rec) {
				taken[i] = true
				found++
				break
			}
		}
	}
	expected := len(shown)
	if n := len(res.Records); n < expected && n > 0 && (e.Pages() || !res.Next.IsZero()) {
		expected = n
		if first := shown[:min(len(shown), opening)]; !slices.ContainsFunc(first, func(want extract.Record) bool {
			return slices.ContainsFunc(res.Records, func(rec extract.Record) bool { return sameRecord(want, rec) })
		}) {
			return n, "it goes on behind what the page shows first"
		}
	}
	if found*10 < expected*9 {
		return len(res.Records), fmt.Sprintf("it has %d of the %d records that the page showed", found, len(shown))
	}
	return len(res.Records), ""
}

// opening is how many records that stand first on a page count: one may be an advertisement.
const opening = 3

// sameRecord reports whether a record shown on a page is the one of an answer:
// by its address or title, or by standing in the other's text.
func sameRecord(shown, rec extract.Record) bool {
	switch {
	case !shown.URL.IsZero() && shown.URL.Canonical() == rec.URL.Canonical():
		return true
	case rec.Title != "" && (strings.Contains(shown.Title, rec.Title) || strings.Contains(shown.Text, rec.Title)):
		return true
	case shown.Title != "" && rec.Title != "" && extract.SameTitle(shown.Title, rec.Title):
		return true
	}
	return shown.Text != "" && strings.Contains(rec.Text, shown.Text)
}

// Works reports whether an endpoint still brings records for the question that it was
// learned from.
func (b *Behind) Works(ctx context.Context, e endpoint.Endpoint, keys extract.KeyScheme) (works bool, stop *ledger.Stop) {
	if len(e.Asked) == 0 {
		return false, nil
	}
	p, stop, why := b.send(ctx, e, ledger.ValuesOf(querygen.Query{Bind: e.Asked}))
	if stop != nil || why != "" {
		return false, stop
	}
	doc, err := Document(&e, p)
	if err != nil {
		return false, nil
	}
	res := extract.Read(doc, Reading(e, extract.Options{Keys: keys}))
	return len(res.Records) > 0 && res.Blocked == "" && res.Misfit == "", nil
}

// SaysNothing reports whether an answer that a working endpoint gives is that
// it found nothing: no content, not found, or data without a list and without
// an error.
func SaysNothing(p *page.Page) bool {
	switch {
	case p.Status == http.StatusNotFound, p.Status == http.StatusNoContent, p.Status == http.StatusOK && len(strings.TrimSpace(string(p.Body))) == 0:
		return true
	case p.Status != http.StatusOK:
		return false
	}
	text := strings.ToLower(page.BareJSON(string(p.Body)))
	return len(text) < 2000 && strings.HasPrefix(text, "{") && !strings.Contains(text, `"error`) && !strings.Contains(text, `"message"`)
}
