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
