package pager

import (
	"net/url"
	"strings"

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
			t := strings.ToLower(page.Attr(c, "type"))
			if t != "submit" && t != "image" && !(t == "" && c.Data == "button") {
				continue
			}
			pair := page.Pair{Name: page.Attr(c, "name"), Value: page.Attr(c, "value")}
			disabled := page.HasAttr(c, "disabled")
			says := pair.Value
			if c.Data == "button" {
				says = view.NodeText(c)
			} else if t == "image" {
				says = page.Attr(c, "alt")
			}
			says = phrases.NormalLabel(says)
			word := phrases.WordKind(says)
			if word == phrases.WordMore {
				word = 0 // "more options" buttons are common
			}
			if u, ok := hiddenForm(v, form, c); ok && !disabled && (word >= phrases.WordPart || word == phrases.WordArrow) && !phrases.IsPrev(says) {
				return Step{URL: u}, "button \"" + says + "\""
			}
			if !disabled && pair.Name != "" && (word >= phrases.WordPart || word == phrases.WordArrow) && !phrases.IsPrev(says) {
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

// hiddenForm returns where a form leads that is sent by GET and has nothing but hidden fields beside
// a button without a name: it is a link, in another dress.
func hiddenForm(v *view.Page, form, button *html.Node) (to page.URL, ok bool) {
	method := strings.ToLower(page.Attr(form, "method"))
	to, err := v.Doc.Resolve(page.Attr(form, "action"))
	if err != nil || method != "" && method != "get" || page.Attr(button, "name") != "" {
		return to, false
	}
	var pairs []string
	for _, c := range v.Doc.Controls(form) {
		switch {
		case c == button:
		case c.Data != "input" || !strings.EqualFold(page.Attr(c, "type"), "hidden"):
			return to, false
		case page.Attr(c, "name") != "" && !page.HasAttr(c, "disabled"):
			pairs = append(pairs, url.QueryEscape(page.Attr(c, "name"))+"="+url.QueryEscape(page.Attr(c, "value")))
		}
	}
	path, _, _ := strings.Cut(to.PathQuery(), "?")
	to, err = to.Resolve(path + "?" + strings.Join(pairs, "&"))
	return to, err == nil && len(pairs) > 0 && own(v, to)
}
