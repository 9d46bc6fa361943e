package target

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// What is faulty in a column gives one message, with its line, a caret and what to write.
func TestFaultyColumns(t *testing.T) {
	for _, c := range []struct{ column, at, want string }{
		{`{name: a, select: "div["}`, `"div["`, `columns[0]: select: "div[" is no CSS selector`},
		{`{name: a, select: .x, pattern: "(a"}`, `"(a"`, `columns[0]: pattern: "(a" is no regular expression: missing closing )`},
		{`{name: a, select: .x, pattern: "[0-9]+"}`, `"[0-9]+"`, `columns[0]: pattern: "[0-9]+" has no group: put ( ) around what is to be kept`},
		{`{name: a, select: .x, pattern: "(a)(b)"}`, `"(a)(b)"`, `columns[0]: pattern: "(a)(b)" has 2 groups: leave ( ) around what is to be kept, and write (?: ) for the others`},
		{`{name: a, select: .x, kind: float}`, `float`, `kind: "float" is none of text, integer, number, money, date, time, duration, boolean, url, image, list`},
		{`{name: a, select: .x, type: money}`, `type`, `an item of columns knows no "type" (write kind)`},
		{`{name: a, selector: .x}`, `selector`, `an item of columns knows no "selector" (did you mean select?)`},
		{`{name: a, select: .x, regex: (a)}`, `regex`, `an item of columns knows no "regex" (write pattern)`},
		{`{name: a, select: .x, kind: date, notation: DD/MM}`, `DD/MM`, `columns[0]: notation: "DD/MM" is none for dates: write days as dd, months as mm and years as yyyy, such as dd.mm.yyyy`},
		{`{name: a, select: .x, notation: dd.mm.yyyy}`, `dd.mm`, `columns[0]: notation: is for dates: write kind: date beside it`},
		{`{name: a, select: .x, kind: money, currency: euro}`, `euro`, `columns[0]: currency: "euro" is no code of three letters such as EUR or USD`},
		{`{name: a, select: .x, currency: EUR}`, `EUR`, `columns[0]: currency: is for sums: write kind: money beside it`},
		{`{name: a, select: .x, attribute: "[href]"}`, `"[href]"`, `columns[0]: attribute: "[href]" is no attribute's name: write it alone, such as href`},
		{`{name: a, label: "By:", attribute: href}`, `href`, `columns[0]: attribute: a column that is found by its label is a text: write select instead of label`},
		{`{name: a, select: .x, nth: -1}`, `-1`, `columns[0]: nth: must be at least 1, not -1`},
		{`{select: .x}`, `{`, `columns[0]: has no name: write one, such as name: author`},
		{`{name: a, select: .x, required: perhaps}`, `perhaps`, `required wants true or false, not "perhaps"`},
		{"{name: a, select: \"" + strings.Repeat("div ", 400) + "\"}", `"div`, "is longer or deeper than a selector may be"},
	} {
		for _, part := range []string{"wrapper", "details"} {
			line := "    - " + c.column
			_, _, err := ParseProfile("x.yaml", []byte("name: x.example\nstart: https://x.example/\n"+part+":\n  pages: 3\n  columns:\n"+line+"\n"))
			if err == nil {
				t.Errorf("%s: %s is accepted", part, c.column)
				continue
			}
			got, place := err.Error(), fmt.Sprintf("x.yaml:6:%d: ", strings.Index(line, c.at)+1)
			if !strings.HasPrefix(got, place) || !strings.Contains(got, c.want) || strings.Count(got, "x.yaml") != 1 || !strings.Contains(got, "^") {
				t.Errorf("%s: %s\n%v\nwant %s%s", part, c.column, err, place, c.want)
			}
		}
	}
	for _, c := range []struct{ part, column, want string }{
		{"wrapper", "{name: a}\n    - {name: a, select: .y}", `columns[1]: the name "a" is given twice`},
		{"wrapper", "{name: a, title: true, select: .x}\n    - {name: b, select: .y, title: true}", `columns[1]: title: "a" names the records already: take title out of one of the two`},
		{"details", "{name: a, required: true}", "columns[0]: required: a record is kept before its own page is read: only columns of the wrapper can be required"},
		{"details", "{name: a, key: true}", "columns[0]: key: a record is known before its own page is read: only columns of the wrapper can be its key"},
	} {
		_, _, err := ParseProfile("x.yaml", []byte("name: x.example\nstart: https://x.example/\n"+c.part+":\n  columns:\n    - "+c.column+"\n"))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "^") {
			t.Errorf("%s: %v, want %s", c.column, err, c.want)
		}
	}
}

// formLine begins a form in one line.
const formLine = "form: {id: a, page: 'https://x.example/', action: 'https://x.example/f', "

// What says nothing in a profile, or is none of what may stand there, is told once.
func TestFaultyProfiles(t *testing.T) {
	for _, c := range []struct{ line, at, want string }{
		{"wrapper: {columns: []}", "[]", "columns: [] says nothing: write a value"},
		{"wrapper: {columns: [{name: a, nth: 0}]}", "0}", "nth: 0 says nothing: write a number above 0"},
		{"wrapper: {columns: [{name: a, required: false}]}", "false", "required: false says nothing: write true"},
		{"wrapper: {columns: [{name: a, select: ''}]}", "''", "select: '' says nothing: write a value"},
		{"wrapper: {columns: [a, b]}", "a, b", "write {name: ..., kind: ...}"},
		{"capabilities: [{name: and, verdict: maybe}]", "{name", "must be one of yes, no"},
		{"capabilities: [{name: andd, verdict: yes}]", "{name", "did you mean and?"},
		{"questions: {pages: 0}", "0}", "pages: 0 says nothing"},
		{"start: 'https://x.example:/'", "'https", "write the port, or take the colon out"},
		{"start: https://me:secret@x.example/", "https", "write basic-auth"},
		{"start: https://x.example/?q={query}", "https", "the page that has the form"},
		{"form: {page: nowhere}", "nowhere", "page: must be a whole http or https address, not"},
		{"start: ftp://x.example/", "ftp", "must be an http or https URL"},
		{"lang: German", "German", "write one such as de or pt-br"},
		{formLine + "lang: german}", "german", "write one such as de or pt-br"},
		{formLine + "charset: utf8mb4}", "utf8mb4", "write one such as utf-8 or windows-1252"},
		{formLine + "fields: [{name: a, control: dropdown}]}", "dropdown", "is none of select, textarea"},
		{formLine + "fields: [{name: a, control: selct}]}", "selct", "did you mean select?"},
		{formLine + "fields: [{name: a, control: text, role: qurey}]}", "qurey", "did you mean query?"},
		{formLine + "fields: [{name: a, control: text, part: hour}]}", "hour", "is none of day, month, year, time"},
		{formLine + "purpose: serach}", "serach", "did you mean search?"},
		{"browser: {render: true, by: click, why: x}", "click", "is none of enter, typing, button"},
	} {
		start := "start: x.example\n"
		if strings.HasPrefix(c.line, "start") {
			start = "# one, too few\n"
		}
		_, _, err := ParseProfile("x.yaml", []byte("name: x.example\n"+start+c.line+"\n"))
		place := fmt.Sprintf("x.yaml:3:%d: ", strings.Index(c.line, c.at)+1)
		if err == nil || !strings.HasPrefix(err.Error(), place) || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "x.yaml") != 1 {
			t.Errorf("%s: %v, want %s%s", c.line, err, place, c.want)
		}
	}
}

// What a plan of questions asks of controls is held against the form that stands in the same file.
func TestPlansOfProfilesAreHeldAgainstTheirForm(t *testing.T) {
	for _, c := range []struct{ method, plan, at, want string }{
		{"GET", "{controls: [{control: Maek, only: [Fiat]}]}", "Maek", "did you mean make?"},
		{"GET", "{controls: [{control: Make, only: [Fiat, Trabant]}]}", "Trabant", "it has Fiat (1), Saab (2)"},
		{"GET", "{controls: [{control: Make, always: Trabant}]}", "Trabant", "it has Fiat (1), Saab (2)"},
		{"GET", "{controls: [{control: Make, only: [Fiat, '1']}]}", "'1'", "are the same value"},
		{"FETCH", "{pages: 1}", "", "is none of GET, POST"},
		{"GET", "{controls: [{control: Make, only: [Fiat]}]}", "", ""},
		{"GET", "{controls: [{control: Make, only: {from: books.make}}]}", "", ""},
	} {
		line := "questions: " + c.plan
		text := "name: x\nstart: x.example\n" + line + "\nform:\n  id: a\n  page: https://x.example/\n  action: https://x.example/find\n  method: " + c.method +
			"\n  purpose: search\n  fields: [{name: make, control: select, label: Make, role: category, options: [{value: '1', label: Fiat}, {value: '2', label: Saab}]}]\n"
		_, _, err := ParseProfile("x.yaml", []byte(text))
		place := fmt.Sprintf("x.yaml:3:%d: ", strings.Index(line, c.at)+1)
		if c.at == "" {
			place = "x.yaml:8:11: "
		}
		if (err != nil) != (c.want != "") || err != nil && (!strings.HasPrefix(err.Error(), place) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s, %s: %v, want %s%s", c.method, c.plan, err, place, c.want)
		}
	}
}

// The example of the documentation is accepted as it stands there.
func TestTheDocumentedProfileIsAccepted(t *testing.T) {
	doc, err := os.ReadFile("../../../../docs/profiles.md")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(doc[strings.Index(string(doc), "    name: books"):])) {
		if !strings.HasPrefix(line, "    ") {
			break
		}
		text.WriteString(line[4:])
	}
	_, p, err := ParseProfile("profiles.md", []byte(text.String()))
	if err != nil || len(p.Wrapper.Columns) < 5 || len(p.Details.Columns) != 1 {
		t.Errorf("%v, %+v", err, p)
	}
}

// The schema by which editors complete a profile knows what may be said of a column.
func TestProfileSchema(t *testing.T) {
	text, err := ProfileSchema()
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Required []string
		Defs     map[string]struct {
			Properties map[string]struct {
				Type string
				Enum []string
			}
			AdditionalProperties *bool
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	column := schema.Defs["Column"]
	if p := column.Properties["kind"]; !slices.Equal(p.Enum, extract.Kinds) || column.Properties["required"].Type != "boolean" || column.Properties["pattern"].Type != "string" ||
		column.AdditionalProperties == nil || *column.AdditionalProperties || !slices.Equal(schema.Required, []string{"name", "start"}) {
		t.Errorf("%s", text)
	}
}

// A profile begins with what its writer is unsure of, and what to set.
func TestAProfileSaysWhatIsUnsure(t *testing.T) {
	site := harvest.Site{Name: "x.example", Start: page.MustParseURL("https://x.example/")}
	form := forms.Form{ID: "1", Page: site.Start, Action: site.Start, Fields: []forms.Field{
		{Name: "q", Control: "text", Role: forms.QueryRole, Score: 0.9}, {Name: "a", Label: "Area", Control: "select", Role: forms.CategoryRole, Score: 0.4}}}
	p := harvest.Profile{Form: &form, Wrapper: extract.Wrapper{Region: "ul", Record: "li", Pages: 3, Records: 50, Columns: []extract.Column{{Name: "rare", Rows: 2}, {Name: "often", Rows: 40}}}}
	text, err := WriteProfile(site, p, 9, time.Unix(0, 0), nil, []string{"another search"})
	if err != nil {
		t.Fatal(err)
	}
	_, unsure, _ := strings.Cut(string(text), "# Unsure:\n")
	unsure, _, _ = strings.Cut(unsure, "\n\n")
	want := "# - \"Area\" is taken for category (40 %): set form.fields[1].role, or leave: true in questions.\n" +
		"# - column \"rare\" is in 2 of 50 records: set drop: true where it is none.\n# - another search"
	if unsure != want {
		t.Errorf("%s\nwant\n%s", unsure, want)
	}
}

// Columns are there to be renamed before a wrapper is settled: those of one page that has many
// records, and those of data, which have no places, by what the site calls them.
func TestAProfileHasColumnsBeforeAWrapperIsSettled(t *testing.T) {
	site := harvest.Site{Name: "x.example", Start: page.MustParseURL("https://x.example/")}
	form := forms.Form{ID: "1", Page: site.Start, Action: site.Start, Fields: []forms.Field{{Name: "q", Control: "text", Role: forms.QueryRole, Score: 0.9}}}
	written := func(learning extract.Learning, examples map[string][]string) extract.Wrapper {
		t.Helper()
		text, err := WriteProfile(site, harvest.Profile{Form: &form, Learning: learning}, 9, time.Unix(0, 0), examples, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, p, err := ParseProfile("x.yaml", text); err == nil {
			return p.Wrapper
		}
		t.Fatalf("%v\n%s", err, text)
		return extract.Wrapper{}
	}
	one := extract.Wrapper{Region: "ul", Record: "li", Pages: 1, Records: 90, Columns: []extract.Column{{Name: "often", Select: "b", Nth: 1, Rows: 40}}}
	if got := written(extract.Learning{Pages: 1, Candidates: []extract.Candidate{{Wrapper: one}}}, map[string][]string{"often": {"a"}}); got.Record != "li" || len(got.Columns) != 1 {
		t.Errorf("of one page: %+v", got)
	}
	one.Records = 2
	got := written(extract.Learning{Pages: 1, Candidates: []extract.Candidate{{Wrapper: one}}}, map[string][]string{"rig": {"brig"}, "cargo": {"salt"}})
	if !got.Unplaced() || !slices.Equal(got.Columns, []extract.Column{{Name: "cargo", Label: "cargo"}, {Name: "rig", Label: "rig"}}) {
		t.Errorf("of data: %+v", got)
	}
}
