package endpoint

import (
	"encoding/json"
	"strconv"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/ordered"
)

// list is what in a JSON answer may hold records (see ordered.Lists), its rows taken apart.
type list struct {
	pointer  string
	keyed    bool // it is no array
	elements []element
}

// element is one row of a list: its texts and numbers, by their pointers within it.
type element struct{ values []jsonSpan }

// maxAnswer is what may be taken by the values of an answer in which lists are looked for.
const maxAnswer = 5 * page.DefaultMost

// allLists finds the lists of an answer, arrays first, in the order in which they stand.
func allLists(body string) (out []list) {
	v, _, _ := ordered.Tree(page.BareJSON(body), maxAnswer)
	for _, l := range ordered.Lists(v) {
		rows := make([]element, len(l.Rows))
		for i, row := range l.Rows {
			rows[i].add("", row)
		}
		out = append(out, list{l.Pointer, l.Keyed, rows})
	}
	return out
}

func (e *element) add(pointer string, v any) {
	switch v := v.(type) {
	case string:
		e.values = append(e.values, jsonSpan{pointer: pointer, kind: 's', text: v})
	case json.Number:
		e.values = append(e.values, jsonSpan{pointer: pointer, kind: 'n', text: v.String()})
	case []any:
		for i, in := range v {
			e.add(pointer+"/"+strconv.Itoa(i), in)
		}
	case *ordered.Object:
		for i, name := range v.Names {
			e.add(pointer+ordered.Step(name), v.Values[i])
		}
	}
}
