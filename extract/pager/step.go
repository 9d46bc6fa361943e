package pager

import (
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
)

// Step leads from one result page to another: a link, a button of a form on
// the page (old pagers are made of submit buttons), a box of one for the number of a page, or
// a link whose script fills in a form and sends it. The zero Step is "none".
type Step struct {
	URL    page.URL    `json:"url,omitzero"`
	Form   int         `json:"form,omitempty"`   // index of the form, where Button or Set is set
	Button page.Pair   `json:"button,omitzero"`  // name and value of the button to press
	Set    []page.Pair `json:"set,omitempty"`    // hidden fields that Script sets before it sends the form without a button; else what is filled in
	Script string      `json:"script,omitempty"` // the link's javascript: address as written; without Set only a browser can follow it
}

// IsZero reports whether s leads nowhere.
func (s Step) IsZero() bool {
	return s.URL.IsZero() && s.Button == (page.Pair{}) && s.Script == "" && len(s.Set) == 0
}

// Address returns the address of a link, a javascript: one as it is written;
// "" for buttons and for none.
func (s Step) Address() string {
	if s.Script != "" {
		return s.Script
	}
	return s.URL.String()
}

// NextSelector returns a selector of the link to the next page, where its rel
// or a class says that it is one; "" elsewhere: words and numbers are read anew
// on every page.
func NextSelector(v *view.Page, next Step) string {
	if next.URL.IsZero() {
		return ""
	}
	for i := range v.Nodes {
		if u, ok := v.Target(int32(i)); !ok || u != next.URL || v.Nodes[i].Tag != "a" {
			continue
		}
		n := &v.Nodes[i]
		if slices.Contains(strings.Fields(strings.ToLower(page.Attr(n.H, "rel"))), "next") {
			return `a[rel~="next"]`
		}
		if c := nextClass(n.Class()); c != "" {
			return "a." + c
		}
		if n.Parent >= 0 {
			if p := &v.Nodes[n.Parent]; nextClass(p.Class()) != "" {
				return p.Tag + "." + nextClass(p.Class()) + " > a"
			}
		}
	}
	return ""
}

func nextClass(class string) string {
	for _, c := range strings.Fields(class) {
		if view.IsIdentifier(c) && slices.Contains(view.NameWords(c), "next") {
			return c
		}
	}
	return ""
}

// NextAt returns where the first link that a selector finds leads.
func NextAt(v *view.Page, css string) (Step, bool) {
	m, err := cascadia.ParseGroup(css)
	if err != nil || css == "" {
		return Step{}, false
	}
	for i := range v.Nodes {
		if u, ok := v.Target(int32(i)); ok && u != v.Doc.URL && m.Match(v.Nodes[i].H) {
			return Step{URL: u}, true
		}
	}
	return Step{}, false
}
