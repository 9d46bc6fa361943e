package surface_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Links have their words and those beside them, however long the texts are
// that they stand between: the middle of a long one is not looked at.
func TestWordsBesideLongTexts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	text := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			b.WriteString("wörd,"[:1+rnd.IntN(5)])
			b.WriteString([]string{"a", "bc ", " \n\t ", "lengthier  ", strings.Repeat("x", rnd.IntN(120))}[rnd.IntN(5)])
		}
		return strings.ToValidUTF8(b.String(), "?")
	}
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for round := range 200 {
		before, anchor, after := text(rnd.IntN(1200)), text(rnd.IntN(900)), text(rnd.IntN(1200))
		html := fmt.Sprintf(`<p>%s <a href=/x>%s</a> %s</p>`, before, anchor, after)
		doc, err := page.ParseDocument([]byte(html), "text/html; charset=utf-8", page.MustParseURL("http://site.example/"))
		if err != nil {
			t.Fatal(err)
		}
		links := surface.Links(doc)
		if len(links) != 1 {
			t.Fatalf("round %d: %d links", round, len(links))
		}
		if want := flat(anchor); !strings.HasPrefix(want, links[0].Anchor) || len(links[0].Anchor) < min(len(want), 200)-3 {
			t.Fatalf("round %d: anchor %q of %q", round, links[0].Anchor, want)
		}
		left, right := flat(before)+" ", " "+flat(after)
		if len(left) > 80 {
			left = left[len(left)-80:]
			left = left[max(0, strings.IndexByte(left, ' ')):]
		}
		if len(right) > 80 {
			right = right[:80]
			right = right[:strings.LastIndexByte(right, ' ')+1]
		}
		if want := strings.TrimSpace(strings.TrimSpace(left) + " " + strings.TrimSpace(right)); links[0].Around != want && anchor != "" {
			t.Fatalf("round %d: around\n%q, want\n%q", round, links[0].Around, want)
		}
	}
}
