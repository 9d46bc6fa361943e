package markup

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// SearchTarget is a search that the page declares for machines.
type SearchTarget struct {
	Path  string   // of the address that answers
	Names []string // parameters that take the question
}

// declare reads what a page says to machines about the site's search:
// schema.org's SearchAction in JSON-LD or microdata, and links to OpenSearch
// descriptions.
func (in *Inventory) declare(n *html.Node) {
	switch n.Data {
	case "script":
		if strings.EqualFold(Attr(n, "type"), "application/ld+json") {
			if text := rawText(n); len(text) < longestScript && strings.Contains(text, "SearchAction") {
				var v any
				if json.Unmarshal([]byte(text), &v) == nil {
					in.searchActions(v, 0)
				}
			}
		} else if Attr(n, "src") == "" {
			text := Clip(rawText(n), longestScript)
			in.data = append(in.data, text)
			if strings.Contains(text, "change") {
				in.scripts = append(in.scripts, text)
			}
			if strings.Contains(text, "ormat") && strings.Contains(text, "pick") {
				in.pickers = append(in.pickers, text)
			}
		}
	case "link":
		if strings.EqualFold(Attr(n, "rel"), "search") && strings.Contains(strings.ToLower(Attr(n, "type")), "opensearchdescription") {
			in.OpenSearch = true
		}
	case "meta", "a":
		if Attr(n, "itemprop") == "target" || Attr(n, "itemprop") == "urlTemplate" {
			in.addTarget(cmp.Or(Attr(n, "content"), Attr(n, "href")))
		}
	}
}

// searchActions looks for actions of type SearchAction in a JSON-LD value.
func (in *Inventory) searchActions(v any, depth int) {
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
func (in *Inventory) addTarget(template string) {
	if !strings.Contains(template, "{") || len(in.Targets) > 20 {
		return
	}
	path, query, _ := strings.Cut(template, "?")
	u, err := in.Doc.Resolve(path)
	if err != nil {
		return
	}
	t := SearchTarget{Path: PathOf(u)}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if unescaped, err := url.QueryUnescape(name); err == nil && strings.Contains(value, "{") {
			t.Names = append(t.Names, unescaped)
		}
	}
	in.Targets = append(in.Targets, t)
}

// MarkedAction reports whether the form is marked up as a SearchAction itself.
func MarkedAction(n *html.Node) bool {
	for p, depth := n, 0; p != nil && depth < 2; p, depth = p.Parent, depth+1 {
		if p.Type == html.ElementNode && strings.HasSuffix(page.Attr(p, "itemtype"), "schema.org/SearchAction") {
			return true
		}
	}
	return false
}
