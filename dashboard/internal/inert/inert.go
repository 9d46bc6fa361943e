// Package inert shows pages that strangers wrote so that they do nothing: what runs, leads
// elsewhere or has something fetched is left out. The policy and the sandbox that they are
// served with forbid it once more.
package inert

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
)

// Policy is what a kept page may do: be looked at, as it says itself that it looks.
const Policy = "sandbox" + looksOnly

const looksOnly = "; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

// PickPolicy is what a page may do on which columns are chosen: beside that, a click on one of
// the links that are put around its pieces leads to what that piece would be as a column. It
// has no other link, for whatever could be one is taken out.
const PickPolicy = "sandbox allow-top-navigation-by-user-activation" + looksOnly

// PickStyle shows what of a page can be clicked on.
const PickStyle = `<style>a[data-hadal-pick] { cursor: pointer !important } a[data-hadal-pick="in"] { all: unset !important; cursor: pointer !important }
a[data-hadal-pick]:hover, a[data-hadal-pick]:focus { outline: 2px solid #d55e00 !important; background: #ffe9a8 !important; color: #000 !important }</style>`

// running are the elements that do something, or have something fetched.
var running = map[atom.Atom]bool{atom.Script: true, atom.Iframe: true, atom.Frame: true, atom.Frameset: true, atom.Object: true, atom.Embed: true, atom.Applet: true,
	atom.Link: true, atom.Base: true, atom.Meta: true, atom.Video: true, atom.Audio: true, atom.Source: true, atom.Track: true, atom.Noscript: true, atom.Template: true}

// animating are the elements of drawings that give others an attribute, as a link its address.
var animating = map[string]bool{"set": true, "animate": true, "animatemotion": true, "animatetransform": true, "animatecolor": true, "discard": true}

// fetching are the attributes by which something is fetched or run.
var fetching = map[string]bool{"src": true, "srcset": true, "href": true, "xlink:href": true, "action": true, "formaction": true, "background": true, "poster": true,
	"data": true, "ping": true, "manifest": true, "srcdoc": true}

// most is how much of a page is shown.
const most = 2 << 20 // bytes

// Document returns a page's document without what could do something. The elements that lead
// somewhere in links are links there.
func Document(p *page.Page, doc *page.Document, broken error, style string, links map[*html.Node]string) []byte {
	var b bytes.Buffer
	b.WriteString("<!doctype html>")
	if broken != nil || !strings.Contains(p.Header.Get("Content-Type"), "html") && !bytes.Contains(p.Body[:min(len(p.Body), 1000)], []byte("<")) {
		fmt.Fprintf(&b, "<pre>%s</pre>", html.EscapeString(strings.ToValidUTF8(string(p.Body[:min(len(p.Body), most)]), "\ufffd")))
		return b.Bytes()
	}
	var write func(n *html.Node, linked bool, around string)
	write = func(n *html.Node, linked bool, around string) {
		if b.Len() > most {
			return
		}
		to, within := "", linked // of a link, and whether there is one around n
		around = cmp.Or(links[n], around)
		if !linked && (n.DataAtom == atom.Img || n.Type == html.TextNode && n.Parent != nil && !unlinked[n.Parent.DataAtom] && strings.TrimSpace(n.Data) != "") {
			to = around
		}
		if to != "" {
			fmt.Fprintf(&b, `<a data-hadal-pick="in" target="_parent" href="%s">`, html.EscapeString(to))
			defer b.WriteString("</a>")
		}
		switch n.Type {
		case html.TextNode:
			if n.Parent != nil && n.Parent.DataAtom == atom.Style {
				b.WriteString(strings.ReplaceAll(n.Data, "<", ""))
				return
			}
			b.WriteString(html.EscapeString(n.Data))
			return
		case html.CommentNode, html.DoctypeNode:
			return
		case html.ElementNode:
			if running[n.DataAtom] || animating[strings.ToLower(n.Data)] || n.DataAtom == 0 && strings.ContainsAny(n.Data, " <>\"'/=") {
				return
			}
			b.WriteString("<" + n.Data)
			for _, a := range n.Attr {
				name := strings.ToLower(a.Key)
				if fetching[name] || strings.HasPrefix(name, "on") || strings.ContainsAny(name, " <>\"'/=") || strings.HasPrefix(name, "data-hadal") {
					continue
				}
				if name == "target" && links != nil {
					continue
				}
				fmt.Fprintf(&b, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
			}
			if n.DataAtom == atom.A && links != nil {
				within = true
				if to := leading(n, links); to != "" {
					fmt.Fprintf(&b, ` data-hadal-pick="" target="_parent" href="%s"`, html.EscapeString(to))
				}
			}
			b.WriteByte('>')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			write(c, within, around)
		}
		if n.Type == html.ElementNode && !empty[n.DataAtom] {
			b.WriteString("</" + n.Data + ">")
		}
	}
	write(doc.Root, false, "")
	b.WriteString(style)
	return b.Bytes()
}

// unlinked are the elements whose texts can be no links.
var unlinked = map[atom.Atom]bool{atom.Style: true, atom.Title: true, atom.Option: true, atom.Select: true, atom.Textarea: true, atom.Button: true}

// leading returns where a link of the page leads, by itself or by the first piece in it.
func leading(a *html.Node, links map[*html.Node]string) string {
	if to := links[a]; to != "" {
		return to
	}
	for n := range a.Descendants() {
		if to := links[n]; to != "" {
			return to
		}
	}
	return ""
}

// empty are the elements without an end tag.
var empty = map[atom.Atom]bool{atom.Area: true, atom.Br: true, atom.Col: true, atom.Hr: true, atom.Img: true, atom.Input: true, atom.Wbr: true, atom.Param: true}

// Boxes draws what is believed of a page's records around them, by the selectors themselves.
func Boxes(w extract.Wrapper) string {
	usable := func(selector string) bool { return !strings.ContainsAny(selector, "<{};@/\\") }
	if w.Record == "" || !usable(w.Region) || !usable(w.Record) {
		return ""
	}
	within := strings.TrimSpace(w.Region + " " + w.Record)
	var b strings.Builder
	fmt.Fprintf(&b, "<style>%s { outline: 2px solid #0072b2 !important; outline-offset: -1px }\n", within)
	for _, c := range w.Columns {
		if c.Select != "" && usable(c.Select) {
			fmt.Fprintf(&b, "%s %s { outline: 1px dashed #d55e00 !important }\n", within, c.Select)
		}
	}
	b.WriteString("</style>")
	return b.String()
}
