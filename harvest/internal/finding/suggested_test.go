package finding

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func shownAs(t *testing.T, body string) *page.Document {
	t.Helper()
	doc, err := page.ParseDocument([]byte("<!doctype html><body><nav><b>Sand</b><b>Salt</b></nav><input>"+body), "text/html; charset=utf-8", page.MustParseURL("http://a.test/"))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// What appears as one types is a list of suggestions where each line has what was typed,
// and none leads anywhere; what was there before is none.
func TestWhatAppearsAsOneTypes(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"lines":      {`<div class=x><div class=y>Sandown</div><div class=y><b>Sa</b>lford</div></div>`, "Sandown Salford"},
		"unseen":     {`<div class=x hidden><div class=y>Sandown</div><div class=y>Salford</div></div>`, ""},
		"links":      {`<ul><li><a href="/1">Sandown</a><li><a href="/2">Salford</a></ul>`, ""},
		"other":      {`<ul><li>Sandown<li>Derby</ul>`, ""},
		"long":       {`<ul><li>Sandown<li>Salford ` + strings.Repeat("and more ", 12) + `</ul>`, ""},
		"one":        {`<div class=x><div class=y>Sandown</div></div>`, ""},
		"as it was":  {``, ""},
		"two shapes": {`<div><p>Sandown</p><i>Salford</i></div>`, ""},
	} {
		s := suggesting{idle: shownAs(t, "")}
		if got := strings.Join(s.appeared(shownAs(t, c.body), "sa"), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	s := suggesting{idle: shownAs(t, "")}
	s.appeared(shownAs(t, `<div class=x><div class=y>Sandown</div><div class=y>Salford</div></div>`), "sa")
	if got := s.appeared(shownAs(t, `<div class=x><div class=y>York</div></div>`), "yo"); len(got) != 1 || got[0] != "York" {
		t.Errorf("a list of the same shape is not known again: %q", got)
	}
}

// Lists are taken as cut only once all beginnings of a length were asked: those that are
// as long as any. Sorted ones lack what comes after their last.
func TestSuggestionsAreCutWhereTheyAreLongest(t *testing.T) {
	brought := func(begin, labels string) offered { return offered{begin, strings.Fields(labels)} }
	for want, all := range map[string][]offered{
		"bx by dx dy": {brought("a", "ax aa ab ay az"), brought("b", "ba bb bc bd be bw"), brought("c", "ca"), brought("d", "da db dc dd de dw")},
		"by dx dy":    {brought("a", "aa ab"), brought("b", "Ba Bb Bc Bd Be By"), brought("c", ""), brought("d", "da db dc dd de dw")},
		"cx cy":       {brought("c", "ab bc ca cb dc ec")}, // which begin otherwise
	} {
		s := suggesting{seen: map[string]bool{}, offered: all}
		if got := strings.Join(s.cut([]string{"x", "y"}), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		s.offered = []offered{brought("bx", "bxa bxb bxc bxd bxe"), brought("by", "bya")}
		if got := s.cut([]string{"x"}); got != nil {
			t.Errorf("%q", got)
		}
	}
}
