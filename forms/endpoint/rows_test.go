package endpoint_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/page"
)

// index is what scripts search in, as they bring it.
func index(how string) string {
	var titles, ats, rows, kept, keyed []string
	for i := range 20 {
		title := fmt.Sprintf("%s lamp %d", []string{"Brass", "Tin"}[i%2], i)
		titles, ats = append(titles, fmt.Sprintf("%q", title)), append(ats, fmt.Sprintf(`"n%d"`, i))
		rows = append(rows, fmt.Sprintf(`{"title":%q,"url":"/lamp/n%d"}`, title, i))
		kept = append(kept, fmt.Sprintf(`"%d":{"title":%q}`, i, title))
		keyed = append(keyed, fmt.Sprintf(`"%d":"/lamp/n%d"`, i, i))
	}
	switch how {
	case "columns":
		return "setIndex({at:[" + strings.Join(ats, ",") + "],titles:[" + strings.Join(titles, ",") + "],words:{lamp:[0,1,2]}})"
	case "keys":
		return "const e=`" + `{"n":20,"at":{` + strings.Join(keyed, ",") + `},"kept":{` + strings.Join(kept, ",") + "}}`;export{e as default};"
	}
	return "var docs=[" + strings.Join(rows, ",") + "]"
}

// What a page's script searches in is told by what it is, however the page shows what it
// found: Enter may lead to the first of it.
func TestIndexesAreToldByWhatTheyList(t *testing.T) {
	at := func(path string) page.URL { return page.MustParseURL(host + path) }
	for how, link := range map[string]string{"rows": "{/url}", "keys": "{/at}", "columns": host + "/lamp/{/at}"} {
		x := get("/index.js", index(how))
		x.Step = 0
		o := endpoint.Observation{Page: page.Get(at("/")), Asked: []page.Pair{{Name: "q", Value: "brass"}}, Exchanges: []page.Exchange{x},
			Text: "Lamps Brass lamp 4 It is of brass, and old.", Final: at("/lamp/n4"),
			Shown: []endpoint.Shown{{Title: "Brass lamp 4", Text: "Brass lamp 4 It is of brass, and old."}, {Title: "About us", Text: "About us"}, {Title: "Contact", Text: "Contact"}},
			Links: []endpoint.Shown{{Title: "Brass lamp 4", Text: "Brass lamp 4", URL: at("/lamp/n4")}}}
		e, ok := endpoint.Learn([]endpoint.Observation{o})
		if !ok || !e.Whole || e.Answer.Link != link {
			t.Errorf("%s: %+v", how, e)
		}
		if titles := endpoint.Titles(x.Body); len(titles) != 20 || titles[0] != "Brass lamp 0" {
			t.Errorf("%s: titles %q", how, titles)
		}
		marked := o // by a parameter with what was asked
		marked.Links = []endpoint.Shown{{Title: "Brass lamp 4", Text: "Brass lamp 4", URL: at("/lamp/n4?mark=brass")}}
		marked.Final, marked.Shown = o.Page.URL, nil
		if e, ok := endpoint.Learn([]endpoint.Observation{marked}); how != "columns" && (!ok || !e.Whole) {
			t.Errorf("%s: not taken where links say what was asked: %+v", how, e)
		}
		for why, change := range map[string]func(o *endpoint.Observation){
			"shows none of what was asked": func(o *endpoint.Observation) { o.Text = "Lamps Tin lamp 5" },
			"shows what the list does not have": func(o *endpoint.Observation) {
				o.Final, o.Shown[1].URL, o.Shown[2].URL = at("/"), at("/about"), at("/contact")
			},
			"is elsewhere": func(o *endpoint.Observation) { o.Final = at("/help") },
			"sent it late": func(o *endpoint.Observation) { o.Exchanges[0].Step = 1 },
			"asked for it": func(o *endpoint.Observation) { o.Exchanges[0] = get("/index.js?q=brass", index(how)) },
		} {
			p := o
			p.Exchanges, p.Shown = append([]page.Exchange{}, o.Exchanges...), append([]endpoint.Shown{}, o.Shown...)
			change(&p)
			if e, ok := endpoint.Learn([]endpoint.Observation{p}); ok && e.Whole {
				t.Errorf("%s: taken where the page %s", how, why)
			}
		}
	}
}

// An index may name its pages as files, of which the links below the box tell where they
// are, and hold words and where they stand, which are more than its pages.
func TestIndexesWhosePagesAreLinkedBelowTheBox(t *testing.T) {
	var rows, stands []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf(`{"kind":64,"name":"%sLamp%d","url":"lamps/n%d.html"}`, []string{"brass", "tin"}[i%2], i, i))
		for _, in := range []string{"name", "text"} {
			stands = append(stands, fmt.Sprintf(`["%s/%d",[%d,1.5]]`, in, i, i))
		}
	}
	data := `{"rows":[` + strings.Join(rows, ",") + `],"index":{"stands":[` + strings.Join(stands, ",") + `]}}`
	x := get("/assets/search.js", `window.searchData = "`+base64.StdEncoding.EncodeToString([]byte(data))+`";`)
	x.Step = 0
	at := page.MustParseURL(host + "/")
	o := endpoint.Observation{Page: page.Get(at), Final: at, Asked: []page.Pair{{Name: "q", Value: "brassLamp4"}}, Exchanges: []page.Exchange{x}, Text: "Lamps brassLamp4",
		Links: []endpoint.Shown{{Title: "brassLamp4", Text: "brassLamp4", URL: page.MustParseURL(host + "/lamps/n4.html")}}}
	e, ok := endpoint.Learn([]endpoint.Observation{o})
	if want := host + "/{/url}"; !ok || !e.Index || e.Answer.List != "/rows" || e.Answer.Link != want {
		t.Errorf("%+v, want %s", e, want)
	}
	if titles := endpoint.Titles(x.Body); len(titles) != 20 || titles[0] != "brassLamp0" {
		t.Errorf("titles %q", titles)
	}
	o.Links[0].URL = page.MustParseURL(host + "/shop/brass")
	if e, ok := endpoint.Learn([]endpoint.Observation{o}); ok {
		t.Errorf("taken where the link leads to none of its pages: %+v", e)
	}
}

// In an index by names the rows of a page stand here and there, and each is something that is
// to be found; one of pages has the headings of each right behind it.
func TestRowsOfAPageThatDoNotStandTogetherAreApart(t *testing.T) {
	for together, want := range map[bool]bool{true: false, false: true} {
		var rows []string
		for i := range 24 {
			n := i % 4
			if together {
				n = i / 6
			}
			rows = append(rows, fmt.Sprintf(`{"title":"%s lamp %d","url":"/room/n%d#lamp%d"}`, []string{"Brass", "Tin"}[i%2], i, n, i))
		}
		x := get("/index.js", "var docs=["+strings.Join(rows, ",")+"]")
		x.Step = 0
		at := page.MustParseURL(host + "/")
		o := endpoint.Observation{Page: page.Get(at), Final: at, Asked: []page.Pair{{Name: "q", Value: "brass"}}, Exchanges: []page.Exchange{x}, Text: "Lamps Brass lamp 4",
			Links: []endpoint.Shown{{Title: "Brass lamp 4", Text: "Brass lamp 4", URL: page.MustParseURL(host + "/room/n0")}}}
		e, ok := endpoint.Learn([]endpoint.Observation{o})
		if !ok || e.Answer.Apart != want {
			t.Errorf("together %v: %+v", together, e)
		}
		doc, err := page.ParseDocument(x.Body, "application/json; charset=utf-8", at)
		if err != nil {
			t.Fatal(err)
		}
		objects := extract.Objects(e.Answer)
		keys := map[string]bool{}
		for _, r := range extract.Read(doc, extract.Options{Objects: &objects}).Records {
			keys[r.Key] = true
		}
		if n := len(keys); n != map[bool]int{true: 4, false: 24}[together] {
			t.Errorf("together %v: %d keys", together, n)
		}
	}
}

// The only address in the answer to a question may be that of a file.
func TestAnswersToQuestionsKeepTheirAddressesToThemselves(t *testing.T) {
	names := lamps("brass")
	var rows []string
	for _, n := range names {
		rows = append(rows, fmt.Sprintf(`{"name":%q,"plan":"/plans/%s.tgz"}`, n, strings.ReplaceAll(n, " ", "-")))
	}
	o := endpoint.Observation{Page: page.Get(page.MustParseURL(host + "/")), Asked: []page.Pair{{Name: "q", Value: "brass"}},
		Exchanges: []page.Exchange{get("/find?q=brass", "["+strings.Join(rows, ",")+"]")}}
	for _, n := range names {
		o.Shown = append(o.Shown, endpoint.Shown{Title: n, Text: n})
	}
	if e, ok := endpoint.Learn([]endpoint.Observation{o}); !ok || e.Answer.Link != "" || e.Answer.Title != "/name" {
		t.Errorf("%+v", e)
	}
}

// An index may hold the menu of its pages, too, whose rows are what the page lists unasked:
// the pages are what its script searches in.
func TestTheMenuInAnIndexIsNotItsList(t *testing.T) {
	var menu, pages []string
	var shown []endpoint.Shown
	for i := range 40 {
		row := fmt.Sprintf(`"title":"Lamp number %d","url":"/lamps/n%d.html"`, i, i)
		if pages = append(pages, fmt.Sprintf(`"%d":{"text":"Of brass.",%s}`, i, row)); i%10 == 0 {
			title := fmt.Sprintf("Lamp number %d", i)
			menu = append(menu, "{"+row+"}")
			shown = append(shown, endpoint.Shown{Title: title, Text: title, URL: page.MustParseURL(fmt.Sprintf(host+"/lamps/n%d.html", i))})
		}
	}
	x := get("/search-index.js", `init({"pages":{`+strings.Join(pages, ",")+`},"menu":[`+strings.Join(menu, ",")+`]})`)
	x.Step = 0
	e, ok := endpoint.Learn([]endpoint.Observation{{Page: page.Get(page.MustParseURL(host + "/")), Exchanges: []page.Exchange{x}, Shown: shown}})
	if !ok || e.Answer.List != "/pages" || !e.Answer.Keyed {
		t.Errorf("%t, %+v", ok, e)
	}
}
