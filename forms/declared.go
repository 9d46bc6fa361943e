package forms

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// How sure it is that an address which a page names instead of a form is a search. A
// declaration is enough to look no further; links may lead to a list by topic, so that a
// form on another page is preferred.
const (
	declaredScore = 0.8
	linkedScore   = 0.7
	leastLinks    = 2 // with another word each

	maxDeclaration = 64 << 10 // bytes of linked data: longer is that of a list
)

// declared returns the searches that a page names without a form: as a SearchAction of
// schema.org, or by links that each ask for what they say ("?q=lamps" under "Lamps").
// Each is a form of one box by GET, its Index behind those of the <form> elements. Where a
// page names none, it may have a row of links that leads to the parts of a list: see row.
func (p *parser) declared(index int) []Form {
	var out []Form
	add := func(f Form, is bool) {
		if is && !slices.ContainsFunc(out, func(g Form) bool { return g.ID == f.ID }) {
			f.Index = index + len(out)
			out = append(out, f)
		}
	}
	for _, n := range p.in.Doc.Find(`script[type="application/ld+json" i]`).Nodes {
		var data any
		if n.FirstChild == nil {
			continue
		}
		if text := n.FirstChild.Data; len(text) > maxDeclaration || !strings.Contains(text, "SearchAction") || json.Unmarshal([]byte(text), &data) != nil {
			continue
		}
		for _, template := range searchTargets(data, nil) {
			add(ByTemplate(p.in.Doc.URL, template, "the page declares a search (schema.org SearchAction)"))
		}
	}
	for _, n := range p.in.Doc.Find(`[itemtype$="/SearchAction"] [itemprop="target"]`).Nodes {
		for _, a := range n.Attr {
			if a.Key == "content" || a.Key == "href" {
				add(ByTemplate(p.in.Doc.URL, a.Val, "the page declares a search (schema.org SearchAction)"))
			}
		}
	}
	if len(out) == 0 {
		add(p.linked())
	}
	if len(out) == 0 {
		add(p.row())
	}
	return out
}

// searchTargets collects the address templates of the SearchActions in linked data.
func searchTargets(data any, out []string) []string {
	switch v := data.(type) {
	case []any:
		for _, e := range v {
			out = searchTargets(e, out)
		}
	case map[string]any:
		if v["@type"] == "SearchAction" {
			return append(out, templates(v["target"])...)
		}
		for _, key := range []string{"@graph", "potentialAction", "mainEntity", "isPartOf"} {
			out = searchTargets(v[key], out)
		}
	}
	return out
}

// templates are the addresses that the target of an action is, or has.
func templates(target any) []string {
	switch v := target.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			out = append(out, templates(e)...)
		}
		return out
	case map[string]any:
		return append(templates(v["urlTemplate"]), templates(v["url"])...)
	}
	return nil
}

// ByTemplate returns the search that an address with a place for words is, as in
// "/find?q={searchTerms}&start={startIndex?}": a form of one box by GET on the page at.
// Other places stay empty, constants are sent as they are. There is none where the words
// stand in the path, or on another host than the page.
func ByTemplate(at page.URL, template, why string) (f Form, is bool) {
	address, query, _ := strings.Cut(template, "?")
	action, err := at.Resolve(address)
	if err != nil || action.Host() != at.Host() {
		return f, false
	}
	fields := []control.Field{}
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		switch place := placeInTemplate.FindStringSubmatch(value); {
		case name == "":
		case place == nil:
			fields = append(fields, control.Field{Name: page.Unescape(name), Control: "hidden", Value: page.Unescape(value), Pos: len(fields)})
		case place[1] == "searchTerms" || !is && !strings.HasSuffix(place[1], "?"):
			is = true
			fields = append(fields, control.Field{Name: page.Unescape(name), Control: "search", Required: true, Pos: len(fields)})
		}
	}
	if !is {
		return f, false
	}
	return oneBox(at, action, fields, declaredScore, why), true
}

var placeInTemplate = regexp.MustCompile(`^\{([^{}]+)\}$`)

// linked returns the search that links of the page ask, one word each.
func (p *parser) linked() (Form, bool) {
	type asked struct {
		path, name string
	}
	words, first := map[asked][]string{}, map[asked][]page.Pair{}
	for _, n := range p.in.Doc.Find("a[href*='?']").Nodes {
		u, err := p.in.Doc.Base.Resolve(page.Attr(n, "href"))
		if err != nil || u.Host() != p.in.Doc.URL.Host() {
			continue
		}
		says := lexicon.Fold(page.Text(n))
		pairs := u.Params()
		for i, q := range pairs {
			word := lexicon.Fold(q.Value)
			if word == "" || word != says || !roles.QueryNames.Matches(lexicon.Split(q.Name)) {
				continue
			}
			path, _, _ := strings.Cut(u.PathQuery(), "?")
			to := asked{path, q.Name}
			if first[to] == nil {
				first[to] = slices.Delete(slices.Clone(pairs), i, i+1)
			}
			if !slices.Contains(words[to], word) {
				words[to] = append(words[to], word)
			}
			if len(words[to]) < leastLinks {
				continue
			}
			action, err := p.in.Doc.URL.Resolve(path)
			if err != nil {
				continue
			}
			fields := []control.Field{{Name: q.Name, Control: "search", Required: true}}
			for _, constant := range first[to] {
				fields = append(fields, control.Field{Name: constant.Name, Control: "hidden", Value: constant.Value, Pos: len(fields)})
			}
			return oneBox(p.in.Doc.URL, action, fields, linkedScore, "links of the page ask there for what they say"), true
		}
	}
	return Form{}, false
}

// oneBox is a search by GET that no <form> stands for.
func oneBox(at, action page.URL, fields []control.Field, score float64, why string) Form {
	f := Form{Declared: true, Page: at, Method: "GET", Action: action, Purpose: Search, Score: score, Reasons: []string{why}, Fields: fields}
	f.ID = f.identity()
	roles.Assign(f.Fields)
	f.settle()
	return f
}
