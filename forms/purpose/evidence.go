package purpose

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Evidence is what the judges of a form's purpose look at; all texts are
// folded.
type Evidence struct {
	form Subject

	count   map[control.Kind]int // visible controls, by type
	boxes   []*control.Field     // visible one-line text boxes that take no e-mail addresses
	visible int                  // visible controls that are no buttons
	buttons []string             // what the submit buttons say
	handles string               // ids, names, classes, image files of the buttons
	naming  string               // name, id and class of the form
	action  string               // path of the action
	prose   string               // text inside the form, without options
	around  string               // headings and the ids and classes of the elements around
	hidden  string               // names and short values of hidden fields
	title   func() string        // of the page, with the last parts of its path; seldom asked for
	captcha bool                 // there is a captcha, not counted otherwise
	mails   int                  // controls that take an e-mail address
	shape   structure            // what the controls do together; set by judge
	role    bool                 // role=search on it or around it, or a <search> element
}

// Subject is the form that is judged.
type Subject struct {
	Page   page.URL
	Method string
	Action page.URL
	Fields []control.Field
}

// NewEvidence collects what a document says of one of its forms, whose element is
// n, or the element around its controls where it has none.
func NewEvidence(in *markup.Inventory, f Subject, n *html.Node) *Evidence {
	e := &Evidence{form: f, count: map[control.Kind]int{}, action: lexicon.Split(markup.PathOf(f.Action))}
	var handles, hidden []string
	for i := range f.Fields {
		c := &f.Fields[i]
		if c.Control == "hidden" {
			if kept.Matches(lexicon.Split(c.Name)) {
				continue
			}
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
				if c.Control == "submit" && c.Value != "" && c.Value != c.Label {
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
		e.naming = lexicon.Split(markup.Attr(n, "name") + " " + markup.Attr(n, "id") + " " + markup.Attr(n, "class"))
		e.prose = lexicon.Fold(markup.Clip(in.Prose(n), 3000))
		for _, c := range in.Controls[n] {
			if k := markup.KindOf(c); k == "image" || k == "submit" {
				handles = append(handles, lexicon.Split(markup.Attr(c, "class")), lexicon.Split(fileOf(markup.Attr(c, "src"))))
			}
		}
		e.around, e.role = surroundings(n), markup.DeclaredSearch(n)
	}
	e.handles = strings.Join(handles, " ")
	e.title = in.Title
	return e
}

// fileOf is the last part of a path.
func fileOf(src string) string {
	src, _, _ = strings.Cut(src, "?")
	return src[strings.LastIndexByte(src, '/')+1:]
}

// surroundings collects the ids and classes of the nearest elements around a
// form and the heading before it.
func surroundings(n *html.Node) string {
	var parts []string
	depth := 0
	for p := n.Parent; p != nil && p.Type == html.ElementNode && p.Data != "body" && depth < 2; p = p.Parent {
		parts = append(parts, lexicon.Split(markup.Attr(p, "id")+" "+markup.Attr(p, "class")))
		depth++
	}
	if h := markup.Clip(page.Heading(n), 150); h != "" {
		parts = append(parts, lexicon.Fold(h))
	}
	return strings.Join(parts, " ")
}

// boxText is all that a text box says about itself, folded.
func boxText(c *control.Field) string {
	return strings.Join([]string{lexicon.Split(c.Name), lexicon.Split(c.ID), lexicon.Fold(c.Label), lexicon.Fold(c.Placeholder), lexicon.Fold(markup.Clip(c.Value, 60))}, " ")
}
