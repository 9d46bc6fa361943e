package forms_test

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// TestStructuredSearches: forms that never say "search", but let one select.
func TestStructuredSearches(t *testing.T) {
	tests := []struct {
		name, url, body string
		least           float64
	}{
		{"selects with Any and a range", "", `<form action=/boats/results>
			<select name=yard><option value="">Any yard<option>Amel<option>Bavaria</select>
			<select name=len_from><option value="">from<option>6<option>8<option>10</select> - <select name=len_to><option value="">to<option>6<option>8<option>10</select>
			<select name=sort><option value=p>Price: low to high<option value=n>Newest first</select>
			<input type=submit value="Show boats"></form>`, 0.9},
		{"German", "", `<form action=/liste><label>Bezirk <select name=b><option value=0>Alle Bezirke<option>Nord<option>Süd</select></label>
			Miete von <input name=miete_von> bis <input name=miete_bis> <button>Anzeigen</button></form>`, 0.9},
		{"French", "", `<form action=/annonces><select name=t><option>Tous types<option>Maison<option>Studio</select><select name=d><option>Indifférent<option>Paris<option>Lyon</select><input type=submit value=OK></form>`, 0.8},
		{"Russian", "", `<form action=/katalog><select name=m><option value="">Любая марка<option>А<option>Б</select><select name=g><option value="">Все города<option>В<option>Г</select>Цена от <input name=p1> до <input name=p2><button>Показать</button></form>`, 0.8},
		{"the page is its answer", "http://site.example/stock?kind=a&size=2", `<form action=/stock><select name=kind><option>a<option>b</select><select name=size><option>1<option>2</select><button>Update</button></form>`, 0.8},
		{"POST, button and address agree", "", `<form method=post action=/lookup><input type=hidden name=token value=a81f00c2d4><label>Surname or ship <input name=ship></label> <input type=submit value="Look up"></form>`, 0.9},
		{"POST, a box, open choices and nothing else", "", `<form method=post action=Elenco.aspx><input type=hidden name=__STATO value=dDwxMjM0NTY3ODk7Oz4x><label>Parole <input name=Testo></label>
			<select name=Genere><option value="">(tutti)<option>saggi<option>versi</select><input type=submit name=b value=Cerca></form>`, 0.9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := parseAt(t, tt.url, tt.body)[0]
			if f.Purpose != forms.Search || f.Score < tt.least || !f.Submit {
				t.Errorf("%s %.2f (at least %.2f), submit %v: %q", f.Purpose, f.Score, tt.least, f.Submit, f.Reasons)
			}
		})
	}
}

// TestChoicesThatDoNotSelect: settings, menus and questionnaires have choices too.
func TestChoicesThatDoNotSelect(t *testing.T) {
	for name, body := range map[string]string{
		"jump menu":       `<form action=/go><select name=to><option value="">Choose<option value=/a.html>A<option value=/b.html>B</select><input type=submit value=Go></form>`,
		"settings":        `<form method=post action=/settings><select name=lang><option>English<option>Suomi</select><select name=tz><option>Any<option>UTC<option>CET</select><button>Save</button></form>`,
		"registration":    `<form action=/signup method=post>Name <input name=firstname><input name=lastname><select name=country><option>Select<option>Chad<option>Chile</select><button>Create account</button></form>`,
		"product":         `<form action=/cart method=post><select name=size><option>Choose size<option>S<option>M</select><select name=colour><option>Choose colour<option>red<option>blue</select><input name=qty value=1><button>Add to cart</button></form>`,
		"saves":           `<form method=post action=/search/filters><label>Name your filter <input name=filter_name></label><button>Save</button></form>`,
		"search and save": `<form method=post action=Elenco.aspx><label>Nome <input name=n></label><select name=g><option value="">(tutti)<option>a<option>b</select><button>Cerca</button><button>Salva</button></form>`,
		"questionnaire":   `<form method=post action=/q><label><input type=radio name=a value=1>Yes</label><label><input type=radio name=a value=2>No</label><textarea name=why></textarea><button>Send</button></form>`,
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, body)[0]
			if f.Purpose == forms.Search || f.Submit {
				t.Errorf("%s %.2f, submit %v: %q", f.Purpose, f.Score, f.Submit, f.Reasons)
			}
		})
	}
}

func parseAt(t testing.TB, url, body string) []forms.Form {
	t.Helper()
	if url == "" {
		return parse(t, body)
	}
	doc, err := page.ParseDocument([]byte("<!DOCTYPE html><title>t</title><body>"+body), "text/html; charset=utf-8", page.MustParseURL(url))
	if err != nil {
		t.Fatal(err)
	}
	return forms.Parse(doc)
}
