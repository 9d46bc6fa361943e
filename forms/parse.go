package forms

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/encode"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
)

// Parse returns the forms of a document in document order, judged, after
// them the search boxes that belong to no form (Index -1), and, where no form
// can be sent as a search, the searches that the page names without one.
func Parse(doc *page.Document) []Form { return ParseWith(doc, purpose.Learned()) }

// ParseWith is Parse with other learned weights than those of the program; nil
// stands for none.
func ParseWith(doc *page.Document, w *purpose.Weights) []Form {
	return (&parser{markup.Read(doc), w}).all()
}

// parser makes forms of what a document has of them.
type parser struct {
	in      *markup.Inventory
	weights *purpose.Weights
}

func (p *parser) all() []Form {
	var out []Form
	for i, n := range p.in.Doc.Forms() {
		f := readForm(p.in, n, i)
		p.judge(&f, n)
		out = append(out, f)
	}
	sends := slices.ContainsFunc(out, func(f Form) bool { return f.Purpose == purpose.Search && f.Submit })
	index := len(out)
	if out = append(out, p.looseForms()...); sends {
		return out
	}
	return append(out, p.declared(index)...)
}

// readForm reads one <form> element. It is not judged yet.
func readForm(in *markup.Inventory, n *html.Node, index int) Form {
	f := Form{
		Page:       in.Doc.URL,
		Index:      index,
		Name:       cmp.Or(markup.Attr(n, "name"), markup.Attr(n, "id")),
		Enctype:    markup.FormEnctype(markup.Attr(n, "enctype")),
		Charset:    encode.FormCharset(markup.Attr(n, "accept-charset"), in.Doc.Charset),
		NoValidate: page.HasAttr(n, "novalidate"),
	}
	method, to := markup.Sends(n, "method")
	f.Method, f.Action = method, in.Action(cmp.Or(to, markup.Attr(n, "action")))
	f.Script = markup.Script(markup.Attr(n, "action"))
	f.Unseen = unseen(in.Controls[n])
	f.Asks = markup.Asks(n)
	f.Fields = in.Fields(n, in.Controls[n])
	in.MarkDependents(f.Fields, in.Controls[n])
	in.DependentOptions(f.Fields, in.Controls[n])
	f.said(in, n)
	f.ID = f.identity()
	return f
}

// said reads what is said about a form as a whole, which n holds.
func (f *Form) said(in *markup.Inventory, n *html.Node) {
	f.Around, f.Headings = in.Said(n), in.Headings(n)
	if choices := 0; !slices.ContainsFunc(f.Fields, func(c control.Field) bool {
		if c.Control.IsChoice() {
			choices++
		}
		return c.Control.IsBox()
	}) && choices == 1 {
		f.Calls, f.Over = in.Calls(n)
	}
	if speaks := func(s string) bool { return deeds.Nouns(in.Doc.Lang, s) }; slices.ContainsFunc(f.Around, speaks) || slices.ContainsFunc(f.Fields, func(c control.Field) bool {
		return speaks(c.Label) || speaks(c.Placeholder) || slices.ContainsFunc(c.Options, func(o control.Option) bool { return speaks(o.Label) })
	}) {
		f.Lang = in.Doc.Lang
	}
}

// unseen reports whether none of the controls that people fill in or press can be seen.
func unseen(controls []*html.Node) bool {
	any := false
	for _, n := range controls {
		switch {
		case markup.KindOf(n) == "", markup.KindOf(n) == "hidden":
		case !markup.Unseen(n):
			return false
		default:
			any = true
		}
	}
	return any
}

// identity derives Form.ID from what stays the same when the page is loaded
// again: method, origin and path of the action without a session id in it,
// and the names of the controls that people see.
func (f *Form) identity() string {
	var names []string
	for _, c := range f.Fields {
		if c.Control != "hidden" && c.Name != "" && (f.Index >= 0 || !c.Control.IsButton()) {
			names = append(names, string(c.Control)+" "+c.Name)
		}
	}
	slices.Sort(names)
	h := sha256.New()
	for _, s := range append([]string{f.Method, f.Action.Origin(), markup.PathOf(f.Action)}, slices.Compact(names)...) {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// judge settles a form's purpose, the roles of its controls and the guard's
// verdict.
func (p *parser) judge(f *Form, n *html.Node) {
	j := purpose.NewEvidence(p.in, purpose.Subject{Page: f.Page, Method: f.Method, Action: f.Action, Fields: f.Fields}, n).Judge(p.weights)
	f.Purpose, f.Score, f.Reasons = j.Purpose, j.Score, j.Reasons
	if f.Index >= 0 {
		f.nameUnnamed(p.in, p.in.Controls[n]) // after they were judged, before they name each other
	}
	f.Reasons = append(f.Reasons, p.elsewhere(f)...)
	f.assignRoles(j.Roles)
	f.settle()
}

// elsewhere says that a form is sent to another site, which a harvest does not enter unless it is
// among its targets, and whether the page's <base> has it sent there.
func (p *parser) elsewhere(f *Form) []string {
	to := f.Action.Site()
	if f.Action.IsZero() || to == f.Page.Site() {
		return nil
	}
	by := ""
	if p.in.Doc.Base.Site() == to {
		by = " by the page's <base href>"
	}
	return []string{fmt.Sprintf("but it is sent to another site%s: %s, which is asked only where it is given as a target, too", by, to)}
}

// assignRoles says what each control is for. In forms that do not search only
// tokens, buttons and what sorts or cuts a list are told apart.
func (f *Form) assignRoles(judged []roles.Judged) {
	roles.Apply(f.Fields, judged)
	if f.Purpose != purpose.Search {
		for i := range f.Fields {
			switch c := &f.Fields[i]; c.Role {
			case control.Token, control.SubmitRole, control.Sort, control.PageSize: // a list is sorted whatever found it
			default:
				c.Role, c.Score, c.Pair, c.Part = control.OtherRole, 0.5, "", ""
			}
		}
	}
}

// Cases returns a Case for each <form> of the document, in document order.
func Cases(doc *page.Document) []purpose.Case {
	in := markup.Read(doc)
	var out []purpose.Case
	for i, n := range doc.Forms() {
		f := readForm(in, n, i)
		e := purpose.NewEvidence(in, purpose.Subject{Page: f.Page, Method: f.Method, Action: f.Action, Fields: f.Fields}, n)
		out = append(out, purpose.CaseOf(e))
	}
	return out
}
