package harvest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// Where answers come by a WebSocket alone, nothing is found, and the end says why.
func TestAnswersByAWebSocketAreNamed(t *testing.T) {
	n := newShownNetwork(t)
	asked := 0
	start, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/live" {
			asked++
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(`<html lang=en><title>Lamps</title><div id=root></div><script>
			root.innerHTML = "<h1>Lamps</h1><form role=search><input placeholder='Search the lamps'><button>Search</button></form><ul></ul>";
			const live = new WebSocket("ws://" + location.host + "/live?token=secret");
			live.onmessage = m => { document.querySelector("ul").innerHTML = m.data };
			document.querySelector("form").onsubmit = e => { e.preventDefault(); live.send(document.querySelector("input").value) };
		</script>`))
	}))
	n.AddTarget(start)
	sum, err := harvest.Run(t.Context(), harvest.Site{Name: "lamps", Start: start}, harvest.Options{MaxRequests: 8}, n, newMemory(), nil)
	if err != nil || sum.Records > 0 || asked > 0 {
		t.Fatalf("%d records, the socket was opened %d times: %v", sum.Records, asked, err)
	}
	if why := sum.Stop.Reason; !strings.Contains(why, "WebSocket (ws://") || strings.Contains(why, "secret") {
		t.Errorf("%s: %s", sum.Stop.Kind, why)
	}
}
