package markup

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

// Clip returns at most n bytes of s, valid UTF-8.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// Said collects what is said about a form as a whole, for the judge of deeds:
// the heading before it, its legends, what it is called, and its own text where
// that is short.
func (in *Inventory) Said(n *html.Node) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && len(s) < 200 {
			out = append(out, s)
		}
	}
	for _, heading := range in.Headings(n) {
		add(heading)
	}
	add(Attr(n, "title"))
	add(Attr(n, "name") + " " + Attr(n, "id") + " " + Attr(n, "class"))
	add(in.Prose(n))
	if DeclaredSearch(n) {
		add("search")
	}
	return out
}

// Headings are the heading before a form, its accessible name, and the headings and legends
// in it.
func (in *Inventory) Headings(n *html.Node) []string {
	var out []string
	add := func(s string) {
		if s != "" {
			out = append(out, s)
		}
	}
	add(Clip(page.Heading(n), 150))
	add(in.ariaLabel(n))
	eachHeading(n, func(c *html.Node) { add(page.Text(c)) })
	return out
}

// Calls are what a form is called that has hardly a word of its own, and what stands over it.
func (in *Inventory) Calls(n *html.Node) (calls []string, over string) {
	before, over := page.Before(n)
	for _, s := range []string{Attr(n, "title"), in.ariaLabel(n), before} {
		if s = strings.TrimSpace(s); s != "" {
			calls = append(calls, s)
		}
	}
	return calls, over
}

// Asks returns what an element has visitors asked to confirm before they get on.
func Asks(n *html.Node) []string {
	var out []string
	for _, a := range n.Attr {
		if question, ok := deeds.Asks(a.Key, a.Val); ok {
			out = append(out, valid(Clip(question, 200)))
		}
	}
	return out
}

// eachHeading visits the headings and legends below n.
func eachHeading(n *html.Node, visit func(*html.Node)) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if c.Data == "legend" || len(c.Data) == 2 && c.Data[0] == 'h' && c.Data[1] >= '1' && c.Data[1] <= '6' {
			visit(c)
		}
		eachHeading(c, visit)
	}
}

// Prose is the text of a form without options. Of the form that was asked for last
// it is remembered: it is read in several places.
func (in *Inventory) Prose(n *html.Node) string {
	if in.read.form != n {
		in.read.form, in.read.prose = n, labelText(n)
	}
	return in.read.prose
}
