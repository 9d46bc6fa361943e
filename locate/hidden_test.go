package locate_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/fixtures/bait"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// shown sends what needs a browser to one.
type shown struct {
	*fetch.Client
	browser *browser.Browser
}

func (n shown) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if r.Render {
		return n.browser.Fetch(ctx, r)
	}
	return n.Client.Fetch(ctx, r)
}

// A search that opens by a press is located and answers, beside hosts whose forms do
// something: none of these is a source, and nothing is done there. The same again asks
// nothing anew.
func TestSearchesThatOpenByAPress(t *testing.T) {
	path, err := browser.Find("")
	if err != nil {
		t.Fatal(err)
	}
	client := newClient(t, fetch.Options{})
	var guard forms.ShownGuard
	b, err := browser.New(browser.Options{Path: path, Judge: browser.Judge{Refuse: guard.RefusePress, Send: guard.RefuseSend, Decline: forms.DeclinesCookies}}, client)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	names, found := []string{"tab", "modal"}, []string(nil)
	var o locate.Options
	of := map[string]*fixtures.Server{}
	for _, k := range fixtures.Kinds(fixtures.Options{}) {
		if !slices.Contains(names, k.Site.Name) {
			continue
		}
		s, err := fixtures.ServeOn(fmt.Sprintf("127.0.11.%d:0", len(of)+1), k.Site)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		start := page.MustParseURL(s.URL())
		of[start.Site()] = s
		o.Seeds = append(o.Seeds, start)
	}
	cases, err := bait.Deeds()
	if err != nil {
		t.Fatal(err)
	}
	var baits []*bait.Server
	for _, lang := range []string{"en", "de", "el"} {
		some := slices.DeleteFunc(slices.Clone(cases), func(c bait.Case) bool {
			return c.Language() != lang || c.Slot != bait.OnPage || c.Reads()
		})
		s, err := bait.Serve(false, some...)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		baits = append(baits, s)
		o.Seeds = append(o.Seeds, page.MustParseURL(s.URL))
	}
	for _, u := range o.Seeds {
		client.AddTarget(u)
	}
	db := openStore(t, filepath.Join(t.TempDir(), "l.db"))
	sum, err := locate.Run(t.Context(), o, shown{client, b}, crawls.Of(db))
	if err != nil || sum.Stop.Kind != harvest.Complete {
		t.Fatalf("%+v %v", sum.Stop, err)
	}
	for _, s := range sum.Sources {
		server := of[s.Site]
		if server == nil || s.Status != locate.Answers {
			t.Errorf("a source is %s on %s: %s, %s", s.Kind, s.Page, s.Status, s.Note)
			continue
		}
		found = append(found, server.Site.Name)
	}
	if slices.Sort(found); !slices.Equal(found, []string{"modal", "tab"}) {
		t.Errorf("located: %q", found)
	}
	for _, s := range baits {
		if done := s.Deeds(); len(done) > 0 {
			t.Errorf("deeds arrived: %q", done)
		}
	}
	sent := sum.Requests
	if sum, err = locate.Run(t.Context(), o, shown{client, b}, crawls.Of(db)); err != nil || sum.Requests > 0 || len(sum.Sources) != 2 {
		t.Errorf("again: %d requests after %d, %d sources, %v", sum.Requests, sent, len(sum.Sources), err)
	}
}
