package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The heading that a record stands under is a field of it, whatever the heading
// and the groups are made of; what else stands between records is none.
func TestGroupsAreNamed(t *testing.T) {
	one := func(i int) string {
		return fmt.Sprintf(`<a href="/case/%d">Salt Company against Harbour no. %d</a>`, i, i)
	}
	days := []string{"3 March 2024", "4 March 2024", "5 March 2024"}
	list := func(head, before, record, after string) string {
		var b strings.Builder
		for d, day := range days {
			b.WriteString(fmt.Sprintf(head, day) + before)
			for i := range 3 {
				fmt.Fprintf(&b, record, one(3*d+i))
			}
			b.WriteString(after)
		}
		return b.String()
	}
	counted := func(count, other string) string {
		s := "<h4>" + count + "</h4>"
		for i := range 3 {
			s += "<ul><li>" + one(4*i) + "</li><li>" + one(4*i+1) + "</li><li>" + one(4*i+2) + "</li></ul><h4>" + strings.Repeat(other+" ", 1+i%2) + "</h4>"
		}
		return s + "<ul><li>" + one(20) + "</li><li>" + one(21) + "</li></ul>"
	}
	grouped := []string{days[0], days[0], days[0], days[1], days[1], days[1], days[2], days[2], days[2]}
	for _, c := range []struct {
		name, html string
		want       []string
	}{
		{"dl", "<dl>" + list("<dt>%s", "", "<dd>%s", "") + "</dl>", grouped},
		{"headings", "<div>" + list("<h3>%s</h3>", "", "<div class=case>%s</div>", "") + "</div>", grouped},
		{"lists", list("<h3>%s</h3>", "<ul>", "<li>%s</li>", "</ul>"), grouped},
		{"sections", list("<section><header><b>%s</b></header>", "<ul>", "<li>%s</li>", "</ul></section>"), grouped},
		{"rows", "<table>" + list("<tr><td colspan=2>%s</td></tr>", "", "<tr><td>%s</td><td>Affirmed</td></tr>", "") + "</table>", grouped},
		{"one heading", "<h3>3 March 2024</h3><ul>" + strings.Repeat("<li>"+one(1)+"</li>", 1) + "<li>" + one(2) + "</li><li>" + one(3) + "</li></ul>", nil},
		{"one heading again", "<p>Of the court</p>" + list("<p>Cases<!--%s--></p>", "<ul>", "<li>%s</li>", "</ul>"), nil},
		{"links", list("<a href='/all'><div><b>%s</b></div></a>", "<ul>", "<li>%s</li>", "</ul>"), nil},
		{"buttons", list("<button>%s</button>", "<ul>", "<li>%s</li>", "</ul>"), nil},
		{"headings of records", "<div>" + strings.Repeat("<h3>Case</h3><div class=case>"+one(1)+"</div><h3>Cases</h3><div class=case>"+one(2)+"</div>", 3) + "</div>", nil},
		{"what counts them", counted("1 - 9", "harbour"), nil},
		{"pages of them", counted("Showing 1 of 30 pages (1453 items total)", "in 5 hours"), nil},
		{"advertisements", "<ul>" + strings.Repeat("<li>"+one(1)+"</li><li>"+one(2)+"</li></ul><div>Advertisement</div><ul>", 3) + "</ul>", nil},
	} {
		r := Read(parse(t, "http://courts.example/list", "<body><h1>Cases</h1>"+c.html), Options{})
		var got []string
		for _, rec := range r.Records {
			for _, f := range rec.Fields {
				if f.Name == "group" {
					got = append(got, f.Value)
					if f.Kind != "date" {
						t.Errorf("%s: %q is of kind %q", c.name, f.Value, f.Kind)
					}
				}
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s\n%v", c.name, d, r.Reasons)
		}
	}
}

// The column of headings has a place in the wrapper, where a person renames it or
// leaves it out, and keeps its name when the pages change.
func TestGroupsAreRenamed(t *testing.T) {
	layout := func(list string) func([]book) string {
		return func(bs []book) string {
			s := "<div class=" + list + ">"
			for i, b := range bs {
				if i%4 == 0 {
					s += fmt.Sprintf("<h3>Shelf %d</h3>", i/4+1)
				}
				s += fmt.Sprintf("<div class=hit><a href='/book/%d'>%s</a><p>%s</p></div>", b.id, b.title, b.review)
			}
			return s + "</div>"
		}
	}
	w := learned(t, layout("hits"))
	if w.Group != "group" {
		t.Fatalf("the wrapper calls the headings %q", w.Group)
	}
	doc := parse(t, "http://books.example/find?q=more", wrap(layout("hits")(volumes(90, 8))))
	for name, want := range map[string]string{"group": "Shelf 2", "shelf": "Shelf 2", "-": ""} {
		renamed := w
		renamed.Group = name
		r := Read(doc, Options{Wrapper: &renamed})
		if r.Misfit != "" || len(r.Records) != 8 {
			t.Fatalf("%d records: %s", len(r.Records), r.Misfit)
		}
		got, others := "", 0
		for _, f := range r.Records[5].Fields {
			switch f.Name {
			case name:
				got = f.Value
			case "group", "shelf", "-":
				others++
			}
		}
		if got != want || others > 0 {
			t.Errorf("called %q: %q and %d others, want %q", name, got, others, want)
		}
	}
	w.Group = "shelf"
	if later := learned(t, layout("found")).Following(w); later.Group != "shelf" {
		t.Errorf("after a change of the pages the headings are called %q", later.Group)
	}
	w.Group = w.Columns[0].Name
	if err := w.Check(); err == nil {
		t.Error("a name may be given twice")
	}
}
