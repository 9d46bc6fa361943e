package harvest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/hadal-crawler/hadal/harvest"
)

// partedPage is a page whose script searches in an index of which it loads what a word needs.
const partedPage = `<html lang=en><title>Kilns</title><h1>Kilns</h1><input type=search id=q placeholder="Search the kilns"><div id=found></div><script>
	const show = rows => { found.innerHTML = rows.length ? "<p>" + rows.length + " kilns found</p><ul>" + rows.map(r => "<li><h3><a href='" + r.at + "'>" + r.title + "</a></h3><p>" + r.text + "</p></li>").join("") + "</ul>" : "<p>No kilns found.</p>" };
	%s
</script>`

// An index of which a page's script loads the parts that hold what was asked for is read part by
// part, be they named by another file or numbered, and a later run goes on with those that follow.
func TestIndexesInPartsAreRead(t *testing.T) {
	type kiln struct {
		At    string `json:"at"`
		Title string `json:"title"`
		Text  string `json:"text"`
	}
	const kilns = 90
	var all []kiln
	for i := range kilns {
		all = append(all, kiln{fmt.Sprintf("/kiln/%d", i*7), string("bcdfghklmnprst"[i%14]) + "a" + letters(i*7919) + " kiln", "Fired with " + letters(i*104729) + " of " + letters(i*31) + "."})
	}
	packed := func(b []byte) []byte {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		z.Write(b)
		z.Close()
		return out.Bytes()
	}
	named := map[string][]byte{}
	var names [][]any
	words := map[string][]string{}
	for i, k := range all {
		name := fmt.Sprintf("kn%x", 7000+i*131)
		body, _ := json.Marshal(k)
		names = append(names, []any{name, len(body)})
		named["/find/piece/"+name+".bin"] = packed(append([]byte("kilns"), body...))
		for _, w := range strings.Fields(strings.ToLower(k.Title + " " + k.Text)) {
			words[strings.Trim(w, ".")] = append(words[strings.Trim(w, ".")], name)
		}
	}
	manifest, err := cbor.Marshal([]any{1, names})
	if err != nil {
		t.Fatal(err)
	}
	named["/find/all.bin"] = packed(append([]byte("kilns"), manifest...))
	named["/find/words.json"], _ = json.Marshal(words)

	numbered := map[string][]byte{}
	for n, letter := range "bcdfghklmnprst" {
		var rows []string
		for _, k := range all {
			if k.Title[0] == byte(letter) {
				rows = append(rows, fmt.Sprintf("  ['%s',['%s','..%s',1]]", strings.ReplaceAll(k.Title, " ", "_"), k.Title, k.At))
			}
		}
		numbered[fmt.Sprintf("/find/all_%x.js", n)] = []byte("var pieces=[\n" + strings.Join(rows, ",\n") + "\n];\n")
	}
	for name, site := range map[string]struct {
		files  map[string][]byte
		script string
		most   int // requests beside those for the files
	}{
		"named": {named, `
			const load = async at => new TextDecoder().decode(await new Response((await fetch(at)).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
			q.oninput = async () => {
				await load("/find/all.bin");
				const hits = (await (await fetch("/find/words.json")).json())[q.value.toLowerCase()] || [];
				show(await Promise.all(hits.slice(0, 5).map(async n => JSON.parse((await load("/find/piece/" + n + ".bin")).slice(5)))));
			}`, 60},
		"numbered": {numbered, `
			var pieces = [];
			function search() {
				const n = "bcdfghklmnprst".indexOf(q.value[0].toLowerCase());
				if (n < 0) return show([]);
				const s = document.createElement("script");
				s.src = "/find/all_" + n.toString(16) + ".js";
				s.onload = () => show(pieces.filter(p => p[1][0].toLowerCase().startsWith(q.value.toLowerCase())).map(p => ({at: p[1][1].slice(2), title: p[1][0], text: ''})));
				document.head.append(s);
			}
			q.onkeyup = () => setTimeout("search()", 400);`, 60},
	} {
		t.Run(name, func(t *testing.T) {
			n := newShownNetwork(t)
			start, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch body, is := site.files[r.URL.Path]; {
				case is:
					w.Header().Set("Content-Type", "application/octet-stream")
					w.Write(body)
				case r.URL.Path == "/":
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					fmt.Fprintf(w, partedPage, site.script)
				default:
					http.NotFound(w, r)
				}
			}))
			n.AddTarget(start)
			m := newMemory()
			var sum harvest.Summary
			for range 6 { // each begins anew with what is held
				var err error
				if sum, err = harvest.Run(t.Context(), harvest.Site{Name: "kilns", Start: start}, harvest.Options{MaxRequests: 60}, n, m, nil); err != nil {
					t.Fatal(err)
				}
				if sum.Stop.Kind != harvest.Limit {
					break
				}
			}
			if sum.Records != kilns || sum.Stop.Kind != harvest.Complete || sum.Requests > len(site.files)+site.most {
				t.Errorf("%d of %d records, %d requests, %d pages shown, %s: %s", sum.Records, kilns, sum.Requests, n.shown, sum.Stop.Kind, sum.Stop.Reason)
			}
		})
	}
}
