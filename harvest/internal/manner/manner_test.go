package manner

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// Records that lack what was asked for are another question's answer where the site's rows
// show it; where they show a part of the record only, they often do not.
func TestRecordsThatLackWhatWasAsked(t *testing.T) {
	form := &forms.Form{Fields: []forms.Field{{Name: "q", Role: forms.QueryRole}}}
	for name, c := range map[string]struct {
		m         ledger.Manner
		hits      int // of 10 rows
		unrelated bool
	}{
		"first answers, most rows have it":              {ledger.Manner{}, 6, false},
		"first answers, few rows have it":               {ledger.Manner{}, 4, true},
		"all rows showed it so far":                     {ledger.Manner{Shows: 20}, 9, true},
		"rows often hide it":                            {ledger.Manner{Shows: 5, Hides: 15}, 2, false},
		"rows often hide it, but not all of an answer":  {ledger.Manner{Shows: 5, Hides: 15}, 0, true},
		"rows often hide it, and all of an answer, too": {ledger.Manner{Shows: 5, Hides: 15, Lacks: 4}, 0, false},
	} {
		s := Sight{Asked: []page.Pair{{Name: "q", Value: "whale"}}, Profile: ledger.Profile{Form: form, Manner: c.m}}
		for i := range 10 {
			r := extract.Record{Title: "a squid"}
			if i < c.hits {
				r.Title = "a whale"
			}
			s.Res.Records = append(s.Res.Records, r)
		}
		if got := s.Unrelated(); got != c.unrelated {
			t.Errorf("%s: unrelated is %t", name, got)
		}
	}
}

// A pager that gives what was asked for another value is that of another question; one that
// leaves it out may keep it elsewhere, and how many rows a page shows is the site's to say.
func TestPagerOfAnotherQuestion(t *testing.T) {
	for next, another := range map[string]bool{
		"/search?q=&k=blue&page=2": false, "/search?page=2": false, "/search?k=is:Blue&page=2": false, "/search?k=blue&rows=50&page=2": false,
		"/search?q=&k=&page=5": true, "/search?k=red&page=2": true,
	} {
		at := func(ref string) page.URL {
			u, err := page.ParseURL("http://shop.example" + ref)
			if err != nil {
				t.Fatal(err)
			}
			return u
		}
		s := Sight{Page: &page.Page{Request: page.Request{URL: at("/search?q=&k=blue&rows=1000")}}, Asked: []page.Pair{{Name: "k", Value: "blue"}, {Name: "rows", Value: "1000"}},
			Profile: ledger.Profile{Form: &forms.Form{Fields: []forms.Field{{Name: "k"}, {Name: "rows", Role: forms.PageSize}}}}}
		s.Res.Next.URL = at(next)
		if _, got, ok := s.KeepsAsked(); !ok || got != another {
			t.Errorf("%s: another question's is %t, %t", next, got, ok)
		}
	}
}

// A page in UTF-8 is read well on a site whose other pages are in another encoding; the other
// way round it may be garbled, unless it has a line that answers have.
func TestPagesInUTF8AreReadWell(t *testing.T) {
	at := page.MustParseURL("http://shop.example/search?q=rose")
	for _, c := range []struct {
		of, site string
		known    uint64
		want     Kind
	}{{"utf-8", "windows-1252", 0, ""}, {"windows-1252", "utf-8", 0, Garbled}, {"windows-1252", "utf-8", 9, Garbled}, {"windows-1252", "utf-8", 1, ""}} {
		s := Sight{Page: &page.Page{Request: page.Get(at), Final: at}, Doc: &page.Document{Charset: c.of}, Profile: ledger.Profile{Manner: ledger.Manner{Charset: c.site, Beyond: []extract.Beyond{{Line: c.known}}}}}
		s.Res.Outline.Lines = []uint64{1}
		s.Res.Outline.Beyond = []extract.Beyond{{Line: 1, Bare: 2}}
		if got := s.Foreign(false); got != c.want {
			t.Errorf("a page in %s on a site in %s whose line %d is known is %q, not %q", c.of, c.site, c.known, got, c.want)
		}
	}
}

// The form's page may say much that answers do not. What the answers to nonsense have of it,
// too, is expected of the first answer; where nothing is known of these, a page that counts
// results and leads on to the others has a frame of its own.
func TestFrameOfTheFirstAnswer(t *testing.T) {
	read := func(lines ...string) (*page.Document, extract.Outline) {
		u := page.MustParseURL("http://a.test/find")
		doc, err := (&page.Page{Request: page.Get(u), Final: u, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			Body: []byte("<p>" + strings.Join(lines, "<p>"))}).Document()
		if err != nil {
			t.Fatal(err)
		}
		return doc, extract.Read(doc, extract.Options{Outline: true}).Outline
	}
	own := []string{"Catalogue", "Search the books", "Keywords", "About us"}
	news, rows := own, own
	for _, c := range "abcdefghijklmnopqrstuvwxyz" {
		news = append(news[:len(news):len(news)], "News of ward "+string(c)+string(c))
		rows = append(rows[:len(rows):len(rows)], "A book by "+string(c)+string(c))
	}
	_, home := read(news...)
	none, _ := read(append(own[:4:4], "Nothing was found")...)
	_, bare := read(rows...)
	_, other := read(rows[4:]...)
	listed := extract.Result{Sure: true, Total: 60, Records: make([]extract.Record, 10), Next: extract.Step{URL: page.MustParseURL("http://a.test/find?p=2")}}
	heron := extract.Record{Title: "A heron", Text: "A heron of the north"}
	hit := extract.Result{Records: []extract.Record{heron, heron, heron}}
	missed := extract.Result{Records: append(hit.Records[:3:3], extract.Record{Title: "Help", Text: "Help"})}
	form := &forms.Form{Fields: []forms.Field{{Name: "q", Control: "text", Role: forms.QueryRole}}}
	for name, c := range map[string]struct {
		background extract.Background
		outline    extract.Outline
		res        extract.Result
		odd        bool
	}{
		"it has what the answer to nonsense has":      {extract.Background{}.Learn(none, nil), bare, extract.Result{}, false},
		"it lacks that":                               {extract.Background{}.Learn(none, nil), other, extract.Result{}, true},
		"it lacks that, whatever it lists":            {extract.Background{}.Learn(none, nil), other, listed, true},
		"nothing is known, and records have the word": {extract.Background{}, other, hit, false},
		"nothing is known, and one has it not":        {extract.Background{}, other, missed, true},
		"nothing is known of answers":                 {extract.Background{}, bare, extract.Result{}, true},
		"nothing is known of answers, and it lists":   {extract.Background{}, bare, listed, false},
		"nothing is known of answers, and it is like": {extract.Background{}, home, extract.Result{}, false},
	} {
		s := Sight{Res: c.res, Profile: ledger.Profile{Form: form, Background: c.background, Manner: ledger.Manner{Home: home.Lines}}, Asked: []page.Pair{{Name: "q", Value: "heron"}}}
		s.Res.Outline = c.outline
		if got := s.unlikeHome(); got != c.odd {
			t.Errorf("%s: odd is %t", name, got)
		}
	}
}

// A page whose letters beyond ASCII became others on the way is no answer, though it names the
// encoding of all pages and nothing in it is no letter: lines that all pages have tell it.
func TestAPageThatLostItsLetters(t *testing.T) {
	read := func(body string) Sight {
		u := page.MustParseURL("http://a.test/find")
		p := &page.Page{Request: page.Get(u), Final: u, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body)}
		doc, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		return Sight{Page: p, Doc: doc, Res: extract.Read(doc, extract.Options{Outline: true})}
	}
	const frame = "<h1>Catálogo da Câmara</h1><p>Pesquisa em todas as coleções</p><p>Página inicial</p><p>Ajuda</p><p>Contacto</p><p>Privacidade</p><p>Entrar</p>"
	m := read(frame+"<p>A garça de João</p>").Framed(ledger.Manner{}, extract.Background{}.Learn(read(frame+"<p>Não há nada</p>").Doc, nil))
	for body, want := range map[string]Kind{
		frame + "<p>O pão de Inês</p>":   "",
		frame + "<p>O p?o de In?s</p>":   "", // as the site itself has it
		frame + "<p>A heron of John</p>": "",
		strings.NewReplacer("á", "?", "â", "?", "ç", "?", "õ", "?").Replace(frame) + "<p>O p?o de In?s</p>": Garbled,
		strings.NewReplacer("á", "ß", "â", "Γ", "ç", "τ", "õ", "Σ").Replace(frame) + "<p>O pΓo de InΘs</p>": Garbled,
	} {
		s := read(body)
		s.Profile.Manner = m
		if got := s.Foreign(false); got != want {
			t.Errorf("%s: %q instead of %q", body, got, want)
		}
	}
}

// Words that are asked for at once are looked for one by one, whatever signs stand between them.
func TestFitOfSeveralWords(t *testing.T) {
	s := Sight{Words: []string{"salt -of"}, Res: extract.Result{Records: []extract.Record{{Title: "Of clay and salt"}, {Title: "Salt"}}}}
	if n := s.Fit(); n != 1 {
		t.Errorf("%d records fit", n)
	}
}
