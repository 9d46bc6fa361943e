package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// Of names that are cut short, the whole is read from the hint that has it.
func TestWholeNamesFromHints(t *testing.T) {
	names := []string{"Know a range by its boxes", "Believe ranges of up to 2,000 rows, and take KR-11 for a code", "Walk the graph of attribute values in the order of their worth", "Cut ranges of dates", "Sum weights in one place: ranges of depths, widths and heights"}
	cuts := map[string]func(name string) string{
		"in the link, as gitweb has it": func(name string) string {
			return fmt.Sprintf("<a class='list subject' href='?h=%d81634bb'><span title='%s'>%s... </span><br></a>", len(name), name, name[:30])
		},
		"on the link": func(name string) string {
			return fmt.Sprintf("<a href='?h=%d81634bb' title='%s'>%s…</a>", len(name), name, name[:30])
		},
		"around it, a word set off": func(name string) string {
			return fmt.Sprintf("<span title='%s'><a href='?h=%d81634bb'>%s<b>%s</b>&hellip;</a></span>", name, len(name), name[:20], name[20:25])
		},
		"with a word of the rest asked for, as gitweb marks it": func(name string) string {
			return fmt.Sprintf("<a class='list subject' href='?h=%d81634bb' title='%s'>%s<span class=match>... </span></a>", len(name), name, name[:30])
		},
		"in the middle": func(name string) string {
			return fmt.Sprintf("<a href='?h=%d81634bb' title='%s'>%s ... %s</a>", len(name), name, name[:20], name[len(name)-6:])
		},
	}
	for what, cut := range cuts {
		t.Run(what, func(t *testing.T) {
			var b strings.Builder
			for i, name := range names {
				shown := fmt.Sprintf("<a class='list subject' href='?h=%d81634bb'>%s</a>", len(name), name)
				if len(name) > 30 {
					shown = cut(name)
				}
				fmt.Fprintf(&b, "<tr><td><i>%d hours ago</i><td>%s<td><a href='?a=tree;h=%dcdbe13' title='Tree of %s'>tree</a>", i+3, shown, i, name)
			}
			r := Read(parse(t, "http://git.example/?s=range", wrap("<table class=commits>"+b.String()+"</table>")), Options{Query: []string{"range"}})
			if len(r.Records) != len(names) {
				t.Fatalf("%d records: %v", len(r.Records), r.Reasons)
			}
			for i, rec := range r.Records {
				if rec.Title != names[i] {
					t.Errorf("%d: %q, want %q", i, rec.Title, names[i])
				}
			}
		})
	}
}

// A hint that says something else, or more than a text that is not cut, is no name.
func TestHintsThatAreNoNames(t *testing.T) {
	for shown, hint := range map[string]string{
		"The Great Gatsby":     "The Great Gatsby by F. Scott Fitzgerald",
		"Wait for it...":       "Open the page of this record",
		"And so on...":         "And",
		"...":                  "All that is left out",
		"The end of the be...": "The end of a beginning",
	} {
		p := parse(t, "http://books.example/", wrap(fmt.Sprintf("<p><a href=/1 title='%s'>%s</a></p>", hint, shown)))
		v := view.New(p, nil, view.Known{})
		for _, f := range table.Fragments(v, v.Subtree(0)) {
			if f.Text == hint {
				t.Errorf("%q is read as %q", shown, hint)
			}
		}
	}
}
