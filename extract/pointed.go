package extract

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// Objects says how records stand in the JSON answers of an endpoint, where that
// was learned from records that a page showed. Pointers are those of RFC 6901.
type Objects struct {
	JSON  bool   `json:"json,omitempty"`
	List  string `json:"list,omitempty"`  // pointer to the array of records
	HTML  string `json:"html,omitempty"`  // pointer to a text that is HTML and holds the records instead
	Title string `json:"title,omitempty"` // pointer within a record
	Link  string `json:"link,omitempty"`  // the record's own page, with pointers within the record: "https://host/item/{/id}"
}

// read reads a JSON answer.
func (b *Objects) read(v any, doc *page.Document, o Options) Result {
	if b.HTML != "" {
		if markup, ok := pointed(v, b.HTML).(string); ok {
			inner, err := page.ParseDocument([]byte(markup), "text/html; charset=utf-8", doc.URL)
			if err == nil {
				o.Objects = nil
				res := Read(inner, o)
				if len(res.Records) == 0 && strings.TrimSpace(page.Text(inner.Root)) == "" {
					res.Empty = true
				}
				if res.Total < 0 {
					res.Total = jsonTotal(v, len(res.Records))
				}
				return res
			}
		}
		return fromJSON(v, doc)
	}
	list, ok := pointed(v, b.List).([]any)
	if !ok {
		res := fromJSON(v, doc)
		if len(res.Records) > 0 {
			res.Misfit = "no array at " + strconv.Quote(b.List)
		}
		return res
	}
	res := Result{Total: -1}
	for _, item := range list {
		if item, ok := item.(*object); ok {
			res.Records = append(res.Records, b.record(item, doc))
		}
	}
	res.Total = jsonTotal(v, len(res.Records))
	if u := jsonNext(v, doc, len(res.Records)); !u.IsZero() {
		res.Next = Step{URL: u}
	}
	res.Empty = len(list) == 0
	res.Reasons = append(res.Reasons, "JSON: "+strconv.Itoa(len(res.Records))+" records at "+strconv.Quote(b.List))
	return res
}

// record reads one object: its title and address as the page shows them.
func (b *Objects) record(item *object, doc *page.Document) Record {
	r := objectRecord(item, doc)
	at := func(pointer string) string {
		switch x := pointed(item, pointer).(type) {
		case string:
			return x
		case json.Number:
			return x.String()
		}
		return ""
	}
	if b.Title != "" {
		if title := collapse(at(b.Title)); title != "" {
			r.Title = title
		}
	}
	if b.Link != "" {
		if written, ok := page.Expand(b.Link, at); ok {
			if u, err := doc.Resolve(written); err == nil {
				r.URL, r.Key = u, u.Canonical().String()
			}
		}
	}
	return r
}

// pointed returns the value at a pointer, nil where there is none.
func pointed(v any, pointer string) any {
	switch {
	case pointer == "":
		return v
	case pointer[0] != '/':
		return nil
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch x := v.(type) {
		case *object:
			v = x.get(part)
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}
