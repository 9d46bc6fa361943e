package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hadal-crawler/hadal/page"
)

// shelfJSON returns the shelf as JSON objects.
func shelfJSON() string {
	var parts []string
	for _, b := range shelf {
		title, _ := json.Marshal(b.title)
		parts = append(parts, fmt.Sprintf(`{"id":%d,"title":%s,"author":{"name":%q},"tags":["a","b"],"price":%g,"url":"/book/%d"}`, b.id, title, b.author, b.price, b.id))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func checkShelf(t *testing.T, r Result) {
	t.Helper()
	var got, want []string
	for _, x := range r.Records {
		got = append(got, x.Title+" "+x.Key)
	}
	for _, b := range shelf {
		want = append(want, fmt.Sprintf("%s http://books.example/book/%d", b.title, b.id))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s%v", d, r.Reasons)
	}
}

func TestJSONAnswers(t *testing.T) {
	for name, body := range map[string]string{
		"array":   shelfJSON(),
		"wrapped": `{"status":"ok","response":{"total":812,"facets":[{"name":"author","count":3},{"name":"year","count":5}],"docs":` + shelfJSON() + `},"links":{"next":"/api?q=salt&page=2"}}`,
	} {
		for _, kind := range []string{"application/json", "text/html; charset=utf-8"} {
			doc, err := page.ParseDocument([]byte(body), kind, page.MustParseURL("http://books.example/api?q=salt"))
			if err != nil {
				t.Fatal(err)
			}
			r := Read(doc, Options{Query: []string{"salt"}})
			checkShelf(t, r)
			if name == "wrapped" && (r.Total != 812 || r.Next.URL.PathQuery() != "/api?q=salt&page=2") {
				t.Errorf("%s: total %d, next %v", kind, r.Total, r.Next)
			}
			if len(r.Records) > 0 {
				f := fieldsOf(r.Records[0])
				if f["author_name"].Value != shelf[0].author || f["price"].Number != shelf[0].price || f["tags"].Value != "a, b" {
					t.Errorf("fields %+v", r.Records[0].Fields)
				}
			}
		}
	}
	for body, empty := range map[string]bool{`{"results":[],"total":0}`: true, `[]`: true, `{"error":"bad key"}`: false, `{"data":{"items":[]}}`: true} {
		r := Read(parse(t, "http://books.example/api", body), Options{})
		if r.Empty != empty || len(r.Records) > 0 {
			t.Errorf("%s: empty %v, %v", body, r.Empty, r.Records)
		}
	}
}

func TestFeeds(t *testing.T) {
	rss := `<?xml version="1.0"?><rss version="2.0"><channel><title>Search</title><opensearch:totalResults>77</opensearch:totalResults>`
	atom := `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Search</title><link rel="next" href="/find?q=x&amp;p=2"/>`
	for _, b := range shelf {
		rss += fmt.Sprintf("<item><title>%s</title><link>http://books.example/book/%d</link><description>%s</description></item>", b.title, b.id, b.review)
		atom += fmt.Sprintf(`<entry><title>%s</title><link href="/book/%d"/><summary>%s</summary></entry>`, b.title, b.id, b.review)
	}
	inCDATA := strings.NewReplacer("<title>", `<title type="html"><![CDATA[`, "</title>", "]]></title>", "<summary>", "<summary type='html'><![CDATA[<p>", "</summary>", " <script>draw()</script><b>Lent</b> &amp; read</p>]]></summary>").Replace
	for name, c := range map[string]struct{ body, kind string }{
		"rss":  {rss + "</channel></rss>", "application/rss+xml"},
		"atom": {atom + "</feed>", "application/atom+xml"},
		"html": {inCDATA(atom) + "</feed>", "application/atom+xml"},
	} {
		doc, err := page.ParseDocument([]byte(c.body), c.kind, page.MustParseURL("http://books.example/find?q=x"))
		if err != nil {
			t.Fatal(err)
		}
		r := Read(doc, Options{})
		checkShelf(t, r)
		if want := shelf[0].review + " Lent & read"; name == "html" && !strings.HasSuffix(r.Records[0].Text, want) {
			t.Errorf("%q, want %q at its end", r.Records[0].Text, want)
		}
		if name == "rss" && r.Total != 77 || name != "rss" && r.Next.URL.PathQuery() != "/find?q=x&p=2" {
			t.Errorf("%s: total %d, next %v", name, r.Total, r.Next)
		}
	}
}

// Pages that scripts draw carry their records as data.
func TestEmbeddedData(t *testing.T) {
	var items []string
	for i, b := range shelf {
		items = append(items, fmt.Sprintf(`{"@type":"ListItem","position":%d,"item":{"@type":"Book","name":%q,"url":"http://books.example/book/%d"}}`, i+1, b.title, b.id))
	}
	for _, script := range []string{
		`<script type="application/ld+json">{"@context":"https://schema.org","@type":"ItemList","itemListElement":[` + strings.Join(items, ",") + `]}</script>`,
		`<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"results":` + shelfJSON() + `}}}</script>`,
	} {
		checkShelf(t, Read(parse(t, "http://books.example/find", wrap("<div id=app></div>"+script)), Options{}))
	}
	r := Read(parse(t, "http://books.example/find", resultPage(`<script type="application/json">{"items":[{"name":"Home page of ours","href":"/home"},{"name":"About us and all","href":"/about"}]}</script>`)), Options{})
	checkShelf(t, r) // what the page shows comes first
}

// The shapes in which search servers answer: the record may be wrapped, its id
// and address beside it, its values one-element arrays, the total an object.
func TestJSONShapes(t *testing.T) {
	each := func(f func(b book) string) string {
		var parts []string
		for _, b := range shelf {
			parts = append(parts, f(b))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	for name, c := range map[string]struct {
		body  string
		key   string // of the first record
		total int
		next  string
	}{
		"Elasticsearch": {`{"took":3,"_shards":{"total":900,"failures":[]},"hits":{"total":{"value":812,"relation":"eq"},"max_score":1.5,"hits":` + each(func(b book) string {
			return fmt.Sprintf(`{"_index":"books","_id":"%d","_score":1.2,"_source":{"title":%q,"author":%q,"tags":[{"name":"paper","label":"on paper only"},{"name":"cloth","label":"bound in cloth"}],"review":%q},"sort":[1]}`, b.id, b.title, b.author, b.review)
		}) + `},"aggregations":{"author":{"buckets":[{"key":"Ida Moreau of the lower basin","doc_count":3},{"key":"Pell Aster the sailor","doc_count":3}]}}}`, "id:101", 812, ""},
		"Solr": {`{"responseHeader":{"status":0,"params":{"q":"salt"}},"response":{"numFound":812,"start":0,"docs":` + each(func(b book) string {
			return fmt.Sprintf(`{"id":"%d","title":[%q],"author":[%q,"N. N."],"_version_":1}`, b.id, b.title, b.author)
		}) + `},"facet_counts":{"facet_fields":{"author":["a",3,"b",2]}}}`, "id:101", 812, "/api?q=salt&start=8"},
		"GraphQL": {`{"data":{"search":{"totalCount":812,"pageInfo":{"hasNextPage":true,"endCursor":"x"},"edges":` + each(func(b book) string {
			return fmt.Sprintf(`{"cursor":"c%d","node":{"id":"b%d","title":%q,"author":{"name":%q}}}`, b.id, b.id, b.title, b.author)
		}) + `}}}`, "id:b101", 812, "/api?q=salt&after=x"},
		"JSON:API": {`{"meta":{"total":812},"links":{"next":{"href":"/api?q=salt&page=2"}},"data":` + each(func(b book) string {
			return fmt.Sprintf(`{"type":"books","id":"%d","attributes":{"title":%q,"author":%q},"relationships":{"shop":{"data":{"type":"shops","id":"1"}}},"links":{"self":"/api/books/%d"}}`, b.id, b.title, b.author, b.id)
		}) + `,"included":[{"type":"shops","id":"1","attributes":{"name":"The only shop of the town"}}]}`, "http://books.example/api/books/101", 812, "/api?q=salt&page=2"},
	} {
		doc, err := page.ParseDocument([]byte(c.body), "application/json", page.MustParseURL("http://books.example/api?q=salt"))
		if err != nil {
			t.Fatal(err)
		}
		r := Read(doc, Options{Query: []string{"salt"}})
		var got []string
		for _, x := range r.Records {
			got = append(got, x.Title)
		}
		if d := cmp.Diff(shelfTitles(), got); d != "" {
			t.Errorf("%s (-want +got):\n%s%v", name, d, r.Reasons)
			continue
		}
		next := strings.TrimPrefix(r.Next.URL.String(), "http://books.example")
		if r.Records[0].Key != c.key || r.Total != c.total || next != c.next {
			t.Errorf("%s: key %s, total %d, next %q", name, r.Records[0].Key, r.Total, next)
		}
	}
}

// Marked things are the records, though menus are longer and other parts of
// the page look more like a list.
func TestMarkedThings(t *testing.T) {
	for name, form := range map[string]string{
		"microdata": "<div><div itemscope itemtype='https://schema.org/Book'><a itemprop=url href='/book/%d'><span itemprop=name>%s</span></a> <span itemprop=author>%s</span></div></div>",
		"RDFa":      "<div><div typeof='schema:Book'><a property='schema:url' href='/book/%d'><span property='schema:name'>%s</span></a> <span property='schema:author'>%s</span></div></div>",
	} {
		var b strings.Builder
		for i, x := range shelf {
			if i == 3 {
				b.WriteString("<div><p>Members read for free. <a href='/join'>Become one</a> today, it takes five minutes.</p></div>")
			}
			fmt.Fprintf(&b, form, x.id, x.title, x.author)
		}
		r := Read(parse(t, "http://books.example/find", wrap(b.String())), Options{})
		checkShelf(t, r)
		if f := fieldsOf(r.Records[4]); f["author"].Value != shelf[4].author {
			t.Errorf("%s: fields %+v", name, r.Records[4].Fields)
		}
	}
}

// A page that shows JSON as text, with its addresses as links, has the records of the JSON,
// whatever else links within them; one with examples, or with more to say, has not.
func TestJSONShownAsText(t *testing.T) {
	one := func(id int, about string) string {
		return fmt.Sprintf(`    {&quot;link&quot;: &quot;<a href="/v1/ships/%d">/v1/ships/%d</a>&quot;, &quot;name&quot;: &quot;Brig no. %d&quot;, &quot;about&quot;: &quot;%s&quot;}`, id, id, id, about)
	}
	shown := func(about, further, around string) string {
		return wrap(`<form><input name=find><select name=rig>` + strings.Repeat("<option>a long choice", 40) + `</select></form>` + around + `<pre><b>GET</b> /v1/ships?find=brig</pre><pre><b>200 OK</b>
<b>Content-Type:</b> application/json

{&quot;count&quot;: 57, &quot;next&quot;: &quot;<a href="/v1/ships?find=brig&amp;page=2">/v1/ships?find=brig&amp;page=2</a>&quot;, &quot;results&quot;: [
` + one(4, about) + ",\n" + one(9, "seen near <a href='http://harbour.example/'>harbour.example</a> and <a href='http://quay.example/'>quay.example</a>, twice") + `
]}</pre>` + further)
	}
	read := func(body string) Result {
		return Read(parse(t, "http://ships.example/v1/ships?find=brig", body), Options{Query: []string{"brig"}})
	}
	res := read(shown("carried salt and timber", "", ""))
	if len(res.Records) != 2 || res.Records[1].Title != "Brig no. 9" || res.Records[1].URL.String() != "http://ships.example/v1/ships/9" || res.Total != 57 ||
		res.Next.URL.String() != "http://ships.example/v1/ships?find=brig&page=2" {
		t.Errorf("read %+v, total %d, next %s", res.Records, res.Total, res.Next.URL)
	}
	by := Wrapper{Columns: []Column{{Name: "cargo", Label: "About"}}}
	for _, f := range Read(parse(t, "http://ships.example/v1/ships?find=brig", shown("carried salt and timber", "", "")), Options{Query: []string{"brig"}, Wrapper: &by}).Records[0].Fields {
		if f.Name == "about" || f.Name == "cargo" && f.Value != "carried salt and timber" {
			t.Errorf("a person calls it cargo: %+v", f)
		}
	}
	var learning Learning
	for range 4 {
		learning = learning.See(parse(t, "http://ships.example/v1/ships?find=brig", shown("carried <a href='/salt'>salt</a> and <a href='/timber'>timber</a>", "", "")), Options{Query: []string{"brig"}})
	}
	if w := learning.Wrapper(); !w.Unplaced() {
		t.Errorf("its elements are taken for records: %+v", w)
	}
	example := `<pre>{"results": [{"name": "Sloop"}]}</pre>`
	for what, body := range map[string]string{
		"examples":    shown("carried salt", example, ""),
		"a long text": shown("carried salt", "", strings.Repeat("<p>How ships are found, and what is told of them. ", 30)),
	} {
		for _, r := range read(body).Records {
			if r.Title == "Brig no. 9" {
				t.Errorf("%s beside JSON: it was read as the answer", what)
			}
		}
	}
}
