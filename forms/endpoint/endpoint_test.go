package endpoint_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/page"
)

const host = "http://lamps.example"

// get is an exchange by GET with a JSON answer.
func get(path, body string) page.Exchange {
	return page.Exchange{Request: page.Get(page.MustParseURL(host + path)), Status: 200, Body: []byte(body),
		Header: http.Header{"Content-Type": {"application/json"}}, Step: 1}
}

// post is an exchange by POST of JSON, or of form data.
func post(path, sent, body string) page.Exchange {
	x := get(path, body)
	x.Request.Method, x.Request.Body, x.Request.ContentType = "POST", sent, "application/json"
	if sent[0] != '{' && sent[0] != '[' {
		x.Request.ContentType = "application/x-www-form-urlencoded; charset=UTF-8"
	}
	return x
}

// lamps are the records of the made-up site that a word finds.
func lamps(word string) (names []string) {
	for i, kind := range []string{"desk", "floor", "wall"} {
		names = append(names, fmt.Sprintf("%s %s lamp %d", word, kind, i))
	}
	return names
}

func list(names []string) string {
	var items []string
	for i, n := range names {
		items = append(items, fmt.Sprintf(`{"id":%d,"name":%q,"slug":%q}`, 70+i, n, strings.ReplaceAll(n, " ", "-")))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// cells are records as rows of a table, HTML in them.
func cells(names []string) string {
	var rows []string
	for i, n := range names {
		rows = append(rows, fmt.Sprintf(`["<a href='/lamp/%d/view'>%s<\/a>","in &amp; out",%d]`, 70+i, n, 70+i))
	}
	return `{"data":[` + strings.Join(rows, ",") + `],"shape":[[1,2],[3,4],[5,6],[7,8]]}`
}

func shown(names []string) (out []endpoint.Shown) {
	for i, n := range names {
		out = append(out, endpoint.Shown{Title: n, Text: n + " in stock", URL: page.MustParseURL(fmt.Sprintf("%s/lamp/%d/view", host, 70+i))})
	}
	return out
}

// asked is an observation of a word in the box.
func asked(word string, records []endpoint.Shown, exchanges ...page.Exchange) endpoint.Observation {
	return endpoint.Observation{Asked: []page.Pair{{Name: "q", Value: word}}, Page: page.Get(page.MustParseURL(host + "/")).Rendered(), Shown: records, Exchanges: exchanges}
}

func TestLearn(t *testing.T) {
	red, blue := lamps("red"), lamps("blue")
	const graph = `"query":"query Find($text: String!, $after: String) { find(text: $text, after: $after) { edges { node { name } } } }"`
	for _, c := range []struct {
		name string
		seen []endpoint.Observation
		at   endpoint.Progress // of the request filled
		want string            // for the word "old lamp": method, address, body
		next string            // an answer that leads to the cursor of at
	}{
		{
			name: "a parameter among constants",
			seen: []endpoint.Observation{
				asked("qxzzy", nil, get("/api/count", `{"n":3}`), get("/api/find?lang=en&q=qxzzy&fields=name", "[]")),
				asked("red", shown(red), get("/api/find?lang=en&q=red&fields=name", list(red)), get("/api/ads?q=red", `{"ad":"buy"}`)),
			},
			want: "GET http://lamps.example/api/find?lang=en&q=old%20lamp&fields=name",
		},
		{
			name: "a segment of the path, while it was typed",
			seen: []endpoint.Observation{
				asked("red", shown(red), get("/s/r.json", list(append(blue, red...))), get("/s/re.json", list(red)), get("/s/red.json", list(red))),
			},
			want: "GET http://lamps.example/s/old%20lamp.json",
		},
		{
			name: "form data, second page by its number",
			seen: []endpoint.Observation{
				asked("red", shown(red), post("/find", "action=find&term=red&paged=1", list(red[:2])), post("/find", "action=find&term=red&paged=2", list(red[2:]))),
			},
			at:   endpoint.Progress{Page: 3},
			want: "POST http://lamps.example/find action=find&term=old+lamp&paged=3",
		},
		{
			name: "the second page has a number, the first none",
			seen: []endpoint.Observation{
				asked("red", shown(red), get("/find?q=red", list(red[:2])), get("/find?q=red&p=2", list(red[2:]))),
			},
			at:   endpoint.Progress{Page: 4},
			want: "GET http://lamps.example/find?q=old%20lamp&p=4",
		},
		{
			name: "an offset that rows show to be one",
			seen: []endpoint.Observation{
				asked("red", shown(red), post("/find", `{"q":"red","z":0}`, list(red[:2])), post("/find", `{"q":"red","z":2}`, list(red[2:]))),
			},
			at:   endpoint.Progress{Page: 3, Rows: 4},
			want: `POST http://lamps.example/find {"q":"old lamp","z":4}`,
		},
		{
			name: "a counter of requests beside the offset, which by chance is what was asked",
			seen: []endpoint.Observation{
				asked("2", shown(red), post("/find", "draw=4&start=0&length=2", list(red[:2])), post("/find", "draw=5&start=2&length=2", list(red[2:]))),
			},
			at:   endpoint.Progress{Page: 3, Rows: 4},
			want: "POST http://lamps.example/find draw=6&start=4&length=old+lamp",
		},
		{
			name: "an offset after a size",
			seen: []endpoint.Observation{asked("red", shown(red), get("/find?limit=3&offset=0&q=red", list(red)))},
			at:   endpoint.Progress{Page: 2, Rows: 3},
			want: "GET http://lamps.example/find?limit=3&offset=3&q=old%20lamp",
		},
		{
			name: "a range by two parameters",
			seen: []endpoint.Observation{asked("red", shown(red), get("/find?_end=3&_order=ASC&_start=0&q=red", list(red)))},
			at:   endpoint.Progress{Page: 3, Rows: 6},
			want: "GET http://lamps.example/find?_end=9&_order=ASC&_start=6&q=old%20lamp",
		},
		{
			name: "a range in JSON, its end counted in",
			seen: []endpoint.Observation{asked("red", shown(red), get(`/find?range=%5B0%2C2%5D&price_range=0&q=red`, list(red)))},
			at:   endpoint.Progress{Page: 2, Rows: 3},
			want: "GET http://lamps.example/find?range=%5B3%2C5%5D&price_range=0&q=old%20lamp",
		},
		{
			name: "rows of cells, a range that moved",
			seen: []endpoint.Observation{
				asked("red", shown(red), get("/rows?q=red&from=0&to=2", cells(red[:2])), get("/rows?q=red&from=2&to=4", cells(red[2:]))),
			},
			at:   endpoint.Progress{Page: 3, Rows: 4},
			want: "GET http://lamps.example/rows?q=old%20lamp&from=4&to=6",
		},
		{
			name: "a word that stood in another place before it was asked",
			seen: []endpoint.Observation{
				asked("", shown(blue), get("/red.json", `{"menu":1}`)),
				asked("red", shown(red), get("/red.json", list(append(red, blue...))), get("/find?q=red", list(red))),
			},
			want: "GET http://lamps.example/find?q=old%20lamp",
		},
		{
			name: "a cursor declared, not yet sent",
			seen: []endpoint.Observation{
				asked("red", shown(red), post("/graphql", `{"operationName":"Menu","query":"query Menu { menu { name } }","variables":{}}`, `{"data":{"menu":[]}}`),
					post("/graphql", `{"operationName":"Find",`+graph+`,"variables":{"text":"red"}}`,
						`{"data":{"find":{"edges":[{"cursor":"c1","node":{"name":"red desk lamp 0"}},{"cursor":"c2","node":{"name":"red floor lamp 1"}}],"pageInfo":{"hasNextPage":true,"endCursor":"c2"}}}}`)),
			},
			at:   endpoint.Progress{Page: 2, Cursor: "c2"},
			want: `POST http://lamps.example/graphql {"operationName":"Find",` + graph + `,"variables":{"text":"old lamp","after":"c2"}}`,
		},
		{
			name: "the cursor of the list, not of its last item",
			seen: []endpoint.Observation{
				asked("red", shown(red), get("/find?q=red", `{"items":[{"name":"red desk lamp 0","at":"cursor-1"},{"name":"red floor lamp 1","at":"cursor-2"}],"end":"cursor-2"}`),
					get("/find?q=red&from=cursor-2", `{"items":[{"name":"red wall lamp 2","at":"cursor-3"}],"end":"cursor-3"}`)),
			},
			at:   endpoint.Progress{Page: 2, Cursor: "cursor-9"},
			want: "GET http://lamps.example/find?q=old%20lamp&from=cursor-9",
			next: `{"items":[{"name":"a","at":"cursor-7"},{"name":"b","at":"cursor-8"},{"name":"c","at":"cursor-9"}],"end":"cursor-9"}`,
		},
		{
			name: "the word within a query language, quoted",
			seen: []endpoint.Observation{
				asked("red", shown(red), post("/graphql", `{"query":"{ find(text: \"red\") { name } }"}`, `{"data":{"find":`+list(red)+`}}`)),
			},
			want: `POST http://lamps.example/graphql {"query":"{ find(text: \"old lamp\") { name } }"}`,
		},
		{
			name: "JSON in a parameter, form data in JSON",
			seen: []endpoint.Observation{
				asked("red", shown(red), post("/multi?o=%7B%22w%22%3A%22red%22%7D", `{"requests":[{"indexName":"lamps","params":"query=red&page=0&hitsPerPage=20"}]}`, `{"results":[{"hits":`+list(red)+`}]}`)),
			},
			at:   endpoint.Progress{Page: 2},
			want: `POST http://lamps.example/multi?o=%7B%22w%22%3A%22old%20lamp%22%7D {"requests":[{"indexName":"lamps","params":"query=old%20lamp&page=1&hitsPerPage=20"}]}`,
		},
		{
			name: "a word that stands somewhere by chance",
			seen: []endpoint.Observation{
				asked("qxzzy", nil, get("/find?q=qxzzy&theme=red", "[]")),
				asked("red", shown(red), get("/find?q=red&theme=red", list(red))),
			},
			want: "GET http://lamps.example/find?q=old%20lamp&theme=red",
		},
		{
			name: "JSONP and a time against caches",
			seen: []endpoint.Observation{
				asked("qxzzy", nil, get("/find?q=qxzzy&callback=jQuery12_1&_=1790000000001", "jQuery12_1([])")),
				asked("red", shown(red), get("/find?q=red&callback=jQuery12_7&_=1790000000777", "jQuery12_7("+list(red)+");")),
			},
			want: "GET http://lamps.example/find?q=old%20lamp&callback=jQuery12_7&_=1800000000000",
		},
		{
			name: "HTML within JSON",
			seen: []endpoint.Observation{
				asked("red", shown(red), post("/ajax", "action=load&s=red", `{"ok":true,"html":"<ul><li><a href=\"/lamp/70\">red desk lamp 0</a><li>red floor lamp 1<li>red wall lamp 2</ul>"}`)),
			},
			want: "POST http://lamps.example/ajax action=load&s=old+lamp",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, ok := endpoint.Learn(c.seen)
			if !ok {
				t.Fatal("nothing learned")
			}
			// What is learned is kept as data.
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			var kept endpoint.Endpoint
			if err := json.Unmarshal(text, &kept); err != nil {
				t.Fatal(err)
			}
			if c.next != "" {
				if next, ok := kept.Next(endpoint.Progress{Page: 1}, c.next, 3, -1, 0); !ok || next.Cursor != c.at.Cursor {
					t.Errorf("the next page is at %+v, %t", next, ok)
				}
			}
			r, err := kept.Fill(forms.Values{"q": {"old lamp"}}, c.at, 1800000000000)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			got := strings.TrimSpace(r.Method + " " + r.URL.String() + " " + r.Body)
			if got != c.want {
				t.Errorf("got  %s\nwant %s\n%s", got, c.want, text)
			}
		})
	}
}

func TestEndpointIsNotLearnedWhereItCouldDoHarm(t *testing.T) {
	red := lamps("red")
	for name, x := range map[string]page.Exchange{
		"a mutation":          post("/graphql", `{"query":"mutation { find(text: \"red\") { name } }"}`, list(red)),
		"a deed's address":    post("/cart/checkout", "q=red", list(red)),
		"an answer cut short": func() page.Exchange { x := get("/find?q=red", list(red)); x.Truncated = true; return x }(),
		"PUT":                 func() page.Exchange { x := post("/find", "q=red", list(red)); x.Request.Method = "PUT"; return x }(),
		"other records":       get("/find?q=red", list(lamps("green"))),
		"another question":    get("/find?q=green", list(red)),
	} {
		if e, ok := endpoint.Learn([]endpoint.Observation{asked("red", shown(red), x)}); ok {
			t.Errorf("%s: learned %+v", name, e)
		}
	}
}

func TestEndpointThatListsAll(t *testing.T) {
	red := lamps("red")
	o := asked("", shown(red), get("/api/all?lang=en", `{"lamps":`+list(append(red, lamps("blue")...))+`}`))
	o.Asked = nil
	e, ok := endpoint.Learn([]endpoint.Observation{o})
	if !ok {
		t.Fatal("nothing learned")
	}
	if !e.Takes(nil) || e.Takes(forms.Values{"q": {"red"}}) {
		t.Error("it takes no word and needs none")
	}
	want := endpoint.Answer{JSON: true, List: "/lamps", Title: "/name", Link: host + "/lamp/{/id}/view"}
	if diff := cmp.Diff(want, e.Answer); diff != "" {
		t.Error(diff)
	}
}

func TestEndpointTokens(t *testing.T) {
	red := lamps("red")
	const token = "k9X2mQ7vT4pL8sR1"
	sent := get("/find?q=red", list(red))
	sent.Request.Header = "Authorization: Bearer " + token + "\n"
	for name, c := range map[string]struct {
		body  string
		head  []string
		by    page.Exchange
		in    string
		fresh string // answer from which it is renewed
		hdr   http.Header
	}{
		"meta":     {body: `<meta name="csrf" content="` + token + `">`, in: "meta csrf", fresh: `<meta content="fresh" name="csrf">`},
		"input":    {body: `<input type=hidden name=_token value='` + token + `'>`, in: "input _token", fresh: `<input name=_token value=fresh>`},
		"script":   {body: `<script>cfg = {"key":"` + token + `"}</script>`, in: `text <script>cfg = {"key":"`, fresh: `<script>cfg = {"key":"fresh"}`},
		"cookie":   {head: []string{"XSRF=" + token + "; Path=/"}, in: "cookie XSRF", hdr: http.Header{"Set-Cookie": {"XSRF=fresh"}}},
		"endpoint": {by: get("/api/token", `{"data":{"token":"`+token+`"}}`), in: "json /data/token", fresh: `{"data":{"token":"fresh"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			o := asked("red", shown(red), sent)
			o.Body, o.Head = []byte(c.body), c.head
			if c.by.Status > 0 {
				o.Exchanges = append([]page.Exchange{c.by}, o.Exchanges...)
			}
			e, ok := endpoint.Learn([]endpoint.Observation{o})
			if !ok || len(e.Sources()) != 1 {
				t.Fatalf("no source: %+v", e)
			}
			from := e.Sources()[0]
			if c.by.Status > 0 && from.URL != c.by.Request.URL || c.by.Status == 0 && from.URL != o.Page.URL {
				t.Errorf("found on %s", from.URL)
			}
			found := false
			for _, p := range e.Parts {
				if p.Is == endpoint.PartToken {
					found = p.Found.In == c.in
				}
			}
			if !found {
				t.Errorf("not found in %q: %+v", c.in, e.Parts)
			}
			e, ok = e.Renew(from, []byte(c.fresh), c.hdr)
			r, err := e.Fill(forms.Values{"q": {"blue"}}, endpoint.Progress{}, 0)
			if err != nil || !ok || r.Header != "Authorization: Bearer fresh\n" {
				t.Errorf("header %q, %v", r.Header, err)
			}
		})
	}
}

func TestEndpointOfRowsOfCells(t *testing.T) {
	red := lamps("red")
	s := shown(red)
	for i := range s {
		s[i].Fields = []page.Pair{{Name: "Lamp", Value: red[i]}, {Name: "State", Value: "in & out"}}
	}
	e, ok := endpoint.Learn([]endpoint.Observation{asked("red", s, get("/rows?q=red", cells(red)))})
	if !ok {
		t.Fatal("nothing learned")
	}
	want := endpoint.Answer{JSON: true, List: "/data", Title: "/0", Link: host + "/lamp/{/2}/view", Columns: []string{"Lamp", "State", ""}}
	if diff := cmp.Diff(want, e.Answer); diff != "" {
		t.Error(diff)
	}
}

// Records may stand in no array: each under its key, each column in an array, or as
// events of a stream.
func TestEndpointWithoutAnArray(t *testing.T) {
	red := lamps("red")
	for _, c := range []struct {
		name, body string
		want       endpoint.Answer
	}{
		{"by their numbers", fmt.Sprintf(`{"total":3,"facets":{"a":{"n":1},"b":{"n":2}},"items":{"70":{"name":%q},"71":{"name":%q},"72":{"name":%q}}}`, red[0], red[1], red[2]),
			endpoint.Answer{JSON: true, List: "/items", Keyed: true, Title: "/name", Link: host + "/lamp/{/key}/view"}},
		{"a list for each column", fmt.Sprintf(`{"data":{"total":3,"ids":[70,71,72],"names":[%q,%q,%q]}}`, red[0], red[1], red[2]),
			endpoint.Answer{JSON: true, List: "/data", Keyed: true, Title: "/names", Link: host + "/lamp/{/ids}/view"}},
		{"a stream of events", fmt.Sprintf("event: start\ndata: {}\n\nevent: hit\nid: 1\ndata: {\"id\":70,\ndata: \"name\":%q}\n\n: still there\n\nevent: hit\ndata: {\"id\":71,\"name\":%q}\r\n\r\nevent: hit\ndata: {\"id\":72,\"name\":%q}\n\n", red[0], red[1], red[2]),
			endpoint.Answer{JSON: true, List: "/hit", Title: "/name", Link: host + "/lamp/{/id}/view"}},
		{"a list for each group", fmt.Sprintf(`{"groups":[{"town":"Ulm","rows":[{"id":70,"name":%q}]},{"town":"Bonn","rows":[{"id":71,"name":%q},{"id":72,"name":%q}]}]}`, red[0], red[1], red[2]),
			endpoint.Answer{JSON: true, List: "/groups/*/rows", Title: "/name", Link: host + "/lamp/{/id}/view"}},
		{"a part of one thing is no record", fmt.Sprintf(`{"page":{"head":{"text":%q},"foot":{"note":"x"}},"items":[{"id":70,"name":%q},{"id":71,"name":%q}]}`, red[0], red[0], red[1]),
			endpoint.Answer{JSON: true, List: "/items", Title: "/name", Link: host + "/lamp/{/id}/view"}},
	} {
		e, ok := endpoint.Learn([]endpoint.Observation{asked("red", shown(red), get("/find?q=red", c.body))})
		if !ok {
			t.Errorf("%s: nothing learned", c.name)
			continue
		}
		if diff := cmp.Diff(c.want, e.Answer); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// A parameter that is base64 of JSON is taken apart and written as it was.
func TestEndpointAskedInBase64(t *testing.T) {
	red := lamps("red")
	for _, by := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
		sent := func(text string) string {
			return host + "/find?v=2&r=" + url.QueryEscape(by.EncodeToString([]byte(`{"filter":{"q":"`+text+`","sort":null},"page":1}`)))
		}
		x := get("/", list(red))
		x.Request.URL = page.MustParseURL(sent("red"))
		e, ok := endpoint.Learn([]endpoint.Observation{asked("red", shown(red), x)})
		if !ok {
			t.Fatal("nothing learned")
		}
		got, err := e.Fill(forms.Values{"q": {"old lamps?"}}, endpoint.Progress{}, 0)
		if want := page.MustParseURL(sent("old lamps?")); err != nil || got.URL != want {
			t.Errorf("%s, %v, want %s", got.URL, err, want)
		}
	}
}

// An index lists a page and its headings under one title, and the page shows the
// beginning of a text for a title: the address says which object a record is.
func TestObjectsToldByTheirAddress(t *testing.T) {
	var items []string
	var seen []endpoint.Shown
	for _, w := range []string{"brass", "copper", "tin", "silver"} {
		at := w + "-lamp/"
		items = append(items, fmt.Sprintf(`{"at":"%s#top","title":"%s lamp","text":"of %s"},{"at":"%s","title":"%s lamp","text":"all that there is to say of it"}`, at, w, w, at, w))
		seen = append(seen, endpoint.Shown{Title: "A lamp made of " + w + ", which is a metal, and of much else...", Text: w + " lamp A lamp made of " + w, URL: page.MustParseURL(host + "/" + at)})
	}
	e, ok := endpoint.Learn([]endpoint.Observation{asked("metal", seen, get("/find?q=metal", `{"docs":[`+strings.Join(items, ",")+`]}`))})
	if want := host + "/{/at}"; !ok || e.Answer.Link != want {
		t.Errorf("learned %t, link %q, want %q", ok, e.Answer.Link, want)
	}
}

// Where nothing is sent when a word is asked, the script itself searches: if
// what it shows was there before, and is not just how that begins.
func TestEndpointThatTheScriptSearches(t *testing.T) {
	red, blue := lamps("red"), lamps("blue")
	all := get("/all.json", list(append(append([]string{}, blue...), red...)))
	all.Step = 0
	idle := asked("", shown(blue), all)
	idle.Asked = nil
	late := get("/find?page=1", list(red))
	fetched := all // when something is asked, and the same for all that is asked
	fetched.Step = 1
	for name, c := range map[string]struct {
		seen  []endpoint.Observation
		whole bool
	}{
		"found within":               {[]endpoint.Observation{asked("red", shown(red), all)}, true},
		"after the page was idle":    {[]endpoint.Observation{idle, asked("red", shown(red), all)}, true},
		"fewer than were there":      {[]endpoint.Observation{idle, asked("blue", shown(blue[:2]), all)}, true},
		"nothing was searched":       {[]endpoint.Observation{idle, asked("red", shown(blue), all)}, false},
		"the beginning all the same": {[]endpoint.Observation{asked("blue", shown(blue), all)}, false},
		"sent since":                 {[]endpoint.Observation{asked("red", shown(red), late)}, false},
		"fetched when first asked":   {[]endpoint.Observation{asked("qxzzy", nil, fetched), asked("red", shown(red), fetched)}, true},
		"fetched when asked once":    {[]endpoint.Observation{asked("red", shown(red), fetched)}, false},
		"all is shown":               {[]endpoint.Observation{asked("lamp", shown(append(append([]string{}, blue...), red...)), all)}, false},
	} {
		o := c.seen[len(c.seen)-1]
		o.Page = o.Page.Rendered(page.Step{Do: page.TypeText, At: "#q", Text: "x"})
		c.seen[len(c.seen)-1] = o
		e, ok := endpoint.Learn(c.seen)
		if ok != c.whole || e.Whole != c.whole {
			t.Errorf("%s: learned %t, whole %t, want %t", name, ok, e.Whole, c.whole)
		}
		if ok && (!e.Takes(nil) || e.Takes(forms.Values{"q": {"red"}})) {
			t.Errorf("%s: it takes no word and needs none", name)
		}
	}
}

// A request that has brought records is sent with nothing in the box, too, where that may
// be: the same keys, and no deed in it.
func TestEndpointWithNothingAsked(t *testing.T) {
	e := endpoint.Endpoint{
		Request: page.Request{Method: "POST", URL: page.MustParseURL(host + "/api/search"), ContentType: "application/json", Body: `{"filter":{"text":"desk","kind":null},"offset":0}`},
		Asked:   []page.Pair{{Name: "q", Value: "desk"}},
		Parts:   []endpoint.Part{{At: "json /filter/text", Is: endpoint.PartControl, Control: "q"}, {At: "json /offset", Is: endpoint.PartOffset, Value: "0", Bare: true}},
	}
	if e.Takes(forms.Values{}) {
		t.Error("taken without a word before that is known to be right")
	}
	e.Empty = true
	r, err := e.Fill(forms.Values{}, endpoint.Progress{}, 0)
	if want := `{"filter":{"text":"","kind":null},"offset":0}`; err != nil || !e.Takes(forms.Values{}) || r.Body != want || r.URL != e.Request.URL || r.Method != "POST" {
		t.Errorf("%s %s %s, %v; want %s", r.Method, r.URL, r.Body, err, want)
	}
	if r, err = e.Fill(forms.Values{"q": {"wall"}}, endpoint.Progress{}, 0); err != nil || r.Body != `{"filter":{"text":"wall","kind":null},"offset":0}` {
		t.Errorf("%s, %v", r.Body, err)
	}
	e.Request.Body = `{"delete":"desk","offset":0}`
	e.Parts[0].At = "json /delete"
	if r, err = e.Fill(forms.Values{}, endpoint.Progress{}, 0); err == nil {
		t.Errorf("sent %s", r.Body)
	}
}

// An endpoint that was learned of another question is the same one, and has the names that a
// person gave its columns; one that takes more is another.
func TestAnEndpointIsLearnedOnce(t *testing.T) {
	learn := func(o ...endpoint.Observation) endpoint.Endpoint {
		t.Helper()
		e, ok := endpoint.Learn(o)
		if !ok {
			t.Fatal("nothing was learned")
		}
		return e
	}
	red, blue := lamps("red"), lamps("blue")
	known := learn(asked("red", shown(red), post("/find", "draw=1&q=red&length=3", list(red))))
	again := learn(asked("blue", shown(blue), post("/find", "draw=2&q=blue&length=3", list(blue))))
	if !known.Covers(again) || !known.Answers(again) {
		t.Errorf("%+v is another one than %+v", again.Parts, known.Parts)
	}
	o := asked("blue", shown(blue), post("/find", "draw=2&q=blue&length=50", list(blue)))
	o.Asked = append(o.Asked, page.Pair{Name: "rows", Value: "50"})
	if more := learn(o); known.Covers(more) || !known.Answers(more) {
		t.Errorf("%+v is no other one than %+v", more.Parts, known.Parts)
	}
	if other := learn(asked("blue", shown(blue), post("/people", "draw=2&q=blue&length=3", list(blue)))); known.Covers(other) || known.Answers(other) {
		t.Error("another address is the same one")
	}
}
