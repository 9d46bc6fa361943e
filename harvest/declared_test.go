package harvest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// A site that shows no form, but names its search to machines, or by links that each ask
// for what they say, is asked by that.
func TestSearchesThatSitesName(t *testing.T) {
	form := regexp.MustCompile(`(?s)<form.*?</form>`)
	for _, c := range []struct {
		name, start string
		records     bool
	}{
		{"linked data", `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","url":"/","potentialAction":[{"@type":"SearchAction","target":{"@type":"EntryPoint","urlTemplate":"/find?q={search_term_string}"},"query-input":"required name=search_term_string"}]}]}</script>`, true},
		{"an address in linked data", `<script type="application/ld+json">{"@type":"WebSite","potentialAction":{"@type":"SearchAction","target":"/find?q={q}","query-input":"required name=q"}}</script>`, true},
		{"microdata", `<div itemscope itemtype="https://schema.org/WebSite"><div itemprop="potentialAction" itemscope itemtype="https://schema.org/SearchAction"><meta itemprop="target" content="/find?q={q}"></div></div>`, true},
		{"an OpenSearch description", `<link rel="search" type="application/opensearchdescription+xml" href="/described.xml">`, true},
		{"links", `<p>Popular: <a href="/find?q=brass">Brass</a>, <a href="/find?q=copper">Copper</a>`, true},
		{"one link", `<p>Popular: <a href="/find?q=brass">Brass</a>`, false},
		{"links to topics", `<p><a href="/find?topic=1">Brass</a>, <a href="/find?topic=2">Copper</a>`, false},
		{"a search elsewhere", `<script type="application/ld+json">{"@type":"SearchAction","target":"https://other.example/find?q={q}"}</script>`, false},
		{"what deletes", `<script type="application/ld+json">{"@type":"SearchAction","target":"/find?q={q}&action=delete"}</script>`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			site := byParameter("page", 1, 1, "")
			site.seen, site.lamps = map[string]bool{}, fewLamps()
			asked := 0
			sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					io.WriteString(w, "<html lang=en><title>Lamps</title><h1>Lamps of brass and copper</h1>"+c.start)
					return
				case "/described.xml":
					w.Header().Set("Content-Type", "application/opensearchdescription+xml")
					io.WriteString(w, `<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Lamps</ShortName><Url type="text/html" template="http://`+r.Host+`/find?q={searchTerms}&amp;page={startPage?}"/></OpenSearchDescription>`)
					return
				}
				asked++
				page := httptest.NewRecorder()
				site.ServeHTTP(page, r)
				w.Header().Set("Content-Type", page.Header().Get("Content-Type"))
				w.WriteHeader(page.Code)
				w.Write(form.ReplaceAll(page.Body.Bytes(), nil))
			}), harvest.Options{})
			if c.records && sum.Records != len(site.lamps) {
				t.Errorf("%d of %d records in %d requests: %v", sum.Records, len(site.lamps), asked, sum.Stop)
			}
			if !c.records && (sum.Stop.Kind != harvest.NoForm || sum.Form != nil) {
				t.Errorf("form %v: %v", sum.Form, sum.Stop)
			}
		})
	}
}
