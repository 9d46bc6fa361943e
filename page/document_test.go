package page

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

func TestBase(t *testing.T) {
	for body, want := range map[string]string{
		"x":                 "http://h.example/dir/page",
		"<base href=/b/>":   "http://h.example/b/",
		"<base href=' c '>": "http://h.example/dir/c",
		"<base target=x><base href=/b/><base href=/c/>":      "http://h.example/b/",
		"<body><p><base href=https://o.example/>":            "https://o.example/",
		"<base href=data:text/html,x>":                       "http://h.example/dir/page",
		"<base href='http://['><base href=/c/>":              "http://h.example/dir/page",
		"<template><base href=/t/></template><base href=/b>": "http://h.example/b",
		"<svg><base href=/s/></svg>":                         "http://h.example/dir/page",
	} {
		d := parse(t, body)
		if d.Base.String() != want {
			t.Errorf("%s: base %s, want %s", body, d.Base, want)
		}
		if u, err := d.Resolve("rel"); err != nil || u != must(d.Base.Resolve("rel")) {
			t.Errorf("%s: Resolve(rel) = %v, %v", body, u, err)
		}
	}
}

func must(u URL, err error) URL {
	if err != nil {
		panic(err)
	}
	return u
}

func TestTitleAndLang(t *testing.T) {
	for _, c := range []struct{ body, header, title, lang string }{
		{"<html lang=en-GB><title> A\n B </title><title>C</title>", "fr", "A B", "en-gb"},
		{"<svg><title>S</title></svg><title>T</title>", "DE", "T", "de"},
		{"<html xml:lang=pt_BR>", "", "", "pt-br"},
		{"<meta http-equiv=Content-Language content=cs>", "fr", "", "cs"},
		{"x", "en, fr", "", ""},
		{"<title><b>x&amp;y</b></title>", "", "<b>x&y</b>", ""},
		{"<html lang='" + strings.Repeat("x", 99) + "'>", "", "", ""},
	} {
		p := Page{Final: MustParseURL("http://h.example/"), Body: []byte(c.body), Header: http.Header{
			"Content-Type": {"text/html; charset=utf-8"}, "Content-Language": {c.header}}}
		d, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		if d.Title != c.title || d.Lang != c.lang {
			t.Errorf("%s (%s): title %q, lang %q; want %q, %q", c.body, c.header, d.Title, d.Lang, c.title, c.lang)
		}
	}
}

func TestRefresh(t *testing.T) {
	for value, want := range map[string]string{
		"0;x":                    "0s x",
		"5; url='x'":             "5s x",
		"5,URL = \"x y\"z":       "5s x y",
		" 0 url=x":               "0s x",
		"0;url":                  "0s url",
		"0;url=":                 "0s ",
		"0;'x":                   "0s x",
		"1.9;x":                  "1s x",
		".5;x":                   "0s x",
		"300":                    "5m0s ",
		"0; URL=x ; y":           "0s x ; y",
		"99999999999999999999;x": "596523h14m8s x",
		"":                       "ignored",
		"x":                      "ignored",
		"-1;x":                   "ignored",
		"5x":                     "ignored",
		";url=x":                 "ignored",
	} {
		after, ref, ok := parseRefresh(value)
		got := after.String() + " " + ref
		if !ok {
			got = "ignored"
		}
		if got != want {
			t.Errorf("parseRefresh(%q) = %q, want %q", value, got, want)
		}
	}
}

func TestDocumentRefresh(t *testing.T) {
	for _, c := range []struct {
		header, body, want string
		after              time.Duration
	}{
		{"", "<meta http-equiv=Refresh content='3;url=next'>", "http://h.example/b/next", 3 * time.Second},
		{"1; url=first", "<meta http-equiv=refresh content='3;url=next'>", "http://h.example/b/first", time.Second},
		{"", "<noscript><meta http-equiv=refresh content='0;url=noscript'></noscript>", "", 0},
		{"", "<meta http-equiv=refresh content=60>", "", 0},
		{"", "<meta http-equiv=refresh content='0;url=javascript:x()'>", "", 0},
		{"nonsense", "<meta http-equiv=refresh content=x><meta http-equiv=refresh content='0;y'>", "http://h.example/b/y", 0},
	} {
		p := Page{Final: MustParseURL("http://h.example/"), Body: []byte("<base href=/b/>" + c.body),
			Header: http.Header{"Refresh": {c.header}}}
		d, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		if d.Refresh.String() != c.want || d.RefreshAfter != c.after {
			t.Errorf("%q %s: refresh to %q after %v, want %q after %v", c.header, c.body, d.Refresh, d.RefreshAfter, c.want, c.after)
		}
	}
}

func TestScriptingIsOff(t *testing.T) {
	d := parse(t, "<noscript><a href=x>x</a><form><input></form></noscript>")
	if d.Find("a").Length() != 1 || len(d.Forms()) != 1 || len(d.Controls(d.Forms()[0])) != 1 {
		t.Error("the content of <noscript> was not parsed")
	}
}

func TestKinds(t *testing.T) {
	const page = "<p>a<b>c</b><form><input></form>"
	pdf, gif := "%PDF-1.7\n%\xe2\xe3", "GIF89a\x01\x00\x01\x00"
	for _, c := range []struct {
		contentType, body, text string
		forms                   int
		refused                 bool
	}{
		{"text/html", page, "ac", 1, false},
		{"TEXT/HTML ; Charset=\"UTF-8\"", page, "ac", 1, false},
		{"text/html; charset=utf-8; broken", page, "ac", 1, false},
		{"", page, "ac", 1, false},
		{"", "just words", "just words", 0, false},
		{"application/octet-stream", page, "ac", 1, false},
		{"text/plain", page, page, 0, false},
		{"application/json", `{"a": "<form>"}`, `{"a": "<form>"}`, 0, false},
		{"application/ld+json", "{}", "{}", 0, false},
		{"application/xhtml+xml", "<script src='x'/><p>a<![CDATA[<form>&]]><form/><i/>c</p>", "a<form>& c", 1, false},
		{"application/rss+xml", "<?xml version='1.0'?><rss><item><title>x</title><b>y</b></item></rss>", "y", 0, false},
		{"text/html", "BMW <b>cars</b>", "BMW cars", 0, false}, // "BM" is also how bitmaps begin
		{"text/html", "", "", 0, false},
		{"image/png", "x", "", 0, true},
		{"image/svg+xml", "<svg/>", "", 0, true},
		{"application/pdf", pdf, "", 0, true},
		{"application/zip", "PK\x03\x04", "", 0, true},
		{"text/html", pdf, "", 0, true},
		{"text/html", gif, "", 0, true},
		{"text/plain", gif, "", 0, true},
		{"", gif, "", 0, true},
		{"application/octet-stream", "\x00\x01\x02", "", 0, true},
	} {
		d, err := ParseDocument([]byte(c.body), c.contentType, MustParseURL("http://h.example/"))
		if c.refused {
			if !errors.Is(err, ErrNotHTML) {
				t.Errorf("%s %.20q: error %v, want ErrNotHTML", c.contentType, c.body, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %.20q: %v", c.contentType, c.body, err)
			continue
		}
		if got := d.Text(); got != c.text || len(d.Forms()) != c.forms {
			t.Errorf("%s %.20q: text %q with %d forms, want %q with %d", c.contentType, c.body, got, len(d.Forms()), c.text, c.forms)
		}
	}
}

// tree writes elements by name and id, for comparison.
func tree(n *html.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.ElementNode:
			b.WriteString(c.Data)
			if id := Attr(c, "id"); id != "" {
				b.WriteString("#" + id)
			}
			if inner := tree(c); inner != "" {
				b.WriteString("(" + inner + ")")
			}
			b.WriteString(" ")
		case html.TextNode:
			b.WriteString("'" + c.Data + "' ")
		}
	}
	return strings.TrimSpace(b.String())
}
