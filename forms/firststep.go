package forms

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// A script may ask for a choice (a library) before it draws the search: menus with a button
// that leads on. The button may be disabled until something is chosen, or the choice be made
// already; then the others are parts of the site all the same.

// Bounds of the first steps of a page.
const (
	mostFirstSteps = 3    // of one page
	mostFirstWays  = 1000 // of one step
)

// onward are words that only lead on.
var onward = lexicon.Section("empty-link")

// FirstSteps returns what to do on a page for what scripts draw behind a choice: each value of
// it is a lead. leads reports whether pressing a button that says so was seen to lead on as the
// page is. Where it does, what is chosen already is the choice. Else each of the menus alone may
// be what is missing, or all of them. Left is what a choice and its button are called of which
// nothing says that it leads to what the site has: it is not made.
func FirstSteps(doc *page.Document, leads func(button string) bool) (out []page.Lead, left string) {
	p := &parser{markup.Read(doc), purpose.Learned()}
	taken := map[*html.Node]bool{}
	steps := 0
	for _, n := range p.in.Choices() {
		if taken[n] || steps == mostFirstSteps {
			continue
		}
		f, root := p.looseForm(n, taken)
		menus, button := f.firstStep()
		switch {
		case root == nil || button == nil:
		case !p.acts(root, button, menus) && p.tellsApart(root, menus):
			steps++
			out = append(out, f.firstWays(menus, button, leads(button.Label))...)
		case left == "":
			left = fmt.Sprintf("%s, %s", cmp.Or(menus[0].Label, menus[0].Name), button.Label)
		}
	}
	return out, left
}

// tellsApart reports whether something says that what is chosen leads to what the site has: each
// menu is called by what lists are parted by, or what stands over them, or the page, speaks of a
// search. Of any other choice nobody knows what going on does.
func (p *parser) tellsApart(root *html.Node, menus []*control.Field) bool {
	over := page.Heading(root)
	searches := func(s string) bool { return lexicon.Search.Within(lexicon.Fold(s)) }
	return searches(over) || searches(p.in.Doc.Title) || !slices.ContainsFunc(menus, func(c *control.Field) bool { return !c.Asked(false).TellsApart(over) })
}

// acts reports whether what stands over a first step, or its controls, say that it does something.
func (p *parser) acts(root *html.Node, button *control.Field, menus []*control.Field) bool {
	around := p.in.Headings(root)
	for _, c := range menus {
		around = append(around, c.Label)
	}
	e := page.Element{Label: button.Label, Says: button.Name + " " + button.ID, Around: around}
	return ShownGuard{}.RefusePress(e, false) != "" || slices.ContainsFunc(around, func(s string) bool {
		return s != "" && ShownGuard{}.RefusePress(page.Element{Label: s}, false) != ""
	})
}

// Tabs returns what to do on a page for what its tabs show, where there is a search in the panel
// of one, or they are called by what lists are parted by.
func Tabs(doc *page.Document) (out []page.Lead) {
	in := markup.Read(doc)
	rows, search := in.Tabs()
	for _, root := range rows {
		c := in.TabsField(root)
		if _, over := page.Before(root); search && in.IsTabs(root) || c.Asked(false).TellsApart(over) {
			c.Label = cmp.Or(c.Label, over, "tab")
			out = append(out, (&Form{}).chosenToo([]page.Lead{{}}, &c)...)
		}
	}
	return out
}

// firstStep returns the menus and the button of a form that is a first step: it has no box, and
// its button does not say that it searches.
func (f *Form) firstStep() (menus []*control.Field, button *control.Field) {
	buttons := 0
	for i := range f.Fields {
		c := &f.Fields[i]
		switch {
		case c.Control.IsBox():
			return nil, nil
		case c.Control.IsButton() && onward.Matches(lexicon.Fold(c.Label)):
			button, buttons = c, 1
			if c.Disabled {
				continue
			}
		case c.Control.IsButton() && (button == nil || !onward.Matches(lexicon.Fold(button.Label))):
			button = c
			buttons++
		case c.Control == "checkbox" || !c.Control.IsChoice() || c.Disabled || purpose.OtherWords.Within(lexicon.Fold(c.Label)):
		case slices.ContainsFunc(c.Options, binds):
			menus = append(menus, c)
		}
	}
	if buttons != 1 || len(menus) == 0 || lexicon.Search.Within(lexicon.Fold(button.Label)) {
		return nil, nil
	}
	return menus, button
}

// leadsOn reports whether a form is a first step whose button says so.
func (f *Form) leadsOn() bool {
	_, button := f.firstStep()
	return button != nil && onward.Matches(lexicon.Fold(button.Label))
}

// binds reports whether an option can be chosen and says what is wanted.
func binds(o control.Option) bool { return o.Value != "" && !o.Any && !o.Disabled }

// firstWays returns the values of a first step.
func (f *Form) firstWays(menus []*control.Field, button *control.Field, leads bool) (out []page.Lead) {
	chosen := func(c *control.Field) bool {
		return slices.ContainsFunc(c.Options, func(o control.Option) bool { return o.Selected && binds(o) })
	}
	set := slices.DeleteFunc(slices.Clone(menus), func(c *control.Field) bool { return !chosen(c) })
	var sets [][]*control.Field
	if len(set) > 0 {
		sets = append(sets, set)
	}
	if !leads || button.Disabled {
		for _, c := range menus {
			if !chosen(c) {
				sets = append(sets, append(slices.Clone(set), c))
			}
		}
		if len(menus) > len(set)+1 {
			sets = append(sets, menus)
		}
	}
	for _, set := range sets {
		ways := []page.Lead{{}}
		for _, c := range set {
			ways = f.chosenToo(ways, c)
		}
		for i := range ways {
			ways[i].Steps = append(ways[i].Steps, page.Step{Do: page.Click, At: f.at(button)})
		}
		out = append(out, ways...)
	}
	return out
}

// chosenToo returns leads with each value of a further menu, the one that is set already first.
func (f *Form) chosenToo(ways []page.Lead, c *control.Field) (out []page.Lead) {
	options := slices.DeleteFunc(slices.Clone(c.Options), func(o control.Option) bool { return !binds(o) })
	slices.SortStableFunc(options, func(a, b control.Option) int { return cmp.Compare(set(b), set(a)) })
	for _, w := range ways {
		for _, o := range options {
			if len(out) == mostFirstWays {
				return out
			}
			label := cmp.Or(o.Label, o.Value)
			at := f.at(c)
			if c.Control == "radio" {
				at = tickAt(c, o)
			}
			out = append(out, page.Lead{
				Steps: append(slices.Clone(w.Steps), page.Step{Do: page.Choose, At: at, Text: o.Value, Opens: true}),
				Text:  strings.Trim(w.Text+betweenSteps+label, betweenSteps), Of: strings.Trim(w.Of+betweenSteps+cmp.Or(c.Label, c.Name), betweenSteps)})
		}
	}
	return out
}

func set(o control.Option) int {
	if o.Selected {
		return 1
	}
	return 0
}
