package extract

import (
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// Bounds of JSON. What is made of it, values and records, may take a few lengths of the
// longest body that is read; what is beyond is left out: the elements of lists, then all else.
const (
	maxJSON      = 32 << 20 // bytes
	maxJSONDepth = 64

	jsonShare   = 5.3 // lengths of the longest body
	scriptShare = 1.5 // likewise in a script, beside the page that it stands in
	jsonSpare   = 0.1 // of that, kept for what stands outside of lists behind: totals, the next page
	valueCost   = 64  // bytes of a value, in a slice that may be half empty
	objectCost  = 400 // of an object, that may be a record
	memberCost  = 200 // of a member of one, that may be a field
)

// object is a JSON object with its members in order.
type object struct {
	names  []string
	values []any
}

func (o *object) get(name string) any {
	for i, n := range o.names {
		if n == name {
			return o.values[i]
		}
	}
	return nil
}

// parseJSON reads a value with the order of members kept: objects are *object,
// arrays []any, the rest as encoding/json has it with numbers as json.Number. cut is
// set where a part is left out, since all would take more than room bytes.
func parseJSON(text string, room int) (v any, cut, ok bool) {
	if len(text) > maxJSON {
		return nil, false, false
	}
	r := jsonReader{d: ordered.Reader(text), room: room, spare: int(jsonSpare * float64(room))}
	v, err := r.value(false)
	if err == nil {
		err = ordered.Ended(r.d)
	}
	if err != nil {
		return nil, false, false
	}
	return v, r.cut, true
}

// jsonReader reads a value with a bound on what that takes.
type jsonReader struct {
	d     *jsontext.Decoder
	room  int  // bytes
	spare int  // of room, not for what stands in lists
	cut   bool // something is left out
}

// take charges what is read; false where it has no room.
func (r *jsonReader) take(cost int, listed bool) bool {
	if r.room < cost || listed && r.room < cost+r.spare {
		r.cut = true
		return false
	}
	r.room -= cost
	return true
}

var errTooDeep = errors.New("lists and objects too deep in one another")

// value reads a value. listed is set within lists.
func (r *jsonReader) value(listed bool) (any, error) {
	if r.d.StackDepth() > maxJSONDepth {
		return nil, errTooDeep
	}
	t, err := r.d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '[':
		list := []any{}
		err := r.within(']', func() error {
			if !r.take(valueCost, true) {
				return r.d.SkipValue()
			}
			v, err := r.value(true)
			list = append(list, v)
			return err
		})
		return list, err
	case '{':
		o := &object{}
		r.take(objectCost, listed)
		err := r.within('}', func() error {
			t, err := r.d.ReadToken()
			if err != nil {
				return err
			}
			name := t.String()
			if !r.take(memberCost+2*len(name), listed) {
				return r.d.SkipValue()
			}
			v, err := r.value(listed)
			o.names, o.values = append(o.names, name), append(o.values, v)
			return err
		})
		return o, err
	case '"':
		if s := t.String(); r.take(3*len(s), listed) {
			return s, nil
		}
	case '0':
		return json.Number(t.String()), nil
	case 't', 'f':
		return t.Bool(), nil
	}
	return nil, nil
}

// within reads what stands before the end of a list or object, and that.
func (r *jsonReader) within(end jsontext.Kind, one func() error) error {
	for r.d.PeekKind() != end {
		if err := one(); err != nil {
			return err
		}
	}
	_, err := r.d.ReadToken()
	return err
}

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
	return parseJSON(text, int(jsonShare*float64(doc.Most)))
}

// linkedType is the type of scripts that hold JSON-LD.
const linkedType = "application/ld+json"

// embeddedJSON returns the values of the page's scripts of data of these types, each
// with whether its end is left out.
func embeddedJSON(doc *page.Document, types ...string) iter.Seq2[any, bool] {
	return func(yield func(any, bool) bool) {
		for n := range doc.Root.Descendants() {
			if n.Type != html.ElementNode || n.Data != "script" || !slices.Contains(types, strings.ToLower(strings.TrimSpace(page.Attr(n, "type")))) {
				continue
			}
			v, cut, ok := parseJSON(strings.TrimSpace(view.NodeText(n)), int(scriptShare*float64(doc.Most)))
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
			if kind, _ := x.get("@type").(string); strings.EqualFold(kind, "BreadcrumbList") {
				return
			}
			for i, n := range x.names {
				walk(x.values[i], path+"."+n, depth+1)
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
		members += len(o.names)
		for _, v := range o.values {
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
	for i, n := range o.names {
		if resultNames[strings.ToLower(n)] {
			switch x := o.values[i].(type) {
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
		for i, name := range o.names {
			value := o.values[i]
			if in, ok := value.(*object); ok { // Elasticsearch since version 7
				value = in.get("value")
			}
			if n, ok := value.(json.Number); ok && jsonTotals[strings.ToLower(name)] {
				if strings.EqualFold(name, "recordsTotal") && o.get("recordsFiltered") != nil {
					continue // DataTables: of all questions
				}
				if k, err := n.Int64(); err == nil && int(k) >= rows && int(k) > best {
					best = int(k)
				}
			}
			if strings.HasPrefix(name, "_") {
				continue // about the server ("_shards"), not about the answer
			}
			walk(o.values[i], depth+1)
		}
	}
	walk(v, 0)
	return best
}
