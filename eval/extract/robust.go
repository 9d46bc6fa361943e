package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// scoreRobust changes each page as sites change theirs and other sites differ,
// and tells how much of what was read from it is lost: pages that a reader sees
// alike should be read alike.
func scoreRobust(w io.Writer, dir, verbose string) error {
	type sum struct{ f, pages, perfect, totals, totalRight, next, nextRight float64 }
	sums := make([]sum, len(mutations))
	err := eachLine(filepath.Join(dir, "labels.jsonl"), func(a answer) error {
		if a.Synthetic || a.Partial && !a.Silver || len(a.Records) < 2 {
			return nil
		}
		body, u, err := a.load(dir)
		if err != nil {
			return err
		}
		plain := 0.0
		for i, m := range mutations {
			if i > 0 && verbose != "" && verbose != m.name {
				continue
			}
			root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
			if err != nil {
				return nil // too deep to be written out again
			}
			m.change(root)
			var b bytes.Buffer
			if err := html.Render(&b, root); err != nil {
				return nil // elements that cannot be written
			}
			text := b.Bytes()
			if m.text != nil {
				text = m.text(text)
			}
			doc, err := page.ParseDocument(text, "text/html; charset=utf-8", u)
			if err != nil {
				return err
			}
			res := extract.Read(doc, extract.Options{})
			got := predicted(res.Records)
			for k := range got {
				got[k].Title, got[k].text = asciiDigits(got[k].Title), asciiDigits(got[k].text)
			}
			n, left := match(a.Records, got, a.URL)
			all := len(got)
			if a.Duplicates && !a.Silver {
				all -= left
			}
			_, _, f := prf(n, all, len(a.Records))
			s := &sums[i]
			s.f += f
			s.pages++
			if f > 0.999 {
				s.perfect++
			}
			if a.Total != nil {
				s.totals++
				if res.Total == *a.Total {
					s.totalRight++
				}
			}
			if a.Next.given && a.Next.value != "" {
				s.next++
				if slices.ContainsFunc(append([]string{a.Next.value}, a.NextAlt...), func(next string) bool {
					return canon(join(a.URL, next)) == canon(join(a.URL, res.Next.Address()))
				}) {
					s.nextRight++
				}
			}
			if i == 0 {
				plain = f
			} else if verbose == m.name && f < plain-0.1 {
				fmt.Fprintf(w, "%s: F1 %.2f, was %.2f; %d records read, %d wanted; %v\n", a.ID, f, plain, len(got), len(a.Records), res.Reasons)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, m := range mutations {
		s := sums[i]
		if s.pages == 0 {
			continue
		}
		fmt.Fprintf(w, "%-18s F1 %.3f perfect %.3f totals right %.3f next right %.3f\n", m.name, s.f/s.pages, s.perfect/s.pages, s.totalRight/max(1, s.totals), s.nextRight/max(1, s.next))
	}
	return nil
}

// mutation is one way in which pages of the same content differ.
type mutation struct {
	name   string
	change func(root *html.Node)
	text   func([]byte) []byte // of the page as it is written
}

var mutations = []mutation{
	{name: "none", change: func(*html.Node) {}},
	{name: "classes renamed", change: eachElement(func(n *html.Node) {
		for i := range n.Attr {
			if a := &n.Attr[i]; a.Key == "class" || a.Key == "id" {
				words := strings.Fields(a.Val)
				for k := range words {
					words[k] = made(words[k])
				}
				a.Val = strings.Join(words, " ")
			}
		}
	})},
	{name: "no classes", change: without("class", "id", "role", "itemprop", "itemtype", "itemscope", "property", "typeof")},
	{name: "no ids", change: without("id")},
	{name: "attributes shuffled", change: eachElement(func(n *html.Node) { slices.Reverse(n.Attr) })},
	{name: "end tags dropped", change: func(*html.Node) {}, text: dropEndTags},
	{name: "advertisements", change: eachElement(func(n *html.Node) { between(n, advertisement) })},
	{name: "comments, scripts", change: eachElement(func(n *html.Node) {
		between(n, func(like *html.Node) *html.Node { return element("script", "track()") })
	})},
	{name: "rows wrapped", change: eachElement(wrapRows)},
	{name: "contents wrapped", change: eachElement(wrapContents)},
	{name: "all of it divs", change: eachElement(asDiv)},
	{name: "white space", change: func(root *html.Node) { spread(root, false) }},
	{name: "no white space", change: func(root *html.Node) { squeeze(root, false) }},
	{name: "in a form", change: func(root *html.Node) { around(root, "form") }},
	{name: "other digits", change: eachText(func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r - '0' + '٠'
			}
			return r
		}, s)
	})},
	{name: "second classes", change: func() func(*html.Node) {
		n := 0
		return eachElement(func(h *html.Node) {
			if h.Data == "html" || h.Data == "body" {
				return
			}
			n++
			addClass(h, made(fmt.Sprint(n)))
		})
	}()},
}

// asciiDigits undoes the mutation of digits, for comparison.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '٠' && r <= '٩' {
			return r - '٠' + '0'
		}
		return r
	}, s)
}

// made returns a name of letters without sense, the same for the same name.
func made(name string) string {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	out := make([]byte, 7)
	for i := range out {
		out[i] = "bcdfghjklmnpqrstvwxz"[h%20]
		h /= 20
	}
	return string(out)
}

func element(tag, text string) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: tag}
	if text != "" {
		n.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
	return n
}

func addClass(n *html.Node, name string) {
	for i := range n.Attr {
		if n.Attr[i].Key == "class" {
			n.Attr[i].Val += " " + name
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: "class", Val: name})
}

// eachElement applies change to the elements of the body.
func eachElement(change func(*html.Node)) func(*html.Node) {
	return func(root *html.Node) {
		var all []*html.Node
		for n := range root.Descendants() {
			if n.Type == html.ElementNode && n.Namespace == "" {
				all = append(all, n)
			}
		}
		for _, n := range all {
			change(n)
		}
	}
}

func eachText(change func(string) string) func(*html.Node) {
	return func(root *html.Node) {
		for n := range root.Descendants() {
			if n.Type == html.TextNode && n.Parent != nil && n.Parent.Data != "script" && n.Parent.Data != "style" {
				n.Data = change(n.Data)
			}
		}
	}
}

func without(attributes ...string) func(*html.Node) {
	return eachElement(func(n *html.Node) {
		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return slices.Contains(attributes, a.Key) })
	})
}

// optional are elements whose end tags authors may leave out.
var optionalEnds = []string{"</li>", "</p>", "</td>", "</th>", "</tr>", "</dt>", "</dd>", "</option>", "</tbody>", "</thead>"}

func dropEndTags(text []byte) []byte {
	for _, tag := range optionalEnds {
		text = bytes.ReplaceAll(text, []byte(tag), nil)
	}
	return text
}

// rowsOf returns the children of n that look like rows: five or more with one tag.
func rowsOf(n *html.Node) []*html.Node {
	byTag := map[string][]*html.Node{}
	var tags []string
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode && slices.Contains([]string{"li", "tr", "div", "article", "section", "dl", "table"}, c.Data) {
			if byTag[c.Data] == nil {
				tags = append(tags, c.Data)
			}
			byTag[c.Data] = append(byTag[c.Data], c)
		}
	}
	for _, t := range tags {
		if len(byTag[t]) >= 5 {
			return byTag[t]
		}
	}
	return nil
}

// between puts what is made in front of every fourth row.
func between(n *html.Node, what func(like *html.Node) *html.Node) {
	for i, row := range rowsOf(n) {
		if i%4 == 2 {
			n.InsertBefore(what(row), row)
		}
	}
}

// advertisement makes a row for advertisements.
func advertisement(like *html.Node) *html.Node {
	ad := element("div", "")
	ad.Attr = []html.Attribute{{Key: "class", Val: "advert"}}
	link := element("a", "Lamps of all kinds, now cheaper")
	link.Attr = []html.Attribute{{Key: "href", Val: "http://adverts.example/click?to=7"}}
	ad.AppendChild(link)
	switch like.Data {
	case "tr":
		row, cell := element("tr", ""), element("td", "")
		cell.Attr = []html.Attribute{{Key: "colspan", Val: "9"}}
		cell.AppendChild(ad)
		row.AppendChild(cell)
		return row
	case "li":
		row := element("li", "")
		row.AppendChild(ad)
		return row
	}
	return ad
}

// wrapRows puts each row that may stand there into a <div> of its own.
func wrapRows(n *html.Node) {
	for _, row := range rowsOf(n) {
		if row.Data == "li" || row.Data == "tr" {
			return
		}
		box := element("div", "")
		n.InsertBefore(box, row)
		n.RemoveChild(row)
		box.AppendChild(row)
	}
}

// wrapContents puts what is in each row or cell into a <div>.
func wrapContents(n *html.Node) {
	for _, row := range rowsOf(n) {
		inside := []*html.Node{row}
		if row.Data == "tr" {
			inside = nil
			for c := range row.ChildNodes() {
				if c.Type == html.ElementNode {
					inside = append(inside, c)
				}
			}
		}
		if row.Data == "dl" || row.Data == "table" {
			continue
		}
		for _, at := range inside {
			box := element("div", "")
			for at.FirstChild != nil {
				c := at.FirstChild
				at.RemoveChild(c)
				box.AppendChild(c)
			}
			at.AppendChild(box)
		}
	}
}

// asDiv takes the meaning out of elements.
func asDiv(n *html.Node) {
	switch n.Data {
	case "ul", "ol", "li", "article", "section", "main", "header", "footer", "nav", "aside", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "p":
		n.Data, n.DataAtom = "div", 0
	case "b", "strong", "em", "i", "small", "font":
		n.Data, n.DataAtom = "span", 0
	}
}

// keepsSpace reports whether white space counts in n.
func keepsSpace(n *html.Node) bool {
	return n.Data == "pre" || n.Data == "textarea" || n.Data == "script" || n.Data == "style"
}

// spread writes a line break and spaces around each block.
func spread(n *html.Node, pre bool) {
	pre = pre || keepsSpace(n)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		spread(c, pre)
	}
	if !pre && n.Parent != nil && slices.Contains([]string{"div", "li", "tr", "td", "p", "ul", "table", "tbody", "article", "section", "dl", "dt", "dd", "h2", "h3"}, n.Data) {
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: "\n\t\t  "}, n)
	}
}

// squeeze takes out white space between elements.
func squeeze(n *html.Node, pre bool) {
	pre = pre || keepsSpace(n)
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.TextNode && !pre && strings.TrimSpace(c.Data) == "" && strings.Contains(c.Data, "\n") {
			n.RemoveChild(c)
		} else {
			squeeze(c, pre)
		}
		c = next
	}
}

// around puts all of the body into one element.
func around(root *html.Node, tag string) {
	for n := range root.Descendants() {
		if n.Data == "body" && n.Type == html.ElementNode {
			box := element(tag, "")
			box.Attr = []html.Attribute{{Key: "method", Val: "post"}}
			for n.FirstChild != nil {
				c := n.FirstChild
				n.RemoveChild(c)
				box.AppendChild(c)
			}
			n.AppendChild(box)
			return
		}
	}
}
