package behind

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// onePage is a site of one page.
type onePage string

func (s onePage) Fetch(_ context.Context, req page.Request) (*page.Page, *ledger.Stop, error) {
	return &page.Page{Request: req, Final: req.URL, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(s)}, nil, nil
}
func (onePage) Cookies(string) []string { return nil }
func (onePage) Tell(string)             {}

func TestWhatIsServedIsWhatTheScriptSearchesIn(t *testing.T) {
	list := func(from, to int) (markup string, records []extract.Record) {
		for i := from; i < to; i++ {
			title := fmt.Sprintf("Lamp of house %d", i*37)
			markup += fmt.Sprintf(`<li><h3><a href="/lamp/%d">%s</a></h3><p>brass, %d</p></li>`, i, title, 1900+i)
			records = append(records, extract.Record{Title: title, Text: fmt.Sprintf("%s brass, %d", title, 1900+i)})
		}
		return "<html><body><h1>Lamps</h1><ul>" + markup + "</ul></body></html>", records
	}
	all, records := list(0, 40)
	_, others := list(60, 64)
	few, _ := list(0, 10)
	u := page.MustParseURL("http://lamps.example/")
	xhr := page.Exchange{Request: page.Get(u), Step: 1, Status: 200}
	for name, c := range map[string]struct {
		served string
		shown  []extract.Record
		sent   []page.Exchange
		want   bool
	}{
		"the script shows a part of what is served": {all, records[20:24], nil, true},
		"the page is served as it is shown":         {few, records[4:8], nil, false},
		"what is shown is not what is served":       {all, others, nil, false},
		"nothing is shown":                          {all, nil, nil, false},
		"a request was sent for it":                 {all, records[20:24], []page.Exchange{xhr}, false},
	} {
		profile := ledger.Profile{Form: &forms.Form{Page: u, Fields: []forms.Field{{Name: "q", Role: forms.QueryRole, Required: true}}}}
		b := New(onePage(c.served), false)
		shown := &page.Page{Request: page.Get(u).Rendered(), Final: u, Body: []byte(few), Exchanges: c.sent}
		b.watch(nil, shown, records[:10])
		b.watch([]page.Pair{{Name: "q", Value: "lamp"}}, shown, c.shown)
		found, stop := b.Served(t.Context(), &profile)
		if stop != nil || found.Whole != c.want {
			t.Errorf("%s: whole is %v, want %v", name, found.Whole, c.want)
		}
		if c.want && profile.Endpoints[0].Words != "q" {
			t.Errorf("%s: words are not looked for in it: %+v", name, profile.Endpoints)
		}
		if c.want && (len(profile.Endpoints) != 1 || !strings.Contains(profile.Endpoints[0].Request.URL.String(), "lamps.example") || profile.Form.Fields[0].Required) {
			t.Errorf("%s: the profile has %+v", name, profile.Endpoints)
		}
	}
}
