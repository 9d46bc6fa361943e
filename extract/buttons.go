package extract

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// buttonNext finds the submit button that leads to the next page: one that
// says so, else the one whose number follows that of a disabled button.
func buttonNext(v *Page) (Step, string) {
	for i, form := range v.doc.Forms() {
		current := -1
		var numbers []page.Pair
		for _, c := range v.doc.Controls(form) {
			if c.Data != "input" && c.Data != "button" {
				continue
			}
			t := strings.ToLower(attr(c, "type"))
			if t != "submit" && t != "image" && !(t == "" && c.Data == "button") {
				continue
			}
			pair := page.Pair{Name: attr(c, "name"), Value: attr(c, "value")}
			disabled := hasAttr(c, "disabled")
			says := pair.Value
			if c.Data == "button" {
				says = nodeText(c)
			} else if t == "image" {
				says = attr(c, "alt")
			}
			says = normalLabel(says)
			name := strings.ToLower(pair.Name)
			word := wordKind(says)
			if word == wordMore {
				word = 0 // "more options" buttons are common
			}
			if !disabled && pair.Name != "" && (word >= wordPart || word == wordArrow && len(numbers) > 0 || wordKind(name) != 0 && word != 0) && !isPrev(says) {
				return Step{Form: i, Button: pair}, "button \"" + says + "\""
			}
			if k, ok := pageNumber(says); ok {
				if disabled {
					current = k
				} else if pair.Name != "" {
					numbers = append(numbers, pair)
				}
			}
		}
		for _, p := range numbers {
			if k, _ := pageNumber(strings.ToLower(p.Value)); current >= 0 && k == current+1 {
				return Step{Form: i, Button: p}, "button " + p.Value
			}
		}
	}
	return Step{}, ""
}

func hasAttr(h *html.Node, key string) bool {
	return slices.ContainsFunc(h.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func nodeText(h *html.Node) string {
	var b strings.Builder
	for n := range h.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// formLink finds the link in disguise that leads on: a form sent by GET with
// nothing to fill in but one button that says so, and the place in the list
// among its hidden values.
func formLink(v *Page) (page.URL, string) {
	for _, form := range v.doc.Forms() {
		if m := strings.ToLower(attr(form, "method")); m != "" && m != "get" {
			continue
		}
		var pairs []page.Pair
		says, others, number := "", 0, false
		for _, c := range v.doc.Controls(form) {
			pair := page.Pair{Name: attr(c, "name"), Value: attr(c, "value")}
			t := strings.ToLower(attr(c, "type"))
			switch {
			case hasAttr(c, "disabled"):
				others++ // it says that there is nothing more, or belongs to a script
			case c.Data == "input" && t == "hidden":
				if pair.Name != "" {
					pairs = append(pairs, pair)
				}
				_, isNumber := pageNumber(pair.Value)
				number = number || isNumber
			case says != "":
				others++
			case c.Data == "input" && t == "submit" && pair.Name == "":
				says = normalLabel(pair.Value)
			case c.Data == "button" && (t == "" || t == "submit") && pair.Name == "":
				says = normalLabel(nodeText(c))
			default:
				others++
			}
		}
		word := wordKind(says)
		if word != wordExact && (word != wordArrow || utf8.RuneCountInString(says) != 1) || others > 0 || !number || isPrev(says) {
			continue
		}
		query := make([]string, len(pairs)) // the pairs replace a query of the action
		for i, p := range pairs {
			query[i] = url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value)
		}
		action, _, _ := strings.Cut(attr(form, "action"), "#")
		action, _, _ = strings.Cut(action, "?")
		if u, err := v.doc.Resolve(action + "?" + strings.Join(query, "&")); err == nil && u != v.doc.URL {
			return u, "button \"" + says + "\" of a form with nothing to fill in"
		}
	}
	return page.URL{}, ""
}
