package deeds_test

import (
	"testing"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

// A verb of one language that is an everyday noun of another is one only on pages that are
// not in that other language, or do not say in which they are.
func TestVerbsThatAreNounsElsewhere(t *testing.T) {
	for _, c := range []struct{ noun, verb, says string }{
		{"de", "nl", "Wissen"}, {"de-AT", "nl", "Wissen"}, {"da", "it", "Firma"}, {"sv", "it", "Valuta"}, {"pl", "sv", "Tom"}, {"en", "nl", "Stem"},
		{"de", "fr", "Poster"}, {"en", "vi", "Tao"}, {"en", "fr", "Importer"}, {"fr", "en", "Pays"}, {"es", "ro", "Publica"}, {"fi", "sv", "Osa"}, {"en", "no", "Delta"},
		{"sv", "no", "Län"}, {"ro", "it", "Ferma"}, {"es", "hu", "Mentes"}, {"nl", "da", "Gem"}, {"en", "tr", "Ode"},
	} {
		of := func(lang string) deeds.Act {
			return deeds.Act{By: deeds.Send, Lang: lang, URL: page.MustParseURL("http://a.example/x"), Fields: []deeds.Field{{Kind: "text", Name: "q", Label: "?"}},
				Submitter: &deeds.Button{Label: c.says}}
		}
		deed := func(lang string) bool { return deeds.Judge(of(lang)).Kind == deeds.Deed }
		order := func(lang string) bool {
			return (&deeds.Judging{Lang: lang}).Orders(c.says, page.MustParseURL("http://a.example/x/7"))
		}
		if deed(c.noun) || order(c.noun) {
			t.Errorf("%s: %q is a deed on a page in %s", c.says, c.says, c.noun)
		}
		if !deed(c.verb) && !order(c.verb) || !deed("") && !order("") {
			t.Errorf("%s: no deed in %s, or where no language is told", c.says, c.verb)
		}
	}
	heading := deeds.Act{By: deeds.Send, Lang: "de", URL: page.MustParseURL("http://a.example/suche"), Headings: []string{"Wissen"}, Fields: []deeds.Field{{Kind: "search", Name: "q"}}, Submitter: &deeds.Button{Label: "OK"}}
	if v := deeds.Judge(heading); !v.OK() {
		t.Errorf("a heading: %s", v)
	}
}
