package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A link of a record, or one that leads where records are, is no pager, whatever it says;
// and a link to another page of the answer is no record, wherever it stands.
func TestPagersAndRecordsAreToldApart(t *testing.T) {
	const at = "http://shop.example/find?q=salt&page=2"
	// list makes rows of titles that lead to /item/1, /item/2, ... within a pattern of HTML.
	list := func(row string, titles ...string) string {
		var b strings.Builder
		for i, title := range titles {
			fmt.Fprintf(&b, row, fmt.Sprintf("/item/%d", i+1), title)
		}
		return b.String()
	}
	const li, card, tr = `<li><a href="%s">%s</a> <i>12 pages, paper</i></li>`, `<div class=card><h3><a href="%s">%s</a></h3><p>Kept in the store since long, and lent out.</p></div>`, `<tr><td><a href="%s">%s</a></td><td>paper</td><td>1921</td></tr>`
	const bare = `<li><a href="%s">%s</a></li>`
	names := []string{"Salt of the earth", "Taste and salt", "The salt road", "Below the sea", "Dead sea works", "Salted fish"}
	with := func(i int, title string) []string {
		out := append([]string{}, names...)
		out[i] = title
		return out
	}
	six := []string{"/item/1", "/item/2", "/item/3", "/item/4", "/item/5", "/item/6"}
	third, none := "/find?q=salt&page=3", ""
	for _, c := range []struct {
		name, html string
		records    []string
		next       string
	}{
		{"a record titled >", "<ul>" + list(li, with(5, "&gt;")...) + "</ul>", six, none},
		{"a record titled » among cards", list(card, with(2, "»")...), six, none},
		{"a record titled Next", "<ul>" + list(li, with(3, "Next")...) + "</ul>", six, none},
		{"a firm called next, inc.", "<ul>" + list(li, with(4, "next, inc.")...) + "</ul>", six, none},
		{"the last record is called Weiter", "<table>" + list(tr, with(5, "Weiter")...) + "</table>", six, none},
		{"a film called Suivant, with a pager", list(card, with(1, "Suivant")...) + `<p><a href="?q=salt&page=1">1</a> <b>2</b> <a href="?q=salt&page=3">3</a></p>`, six, third},
		{"a record titled >, with a pager of symbols", "<ul>" + list(li, with(5, ">")...) + `</ul><p><a href="?q=salt&page=1">&lt;</a> <a href="?q=salt&page=3">&gt;</a></p>`, six, third},
		{"records titled with numbers", "<ul>" + list(li, "1984", "2", "3", "4", "5", "6") + `</ul><p><a href="?q=salt&page=3">Next</a></p>`, six, third},
		{"the list ends with the pager", "<ul>" + list(bare, names...) + `<li><a href="?q=salt&page=1">« Previous</a></li><li><a href="?q=salt&page=3">Next »</a></li></ul>`, six, third},
		{"the list begins with the way back", "<ul><li><a href='?q=salt&page=1'>« Zurück</a></li>" + list(bare, names...) + "</ul>", six, none},
		{"the way back is the last row", "<table>" + list(tr, names...) + `<tr><td><a href="?q=salt&page=1">« Previous</a></td><td></td><td></td></tr></table>`, six, none},
		{"the way back is a card of its own", list(card, names...) + `<div class=card><a href="?q=salt&page=1">« Précédent</a></div>`, six, none},
		{"cards, and the way on is one", list(card, names...) + `<div class=card><h3><a href="?q=salt&page=3">Siguiente »</a></h3></div>`, six, third},
		{"symbols only", "<ul>" + list(li, names...) + `</ul><a href="?q=salt&page=1">‹</a><a href="?q=salt&page=3">›</a>`, six, third},
		{"symbols only, within the list", "<ul>" + list(bare, names...) + `<li><a href="?q=salt&page=1">◀</a></li><li><a href="?q=salt&page=3">▶</a></li></ul>`, six, third},
		{"symbols only, four of them", "<ul>" + list(li, names...) + `</ul><a href="?q=salt&page=0">|&lt;</a> <a href="?q=salt&page=1">&lt;&lt;</a> <a href="?q=salt&page=3">&gt;&gt;</a> <a href="?q=salt&page=9">&gt;|</a>`, six, third},
		{"symbols by offset", "<table>" + list(tr, names...) + `</table><a href="?q=salt&page=2&from=0">←</a> <a href="?q=salt&page=2&from=12">→</a>`, six, "/find?q=salt&page=2&from=12"},
		{"each record leads to the next of its series", list(`<div class=card><h3><a href="%s">%s</a></h3><p>Kept in the store since long. <a href="/series/9">next »</a></p></div>`, names...), six, none},
		{"one record leads to the next of its series", list(card, names[:5]...) + `<div class=card><h3><a href="/item/6">Salted fish</a></h3><p>Volume one. <a href="/item/77">Next volume »</a></p></div>`, six, none},
		{"the next of something beside the list", list(card, names...) + `<p><a href="/item/77">Next »</a></p>`, six, none},
		{"japanese, in the list", "<ul>" + list(bare, names...) + `<li><a href="?q=salt&page=1">前へ</a></li><li><a href="?q=salt&page=3">次へ</a></li></ul>`, six, third},
		{"russian, a record called further", "<ul>" + list(li, with(2, "Далее")...) + `</ul><a href="?q=salt&page=1">←</a> <a href="?q=salt&page=3">→</a>`, six, third},
		{"arabic, in the list", "<ul dir=rtl>" + list(bare, names...) + `<li><a href="?q=salt&page=1">السابق</a></li><li><a href="?q=salt&page=3">التالي</a></li></ul>`, six, third},
	} {
		r := Read(parse(t, at, `<html><title>Store</title><h1>Store</h1><form action=/find><input name=q value=salt></form>`+c.html+`<footer><a href=/help>Help</a></footer>`), Options{Query: []string{"salt"}})
		var got []string
		for _, rec := range r.Records {
			got = append(got, rec.URL.PathQuery())
		}
		if d := cmp.Diff(c.records, got); d != "" {
			t.Errorf("%s: records %s", c.name, d)
		}
		if next := r.Next.URL.PathQuery(); !r.Next.IsZero() && next != c.next || r.Next.IsZero() && c.next != "" {
			t.Errorf("%s: next %q, want %q; %v", c.name, next, c.next, r.Reasons)
		}
	}
}
