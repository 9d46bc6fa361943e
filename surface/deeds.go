package surface

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

// Harms returns the addresses to which elements of doc lead that say, by what
// they call themselves or do when pressed, that this is a deed, with the word:
// onclick="return confirm('Really delete?')", data-method="delete". Elements
// whose address says it are not among them: see deeds.Addresses.
func Harms(doc *page.Document) map[page.URL]string {
	return linksThat(doc, func(judge *deeds.Judging, n *html.Node, _ page.URL) string { return harms(judge, n) })
}

// Orders returns the addresses to which links of doc lead whose text gives an order (see
// deeds.Judging.Orders), with that text. Titles of records may say the same: it is for links
// by which a reader goes on, and for those of a record beside its title.
func Orders(doc *page.Document) map[page.URL]string {
	return linksThat(doc, func(judge *deeds.Judging, n *html.Node, u page.URL) string {
		if says := strings.TrimSpace(page.Text(n)); says != "" && judge.Orders(says, u) {
			return says
		}
		return ""
	})
}

// linksThat returns where links of doc lead of which something is said, with what that is.
func linksThat(doc *page.Document, say func(*deeds.Judging, *html.Node, page.URL) string) map[page.URL]string {
	out := map[page.URL]string{}
	judge := deeds.Judging{Lang: doc.Lang}
	for n := range page.Below(doc.Root, "a", "area") {
		if u, err := doc.Resolve(page.Attr(n, "href")); err == nil {
			if said := say(&judge, n, u); said != "" {
				out[u] = said
			}
		}
	}
	return out
}

// harms says why following a link is a deed by what its attributes say, ""
// where they say nothing like it.
func harms(judge *deeds.Judging, n *html.Node) string {
	var says []string
	for _, a := range n.Attr {
		if question, ok := deeds.Asks(a.Key, a.Val); ok {
			return deeds.Judge(deeds.Act{By: deeds.Follow, Asks: []string{question}}).Reason
		}
		if m, _ := deeds.MethodOf(a.Key, a.Val); m != "" {
			return "it is sent by " + m
		}
		switch {
		case a.Key == "onclick", strings.HasPrefix(a.Key, "wire:click"), a.Key == "title", a.Key == "aria-label", a.Key == "data-action":
			says = append(says, a.Val)
		case a.Key == "class":
			if word := judge.Called(a.Val); word != "" {
				return fmt.Sprintf("it is dressed as %q", word)
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling { // a picture says what it is for
		if c.Type != html.ElementNode {
			continue
		}
		if word := judge.Called(page.Attr(c, "class")); word != "" {
			return fmt.Sprintf("its picture is %q", word)
		}
		for _, name := range []string{"alt", "aria-label", "title"} {
			if says := page.Attr(c, name); says != "" && judge.Command(says) {
				return fmt.Sprintf("its picture says %q", says)
			}
		}
		break
	}
	if says == nil {
		return "" // nearly all links
	}
	return judge.Says(says).Reason
}
