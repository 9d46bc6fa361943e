package page

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
)

func FuzzDocument(f *testing.F) {
	for _, body := range []string{
		"<table><form id=f><tr><td><input name=a form=g></table><form id=g></form>",
		"<form><template><form><input></template></form><select><option><form><input>",
		"<svg><title><form></title><style><input></svg><textarea></form></textarea>",
		"<base href='//x'><html lang=a><title>t</title><meta http-equiv=refresh content='0;url=x'><p hidden>",
		"\xff\xfe<\x00p\x00>\x00", "<?xml version='1.0' encoding='koi8-r'?><a/><![CDATA[<x>]]>", "<meta charset=gb18030>\x81\x30\x81\x30",
		strings.Repeat("<div>", 600) + "<form><label><input></form><a href=x>y", "%PDF-", "{}",
	} {
		f.Add([]byte(body), "text/html")
		f.Add([]byte(body), "application/xml; charset=utf-8")
	}
	u := MustParseURL("http://h.example/a")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		d, err := ParseDocument(body, contentType, u)
		if err != nil {
			return
		}
		checkOwners(t, d)
		if d.Base.IsZero() || d.Charset == "" {
			t.Fatalf("base %q, charset %q", d.Base, d.Charset)
		}
		if text := d.Text(); utf8.Valid(body) && !utf8.ValidString(text) || strings.Contains(text, "  ") || strings.TrimSpace(text) != text {
			t.Fatalf("text %q", text)
		}
		mark := newMarking(mustDecode(body, contentType)).name
		for n := range d.Root.Descendants() {
			if strings.Contains(n.Data, mark) || n.Type == html.ElementNode && HasAttr(n, mark) {
				t.Fatalf("a mark is left in %q %v", n.Data, n.Attr)
			}
		}
	})
}

func mustDecode(body []byte, contentType string) []byte {
	text, _, _ := decode(body, contentType, 1<<20)
	return text
}

// The marks must not change the tree that the parser builds.
func FuzzMarks(f *testing.F) {
	f.Add("<table><form id=f><tr><td><input name=a form=g></table><form id=g></form>")
	f.Add("<svg><title><form></title><style><input></svg><textarea></form></textarea>")
	f.Add("<math><mi><textarea><select></mi></textarea>&lt;input")
	f.Add("<svg><foreignobject><textarea><a title='</textarea><form>x'></foreignobject><font color=x><title><input></p>")
	f.Fuzz(func(t *testing.T, body string) {
		want, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
		if err != nil {
			return
		}
		d := &Document{}
		d.parse([]byte(body), false, 1<<20)
		if a, b := rendered(t, want), rendered(t, d.Root); a != b {
			t.Fatalf("%q\nalone  %s\nmarked %s", body, a, b)
		}
	})
}

func FuzzRefresh(f *testing.F) {
	for _, s := range []string{"0;x", "5; url='x'", " 1 , URL = \"x", ".;url", "9999999999999;", "5\f,url"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		after, ref, ok := parseRefresh(value)
		if after < 0 || after > maxRefreshSeconds*time.Second || !ok && (ref != "" || after != 0) {
			t.Fatalf("parseRefresh(%q) = %v, %q, %v", value, after, ref, ok)
		}
		if !strings.Contains(value, ref) {
			t.Fatalf("parseRefresh(%q) made up %q", value, ref)
		}
	})
}

func BenchmarkDocument(b *testing.B) {
	var body strings.Builder
	body.WriteString("<!DOCTYPE html><html lang=en><title>Catalogue</title><form action=/search><input name=q><select name=c>")
	for range 50 {
		body.WriteString("<option value=x>A category of things")
	}
	body.WriteString("</select><input type=submit></form><ul class=results>")
	for range 1000 {
		body.WriteString(`<li class="result"><h3><a href="/item?id=17&amp;from=list">A title of some words</a></h3><p class="meta">Author <b>Name</b>, 2004, <span class="price">12.50</span></p><p>Two lines of description that stand for what a catalogue has to say about its items, one by one.</p></li>`)
	}
	text := []byte(body.String())
	u := MustParseURL("http://h.example/")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseDocument(text, "text/html; charset=utf-8", u); err != nil {
			b.Fatal(err)
		}
	}
}
