package surface_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
)

func parse(t *testing.T, html string) *page.Document {
	t.Helper()
	doc, err := page.ParseDocument([]byte(html), "text/html; charset=utf-8", page.MustParseURL("http://shop.example/dir/home"))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestLinks(t *testing.T) {
	doc := parse(t, `<title>x</title>
		<a href="/a">First</a> <a href="/a#part">again</a>
		<a href="b?utm_source=x">B</a>
		<a href="/img"><img src="i.png"></a> <a href="/img">Picture</a>
		<a href="mailto:me@shop.example">mail</a> <a href="javascript:void(0)">js</a> <a href="/paper.pdf">PDF</a> <a name="here">no link</a>
		<map><area href="/north" alt="North"></map>
		<iframe src="/inner" title="Inner"></iframe>
		<a rel="nofollow ugc" href="/nf">nf</a>
		<a href="http://other.example/">Other</a>`)
	type row struct {
		URL, Kind, Anchor string
		NoFollow          bool
	}
	var got []row
	for _, l := range surface.Links(doc) {
		got = append(got, row{l.URL.String(), l.Kind, l.Anchor, l.NoFollow})
	}
	want := []row{
		{"http://shop.example/a", "a", "First", false},
		{"http://shop.example/dir/b?utm_source=x", "a", "B", false},
		{"http://shop.example/img", "a", "Picture", false},
		{"http://shop.example/north", "area", "North", false},
		{"http://shop.example/inner", "iframe", "Inner", false},
		{"http://shop.example/nf", "a", "nf", true},
		{"http://other.example/", "a", "Other", false},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("links (-want +got):\n%s", d)
	}
}

func link(path, anchor string) surface.Link {
	return surface.Link{URL: page.MustParseURL("http://shop.example" + path), Kind: "a", Anchor: anchor}
}

func inScope(u page.URL) bool { return u.Host() == "shop.example" }

func TestFrontierPrefersSearchLinks(t *testing.T) {
	start := page.MustParseURL("http://shop.example/")
	f := surface.NewFrontier(inScope, formfirst.New(1), start)
	f.Observe(surface.Visit{URL: start, Links: []surface.Link{
		link("/about", "About us"),
		link("/stock", "Our stock"),
		link("/cat", "Catalogue"),
		link("/login?next=/search", "Log in to search"),
		link("/adv", "Erweiterte Suche"),
		{URL: page.MustParseURL("http://other.example/search"), Kind: "a", Anchor: "Search"},
	}})
	var got []string
	for {
		u, _, ok := f.Next()
		if !ok {
			break
		}
		got = append(got, u.PathQuery())
		f.Observe(surface.Visit{URL: u})
	}
	want := []string{"/adv", "/cat", "/stock", "/login?next=/search", "/about"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("order (-want +got):\n%s", d)
	}
}

// A crawl that begins at a page inside a site looks at its front page early.
func TestFrontierLooksAtTheFrontPage(t *testing.T) {
	start := page.MustParseURL("http://shop.example/item/17")
	f := surface.NewFrontier(inScope, formfirst.New(1), start)
	f.Observe(surface.Visit{URL: start, Status: 200, Links: []surface.Link{link("/item/16", "Brass lamp"), link("/news", "Notes"), link("/", "Jones & Sons"), link("/item/18", "Oak lamp")}})
	if u, _, _ := f.Next(); u.PathQuery() != "/" {
		t.Errorf("next is %s, want the front page", u)
	}
}

// What a page shows in a frame is part of it: it comes before a menu that says
// little or names in general what a site has, also where pages behind that menu
// have brought nothing.
func TestFrontierShowsFramesFirst(t *testing.T) {
	menu := []surface.Link{link("/page?id=1", "Über uns"), link("/page?id=3", "Freundeskreis"), link("/page?id=4", "Documents")}
	plain := []surface.Link{menu[0], link("/page?id=3", "Bestände"), link("/page?id=4", "Freundeskreis")}
	frame := link("/page?id=9", "")
	frame.Kind = "iframe"
	for _, c := range []struct {
		name   string
		visits [][]surface.Link // of the start, then of the menu's pages
	}{
		{"on the start page", [][]surface.Link{append(slices.Clone(menu), frame)}},
		{"behind a menu", [][]surface.Link{plain, plain, append(slices.Clone(plain), frame)}},
	} {
		start := page.MustParseURL("http://shop.example/")
		f := surface.NewFrontier(inScope, formfirst.New(1), start)
		for i, links := range c.visits {
			at := start
			if i > 0 {
				at = plain[i-1].URL
			}
			f.Observe(surface.Visit{URL: at, Status: 200, Links: links})
		}
		if u, _, _ := f.Next(); u != frame.URL {
			t.Errorf("%s: next is %s, want the frame", c.name, u)
		}
	}
}

// Where links lead to nearly all that a sitemap lists, the page that only the sitemap
// has comes before the menu. Where few links were seen, being listed says nothing.
func TestFrontierTakesWhatOnlyTheSitemapHas(t *testing.T) {
	at := func(kind, path string) surface.Link {
		return surface.Link{URL: page.MustParseURL("http://shop.example" + path), Kind: kind}
	}
	for _, test := range []struct {
		name         string
		menu, listed int // pages of each; those of the menu are the first that the sitemap lists
		first        bool
	}{
		{"all else is linked", 30, 31, true},
		{"half is linked", 30, 60, false},
		{"nothing is linked", 0, 31, false},
	} {
		start, siteMap := page.MustParseURL("http://shop.example/"), at(surface.Robots, "/sitemap.xml")
		f := surface.NewFrontier(inScope, formfirst.New(1), start)
		home := []surface.Link{siteMap}
		for i := range test.menu {
			home = append(home, link(fmt.Sprintf("/page?id=%d", i), "Friends of nature"))
		}
		f.Observe(surface.Visit{URL: start, Status: 200, Links: home})
		var list []surface.Link
		for i := range test.listed {
			list = append(list, at(surface.Listed, fmt.Sprintf("/page?id=%d", i)))
		}
		before, _, _ := f.Next()
		f.Observe(surface.Visit{URL: siteMap.URL, Status: 200, Links: list})
		alone := list[len(list)-1].URL
		u, why, ok := f.Next()
		if before != siteMap.URL || !ok || (u == alone) != test.first || strings.Contains(why, "only the sitemap") != test.first {
			t.Errorf("%s: behind %s is next %s (%s), that only the sitemap has %s", test.name, before, u, why, alone)
		}
	}
}

// An endless calendar must not keep the frontier busy.
func TestFrontierLeavesTraps(t *testing.T) {
	start := page.MustParseURL("http://shop.example/")
	f := surface.NewFrontier(inScope, formfirst.New(1), start)
	visits := 0
	for {
		u, _, ok := f.Next()
		if !ok {
			break
		}
		visits++
		if visits > 50 {
			t.Fatal("the frontier never ends")
		}
		f.Observe(surface.Visit{URL: u, Links: []surface.Link{
			link(fmt.Sprintf("/calendar/2026/%d", visits), "next month"),
			link(fmt.Sprintf("/day?d=%d", visits), "day"),
		}})
	}
	if visits > 25 {
		t.Errorf("%d pages visited, want at most 25: the start, and a dozen of each pattern", visits)
	}
}

// Where all pages of a site have one pattern, the one with the form is reached
// although many others came before it; behind a rewarded visit nothing is.
func TestFrontierGoesOnWithOnePattern(t *testing.T) {
	for _, test := range []struct {
		name     string
		rewarded bool
		last     bool // the form's page is visited
	}{{"until something is found", false, true}, {"not behind that", true, false}} {
		t.Run(test.name, func(t *testing.T) {
			start := page.MustParseURL("http://shop.example/")
			f := surface.NewFrontier(inScope, formfirst.New(1), start)
			v := surface.Visit{URL: start}
			if test.rewarded {
				v.Reward = 1
			}
			for i := range 30 {
				v.Links = append(v.Links, link(fmt.Sprintf("/page?id=%d", i), "About us"))
			}
			f.Observe(v)
			reached := false
			for n := 0; ; n++ {
				u, _, ok := f.Next()
				if !ok {
					break
				}
				if n > 40 {
					t.Fatal("the frontier never ends")
				}
				v := surface.Visit{URL: u}
				switch u.PathQuery() {
				case "/page?id=29": // the last in the menu leads to the form's page
					v.Links = []surface.Link{link("/page?id=99", "Search")}
				case "/page?id=99":
					reached = true
				}
				f.Observe(v)
			}
			if reached != test.last {
				t.Errorf("the form's page was visited: %v, want %v", reached, test.last)
			}
		})
	}
}

func TestFrontierIsBounded(t *testing.T) {
	start := page.MustParseURL("http://shop.example/")
	f := surface.NewFrontier(inScope, formfirst.New(1), start)
	var links []surface.Link
	for i := range 20000 {
		links = append(links, link(fmt.Sprintf("/%c%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26, 'a'+i/17576), "x"))
	}
	f.Observe(surface.Visit{URL: start, Links: links})
	n := 0
	for {
		u, _, ok := f.Next()
		if !ok {
			break
		}
		n++
		f.Observe(surface.Visit{URL: u})
	}
	if n == 0 || n > 5000 {
		t.Errorf("%d pages came out, want some and at most 5000", n)
	}
}

// The same visits give the same next page: the frontier is a fold.
func TestFrontierIsAFold(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	start := page.MustParseURL("http://shop.example/")
	f := surface.NewFrontier(inScope, formfirst.New(1), start)
	var ledger []surface.Visit
	anchors := []string{"Search", "About", "Browse", "", "Login", "Suche"}
	for range 40 {
		u, why, ok := f.Next()
		if !ok {
			break
		}
		again := surface.NewFrontier(inScope, formfirst.New(1), start)
		for _, v := range ledger {
			again.Observe(v)
		}
		u2, why2, ok2 := again.Next()
		if u2 != u || why2 != why || ok2 != ok {
			t.Fatalf("after %d visits: %v (%s), a replay gives %v (%s)", len(ledger), u, why, u2, why2)
		}
		v := surface.Visit{URL: u, Status: 200}
		if rnd.IntN(10) == 0 {
			v.Reward = 1
		}
		for range rnd.IntN(5) {
			v.Links = append(v.Links, link(fmt.Sprintf("/p%c%c", 'a'+rnd.IntN(26), 'a'+rnd.IntN(26)), anchors[rnd.IntN(len(anchors))]))
		}
		ledger = append(ledger, v)
		f.Observe(v)
	}
}
