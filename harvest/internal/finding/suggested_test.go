package finding

import (
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
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

// A box may suggest from two or three letters on: pairs are tried, those that words begin with
// first, and of first letters that bring nothing no others; then how words begin.
func TestBeginningsGrow(t *testing.T) {
	s := suggesting{letters: strings.Split("abkrxz", ""), shortest: 1}
	if got := s.beginnings(nil); len(got) != 6 {
		t.Errorf("letters %q", got)
	}
	s.shortest = 2
	pairs := s.beginnings(nil)
	if len(pairs) != 15 || pairs[0] != "ba" || pairs[1] != "ka" { // a and r come second, after a vowel all
		t.Errorf("pairs %q", pairs)
	}
	for _, p := range pairs {
		o := offered{begin: p}
		if p == "ka" {
			o.labels = []string{"Karlow", "Kazan"}
		}
		s.offered = append(s.offered, o)
	}
	s.words = []string{"Kzar"} // a word that is known comes first, then what is usual
	if got := strings.Join(s.further(), " "); got != "kz kk kb kx" || !s.unlikely {
		t.Errorf("further pairs %q", got)
	}
	s.paired, s.offers = false, make([]offer, manyOffers)
	for pair, want := range map[string]bool{"bt": true, "br": false, "kt": false, "at": false, "ba": false} {
		if s.dead(pair) != want {
			t.Errorf("%s is dead: want %t", pair, want)
		}
	}
	s.shortest, s.words = 3, nil
	if got := s.beginnings([]string{"Marble", "Sandstone", "ox"}); len(got) != 8 {
		t.Errorf("beginnings of words %q", got)
	}
	s.offers = []offer{{label: "Karlow by Dunmere"}}
	if got := strings.Join(s.further(), " "); got != "dun" { // kar was asked
		t.Errorf("further beginnings %q", got)
	}
	for says, want := range map[string]int{"": 1, "at least 3 letters": 3, "Min. 2 Zeichen": 2, "since 1932": 1, "Step 2": 1} {
		if s.box.Placeholder = says; s.least() != want {
			t.Errorf("%q takes %d", says, s.least())
		}
	}
	cyrillic, err := page.ParseDocument([]byte("<p>Начните вводить название"), "text/html; charset=utf-8", page.MustParseURL("http://a.test/"))
	if err != nil {
		t.Fatal(err)
	}
	if got := alphabet(cyrillic, nil); len(got) != 32 || got[0] == "a" || !slices.Contains(got, "б") {
		t.Errorf("letters %q", got)
	}
	same := offered{begin: "si", labels: []string{"Sint Anna", "Sint Bavo"}}
	if got := same.common(); got != "sint " {
		t.Errorf("all begin with %q", got)
	}
}

// What a box suggests is no answer, though it looks like a list of records; names begin with
// their accents; a box that says that it suggests is tried for longer.
func TestWhatIsSuggestedIsNoAnswer(t *testing.T) {
	list := `<ul role=listbox><li role=option>Vár<li role=option>Kút<li role=option>Ház</ul>`
	for body, want := range map[string]bool{
		list: true,
		list + `<table><tr><td><a href=/1>Bell of Vár</a></td><td>1700</td></tr><tr><td><a href=/2>Bell of Kút</a></td><td>1750</td></tr><tr><td><a href=/3>Chalice of Ház</a></td><td>1790</td></tr><tr><td><a href=/4>Altar of Ház</a></td><td>1710</td></tr></table>`: false,
		`<ul><li><a href=/1>Vár</a><li><a href=/2>Kút</a><li><a href=/3>Ház</a></ul>`: false,
	} {
		doc := shownAs(t, body)
		if got := onlyOffers(doc, extract.Read(doc, extract.Options{}).Records); got != want {
			t.Errorf("%s: %t", body, got)
		}
	}
	s := suggesting{shortest: longestLeast, begun: map[string]bool{}}
	if got := s.begins([]string{"Várkút", "\"vár\"", "ló"}); len(got) != 1 || got[0] != "vár" {
		t.Errorf("beginnings %q", got)
	}
	quiet := s.patience()
	s.box.Suggests = true
	if s.patience() <= quiet {
		t.Error("a box that says that it suggests is not tried for longer")
	}
}

// Letters that only suggestions show are asked, too.
func TestLettersThatSuggestionsShow(t *testing.T) {
	s := suggesting{letters: []string{"a", "n", "o", "r"}, shortest: 1, offers: []offer{{label: "Norrön"}}, offered: []offered{{"n", []string{"Norrön"}}}}
	if got := strings.Join(s.further(), " "); got != "ö" {
		t.Errorf("further %q", got)
	}
	if got := s.further(); len(got) > 0 {
		t.Errorf("further %q again", got)
	}
}
