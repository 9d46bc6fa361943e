package harvest_test

import (
	"net/url"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
)

// What only a script of the page tells is used: how the boxes want their dates,
// and which models go with which builder. The dates alone lead to everything,
// near the floor; without them the lists lead to all that they can.
func TestDateBoxesAndListsThatAScriptFills(t *testing.T) {
	site := fixtures.Harbour(fixtures.Options{})
	server := serveSite(t, site)
	once := harvests(server)
	harvested := func(o harvest.Options) harvest.Summary {
		t.Helper()
		sum := once(o)
		t.Logf("%d of %d records with %d requests, floor %d (%s)", sum.Records, len(site.Records), sum.Requests, *sum.Floor, sum.Stop.Reason)
		return sum
	}
	if sum := harvested(harvest.Options{}); sum.Records != len(site.Records) || sum.Requests > 70 {
		t.Errorf("held %d of %d with %d requests: %s", sum.Records, len(site.Records), sum.Requests, sum.Stop.Reason)
	}
	before := len(server.Log())
	harvested(harvest.Options{Fresh: true, Roles: map[string]forms.Role{"from": forms.OtherRole, "to": forms.OtherRole}})
	models := 0
	for _, e := range server.Log()[before:] {
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
	if models < 9 { // one of the ten models is all that its builder makes
		t.Errorf("asked for %d models", models)
	}
}
