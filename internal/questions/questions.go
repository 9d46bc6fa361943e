// Package questions is what a person says of what a site is to be asked: which values of
// which controls, in which order, how deep, and what not. An entry of the list of sites and a
// site profile have the same type, so there is one way to write it and one to check it.
//
// Everything may be left out: what is not said is decided by strategy auto. The package knows
// no form: whether a control is there is found out by whoever has one.
package questions

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/internal/nearest"
)

// Plan is a plan of questions.
type Plan struct {
	Controls       []Control `yaml:"controls" json:"controls,omitempty" help:"what is said of single controls of the form"`
	Combine        []string  `yaml:"combine" json:"combine,omitempty" also:"order" help:"controls that are bound together, in this order; empty: those with values of their own, as they stand"`
	Depth          int       `yaml:"depth" json:"depth,omitempty" help:"how many of them one question binds at most; 0: all"`
	Split          string    `yaml:"split" json:"split,omitempty" oneof:"where-cut,always" help:"where-cut: a further control is bound only where an answer was cut; always: each question binds all"`
	Words          Words     `yaml:"words" json:"words,omitzero" help:"words for the search box"`
	Pages          int       `yaml:"pages" json:"pages,omitempty" help:"pages read of each answer; 0: all"`
	StopAfterEmpty int       `yaml:"stop-after-empty" json:"stop-after-empty,omitempty" also:"when,stop,stop-when,until" help:"so many questions in a row without a record end the harvest; 0: none"`
	Then           *Plan     `yaml:"then" json:"then,omitempty" help:"plan for the form on the page that the choices in controls lead to"`
}

// Control is what is said of one control.
type Control struct {
	Control        string `yaml:"control" json:"control" also:"name,label,field" help:"its name, or its label as the page shows it"`
	Only           Values `yaml:"only" json:"only,omitzero" also:"values,value,include" help:"values that are asked, and no others: a list, {file: ..., column: ...} or {from: SITE.COLUMN}"`
	Except         Values `yaml:"except" json:"except,omitzero" also:"exclude,not,without" help:"values of the menu that are not asked; all others are"`
	Always         Values `yaml:"always" json:"always,omitzero" also:"fixed" help:"value bound in each question; a list where the control takes several at once"`
	InOrder        bool   `yaml:"in-order" json:"in-order,omitempty" help:"ask in the order in which the values stand here, not in that of the page"`
	Range          Range  `yaml:"range" json:"range,omitzero" help:"numbers or dates from, to, in steps"`
	Leave          bool   `yaml:"leave" json:"leave,omitempty" also:"ignore,skip" help:"never bind it"`
	StopAfterEmpty int    `yaml:"stop-after-empty" json:"stop-after-empty,omitempty" also:"when,stop,stop-when,until" help:"so many of its values in a row without a record: the others are left out"`

	Step    int    `yaml:"-" json:"-"` // of a plan in steps: which page it is chosen on, from 1; -1: that of the search; 0: it is not said
	Setting string `yaml:"-" json:"-"` // the setting that says it where that is not the plan: a flag, or an older one
}

// Values are values, and where more of them are.
type Values struct {
	List   []string `yaml:"list" json:"list,omitempty" help:"values"`
	File   string   `yaml:"file" json:"file,omitempty" also:"path" help:"file with a value a line, or a CSV file"`
	Column string   `yaml:"column" json:"column,omitempty" help:"column of the CSV file"`
	From   string   `yaml:"from" json:"from,omitempty" help:"SITE.COLUMN: of the records of another site in the database"`
}

// Elsewhere reports whether values do not stand in the plan itself: of these, some may be of
// no use.
func (v Values) Elsewhere() bool { return v.File != "" || v.From != "" }

// Words are words for the search box.
type Words struct {
	Values      `yaml:",inline"`
	NothingElse bool `yaml:"nothing-else" json:"nothing-else,omitempty" help:"ask these words and no others"`
}

// Range is what lies between two numbers or days, both included.
type Range struct {
	From string `yaml:"from" json:"from,omitempty" also:"min,start" help:"number or day (2020-01-31, 2020-01, 2020)"`
	To   string `yaml:"to" json:"to,omitempty" also:"max,end" help:"number or day"`
	Step string `yaml:"step" json:"step,omitempty" help:"number, or for days such as 7 days, 1 month, 1 year"`
}

// Named is a plan that several sites may have.
type Named struct {
	Name      string `yaml:"name" help:"short name, used in entries of sites"`
	Questions Plan   `yaml:"questions" help:"plan of questions"`
}

// IsZero reports whether nothing is said.
func (v Values) IsZero() bool {
	return len(v.List) == 0 && v.File == "" && v.Column == "" && v.From == ""
}

// IsZero reports whether nothing is said.
func (w Words) IsZero() bool { return w.Values.IsZero() && !w.NothingElse }

// MarshalJSON writes a list alone as a list.
func (v Values) MarshalJSON() ([]byte, error) {
	if v.File == "" && v.Column == "" && v.From == "" {
		return json.Marshal(v.List)
	}
	type plain Values
	return json.Marshal(plain(v))
}

// UnmarshalJSON reads a list, or where the values are.
func (v *Values) UnmarshalJSON(text []byte) error {
	if strings.HasPrefix(string(text), "[") {
		return json.Unmarshal(text, &v.List)
	}
	type plain Values
	return json.Unmarshal(text, (*plain)(v))
}

// MarshalJSON keeps the method of Values from standing for the whole.
func (w Words) MarshalJSON() ([]byte, error) {
	type plain Values
	return json.Marshal(struct {
		plain
		NothingElse bool `json:"nothing-else,omitempty"`
	}{plain(w.Values), w.NothingElse})
}

// UnmarshalJSON keeps the method of Values from standing for the whole.
func (w *Words) UnmarshalJSON(text []byte) error {
	type plain Values
	into := struct {
		*plain
		NothingElse *bool `json:"nothing-else"`
	}{(*plain)(&w.Values), &w.NothingElse}
	return json.Unmarshal(text, &into)
}

// With returns a plan with controls of other settings behind its own.
func (p *Plan) With(more []Control) *Plan {
	var out Plan
	if p != nil {
		out = *p
	}
	out.Controls = slices.Concat(out.Controls, more)
	return &out
}

// Flat returns a plan in steps as one without: its controls one step after the other, and what
// is said of the search.
func (p *Plan) Flat() *Plan {
	if p == nil || p.Then == nil {
		return p
	}
	var out Plan
	var controls []Control
	for step := 1; p != nil; p, step = p.Then, step+1 {
		out = *p
		for _, c := range p.Controls {
			switch {
			case c.Setting != "":
			case p.Then != nil:
				c.Step = step
			default:
				c.Step = -1
			}
			controls = append(controls, c)
		}
	}
	out.Controls = controls
	return &out
}

// Place returns where something stands in a plan that stands at a path of what Flat makes of it.
func (p *Plan) Place(path []string) []string {
	if p == nil || p.Then == nil {
		return path
	}
	if len(path) > 1 && path[0] == "controls" {
		i, _ := strconv.Atoi(path[1])
		if i < len(p.Controls) {
			return path
		}
		path = slices.Clone(path)
		path[1] = strconv.Itoa(i - len(p.Controls))
	}
	return append([]string{"then"}, p.Then.Place(path)...)
}

// Always returns of a plan what it says of each question, whatever that asks; nil where it
// says nothing of it.
func (p *Plan) Always() *Plan {
	if p == nil {
		return nil
	}
	var out Plan
	for _, c := range p.Flat().Controls {
		if !c.Narrows() {
			out.Controls = append(out.Controls, c)
		}
	}
	if out.IsZero() {
		return nil
	}
	return &out
}

// Said returns which member says what a control is bound to that the plan calls so; "" for none.
func (p *Plan) Said(called string) string {
	if p != nil {
		for _, c := range p.Flat().Controls {
			for _, m := range []struct {
				name string
				is   bool
			}{{"only", !c.Only.IsZero()}, {"except", !c.Except.IsZero()}, {"always", !c.Always.IsZero()}, {"range", c.Range != (Range{})}} {
				if m.is && fold(c.Control) == fold(called) {
					return m.name
				}
			}
		}
	}
	return ""
}

// Beside returns the controls of a plan that has nothing but what other settings say; nil for
// any other.
func (p *Plan) Beside() []Control {
	own := *p
	own.Controls = slices.DeleteFunc(slices.Clone(p.Controls), func(c Control) bool { return c.Setting != "" })
	if !own.IsZero() {
		return nil
	}
	return p.Controls
}

// IsZero reports whether nothing is said.
func (p *Plan) IsZero() bool {
	return p == nil || len(p.Controls) == 0 && len(p.Combine) == 0 && p.Depth == 0 && p.Split == "" && p.Words.IsZero() && p.Pages == 0 && p.StopAfterEmpty == 0 && p.Then == nil
}

// Asks reports whether the plan says itself which questions are asked.
func (p *Plan) Asks() bool {
	return p != nil && (p.Words.NothingElse || slices.ContainsFunc(p.Controls, Control.Narrows) || p.Then.Asks())
}

// Narrows reports whether values are said that the control is asked with.
func (c Control) Narrows() bool {
	return !c.Only.IsZero() || !c.Except.IsZero() || c.Range != (Range{})
}

// Place is a list of values of a plan, and the path to it.
type Place struct {
	Path   []string
	Values *Values
}

// Lists returns all lists of values of a plan.
func (p *Plan) Lists() []Place {
	if p == nil {
		return nil
	}
	out := []Place{{[]string{"words"}, &p.Words.Values}}
	for i := range p.Controls {
		c := &p.Controls[i]
		for name, v := range map[string]*Values{"only": &c.Only, "except": &c.Except, "always": &c.Always} {
			out = append(out, Place{[]string{"controls", strconv.Itoa(i), name}, v})
		}
	}
	for _, l := range p.Then.Lists() {
		out = append(out, Place{append([]string{"then"}, l.Path...), l.Values})
	}
	slices.SortFunc(out, func(a, b Place) int { return slices.Compare(a.Path, b.Path) })
	return slices.DeleteFunc(out, func(l Place) bool { return l.Values.IsZero() })
}

// Wrong is something in a plan that cannot be meant, and the path to it.
type Wrong struct {
	Path    []string
	Message string
}

// Check returns what cannot be meant, each with the path to it and what to write. Values that
// stand in files are read, so that the plan has them.
func (p *Plan) Check() (out []Wrong) {
	say := func(format string, args []any, path ...string) {
		out = append(out, Wrong{path, fmt.Sprintf(format, args...)})
	}
	if p.IsZero() {
		say("the plan says nothing: write controls or words into it, or take it out", nil)
	}
	seen := map[string]bool{}
	for i, c := range p.Controls {
		at := func(member ...string) []string { return append([]string{"controls", strconv.Itoa(i)}, member...) }
		bad := func(format string, args []any, member ...string) { say(format, args, at(member...)...) }
		if c.Control == "" {
			bad("an item of controls does not say which control it is about: write control: NAME-OR-LABEL", nil)
			continue
		}
		if quote := strings.IndexFunc(c.Control, func(r rune) bool { return unicode.In(r, unicode.Pi, unicode.Pf) || r == '„' || r == '‚' }); quote == 0 {
			bad("%s has quotes that are none to YAML, and would be looked for: write \"%s\"", []any{c.Control, strings.TrimFunc(c.Control, func(r rune) bool { return unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps) })}, "control")
			continue
		}
		name := []any{c.Control}
		if seen[fold(c.Control)] {
			bad("%q is said something of twice: write all of it into one item", name, "control")
			continue
		}
		seen[fold(c.Control)] = true
		said := 0
		for _, is := range []bool{!c.Only.IsZero(), !c.Except.IsZero(), !c.Always.IsZero(), c.Range != (Range{}), c.Leave} {
			if is {
				said++
			}
		}
		switch {
		case said == 0:
			bad("nothing is said of %q: write only, except, range, always or leave: true", name)
		case !c.Always.IsZero() && (len(c.Always.List) == 0 || c.Always.Elsewhere()):
			bad("always wants a value of %q that stands here: write always: VALUE (or only, for those of a file or of other records)", name, "always")
		case c.Leave && said > 1:
			bad("leave: true has %q never bound, and the rest of its item no effect: take out one of them", name, "leave")
		case !c.Always.IsZero() && said > 1:
			bad("always has %q bound to one value: take out the rest of its item, or write only", name, "always")
		case !c.Only.IsZero() && !c.Except.IsZero():
			bad("only says all values of %q: take out except, or only", name, "except")
		case c.Range != (Range{}) && said > 1:
			bad("range says all values of %q: take out only and except, or range", name, "range")
		case c.InOrder && c.Only.IsZero():
			bad("in-order is about the values of only, and %q has none: write only, or take it out", name, "in-order")
		case c.StopAfterEmpty != 0 && !c.Narrows():
			bad("stop-after-empty counts the values of %q, and it has none here: write only, except or range", name, "stop-after-empty")
		case c.StopAfterEmpty < 0:
			bad("stop-after-empty must be a number above 0, not %d", []any{c.StopAfterEmpty}, "stop-after-empty")
		}
		if c.Range != (Range{}) {
			if member, wrong := c.Range.wrong(); wrong != "" {
				bad("%s", []any{wrong}, append([]string{"range"}, member...)...)
			}
		}
	}
	for i, name := range p.Combine {
		path := []string{"combine", strconv.Itoa(i)}
		at := slices.IndexFunc(p.Controls, func(c Control) bool { return fold(c.Control) == fold(name) })
		switch {
		case slices.ContainsFunc(p.Combine[:i], func(o string) bool { return fold(o) == fold(name) }):
			say("combine has %q twice: take one of them out", []any{name}, path...)
		case fold(name) == "words" && !p.Words.Values.IsZero():
		case at < 0:
			say("combine has %q, of which controls says nothing%s: write an item of controls with its values", []any{name, nearest.Hint(name, p.names())}, path...)
		case !p.Controls[at].Narrows():
			say("combine has %q, which has no values here: write only, except or range in its item of controls", []any{name}, path...)
		}
	}
	axes := len(p.Combine)
	if axes == 0 {
		for _, c := range p.Controls {
			if c.Narrows() {
				axes++
			}
		}
		if p.Words.NothingElse {
			axes++
		}
	}
	switch {
	case p.Depth < 0:
		say("depth must be a number above 0, not %d", []any{p.Depth}, "depth")
	case p.Depth > 0 && axes == 0:
		say("depth counts the controls that a question binds, and none has values: write only, except or range", nil, "depth")
	case p.Depth > axes:
		say("depth is %d, and %d have values: more cannot be bound", []any{p.Depth, axes}, "depth")
	case !slices.Contains([]string{"", "where-cut", "always"}, p.Split):
		say("split must be where-cut or always, not %q%s", []any{p.Split, nearest.Hint(p.Split, []string{"where-cut", "always"})}, "split")
	case p.Split != "" && axes == 0:
		say("split says how controls are combined, and none has values: write only, except or range", nil, "split")
	}
	if p.Words.NothingElse && p.Words.Values.IsZero() {
		say("nothing-else without words would ask no word: write list or file, or leave: true for the search box", nil, "words", "nothing-else")
	}
	if p.Pages < 0 {
		say("pages must be a number above 0, not %d", []any{p.Pages}, "pages")
	}
	if p.StopAfterEmpty < 0 {
		say("stop-after-empty must be a number above 0, not %d", []any{p.StopAfterEmpty}, "stop-after-empty")
	}
	if p.Then != nil {
		out = append(out, p.checkSteps()...)
	}
	for _, l := range p.Lists() {
		if l.Path[0] == "then" || l.Path[len(l.Path)-1] == "always" && l.Values.Elsewhere() {
			continue // which has been told
		}
		member, wrong := l.Values.read()
		if wrong != "" {
			say("%s", []any{wrong}, append(l.Path, member...)...)
		}
	}
	return out
}

// checkSteps returns what cannot be meant by a plan that stands before another one.
func (p *Plan) checkSteps() (out []Wrong) {
	say := func(path []string, format string, args ...any) {
		out = append(out, Wrong{path, fmt.Sprintf(format, args...)})
	}
	if len(p.Controls) == 0 {
		say([]string{"then"}, "then is about the form behind a choice: write controls with that choice beside it, or take then out")
	}
	for i, c := range p.Controls {
		if c.Control != "" && (c.Only.IsZero() && c.Except.IsZero() || c.StopAfterEmpty != 0) {
			say([]string{"controls", strconv.Itoa(i)}, "%q is chosen on a page before the search: write only or except of it, and nothing else", c.Control)
		}
	}
	for _, member := range []struct {
		name string
		said bool
	}{{"combine", len(p.Combine) > 0}, {"depth", p.Depth != 0}, {"split", p.Split != ""}, {"words", !p.Words.IsZero()}, {"pages", p.Pages != 0}, {"stop-after-empty", p.StopAfterEmpty != 0}} {
		if member.said {
			say([]string{member.name}, "%s is about the search, and stands before it: write it into then", member.name)
		}
	}
	for _, w := range p.Then.Check() {
		out = append(out, Wrong{append([]string{"then"}, w.Path...), w.Message})
	}
	return out
}

func (p *Plan) names() (out []string) {
	for _, c := range p.Controls {
		out = append(out, c.Control)
	}
	return out
}

func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// read puts the values of a file into the list. It returns what is wrong with values, and
// which member it is about.
func (v *Values) read() (member []string, wrong string) {
	seen := map[string]bool{}
	for i, value := range v.List {
		if strings.TrimSpace(value) == "" {
			return []string{strconv.Itoa(i)}, "an empty value asks for nothing: write a value, or take it out"
		}
		if file, ok := strings.CutPrefix(value, "@"); ok && !strings.ContainsAny(file, "@ ") && isFile(file) || isFile(value) && filepath.Ext(value) != "" {
			return []string{strconv.Itoa(i)}, fmt.Sprintf("%q is a file: write {file: %s} for its lines", value, strings.TrimPrefix(value, "@"))
		}
		if strings.Contains(strings.TrimSpace(value), "\n") {
			return []string{strconv.Itoa(i)}, "a value of several lines is none: write one `- value` a line"
		}
		if seen[value] {
			return []string{strconv.Itoa(i)}, fmt.Sprintf("%q stands there twice: take one of them out", value)
		}
		seen[value] = true
	}
	dot := strings.LastIndex(v.From, ".")
	switch {
	case v.Column != "" && v.File == "":
		return []string{"column"}, "column is of a CSV file: write file beside it"
	case v.From != "" && (dot < 1 || dot == len(v.From)-1):
		return []string{"from"}, fmt.Sprintf("from must be SITE.COLUMN, such as books.author, not %q", v.From)
	case v.File == "":
		return nil, ""
	}
	values, err := fileValues(v.File, v.Column)
	switch {
	case err != nil && v.Column != "" && strings.HasPrefix(err.Error(), "column"):
		return []string{"column"}, err.Error()
	case err != nil:
		return []string{"file"}, err.Error()
	case len(values) == 0:
		return []string{"file"}, fmt.Sprintf("%s has no values", v.File)
	}
	v.Add(values)
	return nil, ""
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Add puts values behind those that are there.
func (v *Values) Add(values []string) {
	held := map[string]bool{}
	for _, value := range v.List {
		held[value] = true
	}
	for _, value := range values {
		if !held[value] {
			v.List, held[value] = append(v.List, value), true
		}
	}
}

// fileValues returns the values of a file: its lines but comments, or a column of a CSV file.
func fileValues(file, column string) (out []string, err error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s: write its path as seen from where hadal runs", file)
	}
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(string(data), "PK\x03\x04") {
		return nil, fmt.Errorf("%s is a workbook or an archive: save its table as CSV", file)
	}
	if !utf8.Valid(data) { // nobody knows what its letters are
		return nil, fmt.Errorf("%s is not in UTF-8: save it as UTF-8", file)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	add := func(value string) {
		if value = strings.TrimSpace(value); value != "" {
			out = append(out, value)
		}
	}
	read := func(comma rune) *csv.Reader {
		r := csv.NewReader(strings.NewReader(text))
		r.FieldsPerRecord, r.Comma = -1, comma
		return r
	}
	r, names := read(','), []string{}
	for _, comma := range ",;\t" { // names may have commas in their quotes
		if found, err := read(comma).Read(); err == nil && len(found) > len(names) {
			r, names = read(comma), found
		}
	}
	if ending := strings.ToLower(filepath.Ext(file)); column == "" && len(names) > 1 && (ending == ".csv" || ending == ".tsv") {
		return nil, fmt.Errorf("%s has several columns: write column: %s beside it, or another of %s", file, strings.TrimSpace(names[0]), strings.Join(names, ", "))
	}
	if column == "" {
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(strings.TrimSpace(line), "#") { // a comment
				add(line)
			}
		}
		return out, nil
	}
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s is no CSV file with a line of names: %v", file, err)
	}
	at := slices.IndexFunc(rows[0], func(name string) bool { return fold(name) == fold(column) })
	if at < 0 {
		return nil, fmt.Errorf("column %q is not in %s%s; it has %s", column, file, nearest.Hint(column, rows[0]), strings.Join(rows[0], ", "))
	}
	for _, row := range rows[1:] {
		if at < len(row) {
			add(row[at])
		}
	}
	return out, nil
}

// wrong returns what cannot be meant by a range.
func (r Range) wrong() (member []string, wrong string) {
	step, unit, err := r.Steps()
	if r.Step != "" && err != nil {
		return []string{"step"}, err.Error()
	}
	if r.Step != "" && (r.From == "" || r.To == "") {
		return nil, "a range with step needs from and to"
	}
	dated := unit != "" || isDay(r.From) || isDay(r.To)
	var bounds [2]float64
	for i, end := range []struct{ name, text string }{{"from", r.From}, {"to", r.To}} {
		x, ok := 0.0, false
		if day, isDay := Day(end.text, i == 1); dated && isDay {
			x, ok = float64(day.Unix()), true
		} else if !dated {
			x, ok = Number(end.text)
		}
		if number := withoutSigns(end.text); thousands.MatchString(number) {
			whole, part, _ := strings.Cut(strings.ReplaceAll(number, ",", "."), ".")
			return []string{end.name}, fmt.Sprintf("%s may be %s or %s: write one of these", end.text, whole+part, strings.TrimRight(strings.TrimRight(whole+"."+part, "0"), "."))
		}
		if days := daysMeant(end.text); len(days) > 0 && (!ok || strings.ContainsFunc(end.text, unicode.IsLetter)) {
			return []string{end.name}, fmt.Sprintf("%s must be a day such as 2020-01-31, 2020-01 or 2020, not %q: write %s", end.name, end.text, strings.Join(days, " or "))
		}
		if !ok && end.text != "" {
			want := "a number such as 5000"
			if dated {
				want = "a day such as 2020-01-31, 2020-01 or 2020"
			}
			return []string{end.name}, fmt.Sprintf("%s must be %s, not %q", end.name, want, end.text)
		}
		bounds[i] = x
	}
	switch {
	case r.From != "" && r.To != "" && bounds[0] > bounds[1]:
		return []string{"from"}, fmt.Sprintf("from (%s) is beyond to (%s): nothing lies between them", r.From, r.To)
	case r.Step != "" && dated && unit == "":
		return []string{"step"}, fmt.Sprintf("step is of days here: write %s days, months or years", r.Step)
	case r.Step != "" && beyond(bounds[0], bounds[1], step, unit):
		return []string{"step"}, fmt.Sprintf("step %s is more than lies between %s and %s, so that nothing is divided: write a smaller one, or take it out", r.Step, r.From, r.To)
	case r.Step != "" && unit == "" && (bounds[1]-bounds[0])/step > most:
		return []string{"step"}, fmt.Sprintf("step %s would make more than %d questions of %s to %s: take a larger one", r.Step, most, r.From, r.To)
	}
	return nil, ""
}

// beyond reports whether a step leads from one end of a range beyond the other.
func beyond(from, to, step float64, unit string) bool {
	first, n := time.Unix(int64(from), 0).UTC(), int(step)
	switch unit {
	case "day":
		first = first.AddDate(0, 0, n)
	case "month":
		first = first.AddDate(0, n, 0)
	case "year":
		first = first.AddDate(n, 0, 0)
	default:
		return from+step > to
	}
	return first.AddDate(0, 0, -1).After(time.Unix(int64(to), 0).UTC())
}

// thousands are numbers whose point or comma may stand before thousands, or before decimals.
var thousands = regexp.MustCompile(`^[1-9]\d{0,2}[.,]\d{3}$`)

// daysMeant returns the days, or months, that a text means in a notation that people use.
func daysMeant(text string) (out []string) {
	for layout, iso := range map[string]string{"2.1.2006": time.DateOnly, "2/1/2006": time.DateOnly, "1/2/2006": time.DateOnly, "2006/1/2": time.DateOnly, "2006.1.2": time.DateOnly, "2006-1-2": time.DateOnly,
		"2-1-2006": time.DateOnly, "2 January 2006": time.DateOnly, "2 Jan 2006": time.DateOnly, "January 2, 2006": time.DateOnly, "Jan 2, 2006": time.DateOnly, "2006年1月2日": time.DateOnly,
		"1/2006": "2006-01", "1.2006": "2006-01", "2006-1": "2006-01", "2006/1": "2006-01", "January 2006": "2006-01", "Jan 2006": "2006-01", "2006年1月": "2006-01"} {
		if t, err := time.Parse(layout, text); err == nil && !slices.Contains(out, t.Format(iso)) {
			out = append(out, t.Format(iso))
		}
	}
	slices.Sort(out)
	return out
}

// most is how many steps a range may have.
const most = 100_000

// Steps returns the size of a step and its unit: day, month or year; "" for a number.
func (r Range) Steps() (n float64, unit string, err error) {
	step := strings.TrimLeftFunc(r.Step, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Sc, r) })
	digits, written, _ := strings.Cut(step, " ")
	written = strings.TrimSpace(written)
	beside := func(text string) string { return strings.TrimSpace(strings.TrimLeft(text, "0123456789.,-'_ ")) }
	if len([]rune(written)) <= 3 && written == strings.ToUpper(written) && strings.IndexFunc(written, unicode.IsDigit) < 0 || written == beside(r.From) || written == beside(r.To) {
		written = "" // a currency, or what the ends are measured in
	}
	unit = strings.TrimSuffix(strings.ToLower(written), "s")
	n, ok := Number(digits)
	switch whole := n == float64(int(n)); {
	case !ok || n <= 0:
		return 0, "", fmt.Errorf("step must be a number above 0, or days such as 7 days, 1 month, 1 year, not %q", r.Step)
	case unit == "":
		return n, "", nil
	case !slices.Contains([]string{"day", "week", "month", "year"}, unit):
		return 0, "", fmt.Errorf("step knows days, weeks, months and years, not %q%s", unit, nearest.Hint(unit, []string{"day", "week", "month", "year"}))
	case !whole:
		return 0, "", fmt.Errorf("step must be a whole number of %ss, not %q", unit, r.Step)
	case unit == "week":
		return 7 * n, "day", nil
	}
	return n, unit, nil
}

// multiples stand beside numbers that are many times what is written.
var multiples = []string{"k", "m", "b", "mn", "bn", "mio", "mio.", "mrd", "mrd.", "tsd", "tsd.", "million", "billion", "thousand", "%"}

// Number reads a number, with or without a currency beside it.
func Number(text string) (float64, bool) {
	if unit := strings.ToLower(strings.Trim(text, "0123456789.,-'_ \u00a0\u202f")); slices.Contains(multiples, unit) {
		return 0, false // 5k is not 5
	}
	number := strings.NewReplacer(" ", "", "'", "", "_", "", "\u00a0", "", "\u202f", "").Replace(withoutSigns(text))
	if at := strings.LastIndexAny(number, ".,"); at >= 0 && strings.Count(number, number[at:at+1]) > 1 {
		number = ungrouped(number)
	} else if at >= 0 {
		number = ungrouped(number[:at]) + "." + number[at+1:]
	}
	x, err := strconv.ParseFloat(number, 64)
	return x, err == nil
}

// grouped are numbers with a sign before each three digits.
var grouped = regexp.MustCompile(`^-?\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+)$`)

func ungrouped(number string) string {
	if grouped.MatchString(number) {
		return strings.NewReplacer(".", "", ",", "").Replace(number)
	}
	return number
}

// withoutSigns returns a number without the currency that stands beside it.
func withoutSigns(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '-' })
}

func isDay(text string) bool {
	_, ok := Day(text, false)
	return ok && strings.Contains(text, "-")
}

// Day reads a day, or the first or last one of a month or year.
func Day(text string, last bool) (time.Time, bool) {
	for _, n := range []struct {
		layout        string
		years, months int
	}{{"2006-01-02", 0, 0}, {"2006-01", 0, 1}, {"2006", 1, 0}} {
		if t, err := time.Parse(n.layout, text); err == nil {
			if last && n.years+n.months > 0 {
				t = t.AddDate(n.years, n.months, -1)
			}
			return t, true
		}
	}
	return time.Time{}, false
}
