package surface_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/surface"
)

// A link is one that does something by what it calls itself, how it is sent and what it has
// visitors confirm, in whatever language they are asked.
func TestHarms(t *testing.T) {
	doc := parse(t, `<a href="/1" data-confirm="Oletko varma?">x</a> <a href="/2" onclick="return confirm('Hakika?')">x</a> <a href="/3" onclick="return confirm(sure)">x</a>
		<a href="/4" data-method="delete">x</a> <a href="/5" hx-delete="/x/5">x</a> <a href="/6" class="btn-delete">x</a> <a href="/7"><img alt="Delete"></a> <a href="/8" title="removeItem">x</a>
		<a href="/fine/1" data-confirm="false">x</a> <a href="/fine/2" onclick="confirmed(this)">x</a> <a href="/fine/3" data-method="get">x</a> <a href="/fine/4" class="list">x</a> <a href="/fine/5"><img alt="A heron"></a>`)
	harms := surface.Harms(doc)
	for u, why := range harms {
		if strings.Contains(u.String(), "/fine/") || why == "" {
			t.Errorf("%s: %q", u, why)
		}
	}
	if len(harms) != 8 {
		t.Errorf("%d of 8: %v", len(harms), harms)
	}
}
