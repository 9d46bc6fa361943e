package lexicon_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

func TestFoldAndSplit(t *testing.T) {
	for _, c := range []struct{ text, fold, split string }{
		{"Búsqueda  avanzada!", "busqueda avanzada", "busqueda avanzada"},
		{"don’t", "dont", "dont"},
		{"txtSearchTerm", "txtsearchterm", "txt search term"},
		{"search-term[]", "search term", "search term"},
		{"page2", "page2", "page 2"},
		{"検索", "検索", "検索"},
		{"Hasło, Søg, Straße, Giriş yapın", "haslo sog strasse giris yapin", "haslo sog strasse giris yapin"},
	} {
		if got := lexicon.Fold(c.text); got != c.fold {
			t.Errorf("Fold(%q) = %q, want %q", c.text, got, c.fold)
		}
		if got := lexicon.Split(c.text); got != c.split {
			t.Errorf("Split(%q) = %q, want %q", c.text, got, c.split)
		}
	}
}

func TestList(t *testing.T) {
	l := lexicon.New("search*, !searchlight, *suche, *katalog*, look up\n検索")
	for _, c := range []struct {
		text, found string
		whole       bool
	}{
		{"searching", "searching", true},
		{"searchlights", "", false},
		{"die volltextsuche hier", "volltextsuche", false},
		{"unser gesamtkatalog", "gesamtkatalog", false},
		{"please look up words", "look up", false},
		{"look", "", false},
		{"詳細検索する", "検索", false},
		{"検索", "検索", true},
		{"", "", false},
	} {
		if got := l.Find(c.text); got != c.found {
			t.Errorf("Find(%q) = %q, want %q", c.text, got, c.found)
		}
		if got := l.Matches(c.text); got != c.whole {
			t.Errorf("Matches(%q) = %v, want %v", c.text, got, c.whole)
		}
	}
}

// An index finds what its lists find one by one.
func TestIndex(t *testing.T) {
	lists := []*lexicon.List{lexicon.Search, lexicon.Login, lexicon.Order, lexicon.MailingList, lexicon.New("*katalog*, !katalogus"), lexicon.New("add to cart")}
	x := lexicon.NewIndex(lists...)
	for _, text := range []string{
		"", "search", "searching for a login", "add to cart", "please add to cart now", "die volltextsuche", "gesamtkatalogen", "katalogus",
		"newsletters", "検索する", "詳細検索 ログイン", "nothing here at all", "research", "research search", "log in", "log", "поиск по каталогу",
	} {
		got := map[int]bool{}
		for _, f := range x.Find(text) {
			got[f.List] = true
			if f.Word == "" {
				t.Errorf("Find(%q): list %d without a word", text, f.List)
			}
		}
		for i, l := range lists {
			if l.Within(text) != got[i] {
				t.Errorf("Find(%q) has list %d: %v, alone it finds %q", text, i, got[i], l.Find(text))
			}
		}
	}
}

// Names in ASCII are taken apart as those with other letters are.
func FuzzSplitASCII(f *testing.F) {
	for _, s := range []string{"", "txtSearchTerm", "search-term[]", "page2", "2nd", "HTMLPage", "a'b", "x\x00Y1", "already folded 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		plain := []byte(name)
		for i := range plain {
			plain[i] &= 0x7f
		}
		name = string(plain)
		got, want := strings.TrimLeft(lexicon.Split(name)+" e", " "), lexicon.Split(name+" é")
		if got != want {
			t.Errorf("Split(%q): with e behind it %q, with é %q", name, got, want)
		}
	})
}

// Every language has every section of English, or says why not; none has a section that
// English does not know.
func TestLanguagesAreWhole(t *testing.T) {
	all := lexicon.Languages(os.DirFS("."))
	mayLack := []string{"onward", "start", "lead", "elsewhere", "counters", "to"}
	for language, of := range all {
		for s := range all["en"] {
			if of[s] == nil && language != "rest" && !slices.Contains(mayLack, s) {
				t.Errorf("%s has no section %s", language, s)
			}
		}
		for s := range of {
			if all["en"][s] == nil {
				t.Errorf("%s has a section %s, which nothing reads", language, s)
			}
		}
	}
	for language, of := range all {
		if n := len(of["months"]); n%12 != 0 {
			t.Errorf("%s has %d months", language, n)
		}
	}
	if len(all) < 25 {
		t.Errorf("%d languages", len(all))
	}
}
