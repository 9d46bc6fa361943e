package harvest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// searchedHere is a page whose script searches in one file, for words of three
// letters and more, and shows nothing before that.
const searchedHere = `<!DOCTYPE html><title>Zqv</title><div id="app"></div><script>
document.getElementById("app").innerHTML = '<div><input id="box" type="search"></div><ul id="list"></ul>';
const box = document.getElementById("box"), list = document.getElementById("list");
let all = [];
fetch("/all.dat").then(a => a.json()).then(a => { all = a; });
box.addEventListener("input", () => {
  const found = box.value.length < 3 ? [] : all.filter(x => x.name.includes(box.value));
  list.innerHTML = found.map(x => "<li><h4>" + x.name + "</h4><p>" + x.colour + "</p></li>").join("") || "<li>Nothing found</li>";
});
</script>`

// That the page's script itself searches may come out only when questions were
// asked: then planning begins anew, with the file that has everything.
func TestAListingFoundLateIsRead(t *testing.T) {
	n := newShownNetwork(t)
	var rows []string
	for i := range 60 {
		rows = append(rows, fmt.Sprintf(`{"id":%d,"name":"%s lamp %d","colour":"hue %d"}`, 100+i, []string{"brass", "lamp for and in halls", "tin", "hand made oak"}[i%4], i, i*7))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, searchedHere)
		case "/all.dat":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "["+strings.Join(rows, ",")+"]")
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	start := page.MustParseURL(server.URL + "/")
	n.AddTarget(start)
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for run := range 2 { // the second replays the ledger
		sum, err := harvest.Run(t.Context(), harvest.Site{Name: "lamps", Start: start}, harvest.Options{MaxRequests: 120}, n, db, func(e harvest.Event) {
			t.Log(e.Kind, e.Message)
		})
		if err != nil {
			t.Fatal(err)
		}
		if sum.Records != len(rows) || sum.Stop.Kind != harvest.Exhausted && sum.Stop.Kind != harvest.Complete {
			t.Errorf("run %d: %d of %d records: %s", run, sum.Records, len(rows), sum.Stop.Reason)
		}
	}
	held := 0
	for rec, err := range db.Records(t.Context(), "lamps") {
		if err != nil {
			t.Fatal(err)
		}
		if held++; !strings.HasPrefix(rec.Key, "id:") {
			t.Errorf("%q has the key %q of a page", rec.Title, rec.Key)
		}
	}
	if held != len(rows) {
		t.Errorf("%d records in the store, want %d", held, len(rows))
	}
}
