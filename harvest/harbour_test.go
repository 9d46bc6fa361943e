package harvest_test

import (
	"net/url"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
)

// What only a script of the page tells is used: how the boxes want their dates,
// and which models go with which builder. The dates alone lead to everything,
// near the floor; without them the lists lead to all that they can.
func TestDateBoxesAndListsThatAScriptFills(t *testing.T) {
	site := fixtures.Harbour(fixtures.Options{})
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	harvested := func(strategy string) harvest.Summary {
		t.Helper()
		sum := harvests(t, server)(harvest.Options{Strategy: strategy})
		t.Logf("%s: %d of %d records with %d requests, floor %d (%s)", strategy, sum.Records, len(site.Records), sum.Requests, *sum.Floor, sum.Stop.Reason)
		return sum
	}
	if sum := harvested("auto"); sum.Records != len(site.Records) || sum.Requests > 70 {
		t.Errorf("held %d of %d with %d requests: %s", sum.Records, len(site.Records), sum.Requests, sum.Stop.Reason)
	}
	models := 0
	for _, e := range server.Log() {
		u, err := url.Parse(e.Target)
		if err != nil {
			t.Fatal(err)
		}
		v := u.Query()
		if v.Get("model") == "" || v.Get("page") != "" {
			continue
		}
		models++
		if !slices.Contains(fixtures.HarbourModels(v.Get("builder")), v.Get("model")) {
			t.Errorf("asked %s", e.Target)
		}
	}
	t.Logf("asked for %d models", models)
}
