package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// gitLog is a page of commits as cgit shows them: how old each is stands in an element
// whose class says in which unit.
func gitLog(t *testing.T, units ...string) *page.Document {
	var b strings.Builder
	for i, unit := range units {
		name := fmt.Sprintf("Commit %d of %s: mend the ranges", i, unit)
		subject := fmt.Sprintf("<a href='/hadal.git/commit/?id=%d%s1634bb'>%s</a>", i, unit, name)
		fmt.Fprintf(&b, "<tr><td><span class='age-%s' title='2026-11-2%d 10:00:00'>%d %s</span></td><td>%s</td><td>Ada %d</td></tr>", unit, i, i+2, unit, subject, i%2)
	}
	return parse(t, "http://git.example/hadal.git/log/?qt=grep&q=range", wrap("<table class='list nowrap'><tr class=nohover><th class=left>Age</th><th class=left>Commit message</th><th class=left>Author</th></tr>"+b.String()+"</table>"))
}

// What is all of a cell under a header is one column, be it of one class or another;
// also on later pages, where a class comes that no page had before.
func TestCellsUnderHeadersAreOneColumn(t *testing.T) {
	check := func(r Result) {
		t.Helper()
		if len(r.Records) != 6 || r.Misfit != "" {
			t.Fatalf("%d records: %s %v", len(r.Records), r.Misfit, r.Reasons)
		}
		for i, rec := range r.Records {
			var names []string
			for _, f := range rec.Fields {
				names = append(names, f.Name)
			}
			if got := strings.Join(names, " "); got != "age author" || !strings.HasPrefix(rec.Title, fmt.Sprintf("Commit %d", i)) {
				t.Errorf("%d: columns %s of %q", i, got, rec.Title)
			}
		}
	}
	pages := []*page.Document{gitLog(t, "mins", "mins", "hours", "mins", "hours", "hours"), gitLog(t, "days", "hours", "hours", "days", "days", "days"), gitLog(t, "days", "days", "weeks", "weeks", "weeks", "weeks")}
	var l Learning
	for _, p := range pages {
		check(Read(p, Options{Query: []string{"range"}}))
		l = l.See(p, Options{Query: []string{"range"}})
	}
	w := l.Wrapper()
	if len(w.Columns) != 3 {
		t.Errorf("columns %+v", w.Columns)
	}
	check(Read(gitLog(t, "months", "months", "months", "years", "years", "years"), Options{Query: []string{"range"}, Wrapper: &w}))
}

// Two things in one cell are two columns, and so are two cells under headers of one name.
func TestCellsOfSeveralThings(t *testing.T) {
	var b strings.Builder
	for i := range 5 {
		mail := fmt.Sprintf("<a class=mail href='mailto:a%d@x.example'>a%d at x</a>", i, i)
		if i%2 == 0 {
			mail = ""
		}
		fmt.Fprintf(&b, "<tr><td><a href='/r/%d'>Report %d of ranges</a><td><b class=author>Ada %d</b> %s<td>Bremen %d<td>Oslo %d", i, i, i, mail, i, i)
	}
	r := Read(parse(t, "http://x.example/?q=range", wrap("<table><tr><th>Title<th>Author<th>Port<th>Port</tr>"+b.String()+"</table>")), Options{})
	if len(r.Records) != 5 {
		t.Fatalf("%d records: %v", len(r.Records), r.Reasons)
	}
	for i, rec := range r.Records {
		var values []string
		for _, f := range rec.Fields {
			values = append(values, f.Value)
		}
		if len(values) != 3+i%2 {
			t.Errorf("%d: %q", i, values)
		}
	}
}
