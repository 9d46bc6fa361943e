package plan

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// registered are records of people whose names are made of a few syllables, most of them once.
func registered(n int) (out []model.Record) {
	syllables := []string{"ba", "cor", "de", "fin", "go", "hul", "je", "kam", "lo", "mir", "na", "ol", "pe", "ru", "sta", "ti", "ven", "wa", "zy", "es"}
	r := rand.New(rand.NewPCG(3, 1))
	name := func(n int) (s string) {
		for range n {
			s += syllables[r.IntN(len(syllables))]
		}
		return s
	}
	for i := range n {
		out = append(out, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{
			pair("name", name(2+r.IntN(2))+" "+name(2+r.IntN(2))), pair("number", fmt.Sprint(10000+7*i)), pair("town", []string{"Norden", "Westrum", "Ostby"}[i%3])}})
	}
	return out
}

// TestPartsOfWords asks boxes that find parts of words, and show 50 rows at most: records whose
// words no other has come by their beginnings.
func TestPartsOfWords(t *testing.T) {
	records := registered(800)
	least, first := 1, "" // letters; a word to start from
	run := func(matching string, said ...querygen.Capability) (p *Planner, requests int, last string) {
		m, err := model.New(records, model.Options{Box: true, TopK: 50, PageSize: 25, Totals: "hidden", Matching: matching, Operators: "and", Searches: []string{"name"}})
		if err != nil {
			t.Fatal(err)
		}
		if p, err = New(querygen.Options{Form: m.Form(), Seeds: []string{cmp.Or(first, m.StartWord(1))}, Capabilities: said}); err != nil {
			t.Fatal(err)
		}
		for requests < 700 {
			a, ok := p.Next()
			if last = p.Done(Bounds{Share: 0.98, MinYield: 0.01, Patience: 200}); !ok || last != "" {
				break
			}
			o := m.Ask(a)
			if len(a.Query.Bind) == 1 && len(a.Query.Bind[0].Value) < least {
				o = querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Refused, Total: -1, Requests: 1}
			}
			requests += o.Requests
			p.Observe(o)
		}
		return p, requests, last
	}
	known := 0
	for _, matching := range []string{"beginning", "anywhere", "start"} {
		p, requests, last := run(matching)
		if p.Held() < 776 {
			t.Errorf("%s: %d of 800 records are held after %d requests (%s)", matching, p.Held(), requests, last)
		}
		if e := p.Estimate(); e.Known() {
			known++
			if e.Low > 800 || e.High < 800 {
				t.Errorf("%s: %.0f to %.0f are told of 800", matching, e.Low, e.High)
			}
		}
		without, _, _ := run(matching, querygen.Capability{Name: querygen.CanSubstring, Verdict: querygen.No})
		if without.Held() >= p.Held() {
			t.Errorf("%s: as many are held when words are asked whole", matching)
		}
	}
	if known == 0 {
		t.Error("the number of records is never known")
	}
	if p, _, _ := run("words"); p.Capabilities().Get(querygen.CanSubstring).Verdict == querygen.Yes {
		t.Error("a box that finds whole words is said to find parts of them")
	}

	// Single letters are refused, and the beginnings of texts alone are found.
	least, first, records = 2, "lindström", subscribers(500)
	if p, requests, last := run("start"); p.Held() < 300 {
		t.Errorf("%d of 500 records are held after %d requests where single letters are refused (%s)", p.Held(), requests, last)
	}
}

// subscribers are records of people with few names, which begin with any letter.
func subscribers(n int) (out []model.Record) {
	r := rand.New(rand.NewPCG(7, 1))
	of := func(words string) string {
		w := strings.Fields(words)
		return w[int(float64(len(w))*r.Float64()*r.Float64())]
	}
	for i := range n {
		family := of("lind berg ek björk sand hag sjö ström åker öst väster norr söder blom ros gran alm hed wall dahl forss holm lund ny") + of("ström berg gren qvist lund man mark blad ell dahl")
		out = append(out, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{
			pair("name", family+" "+of("anna erik maria lars karin karl eva anders per lena")),
			pair("street", of("storgatan kyrkogatan skolgatan parkvägen ringvägen")+fmt.Sprint(" ", r.IntN(80))),
			pair("number", fmt.Sprint("02", 40+i%10, " ", 10+r.IntN(90), " ", 10+r.IntN(90)))}})
	}
	return out
}
