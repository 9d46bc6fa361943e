package forms_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
)

// A row of links, or of buttons that lead on as they do, is a control of which a value is asked
// by going there, where it leads to the parts of a list and does nothing.
func TestRows(t *testing.T) {
	links := func(to, of string) string {
		var b strings.Builder
		for label := range strings.FieldsSeq(of) {
			b.WriteString(`<a href="` + strings.ReplaceAll(to, "*", label) + `">` + label + `</a> `)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, html string
		want       string // labels, a slash before each that binds nothing; "" for no row
	}{
		{"letters", links("/list/*", "A B C D E F"), "A B C D E F"},
		{"letters of which some are two", links("/list?of=*", "A B C Ch D Dd E"), "A B C Ch D Dd E"},
		{"letters and all", links("/list?of=*", "All A B C D E"), "/All A B C D E"},
		{"letters, one of which is shown", "<p>" + links("/list?of=*", "A B") + "<b>C</b> " + links("/list?of=*", "D E F") + "G</p>", "A B C D E F"},
		{"letters with counts", links("/l/*.html", "A B C D E") + `<a href="/l/F.html">F (12)</a>`, "A B C D E F"},
		{"years", links("/list/*/", "1999 2000 2001"), "1999 2000 2001"},
		{"what lists are parted by", links("/genre/*", "Novels Poems Plays"), "Novels Poems Plays"},
		{"a heading that says so", "<h2>Browse by subject</h2>" + links("/s?id=*", "Law Music Physics"), "Law Music Physics"},
		{"buttons", `<form action=/list><input type=hidden name=v value=1><input type=submit name=of value=A><input type=submit name=of value=B><input type=submit name=of value=C><input type=submit name=of value=D><input type=submit name=of value=E></form>`, "A B C D E"},
		{"buttons by POST", `<form method=post action=/list><button name=of value=A>A</button><button name=of value=B>B</button><button name=of value=C>C</button><button name=of value=D>D</button><button name=of value=E>E</button></form>`, ""},
		{"other pages", links("/*", "About Team News Contact"), ""},
		{"languages", links("/?lang=*", "EN DE FR IT"), ""},
		{"pages of a list", links("/list?page=*", "1 2 3 4 5"), ""},
		{"orders of a list", "<h2>Category</h2>" + links("/list?sort=*", "Title Year Author"), ""},
		{"parts of one page", links("#*", "A B C D E"), ""},
		{"another site", links("https://other.example/*", "A B C D E"), ""},
		{"what deletes", links("/delete?of=*", "A B C D E"), ""},
		{"one that deletes", "<h2>Subjects</h2>" + links("/s?id=*", "Law Music Delete"), ""},
		{"beside a search", `<form action=/find><input type=search name=q><button>Search</button></form>` + links("/list/*", "A B C D E F"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, f := range parse(t, c.html) {
				if !f.IsRow() || !f.Submit {
					continue
				}
				for _, o := range f.Fields[0].Options {
					if got += " "; o.Any {
						got += "/"
					}
					got += o.Label
					r, err := f.Fill(forms.Values{f.Fields[0].Name: {o.Value}}, forms.Submission{})
					if err != nil || r.URL != forms.Leads(o).URL || r.Method != "GET" {
						t.Errorf("%s: %v %v", o.Label, r, err)
					}
				}
				if _, err := f.Fill(nil, forms.Submission{}); (err == nil) != strings.Contains(got, "/") {
					t.Errorf("with nothing chosen: %v", err)
				}
			}
			if strings.TrimSpace(got) != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
