package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/internal/cputime"
)

// A page nested past the parser's limit keeps its forms, controls, owners,
// links and text, and what stands on its outer levels keeps its shape.
func TestFlat(t *testing.T) {
	const deep = "<html lang=de><head><title>T</title><base href=/b/></head><body class=c><ul><li id=l1>one<li id=l2>two</ul>" +
		"<table><form id=f><tr><td><input name=a></tr></form></table>"
	const inside = "<form id=g><p>word<b>s</b></p><div>more</div><label>L<input name=b></label><form><select name=s><option>x<option>y</select></form>" +
		"<a id=k href=x>link <span>text</span></a><input name=c form=g><template><form id=h><input name=t></form></template>"
	for start, end := range map[string]string{
		"<div>": "</div>", "<b>": "</b>", "<font>": "</font>", "<table><tr><td>": "</td></tr></table>", "<ul><li>": "</ul>",
		"<span>": "</span>", "<blockquote>": "</blockquote>", "<object>": "</object>", "<x-y>": "</x-y>", "<div><p><a href=y>": "</div>",
	} {
		t.Run(start, func(t *testing.T) {
			d := parse(t, deep+strings.Repeat(start, 2000)+inside+strings.Repeat(end, 2000)+"<p id=end>end</p>")
			if !d.Flat {
				t.Fatal("not flat")
			}
			if got, want := owned(withoutObjects(d)), "f: a; g: b s c"; got != want {
				t.Errorf("owners are %s, want %s", got, want)
			}
			if got, want := d.Text(), "one two words more L x y link text end"; got != want {
				t.Errorf("text %q, want %q", got, want)
			}
			if k := d.Find("#k").Get(0); k == nil || Text(k) != "link text" {
				t.Errorf("the link reads %q", Text(k))
			}
			if got := tree(d.Find("ul").Get(0)); got != "li#l1('one') li#l2('two')" {
				t.Errorf("the list is %s", got)
			}
			if d.Title != "T" || d.Lang != "de" || d.Base.String() != "http://h.example/b/" || d.Find("body.c").Length() != 1 {
				t.Errorf("title %q, lang %q, base %s", d.Title, d.Lang, d.Base)
			}
			if depth := maxDepth(d.Root); depth > flatDepth+flatSlack+3 {
				t.Errorf("tree is %d deep", depth)
			}
			if d.Find("body > #end").Length() != 1 {
				t.Error("what follows the deep part is not outside it")
			}
			checkOwners(t, d)
		})
	}
}

// withoutObjects leaves <object> out of the lists; it is a control too.
func withoutObjects(d *Document) *Document {
	copied := *d
	copied.controls = map[*html.Node][]*html.Node{}
	for f, controls := range d.controls {
		for _, c := range controls {
			if c.Data != "object" {
				copied.controls[f] = append(copied.controls[f], c)
			}
		}
	}
	return &copied
}

func maxDepth(n *html.Node) int {
	deepest := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		deepest = max(deepest, maxDepth(c))
	}
	return deepest + 1
}

// Hostile pages must cost time in proportion to their length.
func TestParsingIsLinear(t *testing.T) {
	for name, unit := range map[string]string{
		"open div": "<div>", "open b": "<b>", "open a": "<a href=x>", "open p b": "<p><b>", "end tags": "</p>", "cells": "<table><td>",
		"forms": "<form><input></form>", "open forms": "<form><input>", "form attributes": "<input form=x id=x>",
		"templates": "<template><form>", "selects": "<select><option>", "svg": "<svg><title>", "marked text": "<svg><desc><textarea><input>",
		"unclosed tag": "<input ", "deep then wide": "<div><a>x</a><li>", "options": "<option>", "comments": "<!--", "cdata": "<![CDATA[",
	} {
		for _, contentType := range []string{"text/html; charset=utf-8", "application/xhtml+xml; charset=utf-8"} {
			took := func(size int) time.Duration {
				body := []byte("<p>" + strings.Repeat(unit, size/len(unit)))
				start, _ := cputime.Used()
				if _, err := ParseDocument(body, contentType, URL{}); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				end, err := cputime.Used() // and not the clock, which goes on while others are at work
				if err != nil {
					t.Fatal(err)
				}
				return max(end-start, time.Microsecond)
			}
			// 10 times the size: 10 times the time if linear, 100 times if not. The
			// collector may disturb a comparison, but not each of them.
			var growth float64
			for range 8 {
				small, large := took(10_000), took(100_000)
				if growth = float64(large) / float64(small); growth < 40 {
					break
				}
			}
			if growth >= 40 {
				t.Errorf("%s as %s: 10 times the size takes %.0f times as long", name, contentType, growth)
			}
		}
	}
}

func TestManyForms(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "<table><form id=f%d><tr><td><input name=a><input name=b form=f%d></form></table>", i, (i+1)%5000)
	}
	d := parse(t, b.String())
	start := time.Now()
	for i, f := range d.Forms() {
		if c := d.Controls(f); len(c) != 2 || Attr(f, "id") != fmt.Sprintf("f%d", i) {
			t.Fatalf("form %d has %d controls", i, len(c))
		}
	}
	if took := time.Since(start); len(d.Forms()) != 5000 || took > time.Second {
		t.Errorf("%d forms took %v", len(d.Forms()), took)
	}
}
