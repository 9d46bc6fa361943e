package forms

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// searchTarget is a search that the page declares for machines.
type searchTarget struct {
	path  string   // of the address that answers
	names []string // parameters that take the question
}

// declare reads what a page says to machines about the site's search:
// schema.org's SearchAction in JSON-LD or microdata, and links to OpenSearch
// descriptions.
func (in *inventory) declare(n *html.Node) {
	switch n.Data {
	case "script":
		if strings.EqualFold(attr(n, "type"), "application/ld+json") {
			if text := rawText(n); len(text) < longestScript && strings.Contains(text, "SearchAction") {
				var v any
				if json.Unmarshal([]byte(text), &v) == nil {
					in.searchActions(v, 0)
				}
			}
		} else if attr(n, "src") == "" {
			text := clip(rawText(n), longestScript)
			in.data = append(in.data, text)
			if strings.Contains(text, "change") {
				in.scripts = append(in.scripts, text)
			}
			if strings.Contains(text, "ormat") && strings.Contains(text, "pick") {
				in.pickers = append(in.pickers, text)
			}
		}
	case "link":
		if strings.EqualFold(attr(n, "rel"), "search") && strings.Contains(strings.ToLower(attr(n, "type")), "opensearchdescription") {
			in.openSearch = true
		}
	case "meta", "a":
		if attr(n, "itemprop") == "target" || attr(n, "itemprop") == "urlTemplate" {
			in.addTarget(cmp.Or(attr(n, "content"), attr(n, "href")))
		}
	}
}

// searchActions looks for actions of type SearchAction in a JSON-LD value.
func (in *inventory) searchActions(v any, depth int) {
	if depth > 12 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			in.searchActions(e, depth+1)
		}
	case map[string]any:
		if isType(v["@type"], "SearchAction") {
			switch t := v["target"].(type) {
			case string:
				in.addTarget(t)
			case map[string]any:
				if s, ok := t["urlTemplate"].(string); ok {
					in.addTarget(s)
				}
			}
		}
		for _, key := range []string{"potentialAction", "@graph", "mainEntity", "isPartOf", "publisher"} {
			in.searchActions(v[key], depth+1)
		}
	}
}

func isType(v any, name string) bool {
	switch v := v.(type) {
	case string:
		return strings.HasSuffix(v, name)
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return isType(e, name) })
	}
	return false
}

// addTarget notes a URL template such as /search?q={search_term_string}.
func (in *inventory) addTarget(template string) {
	if !strings.Contains(template, "{") || len(in.targets) > 20 {
		return
	}
	path, query, _ := strings.Cut(template, "?")
	u, err := in.doc.Resolve(path)
	if err != nil {
		return
	}
	t := searchTarget{path: pathOf(u)}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if unescaped, err := url.QueryUnescape(name); err == nil && strings.Contains(value, "{") {
			t.names = append(t.names, unescaped)
		}
	}
	in.targets = append(in.targets, t)
}

// byMachineReadable: the page tells machines where its search is.
func byMachineReadable(e *evidence) []vote {
	if e.shape.secret {
		return nil
	}
	if e.marked {
		return []vote{{Search, 3.5, "marked as schema.org SearchAction", "search action"}}
	}
	path := pathOf(e.form.Action)
	best := vote{}
	for _, t := range e.targets {
		if e.form.Action.IsZero() || t.path != path {
			continue
		}
		if slices.ContainsFunc(e.boxes, func(c *control.Field) bool { return slices.Contains(t.names, c.Name) }) {
			return []vote{{Search, 3.5, "schema.org SearchAction names its address and its text box", "search action"}}
		}
		if len(path) > 1 { // the start page takes all kinds of forms
			best = vote{Search, 2.5, "schema.org SearchAction names its address", "search action's address"}
		}
	}
	if best.reason != "" {
		return []vote{best}
	}
	if e.openSearch && e.visible == 1 && len(e.boxes) == 1 {
		return []vote{{Search, 1, "the site describes a search by OpenSearch", "open search"}}
	}
	return nil
}

// markedAction reports whether the form is marked up as a SearchAction itself.
func markedAction(n *html.Node) bool {
	for p, depth := n, 0; p != nil && depth < 2; p, depth = p.Parent, depth+1 {
		if p.Type == html.ElementNode && strings.HasSuffix(page.Attr(p, "itemtype"), "schema.org/SearchAction") {
			return true
		}
	}
	return false
}
