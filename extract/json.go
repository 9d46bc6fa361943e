package extract

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// Lengths of the longest body that is read which what is made of JSON, values and records,
// may take; what is beyond is left out.
const (
	jsonShare   = 5.3
	scriptShare = 1.5      // in a script, beside the page that it stands in
	maxJSON     = 32 << 20 // bytes
)

// object is a JSON object with its members in order.
type object = ordered.Object

// jsonAnswer returns the value of a document that is JSON and nothing else.
func jsonAnswer(doc *page.Document) (v any, cut, ok bool) {
	text, elements := "", 0
	for n := range doc.Root.Descendants() {
		switch {
		case n.Type == html.TextNode && n.Parent != nil && (n.Parent.Data == "body" || n.Parent.Data == "pre"):
			if text += n.Data; len(text) > maxJSON {
				return nil, false, false
			}
		case n.Type == html.ElementNode:
			if elements++; elements > 4 { // html, head, body, pre
				return nil, false, false
			}
		}
	}
	text = page.BareJSON(text)
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return nil, false, false
	}
	return ordered.Tree(text, int(jsonShare*float64(doc.Most)))
}

// linkedType is the type of scripts that hold JSON-LD.
const linkedType = "application/ld+json"

// embeddedJSON returns the values of the page's scripts of data of these types, each
// with whether its end is left out.
func embeddedJSON(doc *page.Document, types ...string) iter.Seq2[any, bool] {
	return func(yield func(any, bool) bool) {
		for n := range page.Below(doc.Root, "script") {
			if !slices.Contains(types, strings.ToLower(strings.TrimSpace(page.Attr(n, "type")))) {
				continue
			}
			v, cut, ok := ordered.Tree(strings.TrimSpace(view.NodeText(n)), int(scriptShare*float64(doc.Most)))
			if ok && !yield(v, cut) {
				return
			}
		}
	}
}

// jsonList is an array of objects in a JSON value.
type jsonList struct {
	path  string
	items []*object
	score float64
}

// bestList finds the array of objects that looks most like records: many
// items, with several members, alike, high up, and with texts in them.
func bestList(v any) jsonList {
	best := jsonList{}
	var walk func(v any, path string, depth int)
	walk = func(v any, path string, depth int) {
		switch x := v.(type) {
		case *object:
			if kind, _ := x.Get("@type").(string); strings.EqualFold(kind, "BreadcrumbList") {
				return
			}
			for i, n := range x.Names {
				walk(x.Values[i], path+"."+n, depth+1)
			}
		case []any:
			var items []*object
			for _, e := range x {
				if o, ok := e.(*object); ok {
					items = append(items, o)
				}
			}
			if len(items) == len(x) && len(items) > 0 {
				if s := rateList(items, path, depth); s > best.score {
					best = jsonList{path, items, s}
				}
			}
			for i, e := range x {
				walk(e, path+"["+strconv.Itoa(i)+"]", depth+1)
			}
		}
	}
	walk(v, "$", 0)
	return best
}

// rateList scores an array of objects as a list of records.
func rateList(items []*object, path string, depth int) float64 {
	texts, members := 0, 0
	for _, o := range items {
		o = unwrap(o)
		members += len(o.Names)
		for _, v := range o.Values {
			if list, ok := v.([]any); ok && len(list) == 1 {
				v = list[0]
			}
			if s, ok := v.(string); ok && wording.Useful(s) {
				texts += min(wording.Letters(s), 100)
			}
		}
	}
	n := float64(len(items))
	s := float64(texts) / (1 + 0.3*float64(depth)) * min(1, float64(members)/n/3)
	name := lastName(path)
	switch {
	case resultNames[name]:
		s *= 3
	case facetNames[name]:
		s *= 0.1
	}
	return s
}

var resultNames = wording.Set("results", "result", "items", "hits", "docs", "documents", "records", "data", "entries", "rows", "list", "articles", "products", "posts", "works", "response", "value", "objects", "features", "itemlistelement", "edges", "nodes", "resources", "publications", "books", "jobs", "listings", "members", "member", "searchresults", "search_results")

var facetNames = wording.Set("facets", "facet", "filters", "aggregations", "buckets", "suggestions", "breadcrumbs", "categories", "menu", "navigation", "links", "columns", "fields")

// fromJSON reads a JSON answer.
func fromJSON(v any, base *page.Document) Result {
	res := Result{Total: -1}
	list := bestList(v)
	for _, o := range list.items {
		res.Records = append(res.Records, objectRecord(o, base))
	}
	res.Total = jsonTotal(v, len(res.Records))
	if u := jsonNext(v, base, len(res.Records)); !u.IsZero() {
		res.Next = Step{URL: u}
	}
	if len(res.Records) == 0 {
		res.Empty = res.Total == 0 || isEmptyJSON(v)
		res.Reasons = append(res.Reasons, "JSON without an array of objects")
		return res
	}
	res.Reasons = append(res.Reasons, "JSON: "+strconv.Itoa(len(res.Records))+" records at "+list.path)
	return res
}

// isEmptyJSON reports whether a JSON answer has an empty array where results would be.
func isEmptyJSON(v any) bool {
	if list, ok := v.([]any); ok {
		return len(list) == 0
	}
	o, ok := v.(*object)
	if !ok {
		return false
	}
	for i, n := range o.Names {
		if resultNames[strings.ToLower(n)] {
			switch x := o.Values[i].(type) {
			case []any:
				return len(x) == 0
			case *object:
				return isEmptyJSON(x)
			}
		}
	}
	return false
}

var jsonTotals = wording.Set("total", "totalcount", "total_count", "totalresults", "total_results", "numfound", "nbhits", "hitcount", "totalhits", "total_hits", "found", "recordstotal", "recordsfiltered", "totalrecords", "total_records", "totalitems", "numberofitems", "num_results", "resultcount", "count", "totalelements")

// jsonTotal finds the number of matches near the top of a JSON answer.
func jsonTotal(v any, rows int) int {
	best := -1
	var walk func(v any, depth int)
	walk = func(v any, depth int) {
		o, ok := v.(*object)
		if !ok || depth > 3 {
			return
		}
		for i, name := range o.Names {
			value := o.Values[i]
			if in, ok := value.(*object); ok { // Elasticsearch since version 7
				value = in.Get("value")
			}
			if n, ok := value.(json.Number); ok && jsonTotals[strings.ToLower(name)] {
				if strings.EqualFold(name, "recordsTotal") && o.Get("recordsFiltered") != nil {
					continue // DataTables: of all questions
				}
				if k, err := n.Int64(); err == nil && int(k) >= rows && int(k) > best {
					best = int(k)
				}
			}
			if strings.HasPrefix(name, "_") {
				continue // about the server ("_shards"), not about the answer
			}
			walk(o.Values[i], depth+1)
		}
	}
	walk(v, 0)
	return best
}
