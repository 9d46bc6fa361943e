package extract

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Objects says how records stand in the JSON answers of an endpoint, where that
// was learned from records that a page showed. Pointers are those of RFC 6901.
type Objects struct {
	JSON   bool   `json:"json,omitempty"`
	Script int    `json:"script,omitempty"` // of JSON in a page: the number of the script that holds it, from 1
	List   string `json:"list,omitempty"`   // pointer to the array of records
	Keyed  bool   `json:"keyed,omitempty"`  // List is no array: an object of records by their keys, or of a member for each column
	HTML   string `json:"html,omitempty"`   // pointer to a text that is HTML and holds the records instead
	Title  string `json:"title,omitempty"`  // pointer within a record
	Link   string `json:"link,omitempty"`   // the record's own page, with pointers within the record: "https://host/item/{/id}"

	Columns []string `json:"columns,omitempty"` // of records that are arrays: the names of their cells, "" where not known

	// Apart says that records which lead to one page are told apart by the place there, and by
	// their titles.
	Apart bool `json:"apart,omitempty"`
}

// read reads a JSON answer.
func (b *Objects) read(v any, doc *page.Document, o Options) Result {
	if b.HTML != "" {
		if markup, ok := pointed(v, b.HTML).(string); ok {
			if page.TablePart([]byte(markup)) {
				markup = "<table>" + markup + "</table>"
			}
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
	list, ok := b.listed(gathered(v, b.List))
	if !ok {
		res := fromJSON(v, doc)
		if len(res.Records) > 0 {
			res.Misfit = "no array at " + strconv.Quote(b.List)
		}
		return res
	}
	res := Result{Total: -1}
	held := map[string]bool{}
	for _, item := range list {
		var r Record
		switch item := item.(type) {
		case *object:
			r = b.record(objectRecord(item, doc), item, doc)
		case []any:
			r = b.record(b.row(item, doc), item, doc)
		default:
			continue
		}
		if b.Apart && !r.URL.IsZero() {
			r.Key += "#" + cmp.Or(b.place(item), record.TitleKey(r.Title))
		} else if held[r.Key] && b.place(item) != "" {
			continue
		}
		held[r.Key] = true
		res.Records = append(res.Records, r)
	}
	res.Total = jsonTotal(v, len(res.Records))
	for path := b.List; res.Total < 0 && path != ""; { // beside the list, however deep that stands
		path = path[:strings.LastIndexByte(path, '/')]
		res.Total = jsonTotal(pointed(v, path), len(res.Records))
	}
	if u := jsonNext(v, doc, len(res.Records)); !u.IsZero() {
		res.Next = Step{URL: u}
	}
	res.Empty = len(list) == 0
	res.Reasons = append(res.Reasons, "JSON: "+strconv.Itoa(len(res.Records))+" records at "+strconv.Quote(b.List))
	return res
}

// listed returns what stands at the place where an endpoint's records do: an array of
// them, an object that has each under its key, or one that has a member for each column.
func (b *Objects) listed(at any) (list []any, ok bool) {
	if list, ok := at.([]any); ok {
		return list, true // of nothing, too, where some languages write no object
	}
	o, ok := at.(*object)
	if !ok || !b.Keyed {
		return nil, false
	}
	list, others := o.ByKey()
	if others == 0 {
		return list, true
	}
	if rows := o.Columned(); len(rows) > 0 {
		return rows, true
	}
	arrays, rows := 0, 0
	for _, v := range o.Values {
		if of, ok := v.([]any); ok {
			arrays, rows = arrays+1, rows+len(of)
		}
	}
	return list, len(list) > 0 || arrays > 1 && rows == 0
}

// row reads a record that is an array of cells, which may be HTML.
func (b *Objects) row(cells []any, doc *page.Document) Record {
	o := &object{}
	link := ""
	for i, cell := range cells {
		name := table.Nth(i) + " column"
		if i < len(b.Columns) && b.Columns[i] != "" {
			name = b.Columns[i]
		}
		if s, ok := cell.(string); ok {
			var to string
			cell, to = markedUp(s)
			link = cmp.Or(link, to)
		}
		o.Names, o.Values = append(o.Names, name), append(o.Values, cell)
	}
	r := objectRecord(o, doc)
	if u, err := doc.Resolve(link); err == nil && link != "" && u != doc.URL {
		r.URL, r.Key = u, u.Canonical().String()
	}
	return r
}

// markedUp returns the text of a value that may be HTML, and the first link in it.
func markedUp(s string) (text, link string) {
	if !strings.Contains(s, "<") {
		return html.UnescapeString(s), ""
	}
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return strings.TrimSpace(wording.Collapse(b.String())), link
		case html.TextToken:
			b.Write(z.Text())
			b.WriteByte(' ')
		case html.StartTagToken:
			for t := z.Token(); t.Data == "a" && link == "" && len(t.Attr) > 0; t.Attr = t.Attr[1:] {
				if t.Attr[0].Key == "href" && !strings.HasPrefix(t.Attr[0].Val, "#") {
					link = t.Attr[0].Val
				}
			}
		}
	}
}

// record gives a record the title and address that the page shows of item.
func (b *Objects) record(r Record, item any, doc *page.Document) Record {
	at := func(pointer string) string { return scalar(pointed(item, pointer)) }
	if b.Title != "" {
		if title, _ := markedUp(at(b.Title)); strings.TrimSpace(title) != "" {
			r.Title = wording.Collapse(title)
			r.Fields = withoutTitle(r, true)
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

// place returns the place of a page that an item leads to, "" where it leads to a page: the
// index of a site lists a page and then its headings, which are no records beside it.
func (b *Objects) place(item any) string {
	written, ok := page.Expand(b.Link, func(pointer string) string { return scalar(pointed(item, pointer)) })
	if !ok {
		return ""
	}
	_, place, _ := strings.Cut(written, "#")
	return place
}

// gathered is pointed for lists that are parted over the elements of another array: "*" in a
// pointer stands for each of these.
func gathered(v any, pointer string) any {
	before, after, parted := strings.Cut(pointer, "/*/")
	if !parted {
		return pointed(v, pointer)
	}
	groups, ok := pointed(v, before).([]any)
	if !ok {
		return nil
	}
	all := []any{}
	for _, group := range groups {
		list, _ := gathered(group, "/"+after).([]any)
		all = append(all, list...)
	}
	return all
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
			v = x.Get(part)
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
