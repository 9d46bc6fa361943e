package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/internal/visible"
)

type shelf struct {
	Name  string   `json:"name"`
	Count int      `json:"count,omitempty"`
	Ratio float64  `json:"ratio,omitempty"`
	Open  bool     `json:"open,omitempty"`
	Words []string `json:"words,omitempty"`
	Books []book   `json:"books,omitempty"`
	place
}

type place struct {
	Room *book `json:"room,omitempty"`
}

type book struct {
	Title string   `json:"title"`
	Year  string   `json:"year,omitempty"`
	Tags  []string `json:"tags,omitempty"`
}

func TestDocumentsSurviveWritingAndReading(t *testing.T) {
	odd := []string{"", "plain", "no", "true", "12", "1e5", "- x", "a: b", "# no comment", "x #y", "[z]", "{", "'", `"`, `\`, "tab\t", "line\nbreak", " lead",
		"naïve ツ", "*", "&a", "!t", "%", "@", "`", "a,b", "null", "~", "0x1f", "2020-01-01", "<b>&amp;", "\u2028", "\x00", "\u009b31m", "a\u202eb", "\x7f", "=", "a{b}", "|", ">"}
	want := shelf{Name: "top", Count: 3, Ratio: 0.25, Open: true, Words: odd}
	for _, s := range odd {
		want.Books = append(want.Books, book{Title: s, Year: s, Tags: []string{s, strings.Repeat("long ", 40)}})
	}
	want.Room = &book{Title: "room: 12"}
	text, err := WriteDocument(want, map[string]string{"": "head\nof the file", "books": "evidence: # [x]\u2028y", "books.1": "one of them", "room.title": "where"})
	if err != nil {
		t.Fatal(err)
	}
	var got shelf
	if err := ReadDocument("x.yaml", text, &got, nil); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(shelf{})); d != "" {
		t.Errorf("(-written +read):\n%s\n%s", d, text)
	}
	if i := strings.IndexFunc(string(text), func(r rune) bool { return r != '\n' && visible.Hostile(r) }); i >= 0 {
		t.Errorf("hostile text in %q", text[max(0, i-20):i+5])
	}
	for _, line := range []string{"# head\n# of the file\n", "# evidence: # [x] y\nbooks:\n", "  # one of them\n  - ", "\n\n# ", "  # where\n  title: "} {
		if !strings.Contains(string(text), line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
}

func TestDocumentProblemsHaveAPlace(t *testing.T) {
	for text, want := range map[string]string{
		"name: a\ncuont: 3\n":            `f.yaml:2:1: the file knows no "cuont" (did you mean count?)`,
		"count: many\n":                  `f.yaml:1:8: count wants a whole number, not "many"`,
		"books:\n  - title: [1]\n":       "f.yaml:2:12: title wants a text, not a list",
		"open: 1\n":                      "f.yaml:1:7: open wants true or false, not 1",
		"words: x\n":                     "f.yaml:1:8: words wants a list, one `- x` a line",
		"name: a\nname: b\n":             `f.yaml:2:1:`,
		"room: 3\n":                      "f.yaml:1:7: room wants `key: value` lines, not 3",
		"- 1\n":                          "f.yaml:1:1: the file wants `key: value` lines, not a list",
		"":                               "f.yaml: the file is empty: it must hold one YAML document",
		"a: [":                           "f.yaml:",
		"name: a\n---\nname: b\n":        "f.yaml:2:1: a file holds one YAML document only: take out the line",
		"room: &r\n  title: x\nname: *r": "f.yaml:2:8: name wants a text, not a mapping",
	} {
		var s shelf
		err := ReadDocument("f.yaml", []byte(text), &s, nil)
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	err := At("f.yaml", []byte("name: a\nbooks:\n  - title: b\n  - title: c\n"), "wrong", "books", "1", "title")
	if err == nil || !strings.HasPrefix(err.Error(), "f.yaml:4:12: wrong") {
		t.Errorf("At points at %v", err)
	}
}

func FuzzReadDocument(f *testing.F) {
	f.Add([]byte("name: a\nbooks:\n  - {title: x, tags: [1, b]}\nroom: &a {title: y}\n"))
	f.Add([]byte("name: *x\nbooks: &b [*b]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s shelf
		if ReadDocument("f", data, &s, nil) != nil {
			return
		}
		text, err := WriteDocument(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		var again shelf
		if err := ReadDocument("f", text, &again, nil); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}
