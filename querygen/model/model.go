package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Record is a record behind a Model.
type Record struct {
	Key    string
	Fields []page.Pair // name and value; a field with several values stands once for each
}

// Options say what a Model's interface can do. The zero value is a box for
// one word that shows every match and its total on pages of ten.
type Options struct {
	Box        bool     // a query box that searches all text
	Attributes []string // fields to ask for: ranges where all values are numbers, else menus; "name:menu", "name:box" (a text box for one value), "name:range", "name:min" and "name:max" (one bound only) decide it
	TopK       int      // matches of one query that can be reached; 0 for all
	PageSize   int      // rows a page; 0 for 10
	Searches   []string // fields that the box searches; all where empty
	Totals     string   // shown (or ""), hidden, capped (at TopK), rounded (to one digit), estimated (as if words were independent, to one digit; exact at the end)
	Operators  string   // of several words in the box: none (or ""), and, or, not ("and", with "-word")
	Matching   string   // of the box: words (or ""), beginning (of each word asked, in any word), anywhere (what is asked, in the text), start (of the text)
	Cap        string   // of a query with more matches than TopK: stop (or "") after TopK, refuse it, or show it empty
	Snippet    int      // words that a row shows; 0 for all
	Lists      bool     // the form as served lists everything
	Unstable   bool     // rows change places between pages by up to two pages
	InOrder    bool     // a page can be had only from the page before it
	RankSeed   uint64   // of the order of records, the same in all answers
}

// Model is a search interface over known records: what a site would answer to
// each question. A Model does not change, so one serves any number of planners,
// also concurrently.
type Model struct {
	o       Options
	form    forms.Form
	Records []Record // in rank order
	texts   []string
	Words   map[string][]uint32 // by word: records that hold it, ascending
	fields  map[string]modelField
}

// modelField is an attribute: by value for menus, by record for ranges.
type modelField struct {
	name    string
	values  map[string][]uint32
	numbers []float64 // NaN where a record has none
	low     bool      // the bound is the lower one
	lone    bool      // there is no other one
}

// ModelBox is the name of the query box.
const ModelBox = "q"

// New ranks the records by o.RankSeed and indexes them. It is an error to
// name an attribute that no record has, or an unknown kind of anything.
func New(records []Record, o Options) (*Model, error) {
	for _, c := range []struct{ name, value, allowed string }{
		{"totals", o.Totals, " shown hidden capped rounded estimated "},
		{"operators", o.Operators, " none and or not "},
		{"matching", o.Matching, " words beginning anywhere start "},
		{"cap", o.Cap, " stop refuse empty "},
	} {
		if c.value != "" && !strings.Contains(c.allowed, " "+c.value+" ") {
			return nil, fmt.Errorf("%s cannot be %q; it is one of%s", c.name, c.value, strings.ReplaceAll(strings.TrimRight(c.allowed, " "), " ", ", ")[1:])
		}
	}
	if o.PageSize <= 0 {
		o.PageSize = 10
	}
	m := &Model{o: o, form: forms.Form{ID: "model", Method: "GET", Purpose: "search", Submit: true}, fields: map[string]modelField{}}
	for _, i := range rand.New(rand.NewPCG(o.RankSeed, 1)).Perm(len(records)) {
		m.Records = append(m.Records, records[i])
	}
	for _, r := range m.Records {
		var b strings.Builder
		for _, f := range r.Fields {
			if f.Value == "" {
				continue
			}
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			if !o.Box { // such a page names what its columns hold
				b.WriteString(f.Name + ": ")
			}
			b.WriteString(f.Value)
		}
		m.texts = append(m.texts, b.String())
	}
	if o.Box {
		m.form.Fields = append(m.form.Fields, forms.Field{Name: ModelBox, Control: "search", Label: "Search", Role: forms.QueryRole, Score: 1})
		m.Words = map[string][]uint32{}
		split := text.NewSplitter()
		for i := range m.texts {
			split.Each(m.searched(i), func(w string) {
				if l := m.Words[w]; len(l) == 0 || l[len(l)-1] != uint32(i) {
					m.Words[strings.Clone(w)] = append(l, uint32(i))
				}
			})
		}
	}
	for _, a := range o.Attributes {
		if err := m.addAttribute(a); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// searched returns what the box searches of a record.
func (m *Model) searched(record int) string {
	if len(m.o.Searches) == 0 {
		return m.texts[record]
	}
	var values []string
	for _, f := range m.Records[record].Fields {
		if slices.Contains(m.o.Searches, f.Name) {
			values = append(values, f.Value)
		}
	}
	return strings.Join(values, "\n")
}

// addAttribute puts the controls for an attribute into the form.
func (m *Model) addAttribute(attribute string) error {
	name, as, _ := strings.Cut(attribute, ":")
	menu := modelField{name: name, values: map[string][]uint32{}}
	numbers, numeric := make([]float64, len(m.Records)), true
	names := map[string][]uint32{}
	for i, r := range m.Records {
		numbers[i] = math.NaN()
		for _, f := range r.Fields {
			if f.Name != name {
				names[f.Name] = nil
				continue
			}
			if l := menu.values[f.Value]; f.Value != "" && (len(l) == 0 || l[len(l)-1] != uint32(i)) {
				menu.values[f.Value] = append(l, uint32(i))
			}
			n, err := strconv.ParseFloat(f.Value, 64)
			numeric = numeric && (err == nil || f.Value == "")
			if err == nil {
				numbers[i] = n
			}
		}
	}
	if len(menu.values) == 0 {
		return fmt.Errorf("no record has a field %q (there are %s)", name, strings.Join(sortedKeys(names), ", "))
	}
	low := forms.Field{Name: name + "_min", Control: "number", Label: name + " from", Role: forms.RangeMin, Score: 1}
	high := forms.Field{Name: name + "_max", Control: "number", Label: name + " to", Role: forms.RangeMax, Score: 1}
	switch {
	case as == "range" || as == "" && numeric:
		low.Pair, high.Pair = high.Name, low.Name
		m.fields[low.Name] = modelField{name: name, numbers: numbers, low: true}
		m.fields[high.Name] = modelField{name: name, numbers: numbers}
		m.form.Fields = append(m.form.Fields, low, high)
		return nil
	case as == "min":
		m.fields[low.Name] = modelField{name: name, numbers: numbers, low: true, lone: true}
		m.form.Fields = append(m.form.Fields, low)
		return nil
	case as == "max":
		m.fields[high.Name] = modelField{name: name, numbers: numbers, lone: true}
		m.form.Fields = append(m.form.Fields, high)
		return nil
	case as == "box":
		m.fields[name] = menu
		m.form.Fields = append(m.form.Fields, forms.Field{Name: name, Control: "text", Label: name, Role: forms.OtherRole, Score: 0.4})
		return nil
	case as != "" && as != "menu":
		return fmt.Errorf("attribute %q: %q is none of menu, box, range, min and max", attribute, as)
	}
	f := forms.Field{Name: name, Control: "select", Label: name, Role: forms.CategoryRole, Score: 1, Options: []forms.Option{{Label: "Any", Any: true}}}
	for _, v := range sortedKeys(menu.values) {
		f.Options = append(f.Options, forms.Option{Value: v, Label: v})
	}
	m.fields[name] = menu
	m.form.Fields = append(m.form.Fields, f)
	return nil
}

func sortedKeys(m map[string][]uint32) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Form returns the interface as a planner sees it.
func (m *Model) Form() forms.Form { return m.form }

// Len returns the number of records.
func (m *Model) Len() int { return len(m.Records) }

// Floor returns the fewest requests that can show all records: ceil(N/p).
func (m *Model) Floor() int { return (len(m.Records) + m.o.PageSize - 1) / m.o.PageSize }

// StartWord draws a word of a record: what a user who knows of one would give.
// It is "" where the interface takes no words.
func (m *Model) StartWord(seed uint64) string {
	if len(m.Records) == 0 || !m.o.Box {
		return ""
	}
	var all []string
	r := rand.New(rand.NewPCG(seed, 3))
	for range 100 {
		split := text.NewSplitter()
		split.Each(m.texts[r.IntN(len(m.texts))], func(w string) { all = append(all, strings.Clone(w)) })
		if len(all) > 0 {
			return all[r.IntN(len(all))]
		}
	}
	return ""
}
