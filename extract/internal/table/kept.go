package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
)

// What a person says of a column goes beyond what pages teach: which element holds it, which
// part of its text, of what type it is, and that there is no record without it. It holds
// however a page is read: by a wrapper, by itself, or from data.

// Said reports whether a person says something of the column: it was never seen on a page, or
// it has what pages do not teach.
func (c Column) Said() bool {
	return c.Rows == 0 || c.Attribute != "" || c.shaped() || c.Required || c.Key || c.Page || c.Drop
}

// attribute is that of the element which is the value; "" is its text. Of a link to a page it
// is where that leads.
func (c Column) attribute() string {
	if c.Page && c.Select != "" {
		return cmp.Or(c.Attribute, "href")
	}
	return c.Attribute
}

// shaped reports whether a person says what of a value is kept, and as what.
func (c Column) shaped() bool {
	return c.Pattern != "" || c.Currency != "" || c.Notation != "" || c.Kind == "integer" || c.Kind == "boolean"
}

// Chosen reports whether the column is read by its selector, whatever pieces its records are cut
// into. What pages have taught is found by its place among the pieces, which is surer.
func (c Column) Chosen() bool {
	return c.Label == "" && (c.Attribute != "" || c.Rows == 0 && c.Select != "")
}

// Told returns the columns that pages have taught, with what a person says of them. What
// stands at none of their places is looked for by its selector.
func Told(learned, said []Column) []Column {
	if len(said) == 0 {
		return learned
	}
	taken, titled := map[string]bool{}, false
	for _, c := range said {
		taken[c.Name] = true
		titled = titled || c.Title
	}
	out := make([]Column, 0, len(learned)+len(said))
	done := make([]bool, len(said))
	for _, c := range learned {
		i := slices.IndexFunc(said, func(s Column) bool {
			return !s.Chosen() && (s.Place() == c.Place() && (s.Label != "" || s.Select != "" || s.Rows > 0) || s.Label != "" && c.calledAs(s.Label))
		})
		if i < 0 {
			if !slices.ContainsFunc(said, func(s Column) bool { return s.Name == c.Name && s.named() }) {
				c.Name = unique(c.Name, taken)
			}
			c.Title = c.Title && !titled
			out = append(out, c)
			continue
		}
		s := said[i]
		done[i] = true
		s.Rows, s.Odd, s.Only, s.Head, s.Title = c.Rows, c.Odd, c.Only, c.Head, s.Title || c.Title && !titled
		s.Kind = cmp.Or(s.Kind, c.Kind)
		out = append(out, s)
	}
	for i, s := range said {
		if !done[i] {
			s.Rows, s.Odd, s.Only = 0, 0, ""
			out = append(out, s)
		}
	}
	return out
}

// calledAs reports whether a label that a person wrote is what the column is called by itself.
func (c Column) calledAs(label string) bool {
	name := labelName(label)
	return name != "" && (name == c.Shown() || c.Label == "" && name == c.Name)
}

// relabel calls the fields of a record that was read from data, or by itself, as a person calls
// the columns of their labels.
func relabel(columns []Column, fields []record.Field) {
	for i := range fields {
		at := slices.IndexFunc(columns, func(c Column) bool {
			return c.Label != "" && c.Name != fields[i].Name && labelName(c.Label) == labelName(fields[i].Name)
		})
		if at >= 0 && !slices.ContainsFunc(columns, func(c Column) bool { return c.Name == fields[i].Name }) &&
			!slices.ContainsFunc(fields, func(f record.Field) bool { return f.Name == columns[at].Name }) {
			fields[i].Name = columns[at].Name
		}
	}
}

// Taught returns the columns that pages have taught, without what a person says of them: who
// takes a line back, or names a column otherwise, does not mean both.
func Taught(columns []Column) (out []Column) {
	for _, c := range columns {
		if c.Rows == 0 {
			continue
		}
		if c.Kind == "integer" || c.Kind == "boolean" {
			c.Kind = ""
		}
		c.Attribute, c.Pattern, c.Currency, c.Notation = "", "", "", ""
		c.Required, c.Key, c.Page, c.Drop = false, false, false, false
		out = append(out, c)
	}
	return out
}

// scope selects the record itself, as in CSS: all of its text.
const scope = ":scope"

// named reports whether the column is that of its name, wherever it was read.
func (c Column) named() bool { return c.Select == "" && c.Label == "" && c.Attribute == "" }

// chosen is a column that is read by its selector.
type chosen struct {
	at  int // in Reader.Columns
	css cascadia.Matcher
	pattern
}

// pattern is a regular expression with a group, nil for none.
type pattern struct{ *regexp.Regexp }

func (c Column) compiled() pattern {
	if c.Pattern == "" {
		return pattern{}
	}
	p, err := regexp.Compile(c.Pattern)
	if err != nil || p.NumSubexp() != 1 {
		return pattern{regexp.MustCompile(`(\z\A.)`)} // matches nothing; Check has told it
	}
	return pattern{p}
}

// cut returns what the pattern keeps of a text; all says of each place that it matches.
func (p pattern) cut(text string, all bool) (out []string) {
	if p.Regexp == nil {
		return []string{text}
	}
	most := 1
	if all {
		most = -1
	}
	for _, m := range p.FindAllStringSubmatch(text, most) {
		out = append(out, m[1])
	}
	return out
}

// selected returns the elements of a record that a column's selector selects: the one that it
// means, or all of a list.
func (r *Reader) selected(v *view.Page, s view.Span, c chosen) (out []*html.Node) {
	if c.css == nil {
		return tops(v, s)[:1]
	}
	out = all(v, s, c.css) // what is hidden, too: a person has chosen it
	col := &r.Columns[c.at]
	switch nth := max(1, col.Nth); {
	case col.Kind == "list":
		return out
	case len(out) < nth:
		return nil
	default:
		return out[nth-1 : nth]
	}
}

// read returns the value of a column that is read by its selector, and the elements that hold it.
func (r *Reader) read(v *view.Page, s view.Span, c chosen) (f record.Field, from []*html.Node, ok bool) {
	col := &r.Columns[c.at]
	attribute := col.attribute()
	if c.css == nil && attribute == "" {
		f, ok = col.value([]string{v.TextOf(s)}, c.pattern)
		return f, nil, ok
	}
	from = r.selected(v, s, c)
	var texts []string
	for _, h := range from {
		switch {
		case attribute == "":
			texts = append(texts, textOf(v, h))
		case page.HasAttr(h, attribute):
			text := strings.TrimSpace(page.Attr(h, attribute))
			if u, err := v.Doc.Resolve(text); err == nil && text != "" && (attribute == "href" || attribute == "src") {
				text = u.String()
			}
			texts = append(texts, text)
		}
	}
	f, ok = col.value(texts, c.pattern)
	return f, from, ok
}

// textOf returns the text of an element: what a reader sees of it, or else what is written.
func textOf(v *view.Page, h *html.Node) string {
	if i, seen := placeOf(v, h); seen {
		return v.TextOf(v.Subtree(i))
	}
	return strings.TrimSpace(wording.Collapse(view.NodeText(h)))
}

// places are where the elements of a page stand among what a reader sees.
type places map[*html.Node]int32

// placeOf returns the index of an element, not ok where a reader does not see it.
func placeOf(v *view.Page, h *html.Node) (int32, bool) {
	at := view.Kept[places](v)
	if *at == nil {
		*at = places{}
		for i := range v.Nodes {
			(*at)[v.Nodes[i].H] = int32(i)
		}
	}
	i, seen := (*at)[h]
	return i, seen
}

// value makes a field of the texts that a column has in a record; not ok where it has none.
// A boolean tells whether there is one.
func (c Column) value(texts []string, p pattern) (f record.Field, ok bool) {
	var values []string
	for _, t := range texts {
		for _, value := range p.cut(t, c.Kind == "list") {
			value = strings.TrimSpace(wording.Collapse(value))
			if value != "" || c.Kind == "boolean" {
				values = append(values, value)
			}
		}
	}
	switch {
	case c.Kind == "boolean":
		return record.Field{Name: c.Name, Value: strconv.FormatBool(len(values) > 0), Kind: "boolean"}, true
	case len(values) == 0:
		return f, false
	case c.Kind == "list":
		return record.Field{Name: c.Name, Value: strings.Join(values, ", "), Kind: "list"}, true
	}
	return c.typed(strings.Join(values, " ")), true
}

// typed gives a value the type that a person says; what is not of it stays a text.
func (c Column) typed(value string) record.Field {
	f := record.Typed(c.Name, value)
	if c.Kind == "" {
		return f
	}
	text := record.Field{Name: c.Name, Value: value}
	switch c.Kind {
	case "integer", "number", "money":
		n, ok := record.OnlyNumber(value)
		if !ok || c.Kind == "integer" && n != math.Trunc(n) {
			return text
		}
		text.Kind, text.Number = "number", n
		if c.Kind == "money" {
			text.Kind, text.Currency = "money", f.Currency
			if len(text.Currency) != len("EUR") && c.Currency != "" { // a sign that several have
				text.Currency = c.Currency
			}
		}
	case "date":
		if day, ok := c.day(value); ok {
			text.Kind, text.Value = "date", dates.ISO.Write(day, false)
		} else {
			text.Kind = f.Kind
		}
		if text.Kind != "date" {
			text.Kind = ""
		}
	case "time", "duration":
		if f.Kind == c.Kind {
			return f
		}
	case "url", "image":
		if record.IsURL(value) {
			text.Kind = c.Kind
		}
	}
	return text
}

// day reads a date in the column's notation; leading zeros may lack.
func (c Column) day(value string) (float64, bool) {
	if c.Notation == "" {
		return 0, false
	}
	if day, ok := dates.Notation(c.Notation).Read(value, false); ok {
		return day, true
	}
	return dates.Notation(strings.NewReplacer("dd", "d", "mm", "m").Replace(c.Notation)).Read(value, false)
}

// claim marks the pieces of each record that a column read by its selector holds whole, so
// that they make no second column. Those that have one already keep it.
func (t *Table) claim(columns []Column) {
	read := NewReader(columns)
	for i, s := range t.Recs {
		read.Claim(t.v, s, t.Rows[i], t.IsTitle)
	}
}

// Claim is claim for one record.
func (r *Reader) Claim(v *view.Page, s view.Span, row []Cell, title func(*Fragment) bool) {
	for _, c := range r.chosen {
		if c.css == nil || r.Columns[c.at].Attribute != "" {
			continue
		}
		from := setOf(r.selected(v, s, c))
		for k := range row {
			if _, known := r.find(row[k]); !known && within(row[k].element(), from) && !title(row[k].Fragment) {
				row[k].claimed = true
			}
		}
	}
}

func setOf(elements []*html.Node) map[*html.Node]bool {
	out := make(map[*html.Node]bool, len(elements))
	for _, h := range elements {
		out[h] = true
	}
	return out
}

// within reports whether h is one of some elements or stands in one.
func within(h *html.Node, some map[*html.Node]bool) bool {
	for ; h != nil && len(some) > 0; h = h.Parent {
		if some[h] {
			return true
		}
	}
	return false
}

// Keep applies to records, however they were read, what a person says of columns by their
// names: which part of a value is kept and as what, what no record is without, which columns
// tell records apart, and which are left out. without counts the records that lack a column,
// by its name.
func Keep(columns []Column, records []record.Record) (kept []record.Record, without map[string]int) {
	if !slices.ContainsFunc(columns, Column.Said) {
		return records, nil
	}
	patterns := make([]pattern, len(columns))
	for i, c := range columns {
		patterns[i] = c.compiled()
	}
	without = map[string]int{}
	kept = records[:0:0]
	for _, rec := range records {
		rec.Fields = slices.Clone(rec.Fields)
		relabel(columns, rec.Fields)
		for i, c := range columns {
			if c.Chosen() || !c.shaped() && (c.Rows > 0 || c.Kind == "") {
				continue
			}
			at := slices.IndexFunc(rec.Fields, func(f record.Field) bool { return f.Name == c.Name })
			var texts []string
			if at >= 0 {
				texts = []string{rec.Fields[at].Value}
			}
			switch f, ok := c.value(texts, patterns[i]); {
			case ok && at >= 0:
				rec.Fields[at] = f
			case ok:
				rec.Fields = append(rec.Fields, f)
			case at >= 0:
				rec.Fields = slices.Delete(rec.Fields, at, at+1)
			}
		}
		if lacks := slices.IndexFunc(columns, func(c Column) bool { return c.Required && !c.in(rec) }); lacks >= 0 {
			without[columns[lacks].Name]++
			continue
		}
		if key := keyOf(columns, rec); key != "" {
			rec.Key = key
		}
		rec.Fields = slices.DeleteFunc(rec.Fields, func(f record.Field) bool {
			return slices.ContainsFunc(columns, func(c Column) bool { return c.Drop && c.Name == f.Name })
		})
		kept = append(kept, rec)
	}
	return kept, without
}

// in reports whether a record has the column: a value, and of the type that a person says.
func (c Column) in(rec record.Record) bool {
	if c.Title && !c.Chosen() && rec.Title != "" {
		return true
	}
	return slices.ContainsFunc(rec.Fields, func(f record.Field) bool {
		if f.Name != c.Name || f.Value == "" {
			return false
		}
		switch c.Kind {
		case "boolean":
			return f.Value == "true"
		case "integer", "number":
			return f.Kind == "number"
		case "money", "date", "url", "image":
			return f.Kind == c.Kind
		}
		return true
	})
}

const longestKey = 200

// keyOf returns what the columns that a person names as the key say of a record; "" where
// there are none, or it has none of them.
func keyOf(columns []Column, rec record.Record) string {
	var parts []string
	some := false
	for _, c := range columns {
		if !c.Key {
			continue
		}
		value := ""
		for _, f := range rec.Fields {
			if f.Name == c.Name {
				value = strings.Join(wording.Words(f.Value), " ")
			}
		}
		if value == "" && c.Title {
			value = strings.Join(wording.Words(rec.Title), " ")
		}
		some = some || value != ""
		parts = append(parts, c.Name+"="+value)
	}
	key := strings.Join(parts, "&")
	if len(key) > longestKey {
		sum := sha256.Sum256([]byte(key))
		key = hex.EncodeToString(sum[:12])
	}
	if !some {
		return ""
	}
	return key
}

// Bounds of what a person may write of a column.
const (
	maxSelector = 1000
	maxPattern  = 1000
)

// Kinds are the types that a column may have; "" is text, or what a value itself shows.
var Kinds = []string{"text", "integer", "number", "money", "date", "time", "duration", "boolean", "url", "image", "list"}

// Check reports what is wrong with a column that a person wrote, and what to write. It begins
// with the member that is wrong, if it is one.
func (c Column) Check() error {
	if err := CheckSelector("select", c.Select); err != nil && c.Select != scope {
		return err
	}
	switch {
	case c.Name == "":
		return fmt.Errorf("has no name: write one, such as name: author")
	case c.Nth < 0:
		return fmt.Errorf("nth: must be at least 1, not %d", c.Nth)
	case c.Kind != "" && !slices.Contains(Kinds, c.Kind):
		return fmt.Errorf("kind: %q is none of %s", c.Kind, strings.Join(Kinds, ", "))
	case c.Label != "" && c.Attribute != "":
		return fmt.Errorf("attribute: a column that is found by its label is a text: write select instead of label, or take out attribute")
	case c.Attribute != "" && strings.ContainsAny(c.Attribute, " \"'<>/=@[]"):
		return fmt.Errorf("attribute: %q is no attribute's name: write it alone, such as href, title or data-id", c.Attribute)
	case c.Currency != "" && c.Kind != "money":
		return fmt.Errorf("currency: is for sums: write kind: money beside it")
	case c.Currency != "" && (len(c.Currency) != 3 || strings.ToUpper(c.Currency) != c.Currency || !view.IsIdentifier(c.Currency)):
		return fmt.Errorf("currency: %q is no code of three letters such as EUR or USD", c.Currency)
	case c.Notation != "" && c.Kind != "date":
		return fmt.Errorf("notation: is for dates: write kind: date beside it")
	case c.Notation != "" && string(dates.NotationIn(c.Notation)) != c.Notation:
		return fmt.Errorf("notation: %q is none for dates: write days as dd, months as mm and years as yyyy, such as dd.mm.yyyy or mm/dd/yyyy", c.Notation)
	case c.Page && c.Kind != "" && c.Kind != "url":
		return fmt.Errorf("page: what leads to a page is a url, not of kind %s: take out kind, or page", c.Kind)
	case c.Drop && c.Page:
		return fmt.Errorf("drop: what is left out leads nowhere: take out drop, or page")
	case c.Drop && (c.Required || c.Key):
		return nil // it decides, and is left out then
	}
	if c.Pattern == "" {
		return nil
	}
	if len(c.Pattern) > maxPattern {
		return fmt.Errorf("pattern: is longer than %d letters", maxPattern)
	}
	p, err := regexp.Compile(c.Pattern)
	if err != nil {
		return fmt.Errorf("pattern: %q is no regular expression: %s (https://golang.org/s/re2syntax has what may stand there)", c.Pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	switch n := p.NumSubexp(); {
	case n == 0:
		return fmt.Errorf("pattern: %q has no group: put ( ) around what is to be kept", c.Pattern)
	case n > 1:
		return fmt.Errorf("pattern: %q has %d groups: leave ( ) around what is to be kept, and write (?: ) for the others", c.Pattern, n)
	}
	return nil
}

// CheckSelector reports what is wrong with a selector that a person wrote as a member.
func CheckSelector(member, css string) error {
	if css == "" {
		return nil
	}
	if len(css) > maxSelector || strings.Count(css, ":has") > 2 {
		return fmt.Errorf("%s: %.40q... is longer or deeper than a selector may be", member, css)
	}
	if _, err := cascadia.ParseGroup(css); err != nil {
		return fmt.Errorf("%s: %q is no CSS selector: %w; write such as .author, td:nth-child(2) or [itemprop=\"price\"]", member, css, err)
	}
	return nil
}
