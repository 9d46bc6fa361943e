package page

import (
	"encoding/json"
	"encoding/xml"
	"slices"
	"strings"
)

// leastEntries is how many elements of one name below the root of an XML document are
// taken for entries of a list.
const leastEntries = 10

// mostMarks bounds the marks of a document that is read so: it takes some 400 bytes for each.
const mostMarks = 200_000

// entry is an element of such a list.
type entry struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Parts   []entry    `xml:",any"`
}

// entries returns the XML of a file that lists entries below its root, as the indexes that
// scripts load to search in, as an object of arrays of objects in JSON: a member for each
// element, of its text or the address that it names. It is false where the text is none such.
func entries(text string) (string, bool) {
	if !strings.HasPrefix(text, "<?xml") || len(text) > DefaultMost || strings.Count(text, "<") > mostMarks {
		return text, false
	}
	var root entry
	d := xml.NewDecoder(strings.NewReader(text))
	if d.Strict = false; d.Decode(&root) != nil || strings.EqualFold(root.XMLName.Local, "html") {
		return text, false
	}
	lists := map[string][]map[string]any{}
	for _, e := range root.Parts {
		if row := e.row(); len(row) > 1 {
			lists[e.XMLName.Local] = append(lists[e.XMLName.Local], row)
		}
	}
	for name, rows := range lists {
		if len(rows) < leastEntries {
			delete(lists, name)
		}
	}
	out, err := json.Marshal(lists)
	return string(out), err == nil && len(lists) > 0
}

// row returns the parts of an entry by their names.
func (e entry) row() map[string]any {
	out := map[string]any{}
	for _, p := range e.Parts {
		name := p.XMLName.Local
		switch said := p.said(); before := out[name].(type) {
		case string:
			out[name] = []string{before, said}
		case []string:
			out[name] = append(before, said)
		default:
			out[name] = said
		}
	}
	return out
}

// said is the text of an element and of what it holds or, where it has none, its address.
func (e entry) said() string {
	text := strings.TrimSpace(e.Text)
	for _, p := range e.Parts {
		text = strings.TrimSpace(text + " " + p.said())
	}
	if i := slices.IndexFunc(e.Attrs, func(a xml.Attr) bool { return a.Name.Local == "href" }); text == "" && i >= 0 {
		return e.Attrs[i].Value
	}
	return text
}
