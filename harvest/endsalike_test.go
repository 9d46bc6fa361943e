package harvest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// letterwise is a site whose script asks for what a letter has, and for more of it from a number on.
type letterwise struct{ words []string }

func (s *letterwise) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	letter, is := strings.CutPrefix(r.URL.Path, "/ord/")
	switch {
	case r.URL.Path == "/":
		row := ""
		for c := 'A'; c <= 'Z'; c++ {
			row += fmt.Sprintf(`<button type=button data-b="%c">%[1]c</button>`, c)
		}
		fmt.Fprintf(w, `<!doctype html><html lang=nb><title>Målføre</title><h1>Ordliste</h1><div id=rad>%s</div><div id=ord></div><div id=mer></div><script>
let b='',n=0;async function hent(){const r=await fetch('/ord/'+b+'?ifra='+n);ord.insertAdjacentHTML('beforeend',await r.text());n=ord.querySelectorAll('.o').length;mer.replaceChildren();
if(n%%10==0&&n){const k=document.createElement('button');k.type='button';k.textContent='Vis flere';k.onclick=hent;mer.append(k)}}
rad.onclick=e=>{const k=e.target.closest('button');if(!k)return;b=k.dataset.b;n=0;ord.replaceChildren();hent()}</script></html>`, row)
	case is:
		at, _ := strconv.Atoi(r.FormValue("ifra"))
		for i, word := range s.words {
			if !strings.HasPrefix(word, letter) {
				continue
			}
			if at--; at < 0 && at >= -10 {
				fmt.Fprintf(w, `<div class=o><a href="/artikkel/%d">%s</a> <span>brukt om %s i %s</span></div>`, i, word, []string{"vær", "redskap", "mat"}[i%3], []string{"Toten", "Voss", "Salten"}[i/3%3])
			}
		}
	default:
		http.NotFound(w, r)
	}
}

// A request behind the page that was learned from an answer of one page is learned once more where
// other answers end alike: what a number said that was the same so far leads on.
func TestAnswersFromBehindThePageThatEndAlike(t *testing.T) {
	site := &letterwise{}
	for i := range 160 {
		site.words = append(site.words, fmt.Sprintf("%c%s%s", "AABCDDDDEFGGGHKKKKKLMMMMNOPRSSSSTV"[i%34], []string{"ang", "ol", "ur"}[i%3], letters(i*7919)))
	}
	for i := range 4 { // the first letter has one page
		site.words = append(site.words[:i*30], site.words[i*30+1:]...)
	}
	n := newShownNetwork(t)
	start, _ := serve(t, site)
	n.AddTarget(start)
	sum, err := harvest.Run(t.Context(), harvest.Site{Name: "site", Start: start}, harvest.Options{}, n, newMemory(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Records != len(site.words) || n.shown > 20 {
		t.Errorf("%d of %d records, %d pages shown: %v", sum.Records, len(site.words), n.shown, sum.Stop)
	}
}
