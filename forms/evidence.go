package forms

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// evidence is what the judges of a form's purpose look at; all texts are
// folded.
type evidence struct {
	form subject

	count      map[control.Kind]int // visible controls, by type
	boxes      []*control.Field     // visible one-line text boxes that take no e-mail addresses
	visible    int                  // visible controls that are no buttons
	buttons    []string             // what the submit buttons say
	handles    string               // ids, names, classes, image files of the buttons
	naming     string               // name, id and class of the form
	action     string               // path of the action
	prose      string               // text inside the form, without options
	around     string               // headings and the ids and classes of the elements around
	hidden     string               // names and short values of hidden fields
	linked     []string             // parameters that links of the page give to the same action
	title      func() string        // of the page, with the last parts of its path; seldom asked for
	captcha    bool                 // there is a captcha, not counted otherwise
	mails      int                  // controls that take an e-mail address
	shape      structure            // what the controls do together; set by judge
	targets    []searchTarget       // searches that the page declares for machines
	marked     bool                 // the form is marked as a SearchAction
	openSearch bool                 // the page links to an OpenSearch description
	role       bool                 // role=search on it or around it, or a <search> element
}

// subject is the form that is judged.
type subject struct {
	Page   page.URL
	Method string
	Action page.URL
	Fields []control.Field
}

func newEvidence(in *inventory, f subject, n *html.Node) *evidence {
	e := &evidence{form: f, count: map[control.Kind]int{}, action: lexicon.Split(pathOf(f.Action))}
	var handles, hidden []string
	for i := range f.Fields {
		c := &f.Fields[i]
		if c.Control == "hidden" {
			hidden = append(hidden, lexicon.Split(c.Name))
			if len(c.Value) < 30 {
				hidden = append(hidden, lexicon.Split(c.Value))
			}
			continue
		}
		e.count[c.Control]++
		if c.Control.IsButton() {
			if c.Control != "reset" {
				e.buttons = append(e.buttons, lexicon.Fold(c.Label))
				handles = append(handles, lexicon.Split(c.Name), lexicon.Split(c.ID))
				if c.Control == "submit" && c.Value != c.Label {
					e.buttons = append(e.buttons, lexicon.Fold(c.Value))
				}
			}
			continue
		}
		e.visible++
		switch {
		case captchaWords.Within(lexicon.Split(c.Name)+" "+lexicon.Split(c.ID)) || (c.Control == "text" && captchaWords.Within(lexicon.Fold(c.Label))):
			e.captcha = true // says that people are meant, not for what
			e.count[c.Control]--
			e.visible--
		case deeds.Email(c.Asked(false)):
			e.mails++
		case c.Control == "text" || c.Control == "search":
			e.boxes = append(e.boxes, c)
		}
	}
	e.hidden = strings.Join(hidden, " ")
	if n != nil {
		e.naming = lexicon.Split(attr(n, "name") + " " + attr(n, "id") + " " + attr(n, "class"))
		e.prose = lexicon.Fold(clip(in.prose(n), 3000))
		for _, c := range in.controls[n] {
			if k := KindOf(c); k == "image" || k == "submit" {
				handles = append(handles, lexicon.Split(attr(c, "class")), lexicon.Split(fileOf(attr(c, "src"))))
			}
		}
		e.around, e.role = surroundings(n)
		e.marked = markedAction(n)
	}
	e.handles = strings.Join(handles, " ")
	e.title = in.title
	e.targets, e.openSearch = in.targets, in.openSearch
	if !f.Action.IsZero() {
		e.linked = in.links[pathOf(f.Action)]
	}
	return e
}

// fileOf is the last part of a path.
func fileOf(src string) string {
	src, _, _ = strings.Cut(src, "?")
	return src[strings.LastIndexByte(src, '/')+1:]
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// surroundings collects the ids and classes of the nearest elements around a
// form and the heading before it, and looks for the search landmark.
func surroundings(n *html.Node) (around string, role bool) {
	var parts []string
	role = strings.EqualFold(attr(n, "role"), "search")
	depth := 0
	for p := n.Parent; p != nil && p.Type == html.ElementNode && p.Data != "body"; p = p.Parent {
		if p.Data == "search" || strings.EqualFold(attr(p, "role"), "search") {
			role = true
		}
		if depth++; depth <= 2 {
			parts = append(parts, lexicon.Split(attr(p, "id")+" "+attr(p, "class")))
		}
	}
	if h := clip(page.Heading(n), 150); h != "" {
		parts = append(parts, lexicon.Fold(h))
	}
	return strings.Join(parts, " "), role
}

// said collects what is said about a form as a whole, for the judge of deeds:
// the heading before it, its legends, what it is called, and its own text where
// that is short.
func (in *inventory) said(n *html.Node) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && len(s) < 200 {
			out = append(out, s)
		}
	}
	add(clip(page.Heading(n), 150))
	add(in.ariaLabel(n))
	add(attr(n, "title"))
	add(attr(n, "name") + " " + attr(n, "id") + " " + attr(n, "class"))
	eachHeading(n, func(c *html.Node) { add(page.Text(c)) })
	add(in.prose(n))
	return out
}

// eachHeading visits the headings and legends below n.
func eachHeading(n *html.Node, visit func(*html.Node)) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if c.Data == "legend" || len(c.Data) == 2 && c.Data[0] == 'h' && c.Data[1] >= '1' && c.Data[1] <= '6' {
			visit(c)
		}
		eachHeading(c, visit)
	}
}

// prose is the text of a form without options. Of the form that was asked for last
// it is remembered: it is read in several places.
func (in *inventory) prose(n *html.Node) string {
	if in.read.form != n {
		in.read.form, in.read.prose = n, labelText(n)
	}
	return in.read.prose
}

// boxText is all that a text box says about itself, folded.
func boxText(c *control.Field) string {
	return strings.Join([]string{lexicon.Split(c.Name), lexicon.Split(c.ID), lexicon.Fold(c.Label), lexicon.Fold(c.Placeholder), lexicon.Fold(clip(c.Value, 60))}, " ")
}
