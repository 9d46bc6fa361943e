package extract

import (
	"fmt"
	"strings"
	"testing"
)

// What stands beside a title in dt is of the record, and names nothing behind it, though
// several records have the same; a record that has little but its title is one.
func TestBesideATitleInATerm(t *testing.T) {
	list := func(from int, says ...string) string {
		var b strings.Builder
		for i, s := range says {
			fmt.Fprintf(&b, "<dl><dt><a href='/get/%d'>%s</a> <i>%s</i></dt><dd>%s</dd></dl>", from+i, shelf[(from+i)%len(shelf)].title, s, shelf[(from+i)%len(shelf)].review)
		}
		return "<html><body><main><h1>Programs</h1>" + b.String() + "</main></body></html>"
	}
	for name, says := range map[string][]string{
		"numbers": {"4.5", "1.2", "4.5", "3.1", "1.2"},
		"words":   {"paper", "old", "paper", "new", "old"},
	} {
		learning := Learning{}
		first := parse(t, "http://h.test/p", list(0, says...))
		learning = learning.See(first, Options{})
		learning = learning.See(parse(t, "http://h.test/p", list(2, says...)), Options{})
		w := learning.Wrapper()
		if w.Unplaced() {
			t.Fatal("no wrapper")
		}
		for _, c := range w.Columns {
			if c.Label != "" {
				t.Errorf("%s: %q is taken for a label", name, c.Label)
			}
		}
		res := Read(parse(t, "http://h.test/p", list(3, says...)), Options{Wrapper: &w})
		for i, rec := range res.Records {
			if !strings.Contains(rec.Text, says[i]) || len(rec.Fields) != 2 {
				t.Errorf("%s: %+v", name, rec.Fields)
			}
		}
		if len(res.Records) != len(says) {
			t.Errorf("%s: %d records of %d", name, len(res.Records), len(says))
		}
		// A record without what most have.
		bare := strings.Replace(list(3, says...), "<dd>"+shelf[4%len(shelf)].review+"</dd>", "", 1)
		bare = strings.Replace(bare, "<i>"+says[1]+"</i>", "", 1)
		if res := Read(parse(t, "http://h.test/p", bare), Options{Wrapper: &w}); len(res.Records) != len(says) {
			t.Errorf("%s: %d records of %d where one has only its title", name, len(res.Records), len(says))
		}
	}
}
