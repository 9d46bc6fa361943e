package extract

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hadal-crawler/hadal/page"
)

// Each language leads on by its own words, and not by those that lead back or
// to the ends.
func TestPagersOfManyLanguages(t *testing.T) {
	const at = "http://books.example/find?q=salt&page=4"
	for _, c := range []struct{ name, first, back, next, last string }{
		{"german", "Erste Seite", "vorherige Seite", "nächste Seite", "letzte Seite"},
		{"french", "Début", "Page précédente", "Résultats suivants", "Fin"},
		{"spanish", "Primera", "Anterior", "10 siguientes", "Última"},
		{"catalan", "Primera", "Anteriors", "Següents", "Última"},
		{"portuguese", "Início", "Anteriores", "Próximas", "Última"},
		{"italian", "Inizio", "Indietro", "Avanti", "Fine"},
		{"romanian", "Prima", "Înapoi", "Pagina următoare", "Ultima"},
		{"dutch", "Eerste", "Vorige pagina", "Volgende pagina", "Laatste"},
		{"swedish", "Första", "Föregående sida", "Nästa sida", "Sista"},
		{"norwegian", "Første", "Forrige", "Neste side", "Siste"},
		{"danish", "Første", "Tilbage", "Næste", "Sidste"},
		{"icelandic", "Fyrsta", "Fyrri síða", "Næsta síða", "Síðasta"},
		{"finnish", "Ensimmäinen", "Edellinen", "Seuraava", "Viimeinen"},
		{"estonian", "Esimene", "Eelmine", "Järgmine", "Viimane"},
		{"latvian", "Pirmā", "Iepriekšējā", "Nākamā", "Pēdējā"},
		{"lithuanian", "Pirmas", "Ankstesnis", "Kitas puslapis", "Paskutinis"},
		{"polish", "Pierwsza", "Poprzednia", "Następna", "Ostatnia"},
		{"czech", "První", "Předchozí", "Další", "Poslední"},
		{"slovak", "Prvá", "Predchádzajúca", "Ďalšia strana", "Posledná"},
		{"hungarian", "Első oldal", "Előző oldal", "Következő oldal", "Utolsó oldal"},
		{"slovenian", "Prva", "Prejšnja", "Naslednja", "Zadnja"},
		{"croatian", "Prva", "Prethodna", "Sljedeća", "Posljednja"},
		{"serbian", "Прва", "Претходна", "Следећа", "Последња"},
		{"russian", "В начало", "Предыдущая", "СЛЕДУЮЩАЯ СТРАНИЦА", "В конец"},
		{"ukrainian", "Перша", "Попередня", "Наступна", "Остання"},
		{"bulgarian", "Първа", "Предишна", "Следваща страница", "Последна"},
		{"greek", "Πρώτη", "Προηγούμενη", "Επόμενη", "Τελευταία"},
		{"turkish", "İlk", "Önceki", "İLERİ", "Son"},
		{"azerbaijani", "Birinci", "Əvvəlki", "Növbəti", "Sonuncu"},
		{"arabic", "الأولى", "السابق", "التالي", "الأخيرة"},
		{"hebrew", "ראשון", "הקודם", "לעמוד הבא", "אחרון"},
		{"persian", "ابتدا", "قبلی", "صفحه بعدی", "انتها"},
		{"hindi", "पहला", "पिछला", "अगला पृष्ठ", "अंतिम"},
		{"georgian", "პირველი", "წინა", "შემდეგი", "ბოლო"},
		{"japanese", "最初へ", "前のページへ", "次の10件", "最後へ"},
		{"chinese", "首页", "上一页", "下一页", "末页"},
		{"traditional chinese", "第一頁", "上一頁", "下一頁", "最後一頁"},
		{"korean", "처음", "이전", "다음", "마지막"},
		{"thai", "หน้าแรก", "ก่อนหน้า", "ถัดไป", "หน้าสุดท้าย"},
		{"vietnamese", "Trang đầu", "Trang trước", "Trang tiếp theo", "Trang cuối"},
		{"vietnamese, decomposed", "Đầu", "Trước", "Ti\u0065\u0302\u0301p", "Cuối"},
		{"indonesian", "Pertama", "Sebelumnya", "Selanjutnya", "Terakhir"},
	} {
		html := fmt.Sprintf(`<p><a href="?q=salt&page=1">%s</a> <a href="?q=salt&page=3">%s</a> <a href="?q=salt&page=5">%s</a> <a href="?q=salt&page=9">%s</a></p>`, c.first, c.back, c.next, c.last)
		r := Read(parse(t, at, resultPage(html)), Options{Query: []string{"salt"}})
		if got := r.Next.URL.PathQuery(); got != "/find?q=salt&page=5" {
			t.Errorf("%s: next %q, %v", c.name, got, r.Reasons)
		}
		if got := r.Prev.URL.PathQuery(); got != "/find?q=salt&page=3" {
			t.Errorf("%s: previous %q", c.name, got)
		}
		var ends []string
		for _, u := range r.Pages {
			ends = append(ends, u.PathQuery())
		}
		if d := cmp.Diff([]string{"/find?q=salt&page=1", "/find?q=salt&page=9"}, ends); d != "" {
			t.Errorf("%s: first and last %s", c.name, d)
		}
	}
}

func TestNextInManyShapes(t *testing.T) {
	const at = "http://books.example/find?q=salt&page=2"
	third := "/find?q=salt&page=3"
	for _, c := range []struct{ name, html, want string }{
		{"ligatures", `<p><a href="?q=salt&page=1">chevron_left</a> <a href="?q=salt&page=3">chevron_right</a> <a href="?q=salt&page=9">last_page</a></p>`, third},
		{"hidden words", `<a href="?q=salt&page=3"><span class=sr-only>Next page</span></a>`, third},
		{"aria", `<a href="?q=salt&page=1" aria-label="Previous page">&lt;</a><a href="?q=salt&page=3" aria-label="Next page">&gt;</a>`, third},
		{"words with an underscore", `<a href="?q=salt&page=3"><img alt="[NEXT_LIST]" src=n.gif></a>`, third},
		{"arrow that leads back", `<p><a href="?q=salt&page=1">»</a></p>`, ""},
		{"fullwidth arrow", `<p><a href="?q=salt&page=3">＞</a></p>`, third},
		{"numbers beside the total of pages", `<p>Page 2 of 9: <a href="?q=salt&page=1">1</a> 2 <a href="?q=salt&page=3">3</a></p>`, third},
		{"one further number", `<p><b>2</b> <a href="?q=salt&page=3">3</a></p>`, third},
		{"dots after the last of the numbers", `<p><a href="?q=salt&page=0">0</a> <a href="?q=salt&page=1">1</a> <b>2</b> <a href="?q=salt&page=3">...</a></p>`, third},
		{"dots that lead back", `<p><a href="?q=salt&page=0">…</a> <a href="?q=salt&page=0">0</a> <a href="?q=salt&page=1">1</a> <b>2</b></p>`, ""},
		{"dots that lead far", `<p><a href="?q=salt&page=0">0</a> <a href="?q=salt&page=1">1</a> <b>2</b> <a href="?q=salt&page=9">…</a></p>`, ""},
		{"offsets", `<p><a href="?q=salt&from=0">1</a> <b>2</b> <a href="?q=salt&from=20">3</a> <a href="?q=salt&from=30">4</a></p>`, "/find?q=salt&from=20"},
		{"cursor", `<a href="?q=salt&cursor=eyJpZCI6MTJ9">Next</a>`, "/find?q=salt&cursor=eyJpZCI6MTJ9"},
		{"thai digits", `<p><a href="?q=salt&page=1">๑</a> <b>๒</b> <a href="?q=salt&page=3">๓</a></p>`, third},
		{"words and numbers", `<p><a href="?q=salt&page=1">Seite 1</a> <b>Seite 2</b> <a href="?q=salt&page=3">Seite 3</a></p>`, third},
		{"load more, link", `<a class=more href="?q=salt&page=3">Load more</a>`, third},
		{"load more, counted", `<a href="?q=salt&page=3">Show 20 more results</a>`, third},
		{"load more, russian", `<a href="?q=salt&page=3">Показать ещё</a>`, third},
		{"load more, japanese", `<a href="?q=salt&page=3">もっと見る</a>`, third},
		{"load more, with a cursor", `<a href="?q=salt&page=9f3a7c1e22b8d4a">Vis flere</a>`, "/find?q=salt&page=9f3a7c1e22b8d4a"},
		{"more of a facet", `<a href="?q=salt&page=2&facet=authors">Vis flere</a>`, ""},
		{"load more, button", `<button data-url="/find?q=salt&amp;page=3">Load more</button>`, third},
		{"load more, by its script's name", `<div data-next-page-url="/find?q=salt&amp;page=3"></div>`, third},
		{"endless list", `<div hx-get="/find?q=salt&amp;page=3" hx-trigger="revealed"></div>`, third},
		{"lazy frame", `<turbo-frame id="page_3" loading=lazy src="/find?q=salt&amp;page=3"></turbo-frame>`, third},
		{"button of another kind", `<button data-url="/save?q=salt">Save</button>`, ""},
		{"load more from elsewhere", `<button data-url="https://ads.example/more">Load more</button>`, ""},
		{"read on", `<p><a href=/essay/1>Weiter lesen</a></p>`, ""},
		{"read on at many articles", `<p><a href=/e/one>Далее</a></p><p><a href=/e/two>Далее</a></p><p><a href=/e/three>Далее</a></p><p><a href=/e/four>Далее</a></p>`, ""},
		{"see more of something else", `<p><a href="/authors">See more</a></p>`, ""},
		{"on to the basket", `<p><a href="/basket">Weiter zur Kasse</a></p>`, ""},
		{"next event", `<p><a href="/events/7">Next event</a></p>`, ""},
		{"the head names a page beyond the last", `<link rel=next href="?q=salt&page=3"><p><a href="?q=salt&page=0">0</a> <a href="?q=salt&page=1">1</a> <b>2</b></p>`, ""},
		{"an arrow to the last page", `<p><a class=selected href="?q=salt&start=0&n=5">1</a> <a href="?q=salt&start=5&n=5">2</a> <a href="?q=salt&start=10&n=5">3</a> <a href="?q=salt&start=95&n=5">▶</a></p>`, "/find?q=salt&start=5&n=5"},
		{"an arrow to the next block", `<p>1 <a href="?q=salt&start=5&n=5">2</a> <a href="?q=salt&start=10&n=5">3</a> <a href="?q=salt&start=15&n=5">»</a></p>`, "/find?q=salt&start=5&n=5"},
		{"an arrow beside the last number of a block", `<p><a href="?q=salt&start=0&n=5">1</a> <a href="?q=salt&start=5&n=5">2</a> <b>3</b> <a href="?q=salt&start=15&n=5">»</a></p>`, "/find?q=salt&start=15&n=5"},
		{"a marked link beside numbers of the text", `<p>in two senses: 2. of a text 3. of a file</p><p><a class=selected href="?q=salt&start=0&n=5">1</a> <a href="?q=salt&start=5&n=5">2</a></p>`, "/find?q=salt&start=5&n=5"},
		{"dates of a month", `<p><a href="/d?day=1&month=5">1</a> <a href="/d?day=2&month=5">2</a> <a href="/d?day=3&month=5">3</a></p>`, ""},
	} {
		r := Read(parse(t, at, resultPage(c.html)), Options{Query: []string{"salt"}})
		if got := r.Next.URL.PathQuery(); !r.Next.IsZero() && got != c.want || r.Next.IsZero() && c.want != "" {
			t.Errorf("%s: next %q, want %q; %v", c.name, got, c.want, r.Reasons)
		}
		if len(r.Records) != len(shelf) {
			t.Errorf("%s: %d records", c.name, len(r.Records))
		}
	}
}

func TestPageSizes(t *testing.T) {
	rows := func(r Result) []int {
		var out []int
		for _, s := range r.Sizes {
			out = append(out, s.Rows)
		}
		return out
	}
	for _, c := range []struct {
		name, html string
		want       []int
	}{
		{"links by their parameter", `<p><a href="?q=salt&per_page=25">25</a> | <a href="?q=salt&per_page=50">50</a> | <a href="?q=salt&per_page=100">100</a></p>`, []int{25, 50, 100}},
		{"list by its name", `<form action=/find><input type=hidden name=q value=salt><select name=limit><option selected>10<option>50<option>100</select></form>`, []int{10, 50, 100}},
		{"list by its label", `<form action=/find><label>Results per page <select name=x7><option value=a>10<option value=b>20 books</select></label></form>`, []int{10, 20}},
		{"japanese", `<form action=/find>表示件数 <select name=x7><option value=1>20件<option value=2>50件</select></form>`, []int{20, 50}},
		{"pager", `<p><b>1</b> <a href="?q=salt&page=20">20</a> <a href="?q=salt&page=50">50</a></p>`, nil},
		{"prices", `<form action=/find>Up to <select name=price><option>10<option>20<option>50</select></form>`, nil},
		{"years", `<form action=/find><select name=count><option>1999<option>2000</select></form>`, nil},
	} {
		r := Read(parse(t, "http://books.example/find?q=salt", resultPage(c.html)), Options{})
		if d := cmp.Diff(c.want, rows(r)); d != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, d)
		}
		if c.name == "list by its label" && len(r.Sizes) == 2 {
			if d := cmp.Diff([]page.Pair{{Name: "x7", Value: "b"}}, r.Sizes[1].Step.Set); d != "" {
				t.Error(d)
			}
		}
	}
}

func TestNextOfJSON(t *testing.T) {
	const books = `[{"title":"Salt and its uses","author":"Ann Lee"},{"title":"The salt road","author":"Bo Tan"}]`
	for _, c := range []struct{ name, at, json, link, want string }{
		{"address", "/api?q=salt", `{"next":"/api?q=salt&page=2","items":` + books + `}`, "", "/api?q=salt&page=2"},
		{"linked address", "/api?q=salt", `{"links":{"next":{"href":"?q=salt&page=2"}},"items":` + books + `}`, "", "/api?q=salt&page=2"},
		{"cursor", "/api?q=salt", `{"next_cursor":"a/b=","items":` + books + `}`, "", "/api?q=salt&cursor=a%2Fb%3D"},
		{"cursor by the name in use", "/api?q=salt&after=x", `{"pageInfo":{"hasNextPage":true,"endCursor":"y"},"items":` + books + `}`, "", "/api?q=salt&after=y"},
		{"no more", "/api?q=salt&after=x", `{"pageInfo":{"hasNextPage":false,"endCursor":"y"},"items":` + books + `}`, "", ""},
		{"counted pages", "/api?q=salt", `{"page":1,"total_pages":3,"items":` + books + `}`, "", "/api?q=salt&page=2"},
		{"counted from nought, last", "/api?q=salt&page=2", `{"pageIndex":2,"pageCount":3,"items":` + books + `}`, "", ""},
		{"last page", "/api?q=salt&page=3", `{"page":3,"total_pages":3,"items":` + books + `}`, "", ""},
		{"offset", "/api?q=salt&offset=2", `{"offset":2,"limit":2,"total":5,"items":` + books + `}`, "", "/api?q=salt&offset=4"},
		{"offset, last", "/api?q=salt&offset=2", `{"offset":2,"limit":2,"total":4,"items":` + books + `}`, "", ""},
		{"header", "/api?q=salt", books, `<http://books.example/api?q=salt&page=2>; rel="next"`, "/api?q=salt&page=2"},
		{"nothing", "/api?q=salt", books, "", ""},
	} {
		p := page.Page{Final: page.MustParseURL("http://books.example" + c.at), Body: []byte(c.json), Header: http.Header{"Content-Type": {"application/json"}}}
		if c.link != "" {
			p.Header.Set("Link", c.link)
		}
		doc, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		r := Read(doc, Options{})
		if got := r.Next.URL.PathQuery(); !r.Next.IsZero() && got != c.want || r.Next.IsZero() && c.want != "" || len(r.Records) != 2 {
			t.Errorf("%s: next %q, want %q, %d records", c.name, got, c.want, len(r.Records))
		}
	}
}

// Counts in other digits, orders and bounds; and those that contradict what
// the page holds.
func TestTotalsChecked(t *testing.T) {
	const next = `<p><a href="?q=x&page=2">Next</a></p>`
	for _, c := range []struct {
		text   string
		want   int
		capped bool
	}{
		{"Found: >300", 300, true},
		{"Показаны 1 - 8 из 1 024", 1024, false},
		{"Exibindo 1 - 8 de um total de 137.865 documentos", 137865, false},
		{"Treffer 1 bis 8 von insgesamt 2.345", 2345, false},
		{"Résultats 1 à 8 sur un total de 1 500", 1500, false},
		{"1-8 / 96 件", 96, false},
		{"共 １２３ 条", 123, false},
		{"Yaklaşık 4.500 sonuç", 4500, false},
		{"نتائج 1 - 8 من 250", 250, false},
		{"8 books of 69 total books found", 69, false},
		{"8 results", -1, false}, // there is a next page: it counts the rows
		{"8 of 8 pages", -1, false},
		{"Page 1 of 20", -1, false},
		{"Seite 1 von 20", -1, false},
		{"Страница 1 из 20", -1, false},
		{"1 / 20", -1, false},
		{"第1页 共20页", -1, false},
		{"Total: 20 pages", -1, false},
		{"총 20페이지", -1, false},
		{"8件中 1-8件を表示 全96件", 96, false},
		{"1.234 sonuçtan 1-8 arası", 1234, false},
		{"Tìm thấy 345 kết quả", 345, false},
		{"พบ 1,024 รายการ", 1024, false},
		{"נמצאו 512 תוצאות", 512, false},
		{"१,२३४ परिणाम", 1234, false},
		{"Rasta 77 įrašai", 77, false},
	} {
		r := Read(parse(t, "http://books.example/find?q=x", resultPage("<p>"+c.text+"</p>"+next)), Options{})
		if r.Total != c.want || r.Capped != c.capped {
			t.Errorf("%q: total %d, capped %v, want %d, %v; %v", c.text, r.Total, r.Capped, c.want, c.capped, r.Reasons)
		}
	}
	const pages = `<p><b>1</b> <a href="?q=x&page=2">2</a> <a href="?q=x&page=3">3</a> … <a href="?q=x&page=40">40</a></p>`
	if r := Read(parse(t, "http://books.example/find?q=x", resultPage("<p>Authors: 14 people</p>"+pages)), Options{}); r.Total != -1 {
		t.Errorf("14 matches on 40 pages are believed: %v", r.Reasons)
	}
	if r := Read(parse(t, "http://books.example/find?q=x", resultPage("<p>317 books found</p>"+pages)), Options{}); r.Total != 317 {
		t.Errorf("total %d, want 317; %v", r.Total, r.Reasons)
	}
}

// Where all numbers of a pager are links, the address of the page tells which one it is: that
// of the same address, or the first where the parameter of a page is missing. Numbers that
// ask for something else are no pager.
func TestPagersWhoseNumbersAreAllLinks(t *testing.T) {
	for _, c := range []struct{ at, name, want string }{
		{"?q=ropes", "page", "?q=ropes&page=2"},
		{"?q=ropes", "start", "?q=ropes&start=2"},
		{"?q=ropes&page=1", "page", "?q=ropes&page=2"},
		{"?q=ropes&page=2", "page", "?q=ropes&page=3"},
		{"?q=ropes&page=3", "page", ""},
		{"?q=ropes", "stars", ""},
		{"?q=ropes&stars=1", "stars", ""},
	} {
		hits, links := "", ""
		for i := range 10 {
			hits += fmt.Sprintf("<div class=hit><h3><a href=/b/%d>The book of ropes %d</a></h3><p>Kept in room %d</p></div>", i, i, i)
		}
		for k := range 3 {
			links += fmt.Sprintf(`<a href="?q=ropes&amp;%s=%d">%d</a> `, c.name, k+1, k+1)
		}
		r := Read(parse(t, "http://x.example/find"+c.at, wrap(hits+"<div class=pager>"+links+"</div>")), Options{})
		got := ""
		if !r.Next.URL.IsZero() {
			got = strings.TrimPrefix(r.Next.URL.PathQuery(), "/find")
		}
		if got != c.want {
			t.Errorf("%s by %s: next is %q, not %q", c.at, c.name, got, c.want)
		}
	}
}
