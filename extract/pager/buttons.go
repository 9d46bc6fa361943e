package pager

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// buttonNext finds the submit button that leads to the next page: one that
// says so, else the one whose number follows that of a disabled button.
func buttonNext(v *view.Page) (Step, string) {
	for i, form := range v.Doc.Forms() {
		current := -1
		var numbers []page.Pair
		for _, c := range v.Doc.Controls(form) {
			if c.Data != "input" && c.Data != "button" {
				continue
			}
			t := strings.ToLower(view.Attr(c, "type"))
			if t != "submit" && t != "image" && !(t == "" && c.Data == "button") {
				continue
			}
			pair := page.Pair{Name: view.Attr(c, "name"), Value: view.Attr(c, "value")}
			disabled := hasAttr(c, "disabled")
			says := pair.Value
			if c.Data == "button" {
				says = view.NodeText(c)
			} else if t == "image" {
				says = view.Attr(c, "alt")
			}
			says = phrases.NormalLabel(says)
			name := strings.ToLower(pair.Name)
			word := phrases.WordKind(says)
			if word == phrases.WordMore {
				word = 0 // "more options" buttons are common
			}
			if !disabled && pair.Name != "" && (word >= phrases.WordPart || word == phrases.WordArrow && len(numbers) > 0 || phrases.WordKind(name) != 0 && word != 0) && !phrases.IsPrev(says) {
				return Step{Form: i, Button: pair}, "button \"" + says + "\""
			}
			if k, ok := phrases.PageNumber(says); ok {
				if disabled {
					current = k
				} else if pair.Name != "" {
					numbers = append(numbers, pair)
				}
			}
		}
		for _, p := range numbers {
			if k, _ := phrases.PageNumber(strings.ToLower(p.Value)); current >= 0 && k == current+1 {
				return Step{Form: i, Button: p}, "button " + p.Value
			}
		}
	}
	return Step{}, ""
}

func hasAttr(h *html.Node, key string) bool {
	return slices.ContainsFunc(h.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// formLink finds the link in disguise that leads on: a form sent by GET with
// nothing to fill in but one button that says so, and the place in the list
// among its hidden values.
func formLink(v *view.Page) (page.URL, string) {
	for _, form := range v.Doc.Forms() {
		if m := strings.ToLower(view.Attr(form, "method")); m != "" && m != "get" {
			continue
		}
		var pairs []page.Pair
		says, others, number := "", 0, false
		for _, c := range v.Doc.Controls(form) {
			pair := page.Pair{Name: view.Attr(c, "name"), Value: view.Attr(c, "value")}
			t := strings.ToLower(view.Attr(c, "type"))
			switch {
			case hasAttr(c, "disabled"):
				others++ // it says that there is nothing more, or belongs to a script
			case c.Data == "input" && t == "hidden":
				if pair.Name != "" {
					pairs = append(pairs, pair)
				}
				_, isNumber := phrases.PageNumber(pair.Value)
				number = number || isNumber
			case says != "":
				others++
			case c.Data == "input" && t == "submit" && pair.Name == "":
				says = phrases.NormalLabel(pair.Value)
			case c.Data == "button" && (t == "" || t == "submit") && pair.Name == "":
				says = phrases.NormalLabel(view.NodeText(c))
			default:
				others++
			}
		}
		word := phrases.WordKind(says)
		if word != phrases.WordExact && (word != phrases.WordArrow || utf8.RuneCountInString(says) != 1) || others > 0 || !number || phrases.IsPrev(says) {
			continue
		}
		query := make([]string, len(pairs)) // the pairs replace a query of the action
		for i, p := range pairs {
			query[i] = url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value)
		}
		action, _, _ := strings.Cut(view.Attr(form, "action"), "#")
		action, _, _ = strings.Cut(action, "?")
		if u, err := v.Doc.Resolve(action + "?" + strings.Join(query, "&")); err == nil && u != v.Doc.URL {
			return u, "button \"" + says + "\" of a form with nothing to fill in"
		}
	}
	return page.URL{}, ""
}
