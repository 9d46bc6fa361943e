package forms

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// looseBoxes finds the search boxes that belong to no form and are driven by
// a script: inputs of type search, and inputs with or inside an ARIA search
// role. They are reported for a browser to use; Fill refuses them.
func (in *inventory) looseBoxes() []Form {
	var out []Form
	for pos, n := range in.controls[nil] {
		if n.Data != "input" && n.Data != "textarea" || disabled(n) || !searchBox(n) {
			continue
		}
		f := Form{Page: in.doc.URL, Index: -1, Name: firstOf(attr(n, "name"), attr(n, "id")), Method: "GET", Charset: formCharset("", in.doc.Charset)}
		f.Fields = in.fields(nil, []*html.Node{n})
		f.Fields[0].Pos = pos
		f.ID = f.identity()
		in.judge(&f, nil)
		f.Purpose, f.Score = Search, 0.8
		f.Fields[0].Role, f.Fields[0].Score = QueryRole, 0.8
		f.Reasons = append([]string{"declared a search box by its type or ARIA role"}, f.Reasons...)
		out = append(out, f)
	}
	return out
}

func searchBox(n *html.Node) bool {
	switch kind := controlKind(n); kind {
	case "search":
		return true
	case "text", "textarea":
	default:
		return false
	}
	if strings.EqualFold(page.Attr(n, "role"), "searchbox") {
		return true
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Type == html.ElementNode && (p.Data == "search" || strings.EqualFold(page.Attr(p, "role"), "search")) {
			return true
		}
	}
	return false
}
