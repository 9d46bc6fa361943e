package extract

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/ordered"
	"golang.org/x/net/html"
)

// feed reads an RSS or Atom answer; false where the document is none.
func feed(doc *page.Document) (Result, bool) {
	res := Result{Total: -1}
	isFeed := false
	for n := range page.Below(doc.Root) {
		switch n.Data {
		case "rss", "feed", "rdf:rdf":
			isFeed = true
		case "item", "entry":
			if isFeed {
				res.Records = append(res.Records, feedRecord(n, doc))
			}
		case "opensearch:totalresults":
			if t, ok := tally.ParseCount(view.NodeText(n)); ok && isFeed {
				res.Total = t
			}
		case "link":
			if isFeed && strings.EqualFold(page.Attr(n, "rel"), "next") {
				if u, err := doc.Resolve(page.Attr(n, "href")); err == nil && u != doc.URL {
					res.Next = Step{URL: u}
				}
			}
		case "body", "html", "head":
		default:
			if !isFeed && n.Parent != nil && n.Parent.Data == "body" {
				return res, false // the root is something else
			}
		}
	}
	res.Empty = isFeed && len(res.Records) == 0
	res.Reasons = []string{"a feed"}
	return res, isFeed
}

// feedRecord reads an item or entry. The HTML parser knows <link> as an
// element without content: its address, if not an attribute, is the text after it.
func feedRecord(item *html.Node, doc *page.Document) Record {
	var r Record
	var texts []string
	for n := range page.Below(item) {
		value := plainText(view.NodeText(n))
		if n.Data == "link" {
			if rel := strings.ToLower(page.Attr(n, "rel")); rel != "" && rel != "alternate" {
				continue
			}
			if value == "" {
				value = page.Attr(n, "href")
			}
			if next := n.NextSibling; value == "" && next != nil && next.Type == html.TextNode {
				value = strings.TrimSpace(next.Data)
			}
			if u, err := doc.Resolve(value); err == nil && value != "" && r.URL.IsZero() {
				r.URL = u
			}
			continue
		}
		if value == "" || n.FirstChild != n.LastChild {
			continue
		}
		if n.Data == "title" && r.Title == "" {
			r.Title = value
		}
		r.Fields = append(r.Fields, record.Typed(wording.Snake(n.Data), value))
		texts = append(texts, value)
	}
	r.Text = strings.Join(texts, " ")
	if r.Key = r.URL.Canonical().String(); r.URL.IsZero() {
		r.Key = record.ContentKey(r)
	}
	return r
}

// plainText returns what a reader sees of a value in a feed, which may be HTML in the
// clothes of text: escaped, or in a CDATA section (which the HTML parser leaves as it
// is in a title).
func plainText(value string) string {
	value = strings.TrimSpace(value)
	if inside, ok := strings.CutPrefix(value, "<![CDATA["); ok {
		value = strings.TrimSuffix(inside, "]]>")
	}
	if strings.ContainsAny(value, "<&") {
		if doc, err := html.Parse(strings.NewReader(value)); err == nil {
			var b strings.Builder
			for n := range doc.Descendants() {
				switch {
				case n.Type == html.TextNode && view.TraitsOf(n.Parent.DataAtom)&view.IsUnseen == 0:
					b.WriteString(n.Data)
				case n.Type == html.ElementNode && view.TraitsOf(n.DataAtom)&view.IsInline == 0:
					b.WriteByte(' ')
				}
			}
			value = b.String()
		}
	}
	return strings.TrimSpace(wording.Collapse(value))
}

// embedded reads the records that a page carries as data for its scripts:
// JSON-LD lists (schema.org ItemList and kin) and the state of pages that are
// drawn by scripts. It is for pages whose HTML shows no list.
func embedded(doc *page.Document) (Result, bool) {
	best := jsonList{}
	var of any
	var cutShort bool
	for v, cut := range embeddedJSON(doc, linkedType, "application/json") {
		if l := bestList(v); len(l.items) >= 2 && resultNames[lastName(l.path)] && l.score > best.score {
			best, of, cutShort = l, v, cut
		}
	}
	if best.score < minListScore {
		return Result{}, false
	}
	res := fromJSON(of, doc)
	res.leftOut(cutShort)
	return res, true
}

// shown reads the records of JSON that a page shows as text, as the browsers of interfaces
// do: of an only block of it, which says more than what stands around it.
func shown(doc *page.Document) (Result, bool) {
	var block *html.Node
	blocks := 0
	for n := range page.Below(doc.Root, "pre") {
		if blocks++; blocks > mostBlocks {
			return Result{}, false
		}
		if jsonIn(n) != "" {
			if block != nil {
				return Result{}, false // examples of it
			}
			block = n
		}
	}
	if block == nil {
		return Result{}, false
	}
	text := jsonIn(block)
	around := 0
	for n := range doc.Root.Descendants() {
		if n.Type == html.TextNode && saysOfPage(n, block) {
			around += len(wording.Collapse(n.Data))
		}
	}
	if len(wording.Collapse(text)) <= around {
		return Result{}, false
	}
	v, cut, ok := ordered.Tree(text, int(scriptShare*float64(doc.Most)))
	if !ok || len(bestList(v).items) == 0 {
		return Result{}, false
	}
	res := fromJSON(v, doc)
	res.leftOut(cut)
	return res, true
}

// mostBlocks is how many blocks of text a page may have that shows but one of JSON.
const mostBlocks = 8

// jsonIn returns what an element holds from the first line on that JSON begins with; "" where
// none does.
func jsonIn(n *html.Node) string {
	text := view.NodeText(n)
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		if begin := strings.TrimSpace(line); strings.HasPrefix(begin, "{") || strings.HasPrefix(begin, "[") {
			return strings.TrimSpace(text[at:])
		}
		at += len(line) + 1
	}
	return ""
}

// saysOfPage reports whether a text is what a page itself says outside of a block: no menu,
// form or script.
func saysOfPage(n, block *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p == block || view.TraitsOf(p.DataAtom)&view.IsUnseen != 0 {
			return false
		}
		switch p.Data {
		case "form", "nav", "header", "footer", "aside", "a", "button":
			return false
		}
	}
	return true
}

// lastName returns the last member name of a path, lower case.
func lastName(path string) string {
	return strings.ToLower(path[strings.LastIndexByte(path, '.')+1:])
}

// minListScore is what data in a script must reach to be taken for records.
const minListScore = 60
