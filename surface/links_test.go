package surface_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Each piece of markup gives these addresses and no others.
func TestLinkForms(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"relative":          {`<a href="x.html">`, "a /dir/x.html"},
		"root":              {`<a href="/x">`, "a /x"},
		"protocol":          {`<a href="//shop.example/x">`, "a /x"},
		"dots":              {`<a href="../a/./b/../x">`, "a /a/x"},
		"query only":        {`<a href="?p=2">`, "a /dir/home?p=2"},
		"base":              {`<base href="/base/"><a href="x">`, "base /base/ a /base/x"},
		"svg":               {`<svg><a xlink:href="/x"><text>t</text></a></svg>`, "a /x"},
		"frameset":          {`<frameset><frame src="/x"></frameset>`, "frame /x"},
		"late iframe":       {`<iframe data-src="/x"></iframe>`, "iframe /x"},
		"srcdoc":            {`<iframe srcdoc="<a href='x'>y</a>"></iframe>`, "a /dir/x"},
		"refresh":           {`<meta http-equiv=refresh content="9; url=/x">`, "refresh /x"},
		"canonical":         {`<link rel=canonical href=/x>`, "canonical /x"},
		"hreflang":          {`<link rel=alternate hreflang=de href=/de>`, "alternate /de"},
		"feed":              {`<link rel=alternate type=application/rss+xml href=/x.rss>`, "feed /x.rss"},
		"search":            {`<link rel=search type=application/opensearchdescription+xml href=/os.xml>`, "search /os.xml"},
		"style and icon":    {`<link rel=stylesheet href=/a><link rel="shortcut icon" href=/b><link rel=preload href=/c>`, ""},
		"object and embed":  {`<object data=/x></object><embed src=/y><object data=/z type=image/png></object>`, "object /x embed /y"},
		"images":            {`<img src=/i srcset="/j 2x"><picture><source srcset=/k></picture><video src=/v poster=/p></video><div style="background:url(/b)">`, ""},
		"longdesc and cite": {`<img src=/i longdesc=/x><blockquote cite=/y></blockquote>`, "img /x blockquote /y"},
		"data":              {`<div data-href="/x" data-img-url="/i" data-src="/s" data-url="not an address"></div>`, "data /x"},
		"handler":           {`<div onclick="location.href='/x'"></div><button onclick="window.open(&quot;y.html&quot;)">b</button>`, "script /x script /dir/y.html"},
		"javascript":        {`<a href="javascript:go('/x')">a</a><a href="JavaScript:void(0)">b</a>`, "script /x"},
		"script":            {`<script>var a="/x?b=c", b='y/z.php', c="/item/" + id, d = "text/html", e="a/b"; // it's "/no"` + "\n" + `f("\/w");</script>`, "script /x?b=c script /dir/y/z.php script /w"},
		"posts in scripts":  {`<script>$.post("/save", x); fetch("/api", {method:"POST"}); navigator.sendBeacon("/b"); fetch("/c")</script>`, "script /c"},
		"requests of functions": {`<script>const a=()=>{ if (ok) { fetch('/a') } }; function b(x) { $.get('/b') } const c=async()=>(await fetch('/c')).json(); const o={d(x){ return fetch('/d') }};
const e=()=>{ location='/e' }; if (ok) { fetch('/f') } fetch('/g')</script>`, "script /e script /f script /g"},
		"comment":            {`<!-- <a class=b href="/x">old</a> <img src=/i> <link href=/s> -->`, "comment /x"},
		"schemes":            {`<a href="mailto:a@b">m</a><a href="tel:1">t</a><a href="data:text/html,x">d</a><a href="ftp://h/x">f</a><a href="#p">h</a><a name=n>n</a>`, ""},
		"deeds":              {`<a href="/logout">o</a><a href="/item/7/delete">d</a><a href="?action=remove&amp;id=7">r</a><a href="/cart/add?x=1">c</a><a href="/how-to-delete-your-data">h</a>`, "a /how-to-delete-your-data"},
		"downloads":          {`<a href="/a.pdf">p</a><a href="/b.zip?x=1">z</a><a href="/c.JPG">j</a>`, ""},
		"menu":               {`<form action=/go><input type=hidden name=l value=en><select name=s><option value="">-<option value=1>One<option value=2>Two</select><input type=submit></form>`, "form /go?l=en&s=1 form /go?l=en&s=2"},
		"button":             {`<form action=/x><button>Go there</button><button formaction=/y name=a value=b>There</button></form>`, "form /x form /y?a=b"},
		"jump":               {`<select onchange="location=this.value"><option value="">Choose<option value="/x">X<option value="y.html">Y</select>`, "form /x form /dir/y.html"},
		"search form":        {`<form action=/s><input name=q><button>Search</button></form>`, ""},
		"post and deed form": {`<form action=/x method=post><button>Go</button></form><form action=/y><button>Delete</button></form><form action=/cart/empty-cart><button>Go</button></form>`, ""},
		"menus of deeds": {`<form action=/a><h3>Delete account</h3><select name=s><option value=1>1</select><button>»</button></form>` +
			`<form action=/b><fieldset><legend>Usuń konto</legend><input type=radio name=s value=1><input type=radio name=s value=2></fieldset><button>OK</button></form>` +
			`<form action=/c><label>Vote for <select name=s><option value=1>1</select></label><button>Go</button></form>` +
			`<form action=/d aria-label="Add to basket"><select name=s><option value=1>1</select><button>Go</button></form>` +
			`<form action=/e class="delete-account"><select name=s><option value=1>1</select><button>»</button></form>` +
			`<form action=/f><select name=s><option value="">Delete account<option value=1>1</select><button>»</button></form>`, ""},
		"unseen": {`<template><a href=/t></a></template><style>a{background:url(/s)}</style><noscript><a href=/x>n</a></noscript>`, "a /x"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, l := range surface.Links(parse(t, c.html)) {
				got = append(got, l.Kind, strings.TrimPrefix(l.URL.String(), "http://shop.example"))
			}
			if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
				t.Errorf("links (-want +got):\n%s", d)
			}
		})
	}
}

func TestLinkWords(t *testing.T) {
	links := surface.Links(parse(t, `<p>Look at our <b>old</b> list of <a href=/list>all   books</a>, which is long.</p><a href=/i title=Title><img alt=Picture></a><a href=/j aria-label=Label></a>`))
	var got []string
	for _, l := range links {
		got = append(got, fmt.Sprintf("%s|%s", l.Anchor, l.Around))
	}
	want := []string{
		"all books|Look at our old list of , which is long. Picture",
		"Picture|Look at our old list of all books, which is long.",
		"Label|Look at our old list of all books, which is long. Picture",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("words (-want +got):\n%s", d)
	}
	for _, l := range surface.Links(parse(t, strings.Repeat("ä ö ", 100)+"<a href=/x>"+strings.Repeat("ü", 300)+"</a>"+strings.Repeat("ßß ", 100))) {
		if len(l.Anchor) > 200 || len(l.Around) > 162 || strings.ContainsRune(l.Anchor+l.Around, '\ufffd') || len(l.Around) < 100 {
			t.Errorf("anchor of %d bytes, around %q", len(l.Anchor), l.Around)
		}
	}
}

func answered(body string, header ...string) *page.Page {
	p := &page.Page{Final: page.MustParseURL("http://shop.example/dir/home"), Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)}
	for i := 0; i < len(header); i += 2 {
		p.Header.Add(header[i], header[i+1])
	}
	return p
}

func TestReadHeader(t *testing.T) {
	r, err := surface.Read(answered(`<base href=/b/><link rel=canonical href=c>`,
		"Link", `<x>; rel="next", </style.css>; rel=stylesheet`, "Content-Location", "y", "Location", "/z", "Refresh", "1; url=w"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range r.Links {
		got = append(got, l.Kind, l.URL.PathQuery())
	}
	want := "base /b/ canonical /b/c refresh /b/w header /dir/x location /z content-location /dir/y"
	if d := cmp.Diff(want, strings.Join(got, " ")); d != "" {
		t.Errorf("links (-want +got):\n%s", d)
	}
	if r.Directives.Canonical.PathQuery() != "/b/c" {
		t.Errorf("canonical is %s", r.Directives.Canonical)
	}
}

func TestDirectives(t *testing.T) {
	for _, c := range []struct {
		html, header string
		want         surface.Directives
	}{
		{"", "", surface.Directives{}},
		{`<meta name=ROBOTS content="NoIndex, follow">`, "", surface.Directives{}},
		{`<meta name=robots content="none">`, "", surface.Directives{NoFollow: true}},
		{`<meta name=googlebot content="nofollow">`, "", surface.Directives{}},
		{"", "nofollow", surface.Directives{NoFollow: true}},
		{"", "otherbot: nofollow", surface.Directives{}},
		{"", "hadal: nofollow", surface.Directives{NoFollow: true}},
		{`<body><meta name=robots content=nofollow>`, "noarchive", surface.Directives{}},
	} {
		r, err := surface.Read(answered(c.html, "X-Robots-Tag", c.header))
		if err != nil {
			t.Fatal(err)
		}
		if r.Directives != c.want {
			t.Errorf("%s with %q: %+v, want %+v", c.html, c.header, r.Directives, c.want)
		}
	}
}

func TestListings(t *testing.T) {
	const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i"><url><loc> http://shop.example/x?a=1&amp;b=2 </loc><image:image><image:loc>/i</image:loc></image:image></url><url><loc>/y</loc></url><url><loc>/z.pdf</loc></url></urlset>`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(sitemap))
	z.Close()
	for name, c := range map[string]struct{ body, want string }{
		"sitemap":    {sitemap, "listed /x?a=1&b=2 listed /y"},
		"packed":     {packed.String(), "listed /x?a=1&b=2 listed /y"},
		"breaks off": {sitemap[:strings.Index(sitemap, "<url><loc>/z")], "listed /x?a=1&b=2 listed /y"},
		"index":      {`<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap></sitemapindex>`, "sitemap /a.xml.gz"},
		"text":       {"http://shop.example/x\nhttp://shop.example/y\r\n\nmailto:x\n", "listed /x listed /y"},
		"rss":        {`<rss version="2.0"><channel><title>C</title><link>/</link><item><title>One &amp; two</title><link>/x</link></item><item><guid>http://shop.example/y</guid></item></channel></rss>`, "feed /x feed /y"},
		"atom":       {`<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/feed"/><entry><title>T</title><link rel="edit" href="/e"/><link href="/x"/></entry></feed>`, "feed /x"},
		"opensearch": {`<?xml version="1.0"?><OpenSearchDescription><ShortName>Shop</ShortName><Url type="application/x-suggestions+json" template="/s?q={searchTerms}"/><Url type="text/html" template="/search?q={searchTerms}&amp;p={startPage?}"/></OpenSearchDescription>`, "opensearch /search"},
		"page":       {`<!DOCTYPE html><html><a href=/x>x</a><pre>&lt;urlset`, "a /x"},
	} {
		t.Run(name, func(t *testing.T) {
			p := answered(c.body)
			if name == "packed" {
				p.Header.Set("Content-Type", "application/gzip")
			}
			r, err := surface.Read(p)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range r.Links {
				got = append(got, l.Kind, l.URL.PathQuery())
			}
			if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
				t.Errorf("links (-want +got):\n%s", d)
			}
		})
	}
}

// A list without end is cut off.
func TestListingIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("<urlset>")
	for i := range 60_000 {
		fmt.Fprintf(&b, "<url><loc>/%d</loc></url>", i)
	}
	r, err := surface.Read(answered(b.String()))
	if err != nil || len(r.Links) != 50_000 {
		t.Errorf("%d links, error %v", len(r.Links), err)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`<a href=x>y</a><script>a="/b?c=d"</script><!-- <a href=z> --><form><select name=s><option>1</select></form>`,
		`<urlset><url><loc>/x</loc></url></urlset>`, `<rss><item><link>/x</link></item></rss>`, "http://h.example/x\n", "\x1f\x8b\x08",
		`<OpenSearchDescription><Url template="/s?q={searchTerms}"/></OpenSearchDescription>`, `<iframe srcdoc="<iframe srcdoc='<a href=x>'>">`, `<select onchange=location><option>/x`,
	} {
		f.Add(s, "<x>; rel=next", "text/html")
	}
	f.Fuzz(func(t *testing.T, body, link, contentType string) {
		p := answered(body, "Link", link)
		p.Header.Set("Content-Type", contentType)
		r, err := surface.Read(p)
		if err != nil {
			return
		}
		seen := map[surface.ID]bool{}
		for _, l := range r.Links {
			if l.URL.IsZero() || l.ID != surface.IDOf(l.URL) || seen[l.ID] || l.Kind == "" || len(l.Anchor) > 200 || len(l.Around) > 170 {
				t.Fatalf("link %+v", l)
			}
			seen[l.ID] = true
		}
	})
}
