package extract_test

import (
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
)

func TestReadObjectsWhereTheyWereLearned(t *testing.T) {
	const items = `[{"id":7,"caption":{"en":"Brass lamp"},"name":"item-7"},{"id":"a b","caption":{"en":"Tin lamp"},"name":"item-8"}]`
	of := extract.Objects{List: "/data/rows", Title: "/caption/en", Link: "/lamp/{/id}"}
	for _, c := range []struct {
		name, body string
		objects    extract.Objects
		titles     []string
		url        string // of the last
		empty      bool
		misfit     bool
	}{
		{name: "as learned", body: `{"data":{"rows":` + items + `,"total":9}}`, objects: of, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/a%20b"},
		{name: "beside a longer list", body: `{"menu":[{"name":"one two three four"},{"name":"five six seven eight"},{"name":"nine ten eleven"}],"data":{"rows":` + items + `}}`, objects: of, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/a%20b"},
		{name: "called", body: `cb({"data":{"rows":` + items + `}});`, objects: of, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/a%20b"},
		{name: "guarded", body: ")]}',\n" + `{"data":{"rows":` + items + `}}`, objects: of, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/a%20b"},
		{name: "by their keys", body: `{"rows":{"7":{"name":"Brass lamp"},"a b":{"name":"Tin lamp"}},"total":2}`,
			objects: extract.Objects{List: "/rows", Keyed: true, Title: "/name", Link: "/lamp/{/key}"}, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/a%20b"},
		{name: "by their keys, none", body: `{"rows":{},"total":0}`, objects: extract.Objects{List: "/rows", Keyed: true}, empty: true},
		{name: "in columns", body: `{"count":2,"ids":[7,8],"names":["Brass lamp","Tin lamp"]}`,
			objects: extract.Objects{Keyed: true, Title: "/names", Link: "/lamp/{/ids}"}, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/8"},
		{name: "in columns beside words and where they stand", body: `Search.setIndex({files:["a.txt","b.txt"],at:["a","b"],names:["Brass lamp","Tin lamp"],words:{brass:0,lamp:[0,1]}})`,
			objects: extract.Objects{Keyed: true, Title: "/names", Link: "/lamp/{/at}.html"}, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/b.html"},
		{name: "in columns under the same keys", body: "const e=`" + `{"n":2,"at":{"0":"/lamp/a","1":"/lamp/b"},"fields":{"name":0,"text":1},"kept":{"0":{"name":"Brass lamp"},"1":{"name":"Tin lamp"}}}` + "`;export{e as default};",
			objects: extract.Objects{Keyed: true, Title: "/kept/name", Link: "{/at}"}, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/lamp/b"},
		{name: "in groups", body: `{"data":{"count":3,"groups":[{"town":"Ulm","entries":[{"core":{"name":"Brass lamp"}}]},{"town":"Bonn","entries":[{"core":{"name":"Tin lamp"}},{"core":{"name":"Old lamp"}}]}]}}`,
			objects: extract.Objects{List: "/data/groups/*/entries", Title: "/core/name"}, titles: []string{"Brass lamp", "Tin lamp", "Old lamp"}},
		{name: "in groups, none", body: `{"data":{"count":0,"groups":[]}}`, objects: extract.Objects{List: "/data/groups/*/entries", Title: "/core/name"}, empty: true},
		{name: "in columns, none", body: `{"count":0,"ids":[],"names":[]}`, objects: extract.Objects{Keyed: true}, empty: true},
		{name: "a stream of events", body: "event: total\ndata: {\"n\":1}\n\nevent: hit\ndata: {\"id\":7,\"name\":\"Brass lamp\"}\n\n", objects: extract.Objects{List: "/hit", Title: "/name"}, titles: []string{"Brass lamp"}},
		{name: "empty", body: `{"data":{"rows":[]}}`, objects: of, empty: true},
		{name: "another shape", body: `{"found":` + items + `}`, objects: of, titles: []string{"item-7", "item-8"}, misfit: true},
		{name: "an error", body: `{"errors":[]}`, objects: of},
		{name: "markup", body: `{"html":"<ul><li><a href='/lamp/1'>Brass lamp</a> of brass<li><a href='/lamp/2'>Tin lamp</a> of tin<li><a href='/lamp/3'>Old lamp</a> of oak</ul>"}`,
			objects: extract.Objects{HTML: "/html"}, titles: []string{"Brass lamp", "Tin lamp", "Old lamp"}, url: "http://x.example/lamp/3"},
		{name: "rows of cells", body: `{"data":[["<a href='/lamp/1'>Brass &amp; tin<\/a>",12,"new"],["<b>Oak<\/b> lamp",3,"old"]],"recordsTotal":2}`,
			objects: extract.Objects{List: "/data", Title: "/0", Columns: []string{"Name", "", "State"}}, titles: []string{"Brass & tin", "Oak lamp"}},
		{name: "markup of rows", body: `{"html":"<tr><td><a href='/lamp/1'>Brass lamp</a><td>of brass<tr><td><a href='/lamp/2'>Tin lamp</a><td>of tin<tr><td><a href='/lamp/3'>Old lamp</a><td>of oak"}`,
			objects: extract.Objects{HTML: "/html"}, titles: []string{"Brass lamp", "Tin lamp", "Old lamp"}, url: "http://x.example/lamp/3"},
		{name: "pages and their headings", body: `{"docs":[{"at":"brass/","title":"Brass lamp"},{"at":"brass/#wick","title":"Wick"},{"at":"tin/","title":"Tin lamp"}]}`,
			objects: extract.Objects{List: "/docs", Title: "/title", Link: "http://x.example/{/at}"}, titles: []string{"Brass lamp", "Tin lamp"}, url: "http://x.example/tin/"},
		{name: "no markup", body: `{"html":"  "}`, objects: extract.Objects{HTML: "/html"}, empty: true},
	} {
		doc, err := page.ParseDocument([]byte(c.body), "application/json", page.MustParseURL("http://x.example/api?q=lamp"))
		if err != nil {
			t.Fatal(err)
		}
		res := extract.Read(doc, extract.Options{Objects: &c.objects})
		var titles []string
		for _, r := range res.Records {
			titles = append(titles, r.Title)
		}
		if len(titles) != len(c.titles) || res.Empty != c.empty || (res.Misfit != "") != c.misfit {
			t.Errorf("%s: %q, empty %t, misfit %q (%q)", c.name, titles, res.Empty, res.Misfit, res.Reasons)
			continue
		}
		for i, want := range c.titles {
			if titles[i] != want {
				t.Errorf("%s: record %d is %q, want %q", c.name, i, titles[i], want)
			}
		}
		if n := len(res.Records); n > 0 && c.url != "" && res.Records[n-1].URL.String() != c.url {
			t.Errorf("%s: the last is at %s, want %s", c.name, res.Records[n-1].URL, c.url)
		}
	}
}
