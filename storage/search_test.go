package storage_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage"
)

// found returns the keys of what a search finds, best first.
func found(t *testing.T, db *storage.DB, words string, sites ...string) []string {
	t.Helper()
	keys := []string{}
	for h, err := range db.Search(context.Background(), words, storage.SearchOptions{Sites: sites}) {
		if err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		keys = append(keys, h.Record.Key)
	}
	return keys
}

// shown writes spans with the matches in brackets.
func shown(spans []storage.Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Match {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func library(t *testing.T) *storage.DB {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "books.example", false).Harvest
	text := func(key, title, text string, fields ...extract.Field) extract.Record {
		return extract.Record{Key: key, Title: title, Text: text, Fields: fields}
	}
	field := func(name, value string) extract.Field { return extract.Field{Name: name, Value: value} }
	mustCommit(t, db, answer(h, 1, noon, "a",
		text("garden", "A Garden History", "A Garden History by Jane Roe, 3.14 euros", field("author", "Jane Roe"), field("Shelf Mark", "Q-17")),
		text("roe", "Roe deer", "Roe deer in the gardens of Jane Doe. Café Noël", field("author", "Jane Doe"), field("cover", "http")),
		text("cjk", "書籍の庭園", "東京の書籍の庭園について", field("author", "山田太郎")),
		text("thai", "ภาษาไทย", "หนังสือภาษาไทย"),
		text("ru", "Ёлка и Война", "Ёлка и война ВОЙНА", extract.Field{Name: "cover", Value: "https://x.example/hidden.jpg", Kind: "url"}),
		text("he", "שָׁלוֹם", "שלום עולם"),
		text("wide", "Ｆｕｌｌ ﬁne", "naïve œuvre straße")))
	other := mustBegin(t, db, "films.example", false).Harvest
	mustCommit(t, db, answer(other, 1, noon, "a", text("film", "Garden State", "Garden State a film")))
	return db
}

func TestSearch(t *testing.T) {
	db := library(t)
	for _, c := range []struct {
		words string
		want  []string
	}{
		{"history", []string{"garden"}},
		{"HISTORY garden", []string{"garden"}},
		{"jane roe", []string{"roe", "garden"}}, // a word in the title counts more
		{`"jane roe"`, []string{"garden"}},
		{`"roe jane"`, []string{}},
		{"author:roe", []string{"garden"}},
		{"Author:roe", []string{"garden"}},
		{`author:"jane d"*`, []string{"roe"}},
		{"shelf_mark:q-17", []string{"garden"}},
		{"q-17", []string{"garden"}}, // a field's value that the text lacks
		{"title:roe", []string{"roe"}},
		{"jane -deer", []string{"garden"}},
		{"jane -author:roe", []string{"roe"}},
		{"cafe noel", []string{"roe"}},
		{"CAFÉ", []string{"roe"}},
		{"3.14", []string{"garden"}},
		{"14.3", []string{}},
		{"書籍", []string{"cjk"}},
		{"書", []string{"cjk"}},
		{"籍書", []string{}},
		{"庭園 東京", []string{"cjk"}},
		{"author:太郎", []string{"cjk"}},
		{"ภาษา", []string{"thai"}},
		{"елка война", []string{"ru"}},
		{"שלום", []string{"he"}},
		{"full fine", []string{"wide"}},
		{"strasse", []string{"wide"}},
		{"hidden", []string{}}, // addresses are not words
		{"nowhere", []string{}},
		{"state & garden", []string{"film"}},
		{"and", []string{}}, // words of FTS5's language are words
		{"NEAR garden", []string{}},
	} {
		if diff := cmp.Diff(c.want, found(t, db, c.words)); diff != "" {
			t.Errorf("%s (-want +found):\n%s", c.words, diff)
		}
	}
	if got := found(t, db, "gard*"); len(got) != 3 || got[2] != "roe" {
		t.Errorf("gard*: %v, want those with the word in the title first", got)
	}
	if diff := cmp.Diff([]string{"film"}, found(t, db, "garden", "films.example")); diff != "" {
		t.Errorf("of one site:\n%s", diff)
	}
	if n := len(found(t, db, "garden", "films.example", "books.example")); n != 2 {
		t.Errorf("of two sites: %d", n)
	}
}

// Words in very many records must be in what is found, but do not order it.
func TestSearchForCommonWords(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "books.example", false).Harvest
	mustCommit(t, db, answer(h, 1, noon, "a",
		extract.Record{Key: "1", Title: "the sea", Text: "the sea"},
		extract.Record{Key: "2", Title: "whale", Text: "the whale of the sea"},
		extract.Record{Key: "3", Title: "the whale", Text: "the whale and the sea"},
		extract.Record{Key: "4", Title: "land", Text: "a land"},
		extract.Record{Key: "5", Title: "x", Text: "the rocks, the the the"}))
	storage.CallCommon(db, 2)
	for _, c := range []struct {
		words string
		want  []string
	}{
		{"the", []string{"3", "1", "5", "2"}},   // all common: titles first, then the newest
		{"the -rocks", []string{"3", "1", "2"}}, // what is in no title must not come back either
		{"the -whale", []string{"1", "5"}},
		{"the whale", []string{"2", "3"}}, // ordered by whale alone
		{"land", []string{"4"}},
		{"the sea", []string{"1", "3", "2"}},
		{"title:the", []string{"1", "3"}},
		{"the sea whale rocks", []string{}},
		{"the wh*", []string{"2", "3"}},
		{`"the whale" sea`, []string{"3", "2"}},
		{`"whale the"`, []string{}},
	} {
		if diff := cmp.Diff(c.want, found(t, db, c.words)); diff != "" {
			t.Errorf("%s (-want +found):\n%s", c.words, diff)
		}
	}
	if diff := cmp.Diff([]string{"3", "1", "5", "2"}, found(t, db, "the", "books.example")); diff != "" {
		t.Errorf("of one site (-want +found):\n%s", diff)
	}
}

func TestSearchRefusesWhatMakesNoSense(t *testing.T) {
	db := library(t)
	for words, hint := range map[string]string{
		`"jane`:      "quotation mark",
		"g*rden":     "* may stand at the end",
		"-jane":      "at least one word",
		"&":          "at least one word",
		"*":          "at least one word",
		"writer:roe": "there is no field of this name but title, author",
		"author:":    "no words after the colon",
	} {
		for _, err := range db.Search(context.Background(), words, storage.SearchOptions{}) {
			if !errors.Is(err, storage.ErrQuestion) || !strings.Contains(err.Error(), hint) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want one line with %q", words, err, hint)
			}
		}
	}
	for _, err := range db.Search(context.Background(), "x", storage.SearchOptions{Sites: []string{"no.example"}}) {
		if !errors.Is(err, storage.ErrNoSite) {
			t.Errorf("unknown site: %v", err)
		}
	}
}

func TestSearchFollowsWhatRecordsSayNow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	db := mustOpen(t, path)
	for i, title := range []string{"first words", "second words", "second words"} {
		h := mustBegin(t, db, "books.example", true).Harvest
		mustCommit(t, db, answer(h, 1, noon, "a", extract.Record{Key: "1", Title: title}))
		want := strings.Fields(title)[0]
		if got := found(t, db, want); len(got) != 1 {
			t.Errorf("harvest %d: %q finds %v", i, want, got)
		}
	}
	if got := found(t, db, "first"); len(got) != 0 {
		t.Errorf("what the record said before is still found: %v", got)
	}
	// A refused answer leaves no words.
	h := mustBegin(t, db, "books.example", false).Harvest
	if err := db.Commit(context.Background(), answer(h, 9, noon, "b", extract.Record{Key: "2", Title: "refused"})); err == nil {
		t.Fatal("a step out of order was accepted")
	}
	if got := found(t, db, "refused"); len(got) != 0 {
		t.Errorf("a refused answer is found: %v", got)
	}
}

func TestSnippets(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "books.example", false).Harvest
	filler := strings.Repeat("filler ", 60)
	mustCommit(t, db, answer(h, 1, noon, "a",
		extract.Record{Key: "1", Title: "The Deep, Sea", Text: filler + "about the deep sea and Jane Roe " + filler + "the deep",
			Fields: []extract.Field{{Name: "note", Value: "an Abyss below"}}}))
	for _, c := range []struct{ words, title, snippet string }{
		{`"deep sea" roe`, "The [Deep, Sea]", "… filler filler filler filler filler about the [deep sea] and Jane [Roe] filler"},
		{"abyss", "The Deep, Sea", "note: an [Abyss] below"},
		{"the", "[The] Deep, Sea", "about [the] deep sea"},
		{"fill*", "The Deep, Sea", "[filler filler filler"},
	} {
		for hit, err := range db.Search(context.Background(), c.words, storage.SearchOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			if got := shown(hit.Title); got != c.title {
				t.Errorf("%s: title %q, want %q", c.words, got, c.title)
			}
			got := shown(hit.Snippet)
			if !strings.Contains(got, c.snippet) {
				t.Errorf("%s: snippet %q, want %q in it", c.words, got, c.snippet)
			}
			if n := len(strings.Fields(got)); n > 34 {
				t.Errorf("%s: snippet of %d words", c.words, n)
			}
		}
	}
}

// Whatever is asked is found or refused in one line, and never reaches FTS5 as
// something that it cannot read.
func FuzzSearch(f *testing.F) {
	for _, s := range []string{`jane "roe deer" -x author:"a b"*`, `"`, "a:b:c", "NOT OR AND", "{a b}:c ^d + e", "\x00\xff é́", "書*", `-"`, "ﷺ", "½ ⑴"} {
		f.Add(s)
	}
	dir := f.TempDir()
	db, err := storage.Open(context.Background(), filepath.Join(dir, "hadal.db"), storage.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer db.Close()
	f.Fuzz(func(t *testing.T, words string) {
		h := mustBegin(t, db, "books.example", true).Harvest // in which the record has changed
		if err := db.Commit(context.Background(), answer(h, 1, noon, "a", extract.Record{Key: "k", Title: words, Text: words, Fields: []extract.Field{{Name: "author", Value: words}}})); err != nil {
			t.Fatal(err)
		}
		for _, err := range db.Search(context.Background(), words, storage.SearchOptions{}) {
			if err != nil && (!errors.Is(err, storage.ErrQuestion) || strings.Contains(strings.TrimSpace(strings.ReplaceAll(err.Error(), words, "")), "\n")) {
				t.Fatalf("%q: %v", words, err)
			}
		}
		// A record is found by the whole of its title, if that has a word.
		n := 0
		phrase := strings.NewReplacer(`"`, " ", "*", " ").Replace(words)
		for _, err := range db.Search(context.Background(), `"`+phrase+`"`, storage.SearchOptions{}) {
			if errors.Is(err, storage.ErrQuestion) {
				return
			}
			if n++; err != nil {
				t.Fatalf("%q as a phrase: %v", phrase, err)
			}
		}
		if n != 1 {
			t.Fatalf("%q as a phrase finds %d records", phrase, n)
		}
	})
}
