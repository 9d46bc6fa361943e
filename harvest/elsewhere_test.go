package harvest_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// A search that is sent to another site is asked where that site is a target, too. Where it
// is not, nothing is sent there, and the first question says so.
func TestASearchOnAnotherSite(t *testing.T) {
	site := byParameter("page", 1, 1, "")
	site.seen, site.lamps = map[string]bool{}, fewLamps()
	asked := 0
	l, err := net.Listen("tcp", "127.0.0.9:0")
	if err != nil {
		t.Fatal(err)
	}
	other := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		site.ServeHTTP(w, r)
	}))
	other.Listener.Close()
	other.Listener = l
	other.Start()
	defer other.Close()
	for _, by := range []string{"action", "base"} {
		start, client := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			base, action := "", other.URL+"/find"
			if by == "base" {
				base, action = fmt.Sprintf(`<base href="%s/">`, other.URL), "find"
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<html lang=en><title>Lamps</title>%s<h1>Lamps</h1><form action="%s" role=search><label>Search the lamps <input type=search name=q></label><button>Search</button></form>`, base, action)
		}))
		o := harvest.Options{SeedWords: []string{"brass"}}
		asked = 0
		sum := lookAt(t, start, client, o)
		if asked > 0 || sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "another site: 127.0.0.9") || strings.Contains(sum.Stop.Reason, "--form") {
			t.Errorf("%s: %d requests were sent to the other site, which is no target: %+v", by, asked, sum.Stop)
		}
		client.AddTarget(page.MustParseURL(other.URL + "/"))
		sum = lookAt(t, start, client, o)
		if sum.Records != 90 {
			t.Errorf("%s: %d of 90 records of the other site, which is a target: %+v", by, sum.Records, sum.Stop)
		}
	}
}

// Where no question gets an answer that can be read, the end says what came instead.
func TestWhatCannotBeReadIsTold(t *testing.T) {
	sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if tree := r.FormValue("tree"); r.URL.Path == "/show" && tree != "" {
			fmt.Fprintf(w, "<html lang=en><title>Trees</title><h1>Tree %s</h1><p>It is %s0 m high, and stands in the park.", tree, tree)
			return
		}
		var options strings.Builder
		for i := range 12 {
			fmt.Fprintf(&options, "<option value=%d>Oak %[1]d", i)
		}
		fmt.Fprintf(w, `<html lang=en><title>Trees</title><form action=/show><label>Tree <select name=tree><option value="">choose%s</select></label><button>Search</button></form>`, &options)
	}), harvest.Options{})
	if sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "got an answer that can be read (the last: ") {
		t.Errorf("%+v", sum.Stop)
	}
}
