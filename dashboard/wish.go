package dashboard

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/table"
)

// choice is a condition that holds.
type choice struct {
	Name  string `json:"name"`
	Is    string `json:"is"` // = or ≥ or ≤
	Value string `json:"value"`
	Param string `json:"-"`
}

// The parameters of the address of records begin with these, before a column's name.
const (
	equalTo = "f."
	least   = "min."
	most    = "max."
)

// wishOf reads which records are wanted. It refuses a condition that cannot be held against
// a record: without it the address would bring what nobody asked for.
func wishOf(heads []table.Head, q url.Values) (w table.Wish, chosen []choice, err error) {
	w = table.Wish{Equal: map[string][]string{}, Least: map[string]float64{}, Most: map[string]float64{}, Sort: q.Get("sort"), Descending: q.Get("desc") != ""}
	column := func(name string) int {
		return slices.IndexFunc(heads, func(h table.Head) bool { return h.Name == name })
	}
	if w.Sort != "" && column(w.Sort) < 0 {
		return w, nil, noColumn(w.Sort)
	}
	for _, param := range slices.Sorted(maps.Keys(q)) {
		kind, name, ok := strings.Cut(param, ".")
		if kind += "."; !ok || kind != equalTo && kind != least && kind != most {
			continue
		}
		i := column(name)
		if i < 0 {
			return w, nil, noColumn(name)
		}
		c := heads[i]
		if kind == equalTo {
			w.Equal[name] = q[param]
			for _, v := range q[param] {
				chosen = append(chosen, choice{name, "=", v, param})
			}
			continue
		}
		text := q.Get(param)
		if text == "" {
			continue // a field of the form that was left empty
		}
		n, ok := c.Number(text)
		if !ok || !c.Numeric() {
			return w, nil, badRequest(fmt.Sprintf("%s=%s: a range wants a column of numbers or times, and one of these", param, text))
		}
		if kind == least {
			w.Least[name] = n
			chosen = append(chosen, choice{name, "≥", text, param})
			continue
		}
		if w.Most[name] = n; c.Type == "time" && len(text) == len(time.DateOnly) {
			w.Most[name] += float64(24*time.Hour/time.Millisecond) - 1 // the whole of the day
		}
		chosen = append(chosen, choice{name, "≤", text, param})
	}
	return w, chosen, nil
}

func noColumn(name string) error {
	return badRequest(fmt.Sprintf("there is no column %q: the page Columns lists them", name))
}

// wanting reports whether an address wants more than records in the order in which they came.
func wanting(q url.Values) bool {
	for name := range q {
		if name == "q" || name == "sort" || name == "desc" || strings.HasPrefix(name, equalTo) || strings.HasPrefix(name, least) || strings.HasPrefix(name, most) {
			if q.Get(name) != "" || strings.HasPrefix(name, equalTo) {
				return true
			}
		}
	}
	return false
}
