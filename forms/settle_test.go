package forms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

const settledForm = `<form action=/find role=search>
<label>Words <input type=search name=q maxlength=5></label>
<label>Language <select name=lang><option value="">Any<option value=en>English<option value=fr>French<option value=gr>Greek<option value=gk>greek</select></label>
<label>Country <select name=land><option value=1>Chad<option value=2>Chile<option value=chad>Tchad<option value=4 disabled>Peru</select></label>
<label>Colours <select name=c multiple><option value=r>Red<option value=g>Green</select></label>
<label><input type=radio name=kind value=b> Books</label><label><input type=radio name=kind value=m> Maps</label>
<label><input type=checkbox name=has value=pic> Pictures</label><label><input type=checkbox name=has value=snd> Sound</label>
<label>Year <input type=number name=year min=1900 max=2000></label>
<label>Town <select name=town></select></label>
<label>Sort <select name=s1><option value=a>A</select></label><label>Sort <select name=s2><option value=a>A</select></label>
<input type=hidden name=page value=1><button name=go value=1>Search</button></form>`

func TestSettle(t *testing.T) {
	doc, err := page.ParseDocument([]byte(settledForm), "text/html; charset=utf-8", page.MustParseURL("http://site.example/"))
	if err != nil {
		t.Fatal(err)
	}
	f := forms.Parse(doc)[0]
	for _, c := range []struct {
		control, values string // | between values
		want            string // name=value|value, or part of the error after "!"
	}{
		{"lang", "fr", "lang=fr"},
		{"lang", "French", "lang=fr"},
		{"language", " french ", "lang=fr"},
		{"Language: *", "french", "lang=fr"}, // as the page shows it
		{"lang", "FR", "lang=fr"},
		{"lang", "", "lang="},
		{"lang", "Frensh", "!control \"lang\": \"Frensh\" is not an option (did you mean French?); it has Any, English (en), French (fr), Greek (gr), greek (gk)"},
		{"lang", "greek", "!several options: name one by its value: \"gr\", \"gk\""},
		{"lang", "en|fr", "!no room for \"fr\": it takes one value"},
		{"lang", "English|French", "!no room for \"fr\": it takes one value"},
		{"lnag", "fr", "!control \"lnag\": the form has no such control (did you mean lang?); it has Words (q), Language (lang),"},
		{"land", "chad", "land=chad"}, // a value goes before a label
		{"land", "Peru", "!option \"4\" is disabled"},
		{"c", "Red|g", "c=r|g"},
		{"c", "r|r", "!no room for \"r\""},
		{"kind", "Maps", "kind=m"},
		{"kind", "b|m", "!takes one value"},
		{"kind", "films", "!\"films\" is not an option; it has Books (b), Maps (m)"},
		{"has", "Sound|pic", "has=snd|pic"},
		{"year", "1950", "year=1950"},
		{"year", "1850", "!1900"},
		{"year", "soon", "!\"soon\" is not a number"},
		{"q", "abcdefgh", "!maxlength 5"},
		{"q", "a|b", "!no room for \"b\""},
		{"town", "Anywhere", "town=Anywhere"}, // a script fills it
		{"sort", "A", "!several controls are labelled so: name one of s1, s2"},
		{"page", "2", "page=2"},
		{"go", "2", "!is a button"},
	} {
		name, values, err := f.Settle(c.control, strings.Split(c.values, "|"))
		if want, fails := strings.CutPrefix(c.want, "!"); fails {
			if _, ok := errors.AsType[*forms.ValueError](err); !ok || !strings.Contains(err.Error(), want) {
				t.Errorf("%s=%s: %v, want an error with %s", c.control, c.values, err, want)
			}
			continue
		}
		if got := name + "=" + strings.Join(values, "|"); err != nil || got != c.want {
			t.Errorf("%s=%s: %s, %v, want %s", c.control, c.values, got, err, c.want)
		}
		if _, err := f.Fill(forms.Values{name: values}, forms.Submission{Named: true}); err != nil && !slices.Contains([]string{"town"}, name) {
			t.Errorf("%s=%s is settled, but cannot be filled in: %v", c.control, c.values, err)
		}
	}
}
