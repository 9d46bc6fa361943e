package extract

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// objectTitles and objectURLs are members that name a record and lead to it,
// the likeliest first.
var (
	objectTitles = []string{"title", "name", "headline", "label", "doctitle", "display_name", "displayname", "subject", "titel", "titre", "titulo", "nombre", "docname", "caption"}
	objectURLs   = []string{"url", "link", "href", "@id", "html_url", "permalink", "web_url", "detail_url", "uri", "path", "self"}
	objectIDs    = []string{"id", "_id", "uuid", "guid", "identifier", "key", "slug", "docnumber", "number", "isbn", "doi", "sku"}
)

// objectRecord turns a JSON object into a record: its members are the fields,
// those of objects within it with the names joined.
func objectRecord(outer *object, base *page.Document) Record {
	o := unwrap(outer)
	var r Record
	flatten(o, "", &r.Fields, 0)
	var texts []string
	for _, f := range r.Fields {
		texts = append(texts, f.Value)
	}
	r.Text = wording.Collapse(strings.Join(texts, " "))
	links, _ := outer.Get("links").(*object) // JSON:API
	for _, in := range []*object{o, outer, links} {
		if s, ok := member(in, objectURLs); ok && r.URL.IsZero() {
			if u, err := base.Resolve(s); err == nil && u != base.URL {
				r.URL = u
			}
		}
	}
	if s, ok := member(o, objectTitles); ok {
		r.Title = wording.Collapse(strings.TrimSpace(s))
	} else {
		for _, f := range r.Fields {
			if f.Kind == "" && wording.Useful(f.Value) {
				r.Title = f.Value
				break
			}
		}
	}
	id, hasID := member(o, objectIDs)
	if !hasID {
		id, hasID = member(outer, objectIDs)
	}
	switch {
	case !r.URL.IsZero():
		r.Key = r.URL.Canonical().String()
	case hasID:
		r.Key = "id:" + id
	default:
		r.Key = record.ContentKey(r)
	}
	r.Fields = slices.DeleteFunc(withoutTitle(r, false), func(f Field) bool { // nor is its address
		u, err := base.Resolve(f.Value)
		return slices.Contains(objectURLs, f.Name) && err == nil && u == r.URL
	})
	return r
}

// withoutTitle returns the fields of r but those that its title is read from: it is no column
// beside itself. Where some other member has to serve as the title, it stays what it is.
func withoutTitle(r Record, shown bool) []Field {
	return slices.DeleteFunc(r.Fields, func(f Field) bool {
		text, _ := markedUp(f.Value)
		return wording.Collapse(text) == r.Title && (shown || slices.Contains(objectTitles, f.Name))
	})
}

// unwrap returns the object that holds the record itself, where another only
// gives its place (schema.org's ListItem, GraphQL's edge), its score
// (Elasticsearch's hit) or its type (JSON:API's resource).
func unwrap(o *object) *object {
	for _, name := range []string{"item", "_source", "attributes", "node", "document", "doc"} {
		if in, ok := o.Get(name).(*object); ok && len(in.Names) >= 2 {
			return in
		}
	}
	return o
}

// member returns the first of the named members that is a text or a number.
func member(o *object, names []string) (string, bool) {
	if o == nil {
		return "", false
	}
	for _, want := range names {
		for i, n := range o.Names {
			if strings.ToLower(n) != want {
				continue
			}
			switch v := o.Values[i].(type) {
			case string, json.Number:
				if s := scalar(v); strings.TrimSpace(s) != "" {
					return s, true
				}
			case []any: // one value of a field that may have several, as Solr gives them
				if len(v) == 1 && strings.TrimSpace(scalar(v[0])) != "" {
					return scalar(v[0]), true
				}
			case *object: // {"rendered": "..."}, {"value": "..."}, {"href": "..."}
				if s, ok := member(v, []string{"rendered", "value", "href", "en", "@value"}); ok {
					return s, true
				}
			}
		}
	}
	return "", false
}

// maxNesting bounds the objects within objects that become fields.
const maxNesting = 4

// flatten appends the members of o as fields.
func flatten(o *object, prefix string, out *[]Field, depth int) {
	for i, n := range o.Names {
		if strings.HasPrefix(n, "@") && n != "@id" {
			continue
		}
		name := wording.Snake(n)
		if name == "" {
			name = "text"
		}
		if prefix != "" {
			name = prefix + "_" + name
		}
		if len(*out) >= table.MaxFragments {
			return
		}
		switch v := o.Values[i].(type) {
		case string:
			v = strings.TrimSpace(wording.Collapse(v))
			if v == "" {
				continue
			}
			*out = append(*out, record.Typed(name, v))
		case json.Number:
			f, _ := v.Float64()
			*out = append(*out, Field{Name: name, Value: v.String(), Kind: "number", Number: f})
		case bool:
			*out = append(*out, Field{Name: name, Value: strconv.FormatBool(v)})
		case *object:
			if depth < maxNesting && !strings.HasPrefix(n, "_") { // what a server adds: "_highlightResult", "_links"
				flatten(v, name, out, depth+1)
			}
		case []any:
			if s := listText(v); s != "" {
				*out = append(*out, Field{Name: name, Value: s, Kind: "list"})
			}
		}
	}
}

// listText joins the texts of an array; objects in it give their name, else all that
// they say.
func listText(list []any) string {
	var parts []string
	for _, e := range list {
		text := scalar(e)
		if o, ok := e.(*object); ok {
			if text, ok = member(o, objectTitles); !ok {
				var fields []Field
				flatten(o, "", &fields, 0)
				for _, f := range fields {
					text = strings.TrimSpace(text + " " + f.Value)
				}
			}
		}
		if text != "" {
			parts = append(parts, strings.TrimSpace(wording.Collapse(text)))
		}
	}
	return strings.Join(parts, ", ")
}

// scalar returns a text or a number as it is written; "" for all else.
func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}
