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
// as long as any.
func TestSuggestionsAreCutWhereTheyAreLongest(t *testing.T) {
	s := suggesting{seen: map[string]bool{}, offered: []offered{{"a", 5}, {"b", 8}, {"c", 3}, {"d", 8}}}
	if got := strings.Join(s.cut([]string{"x", "y"}), " "); got != "bx by dx dy" {
		t.Errorf("%q", got)
	}
	s.offered = []offered{{"bx", 7}, {"by", 2}}
	if got := s.cut([]string{"x"}); got != nil {
		t.Errorf("%q", got)
	}
}
