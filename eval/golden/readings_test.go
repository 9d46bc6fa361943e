package golden

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// sites are the made-up sites whose pages are read: all that can be harvested without a
// browser, and portals in many languages.
func sites() []*fixtures.Site {
	var o fixtures.Options
	out := append(fixtures.All(o), fixtures.Antiques(o), fixtures.Harbour(o), fixtures.Library(o), fixtures.Ways(o))
	for _, lang := range []string{"en", "de", "fr", "es", "pl", "ru", "ja", "ar"} {
		out = append(out, fixtures.Portal(o, "portal-"+lang, fixtures.Entrance{Lang: lang, Depth: 1, Menu: 20}))
	}
	return out
}

// visitor is a plain client of one site that knows nothing of hadal's ways.
type visitor struct {
	t    *testing.T
	http *http.Client
	site *fixtures.Site
}

func (v visitor) get(u *url.URL) *page.Document { return v.send("GET", u, "") }

// send returns the page at u, nil where there is none. Some sites fail at first.
func (v visitor) send(method string, u *url.URL, form string) *page.Document {
	v.t.Helper()
	for range 3 {
		if doc := v.try(method, u, form); doc != nil {
			return doc
		}
		time.Sleep(time.Minute) // costs nothing: the clock is made up
	}
	return nil
}

func (v visitor) try(method string, u *url.URL, form string) *page.Document {
	v.t.Helper()
	time.Sleep(v.site.CrawlDelay)
	req, err := http.NewRequest(method, u.String(), strings.NewReader(form))
	if err != nil {
		v.t.Fatal(err)
	}
	if method == "POST" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := v.http.Do(req)
	if err != nil {
		return nil
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= http.StatusTooManyRequests {
		return nil
	}
	at, err := page.ParseURL(res.Request.URL.String())
	if err != nil {
		v.t.Fatal(err)
	}
	doc, err := page.ParseDocument(body, res.Header.Get("Content-Type"), at)
	if err != nil {
		return nil
	}
	return doc
}

// at returns an address of the site.
func (v visitor) at(ref string) *url.URL {
	base := &url.URL{Scheme: "http", Host: v.site.Name + ".example", Path: "/"}
	u, err := base.Parse(ref)
	if err != nil {
		v.t.Fatal(err)
	}
	return u
}

const boxes = "input[type=text], input[type=search], input:not([type])"

// ask sends the form of a search page: with word in its box, or with the second option of
// its menu where it has no box. Nothing is asked by word alone where there is none.
func (v visitor) ask(doc *page.Document, word string) *page.Document {
	form := doc.Find("form").FilterFunction(func(_ int, f *goquery.Selection) bool {
		return f.Find(boxes+", select").Length() > 0 && f.Find("input[type=password]").Length() == 0
	}).First()
	if form.Length() == 0 {
		return nil
	}
	values := url.Values{}
	form.Find("input[type=hidden]").Each(func(_ int, i *goquery.Selection) {
		values.Set(i.AttrOr("name", ""), i.AttrOr("value", ""))
	})
	if box := form.Find(boxes).First(); box.Length() > 0 {
		values.Set(box.AttrOr("name", ""), v.encoded(doc.Charset, word))
	} else if word == nonsense {
		return nil
	} else {
		menu := form.Find("select").First()
		values.Set(menu.AttrOr("name", ""), menu.Find("option").Eq(1).AttrOr("value", ""))
	}
	to := v.at(doc.URL.String())
	if action := form.AttrOr("action", ""); action != "" {
		var err error
		if to, err = to.Parse(action); err != nil {
			v.t.Fatal(err)
		}
	}
	if strings.EqualFold(form.AttrOr("method", ""), "post") {
		return v.send("POST", to, values.Encode())
	}
	to.RawQuery = values.Encode()
	return v.get(to)
}

// encoded returns a word in the encoding of the page that asks for it.
func (v visitor) encoded(charset, word string) string {
	enc, err := htmlindex.Get(charset)
	if err != nil {
		v.t.Fatal(err)
	}
	out, err := enc.NewEncoder().String(word)
	if err != nil {
		v.t.Fatal(err)
	}
	return out
}

// nonsense is a word that no record has.
const nonsense = "qqxyzzy"

// look is a page and what was asked to see it.
type look struct {
	name  string
	doc   *page.Document
	query []string
}

// looks returns pages of all kinds that a site has: its start, its form, an answer and the
// page after it, an answer to nonsense, and a record.
func (v visitor) looks() []look {
	var word string
	for _, r := range v.site.Reachable()[:min(1, len(v.site.Reachable()))] {
		word = slices.MaxFunc(strings.Fields(r.Title), func(a, b string) int { return len(a) - len(b) })
	}
	out := []look{{"start", v.get(v.at(v.site.Start)), nil}}
	if v.site.Search != "" {
		form := v.get(v.at(v.site.Search))
		if v.site.Search != v.site.Start {
			out = append(out, look{"form", form, nil})
		}
		if form != nil && word != "" {
			answer := v.ask(form, word)
			out = append(out, look{"answer", answer, []string{word}}, look{"further", v.further(answer), []string{word}})
			out = append(out, look{"nothing", v.ask(form, nonsense), []string{nonsense}})
		}
	}
	for _, r := range v.site.Reachable() {
		if r.Path != "" {
			out = append(out, look{"record", v.get(v.at(r.Path)), nil})
			break
		}
	}
	return slices.DeleteFunc(out, func(l look) bool { return l.doc == nil })
}

// further returns the page behind the first link of an answer that leads to the answer's
// own path with another query.
func (v visitor) further(answer *page.Document) *page.Document {
	if answer == nil {
		return nil
	}
	here := v.at(answer.URL.String())
	for _, a := range answer.Find("a[href]").EachIter() {
		if to, err := here.Parse(a.AttrOr("href", "")); err == nil && to.Path == here.Path && to.RawQuery != "" && to.RawQuery != here.RawQuery {
			return v.get(to)
		}
	}
	return nil
}

// reading is what the packages read from one page, part by part.
func reading(l look, background extract.Background) string {
	found := forms.Parse(l.doc)
	for i := range found {
		found[i].Reasons, found[i].Score = nil, thousandths(found[i].Score)
		for j := range found[i].Fields {
			found[i].Fields[j].Score = thousandths(found[i].Fields[j].Score)
		}
	}
	res := extract.Read(l.doc, extract.Options{Query: l.query, Background: background})
	res.Reasons = nil
	pager := extract.Result{Next: res.Next, Prev: res.Prev, Further: res.Further, Pages: res.Pages, Inner: res.Inner, Sizes: res.Sizes, Total: res.Total, Capped: res.Capped}
	steps := len(res.Pages)
	if !res.Next.IsZero() {
		steps++
	}
	links := surface.Links(l.doc)
	return strings.Join([]string{
		part("forms", len(found), found),
		part("links", len(links), links),
		part("records", len(res.Records), res),
		part("pager", steps, pager),
	}, " ")
}

// thousandths rounds what processors may add up differently.
func thousandths(x float64) float64 { return math.Round(1000*x) / 1000 }

// part tells how many things there are, and the hash of all that is told of them. A list
// without any is told alike, whether it is nil or not.
func part(name string, n int, v any) string {
	text, err := json.Marshal(v)
	if string(text) == "null" {
		text = []byte("[]")
	}
	if err != nil {
		panic(err) // of the packages' own types
	}
	return fmt.Sprintf("%s=%d:%08x", name, n, uint32(hashed(string(text))))
}

// Pages of the made-up sites are read as before.
func TestReadings(t *testing.T) {
	g := open(t, "readings.txt")
	now := map[string]string{}
	for _, site := range sites() {
		synctest.Test(t, func(t *testing.T) {
			pipe := fixtures.NewPipe(site.Name + ".example:80")
			srv := fixtures.ServeListener(pipe, site)
			jar, _ := cookiejar.New(nil)
			transport := &http.Transport{DialContext: pipe.DialContext}
			v := visitor{t, &http.Client{Jar: jar, Transport: transport, Timeout: time.Minute}, site}
			looks := v.looks()
			var background extract.Background
			for _, l := range looks {
				if l.name == "nothing" {
					background = background.Learn(l.doc, l.query)
				}
			}
			for _, l := range looks {
				now[site.Name+"/"+l.name] = reading(l, extract.Background{})
				if len(l.query) > 0 {
					now[site.Name+"/"+l.name+", background known"] = reading(l, background)
				}
			}
			transport.CloseIdleConnections()
			srv.Close()
		})
	}
	g.compare(t, now, func(name, was, is string) string {
		return fmt.Sprintf("%s is read differently:\n\tnow %s\n\twas %s", name, is, was)
	})
}
