package pager

import (
	"net/url"
	"slices"
	"strconv"
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

// boxNext finds the form in which the number of a page is chosen, or typed into a box that says how
// many there are, with nothing else to fill in: the page that is shown stands there, and the form
// says that it is about pages. How many of a thing are wanted is asked by such boxes, too.
func boxNext(v *view.Page) (Step, string) {
	for i, form := range v.Doc.Forms() {
		var box *html.Node
		boxes := 0
		for _, c := range v.Doc.Controls(form) {
			switch t := strings.ToLower(page.Attr(c, "type")); {
			case c.Data == "button", c.Data == "input" && (t == "hidden" || t == "submit" || t == "image"):
			default:
				box = c
				boxes++
			}
		}
		if boxes != 1 || page.Attr(box, "name") == "" || page.HasAttr(box, "disabled") || !ofPages(form, box) {
			continue
		}
		next := ""
		if box.Data == "select" {
			next = chosenNext(box)
		} else if strings.EqualFold(page.Attr(box, "type"), "number") {
			next = typedNext(box)
		}
		if next != "" {
			return Step{Form: i, Set: []page.Pair{{Name: page.Attr(box, "name"), Value: next}}}, "the box for the number of a page"
		}
	}
	return Step{}, ""
}

// ofPages reports whether the name of a box, or what its form says, speaks of pages.
func ofPages(form, box *html.Node) bool {
	names := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return pageNames[w] })
	}
	return names(view.NameWords(page.Attr(box, "name"))) || names(view.NameWords(view.NodeText(form)))
}

// typedNext returns the number after that in a box for the number of a page; "" where it is the
// last one, or the box does not say how many there are.
func typedNext(box *html.Node) string {
	at, err := strconv.Atoi(page.Attr(box, "value"))
	last, err2 := strconv.Atoi(page.Attr(box, "max"))
	if err != nil || err2 != nil || at < 1 || at >= last || page.Attr(box, "min") != "1" {
		return ""
	}
	return strconv.Itoa(at + 1)
}

// chosenNext returns the value of the option after the one that is chosen in a menu of the numbers
// of pages, all of them in their order.
func chosenNext(menu *html.Node) string {
	next, number, chosen := "", 0, 0
	for o := range menu.Descendants() {
		if o.Type != html.ElementNode || o.Data != "option" {
			continue
		}
		if number++; strings.TrimSpace(page.Text(o)) != strconv.Itoa(number) {
			return ""
		}
		if page.HasAttr(o, "selected") {
			chosen = number
		} else if chosen > 0 && number == chosen+1 {
			if next = page.Attr(o, "value"); !page.HasAttr(o, "value") {
				next = strconv.Itoa(number)
			}
		}
	}
	return next
}
