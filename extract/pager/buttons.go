package pager

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
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
