package forms_test

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Two dates that are called the first and the last of a span bound it, in the languages
// that pages are in.
func TestBoundsInManyLanguages(t *testing.T) {
	for lang, labels := range map[string][2]string{
		"ar": {"من", "إلى"}, "cs": {"Datum od", "Datum do"}, "da": {"Dato fra", "Dato til"}, "el": {"Ημερομηνία από", "Ημερομηνία έως"},
		"fa": {"از تاریخ", "تا تاریخ"}, "fi": {"Päivästä alkaen", "Päivään asti"}, "he": {"מתאריך", "עד"}, "hr": {"Datum od", "Datum do"},
		"hu": {"Ettől", "Eddig"}, "id": {"Dari", "Sampai"}, "ko": {"부터", "까지"}, "no": {"Fra", "Til"}, "pl": {"Data od", "Data do"},
		"ro": {"De la", "Până la"}, "th": {"ตั้งแต่", "ถึง"}, "tr": {"Başlangıç tarihi", "Bitiş tarihi"}, "uk": {"Дата від", "Дата до"},
		"vi": {"Từ ngày", "Đến ngày"}, "zh": {"起始日期", "截止日期"},
	} {
		body := fmt.Sprintf(`<html lang=%q><form action="/s"><label>%s <input name="p" type="date"></label> <label>%s <input name="q" type="date"></label><button>OK</button></form></html>`, lang, labels[0], labels[1])
		doc, err := page.ParseDocument([]byte(body), "text/html; charset=utf-8", page.MustParseURL("http://site.example/"))
		if err != nil {
			t.Fatal(err)
		}
		f := forms.Parse(doc)[0]
		if a, b := f.Fields[0], f.Fields[1]; a.Role != forms.RangeMin || b.Role != forms.RangeMax || a.Pair != "q" || b.Pair != "p" {
			t.Errorf("%s: %q is a %s, %q a %s", lang, labels[0], a.Role, labels[1], b.Role)
		}
	}
}
