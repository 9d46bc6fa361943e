package forms

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/encode"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// looseForms finds the search interfaces that belong to no form and are driven
// by a script: search boxes, the controls beside them, and, where the page has
// no such box, menus that stand together. They are reported for a browser to
// use: Fill gives steps for them where Submission.By says how they are sent.
func (p *parser) looseForms() []Form {
	in := p.in
	var out []Form
	taken := map[*html.Node]bool{}
	for _, n := range in.Controls[nil] {
		free, reason, score := looseBox(in, n)
		if !free || taken[n] || markup.Unseen(n) {
			continue
		}
		if reason == "" && markup.Suggests(n) {
			continue // it is for what it suggests
		}
		if reason == "" { // what it does not say, the button beside it may
			f, _ := p.looseForm(n, map[*html.Node]bool{})
			b := f.looseButton()
			switch {
			case b == nil:
				continue
			case lexicon.Search.Within(lexicon.Fold(b.Label)):
				score = 0.7
			case deeds.Displays(lexicon.Fold(b.Label)):
				score = 0.6
			default:
				continue
			}
			reason = fmt.Sprintf("a box outside any form, beside a button that says %q", b.Label)
		}
		if f, root := p.looseForm(n, taken); root != nil {
			if f.Purpose != purpose.Search || f.Score < score {
				f.Purpose, f.Score = purpose.Search, score
			}
			f.Reasons = append([]string{reason}, f.Reasons...)
			for i := range f.Fields {
				if c := &f.Fields[i]; c.At == in.Doc.Selector(n) && c.Role != control.QueryRole {
					c.Role, c.Score = control.QueryRole, score
				}
			}
			f.settle()
			out = append(out, f)
		}
	}
	if len(out) > 0 || len(in.Doc.Forms()) > 0 {
		return out
	}
	for _, n := range in.Narrowing() {
		if taken[n] {
			continue
		}
		f, root := p.looseForm(n, taken)
		if menus, boxes, sliders := f.countNarrowing(); root == nil || menus+boxes+sliders == 0 || f.leadsOn() || menus+sliders == 0 && f.looseButton() == nil || f.IsLone() && !in.Lists() {
			continue
		}
		p.believed(&f, root, "controls that say what is wanted, outside any form")
		f.slid()
		out = append(out, f)
	}
	if root, buttons := in.Letters(); root != nil {
		f := Form{Page: in.Doc.URL, Index: -1, Method: "GET", Charset: encode.FormCharset("", in.Doc.Charset), Fields: []control.Field{in.RowField(root, buttons)}}
		f.ID = f.identity()
		f.said(in, root)
		p.judge(&f, root)
		p.believed(&f, root, "a row of buttons to browse by")
		f.Fields[0].Role, f.Fields[0].Score = control.CategoryRole, f.Score
		out = append(out, f)
	}
	return out
}

// mostSlid is how many values of a slider are asked that has no other end.
const mostSlid = 100

// slid gives the sliders of a form that are no ends of a range the values that they can be set
// to, evenly spread where they are many.
func (f *Form) slid() {
	for i := range f.Fields {
		c := &f.Fields[i]
		least, err := strconv.ParseFloat(c.Min, 64)
		greatest, err2 := strconv.ParseFloat(c.Max, 64)
		if c.Control != "range" || c.Role != control.Number || err != nil || err2 != nil || greatest <= least {
			continue
		}
		step, err := strconv.ParseFloat(c.Step, 64)
		if err != nil || step <= 0 {
			step = 1
		}
		steps := math.Floor((greatest - least) / step)
		apart := math.Ceil(steps / mostSlid)
		for n := 0.0; n <= steps; n += apart {
			v := strconv.FormatFloat(least+n*step, 'f', -1, 64)
			c.Options = append(c.Options, control.Option{Value: v, Label: v})
		}
		c.Guessed = true // what one end cuts it does not divide
	}
}

// believed takes controls outside any form that no box belongs to for a search, for
// a reason, without much confidence.
func (p *parser) believed(f *Form, root *html.Node, reason string) {
	if f.Purpose != purpose.Search || f.Score < 0.6 {
		f.Purpose, f.Score = purpose.Search, 0.6
		f.assignRoles(purpose.NewEvidence(p.in, purpose.Subject{Page: f.Page, Method: f.Method, Action: f.Action, Fields: f.Fields}, root).Judge(p.weights).Roles)
	}
	f.Reasons = append([]string{reason}, f.Reasons...)
	f.settle()
}

// looseBox says why a control outside any form is taken for a search box, and
// how sure that is; "" where it does not say so. A free one is a box that may be.
func looseBox(in *markup.Inventory, n *html.Node) (free bool, reason string, score float64) {
	kind := markup.KindOf(n)
	if !kind.IsText() || markup.Disabled(n) || page.HasAttr(n, "readonly") {
		return false, "", 0
	}
	if kind == "search" || markup.DeclaredSearch(n) && (kind == "text" || kind == "textarea") {
		return true, "declared a search box by its type or ARIA role", 0.8
	}
	if kind != "text" {
		return false, "", 0
	}
	f := control.Field{Name: markup.Attr(n, "name"), ID: markup.Attr(n, "id"), Control: kind}
	in.ReadControl(&f, n)
	if deeds.Email(f.Asked(false)) || deeds.Secret(f.Asked(false)) || purpose.AsksPerson(&f) {
		return false, "", 0
	}
	says := lexicon.Fold(f.Label + " " + f.Placeholder)
	if word := lexicon.Search.Find(says); word != "" && len(says) < 100 {
		return true, fmt.Sprintf("a box outside any form says %q", word), 0.8
	}
	if word := cmp.Or(filterWords.Find(says), deeds.Wish(says)); word != "" && len(says) < 60 {
		return true, fmt.Sprintf("a box outside any form says %q", word), 0.7
	}
	for _, name := range []string{f.Name, f.ID, markup.Attr(n, "data-testid"), markup.Attr(n, "class")} {
		// "q" says little where the box itself says something else: a gift code.
		if words := lexicon.Split(name); lexicon.Search.Within(words) || roles.QueryNames.Matches(words) && (says == "" || f.Asked(false).TellsApart("")) {
			return true, fmt.Sprintf("a box outside any form is named %q", name), 0.7
		}
	}
	return true, "", 0
}

// filterWords stand in boxes that narrow down a list as one types.
var filterWords = lexicon.New(`filter*, type to filter, quick filter, filtern, filtrer, filtrar, filtra, filtreren, filtrera, filtruj, filtrovat, suodata, szures, filtrele, фильтр*, φιλτρο, 筛选, 篩選, 絞り込み, 필터`)

// looseForm makes a form of a control outside any form and of those beside it, and returns
// what holds them; nil where they make none.
func (p *parser) looseForm(n *html.Node, taken map[*html.Node]bool) (Form, *html.Node) {
	in := p.in
	root, controls := in.Neighbourhood(n, taken)
	f := Form{Page: in.Doc.URL, Index: -1, Name: cmp.Or(markup.Attr(n, "name"), markup.Attr(n, "id")), Method: "GET", Charset: encode.FormCharset("", in.Doc.Charset)}
	var native []*html.Node
	for _, c := range controls {
		if !in.Menu(c) && !markup.CustomButton(c) && !in.OpensCalendar(c) {
			native = append(native, c)
		}
	}
	f.Fields = in.Fields(nil, native)
	for i := range f.Fields { // Pos counts the page's loose controls, as the others' does
		f.Fields[i].At = in.Doc.Selector(native[f.Fields[i].Pos])
		for j := range f.Fields[i].Options {
			f.Fields[i].Options[j].Pos = slices.Index(controls, native[f.Fields[i].Options[j].Pos%len(native)])
		}
		f.Fields[i].Pos = slices.Index(controls, native[f.Fields[i].Pos])
	}
	for pos, c := range controls {
		switch {
		case in.OpensCalendar(c):
			f.Fields = append(f.Fields, in.CalendarFields(c, pos)...)
		case in.Menu(c):
			f.Fields = append(f.Fields, in.CustomField(c, pos))
		case markup.CustomButton(c):
			f.Fields = append(f.Fields, in.ButtonField(c, pos))
		}
	}
	slices.SortStableFunc(f.Fields, func(a, b control.Field) int { return a.Pos - b.Pos })
	f.nameFields(func(*control.Field) bool { return true })
	if len(f.Fields) == 0 {
		return f, nil
	}
	for _, c := range controls {
		taken[c] = true
	}
	f.ID = f.identity()
	f.said(in, root)
	for at := n; at != root.Parent && f.Over == "" && len(f.Calls) == 0; at = at.Parent { // what stands before its first control
		f.Calls, f.Over = in.Calls(at)
	}
	p.judge(&f, root)
	f.leaveAlone()
	return f, root
}

// leaveAlone takes a menu, a row or a slider beside a box for something else where nothing says
// that it narrows a search down: it may set anything.
func (f *Form) leaveAlone() {
	if !slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.Control.IsText() }) {
		return // the form is judged by what they say
	}
	for i := range f.Fields {
		c := &f.Fields[i]
		open := slices.ContainsFunc(c.Options, func(o control.Option) bool { return o.Any })
		if c.Role == control.CategoryRole && c.Control.IsChoice() && !open || c.Control == "range" && c.Pair == "" {
			if !c.Asked(false).TellsApart("") {
				c.Role, c.Score = control.OtherRole, 1
			}
		}
	}
}

// nameFields gives the controls that lack one a name by which values are bound,
// that differs from all others: scripts need none.
func (f *Form) nameFields(lacks func(c *control.Field) bool) (given bool) {
	used := map[string]bool{}
	for i := range f.Fields {
		if c := &f.Fields[i]; !lacks(c) {
			used[c.Name] = true
		}
	}
	for i := range f.Fields {
		c := &f.Fields[i]
		if !lacks(c) {
			continue
		}
		given = true
		name := cmp.Or(c.Name, c.ID, strings.ReplaceAll(lexicon.Fold(c.Label), " ", "-"), string(c.Control))
		if c.Control.IsTick() {
			name = cmp.Or(c.Name, name)
		}
		for base, n := name, 2; used[name]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		used[name] = true
		c.Name = name
	}
	return given
}

// nameUnnamed gives the controls of a <form> that have no name one by which
// values are bound, and the way to them: a script reads them all the same. They
// are no part of what the form is known and judged by, unless it has no other.
func (f *Form) nameUnnamed(in *markup.Inventory, controls []*html.Node) {
	named := false
	for i := range f.Fields {
		c := &f.Fields[i]
		switch {
		case c.Name != "" || c.Control == "hidden":
		case c.Control.IsFilled():
			c.At = in.Selector(controls[c.Pos])
			c.Unnamed = c.At != ""
		case page.MadeUp(c.ID) && len(in.Doc.Forms()) > 1: // "the form's button" names several
			c.At = in.Selector(controls[c.Pos])
		}
		named = named || c.Name != "" && c.Control.IsFilled()
	}
	if !f.nameFields(func(c *control.Field) bool { return c.Unnamed }) {
		return
	}
	in.MarkDependents(f.Fields, controls)
	in.DependentOptions(f.Fields, controls)
	if !named {
		f.ID = f.identity()
	}
}

// closes reports whether a button says that it closes what it stands in.
func closes(label string) bool {
	return closeWords.Matches(lexicon.Fold(label)) || label != "" && strings.Trim(label, "×✕✖✗✘╳⨯xX ") == ""
}

var closeWords = lexicon.Section("close")

// ByScript says why only a script can send what is put into f, "" where a
// request can.
func (f *Form) ByScript() string {
	switch {
	case f.Index < 0:
		return "it is a box outside any form, which only a script sends"
	case f.Script != "":
		return "its action is not an http or https URL but a script"
	}
	named, unnamed := false, false
	for i := range f.Fields {
		c := &f.Fields[i]
		switch {
		case !c.Role.Selects() || !c.Control.IsFilled() || c.Control == control.Before:
		case c.Role == control.QueryRole && c.Unnamed:
			return "its box has no name, so that only a script reads it"
		case c.Unnamed:
			unnamed = true
		default:
			named = true
		}
	}
	if unnamed && !named {
		return "what can be asked has no name, so that only a script reads it"
	}
	return ""
}

// countNarrowing counts the menus that select records, the boxes for dates and numbers, and
// sliders: with roles of their own, the language of the page and the order of lists are none.
func (f *Form) countNarrowing() (menus, boxes, sliders int) {
	for i := range f.Fields {
		c := &f.Fields[i]
		switch {
		case c.Role == control.Sort, c.Role == control.PageSize, c.Role == control.View, purpose.OtherWords.Within(lexicon.Fold(c.Label)):
		case c.Control == "select", c.Control == "radio":
			menus++
		case c.Control == "range":
			sliders++
		case c.Control.IsMoment(), c.Control == "number", c.Format != "", c.Suggests:
			boxes++
		}
	}
	return menus, boxes, sliders
}

// IsLone reports whether f is a menu or a slider that stands by itself outside any form, without
// a button: it is a search where the page lists what it may narrow down, and there may be
// another one behind a press.
func (f *Form) IsLone() bool {
	if f.Index >= 0 || f.IsRow() || slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.Control.IsText() }) {
		return false
	}
	menus, boxes, _ := f.countNarrowing()
	row := slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.Row })
	return menus < 2 && boxes == 0 && !row && f.looseButton() == nil
}

// looseButton returns the button that sends a form which only a script does:
// one that says so, one that is called so, or the only one; nil where there is none. Those
// may be disabled until the form is filled in.
func (f *Form) looseButton() *control.Field {
	var only *control.Field
	var guard ShownGuard
	buttons := 0
	for _, fits := range []func(c *control.Field) bool{
		func(c *control.Field) bool {
			says := lexicon.Fold(c.Label)
			return lexicon.Search.Within(says) || deeds.Shows(says)
		},
		func(c *control.Field) bool { return lexicon.Search.Within(lexicon.Split(c.Name + " " + c.ID)) }, // with a picture only
		func(c *control.Field) bool {
			if !c.Disabled {
				only = c
				buttons++
			}
			return false
		},
	} {
		for i := range f.Fields {
			c := &f.Fields[i]
			if !c.Control.IsButton() || c.Control == "reset" || closes(c.Label) || guard.RefusePress(page.Element{Label: c.Label, Says: c.Name + " " + c.ID}, true) != "" {
				continue
			}
			if fits(c) {
				return c
			}
		}
	}
	if buttons == 1 {
		return only
	}
	return nil
}

// FiltersPage reports whether f is a box outside any form that is called a filter.
func (f *Form) FiltersPage() bool {
	return f.Index < 0 && !f.Declared && slices.ContainsFunc(f.Fields, func(c control.Field) bool {
		return c.Role == control.QueryRole && (filterNames.Within(lexicon.Split(c.Name)) || filterNames.Within(lexicon.Split(c.ID)))
	})
}

// filterNames are what such boxes are called in the code.
var filterNames = lexicon.New(`filter*`)
