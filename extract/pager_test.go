package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hadal-crawler/hadal/page"
)

func resultPage(extra string) string { return wrap(layouts["list"](shelf) + extra) }

func TestNext(t *testing.T) {
	const at = "http://books.example/find?q=salt&page=2"
	for _, c := range []struct{ name, html, want string }{
		{"rel", `<a rel="next nofollow" href="?q=salt&page=3">onwards</a>`, "?q=salt&page=3"},
		{"english", `<a href="?q=salt&page=1">Previous</a> <a href="?q=salt&page=3">Next</a>`, "?q=salt&page=3"},
		{"with count", `<a href="?q=salt&page=3">Next 8 books &gt;&gt;</a>`, "?q=salt&page=3"},
		{"german", `<a href="?q=salt&page=1">zurück</a> <a href="?q=salt&page=3">nächste Seite</a>`, "?q=salt&page=3"},
		{"french", `<a href="?q=salt&page=3">Suivant »</a>`, "?q=salt&page=3"},
		{"spanish", `<a href="?q=salt&page=3">Siguiente</a>`, "?q=salt&page=3"},
		{"portuguese", `<a href="?q=salt&page=3">Próxima página</a>`, "?q=salt&page=3"},
		{"russian", `<a href="?q=salt&page=3">Следующая</a>`, "?q=salt&page=3"},
		{"japanese", `<a href="?q=salt&page=1">前へ</a><a href="?q=salt&page=3">次へ</a>`, "?q=salt&page=3"},
		{"chinese", `<a href="?q=salt&page=1">上一页</a><a href="?q=salt&page=3">下一页</a>`, "?q=salt&page=3"},
		{"arabic", `<a href="?q=salt&page=3">التالي</a>`, "?q=salt&page=3"},
		{"arrows", `<a href="?q=salt&page=1">«</a> <a href="?q=salt&page=3">»</a>`, "?q=salt&page=3"},
		{"image", `<a href="?q=salt&page=3"><img src="r.gif" alt="Next page"></a>`, "?q=salt&page=3"},
		{"image file", `<a href="?q=salt&page=3"><img src="/img/next.gif"></a>`, "?q=salt&page=3"},
		{"class", `<li class="pager-next"><a href="?q=salt&page=3"><i></i>8 more</a></li>`, "?q=salt&page=3"},
		{"numbers, current as text", `<p><a href="?q=salt&page=1">1</a> <b>2</b> <a href="?q=salt&page=3">3</a> <a href="?q=salt&page=4">4</a></p>`, "?q=salt&page=3"},
		{"numbers in brackets", `<p>Page: [2] <a href="?q=salt&page=3">[3]</a> <a href="?q=salt&page=4">[4]</a></p>`, "?q=salt&page=3"},
		{"numbers, current as link", `<p><a href="?q=salt&page=1">1</a> <a class=current href="?q=salt&page=02">2</a> <a href="?q=salt&page=3">3</a></p>`, "?q=salt&page=3"},
		{"numbers, last page", `<p><a href="?q=salt&page=1">1</a> <b>2</b></p>`, ""},
		{"arabic digits", `<p><a href="?q=salt&page=1">١</a> <b>٢</b> <a href="?q=salt&page=3">٣</a></p>`, "?q=salt&page=3"},
		{"previous only", `<a href="?q=salt&page=1">« Previous page</a>`, ""},
		{"last page arrow", `<a href="?q=salt&page=9">&gt;|</a>`, ""},
		{"calendar", `<table class="calendar"><tr><td><a href="/cal?m=5">«</a><td>June<td><a href="/cal?m=7">»</a></tr></table>`, ""},
		{"next month", `<a href="/cal?m=7">next month</a>`, ""},
		{"days", `<p>` + numbers(1, 31, "/day/%d") + `</p>`, ""},
		{"years", `<p>` + numbers(2001, 2009, "/archive/%d") + `</p>`, ""},
		{"mail", `<a href="mailto:next@books.example">Next</a>`, ""},
		{"older posts", `<a href="?q=salt&page=3">&larr; Older posts</a> <a href="?q=salt&page=1">Newer posts &rarr;</a>`, "?q=salt&page=3"},
		{"older posts, spanish", `<a href="?q=salt&page=3">« Entradas anteriores</a> <a href="?q=salt&page=1">Entradas siguientes »</a>`, "?q=salt&page=3"},
		{"head against arrows", `<link rel=prev href="?q=salt&page=1"><link rel=next href="?q=salt&page=3"><a href="?q=salt&page=3">« back in time</a> <a href="?q=salt&page=1">onward »</a>`, "?q=salt&page=3"},
		{"another list's pager", `<p><a href="/new?page=2">2</a> <a href="/new?page=3">3</a> <a href="/new?page=2">&gt;</a></p><hr><p><a href="?q=salt&page=1">1</a> <b>2</b> <a href="?q=salt&page=3">3</a> <a href="?q=salt&page=3">&gt;</a></p>`, "?q=salt&page=3"},
		{"head only", `<link rel=next href="?q=salt&page=3">`, "?q=salt&page=3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := parse(t, at, resultPage(c.html))
			r := Read(doc, Options{Query: []string{"salt"}})
			want := page.URL{}
			if c.want != "" {
				want, _ = doc.Resolve(c.want)
			}
			if !cmp.Equal(r.Next, Step{URL: want}, cmp.AllowUnexported(page.URL{})) {
				t.Errorf("next %+v, want %v; %v", r.Next, want, r.Reasons)
			}
			if len(r.Records) != len(shelf) {
				t.Errorf("%d records", len(r.Records))
			}
		})
	}
}

func numbers(from, to int, href string) string {
	var s strings.Builder
	for n := from; n <= to; n++ {
		fmt.Fprintf(&s, "<a href='"+href+"'>%d</a> ", n, n)
	}
	return s.String()
}

func TestButtonPager(t *testing.T) {
	const numbered = `<input type=submit name="p" value="1"> <input type=submit name="p" value="2" disabled> <input type=submit name="p" value="3">`
	for _, c := range []struct {
		name, html string
		want       Step
	}{
		{"word", `<form action=/find><input type=hidden name=state value=x>` + numbered + `<input type=submit name=">" value="Next"></form>`, Step{Form: 1, Button: page.Pair{Name: ">", Value: "Next"}}},
		{"numbers", `<form action=/find>` + numbered + `</form>`, Step{Form: 1, Button: page.Pair{Name: "p", Value: "3"}}},
		{"button element", `<form action=/find><button name=go value=back>Previous</button><button name=go value=fwd>Next page</button></form>`, Step{Form: 1, Button: page.Pair{Name: "go", Value: "fwd"}}},
		{"disabled", `<form action=/find><input type=submit name=n value="Next" disabled></form>`, Step{}},
		{"a box for the number", `<form action=/find><input type=hidden name=q value=salt><label>Page <input type=number name=n min=1 max=12 value=3></label> / 12 <button>OK</button></form>`, Step{Form: 1, Set: []page.Pair{{Name: "n", Value: "4"}}}},
		{"the last page in a box", `<form action=/find><label>Page <input type=number name=n min=1 max=12 value=12></label> / 12 <button>OK</button></form>`, Step{}},
		{"a menu of pages", `<form action=/find><select name=pos><option value=0>1<option value=25 selected>2<option value=50>3</select></form>`, Step{Form: 1, Set: []page.Pair{{Name: "pos", Value: "50"}}}},
		{"a menu in Russian", `<form action=/find>Страница <select name=x><option selected>1<option>2</select></form>`, Step{Form: 1, Set: []page.Pair{{Name: "x", Value: "2"}}}},
		{"how many are bought", `<form action=/cart><label>Quantity <input type=number name=n min=1 max=12 value=1></label><button>Add</button></form>`, Step{}},
		{"years", `<form action=/find>Page of <select name=y><option>1998<option selected>1999<option>2000</select></form>`, Step{}},
		{"go arrow of a menu", `<form action=/jump><select name=to><option>Tools</select><button type=submit>&gt;</button></form>`, Step{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Read(parse(t, "http://books.example/find?q=salt", resultPage(c.html)), Options{})
			if d := cmp.Diff(c.want, r.Next, cmp.AllowUnexported(page.URL{})); d != "" {
				t.Errorf("(-want +got):\n%s%v", d, r.Reasons)
			}
		})
	}
}

func TestPages(t *testing.T) {
	r := Read(parse(t, "http://books.example/find?q=salt", resultPage(`<p><b>1</b> <a href="?q=salt&p=2">2</a> <a href="?q=salt&p=3">3</a> … <a href="?q=salt&p=40">40</a></p>`)), Options{})
	var got []string
	for _, u := range r.Pages {
		got = append(got, u.PathQuery())
	}
	if d := cmp.Diff([]string{"/find?q=salt&p=2", "/find?q=salt&p=3", "/find?q=salt&p=40"}, got); d != "" {
		t.Error(d)
	}
}

func TestTotal(t *testing.T) {
	for _, c := range []struct {
		text   string
		want   int
		capped bool
	}{
		{"Results 1 - 8 of about 1,234", 1234, false},
		{"1-8 of 1 234 567 matches", 1234567, false},
		{"1 bis 8 von 1.234 Treffern", 1234, false},
		{"etwa 1 230 Treffer", 1230, false},
		{"We found 77 results for your search.", 77, false},
		{"Found 412", 412, false},
		{"1000+ results", 1000, true},
		{"more than 5,000 documents", 5000, true},
		{"Your search matched 19 of 501 documents.", 19, false},
		{"Environ 3 210 résultats", 3210, false},
		{"Foram encontrados 1.905 registros", 1905, false},
		{"Найдено 1 024 записи", 1024, false},
		{"検索結果 2,048 件", 2048, false},
		{"検索結果 ２，０４８件", 2048, false},
		{"全2千48件", 2048, false},
		{"全1万2千件", 12000, false},
		{"共3万2,048条", 32048, false},
		{"约 12,300 条结果", 12300, false},
		{"١٬٢٣٤ نتيجة", 1234, false},
		{"5 results", -1, false}, // fewer than the page shows
		{"Open daily from 9 to 17", -1, false},
		{"Copyright 2024", -1, false},
	} {
		r := Read(parse(t, "http://books.example/find?q=x", resultPage("<p>"+c.text+"</p>")), Options{})
		if r.Total != c.want || r.Capped != c.capped {
			t.Errorf("%q: total %d, capped %v, want %d, %v", c.text, r.Total, r.Capped, c.want, c.capped)
		}
	}
}

func TestCollectionSizeIsNoTotal(t *testing.T) {
	const size = "<p>4,000 documents in the index</p>"
	b := Background{}.Learn(parse(t, "http://books.example/find?q=zzq", wrap(size+"<p>No document matches.</p>")), []string{"zzq"})
	r := Read(parse(t, "http://books.example/find?q=salt", resultPage(size)), Options{Query: []string{"salt"}, Background: b})
	if r.Total != -1 {
		t.Errorf("total %d", r.Total)
	}
	r = Read(parse(t, "http://books.example/find?q=salt", resultPage(size+"<p>90 documents matching your query</p>")), Options{Query: []string{"salt"}, Background: b})
	if r.Total != 90 {
		t.Errorf("total %d, want 90", r.Total)
	}
}

func TestEmpty(t *testing.T) {
	for _, text := range []string{
		"No results found.", "Sorry, but nothing matched your search terms.", "Your search - xq - did not match any documents.",
		"0 results", "Keine Treffer gefunden", "Leider nichts gefunden", "Aucun résultat", "No se encontraron resultados", "Nenhum registro encontrado!",
		"Nessun risultato", "Geen resultaten", "Inga träffar", "Nie znaleziono", "Ничего не найдено", "見つかりませんでした", "没有找到相关结果", "검색 결과가 없습니다", "Sonuç bulunamadı", "لا توجد نتائج", "Δεν βρέθηκαν αποτελέσματα",
	} {
		r := Read(parse(t, "http://books.example/find?q=xq", wrap("<p>"+text+"</p>")), Options{Query: []string{"xq"}})
		if !r.Empty || len(r.Records) > 0 || r.Blocked != "" {
			t.Errorf("%q: empty %v, %d records, blocked %q, %v", text, r.Empty, len(r.Records), r.Blocked, r.Reasons)
		}
	}
	for _, extra := range []string{
		"<p>If you did not find what you were looking for, ask us.</p>", "<p>No results are filtered.</p>", "",
	} {
		r := Read(parse(t, "http://books.example/find?q=the", resultPage(extra)), Options{Query: []string{"the"}})
		if r.Empty || len(r.Records) != len(shelf) {
			t.Errorf("%q: empty %v, %d records, %v", extra, r.Empty, len(r.Records), r.Reasons)
		}
	}
}

func TestBlocked(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{`<h1>One more step</h1><p>Please complete the security check to access books.example</p><div class="g-recaptcha"></div>`, "captcha"},
		{`<title>Attention Required!</title><p>You have been blocked.</p>`, "bot wall"},
		{`<p>Our systems have detected unusual traffic from your network. No results can be shown.</p>`, "bot wall"},
		{`<h2>Sign in</h2><p>You must log in to search the catalogue.</p><form method=post><input name=user><input type=password name=pw></form>`, "login wall"},
		{`<h1>Error</h1><p>The service is temporarily unavailable. Try again later.</p>`, "soft error"},
		{`<title>Error</title><h1>Internal error</h1><p>No records could be read.</p>`, "soft error"},
		{resultPage(""), ""},
		{resultPage("<p>Please log in to save books.</p><div class=g-recaptcha></div>"), ""},
		{wrap("<p>No results found. Please try again later with other words.</p>"), ""},
	} {
		r := Read(parse(t, "http://books.example/find?q=x", c.html), Options{Query: []string{"x"}})
		if r.Blocked != c.want {
			t.Errorf("%.80s: blocked %q, want %q", c.html, r.Blocked, c.want)
		}
		if r.Blocked != "" && r.Empty {
			t.Errorf("%.80s: a block must not be an empty answer", c.html)
		}
	}
}

// Links whose script sends a form: what it sets is read where it can be.
func TestNextByScript(t *testing.T) {
	const form = `<form name=f action=/find method=post><input type=hidden name=pageNumber value=1><input type=hidden name=__VIEWSTATE value=x></form>`
	set := func(pairs ...string) []page.Pair {
		var out []page.Pair
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, page.Pair{Name: pairs[i], Value: pairs[i+1]})
		}
		return out
	}
	for _, c := range []struct {
		href string
		want []page.Pair
	}{
		{"javascript:__doPostBack('ctl00$pager','Page$3')", set("__EVENTTARGET", "ctl00$pager", "__EVENTARGUMENT", "Page$3")},
		{`javascript:WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions(&quot;ctl00$next&quot;, &quot;&quot;, true, &quot;&quot;, &quot;&quot;, false, true))`, set("__EVENTTARGET", "ctl00$next", "__EVENTARGUMENT", "")},
		{"javascript:go(3)", nil},
	} {
		r := Read(parse(t, "http://books.example/find", resultPage(form+`<a href="`+c.href+`">Next</a>`)), Options{})
		if d := cmp.Diff(c.want, r.Next.Set); d != "" || r.Next.Script == "" || r.Next.Address() != r.Next.Script || len(c.want) > 0 && r.Next.Form != 1 {
			t.Errorf("%s: %+v (-want +got):\n%s", c.href, r.Next, d)
		}
	}
}

// A list of two pages that posts back has one numbered link, beside where one is.
func TestTwoPagesByScript(t *testing.T) {
	for html, want := range map[string]string{
		`<table><tr><td><span>1</span></td><td><a href="javascript:__doPostBack('Lista','Page$2')">2</a></td></tr></table>`: "javascript:__doPostBack('Lista','Page$2')",
		`<table><tr><td><a href="javascript:__doPostBack('Lista','Page$1')">1</a></td><td><span>2</span></td></tr></table>`: "",
		`<p>Room 1 <a href="javascript:show('plan 7')">2</a></p>`:                                                           "",
	} {
		if r := Read(parse(t, "http://books.example/find", resultPage(html)), Options{}); r.Next.Address() != want {
			t.Errorf("%s: next %q, want %q", html, r.Next.Address(), want)
		}
	}
}

func TestPrev(t *testing.T) {
	for _, html := range []string{
		`<a rel=prev href="?q=salt&p=1">back</a> <a href="?q=salt&p=3">Next</a>`,
		`<a href="?q=salt&p=1">« Previous</a> 2 <a href="?q=salt&p=3">Next »</a>`,
		`<div class=pagination><a href="?q=salt&p=1">‹</a> <b>2</b> <a href="?q=salt&p=3">›</a></div>`,
		`<a href="?q=salt&p=1">zurück</a> <a href="?q=salt&p=3">weiter</a>`,
	} {
		r := Read(parse(t, "http://books.example/find?q=salt&p=2", resultPage(html)), Options{})
		if r.Prev.URL.PathQuery() != "/find?q=salt&p=1" || r.Next.URL.PathQuery() != "/find?q=salt&p=3" {
			t.Errorf("%s: prev %v, next %v", html, r.Prev, r.Next)
		}
	}
	if r := Read(parse(t, "http://books.example/find?q=salt", resultPage(`<a href="/">Back</a> to the start page of ours`)), Options{}); !r.Prev.IsZero() {
		t.Errorf("prev %v", r.Prev)
	}
}

// A page with two lists has two pagers, each with its next page.
func TestFurtherPagers(t *testing.T) {
	doc := parse(t, "http://books.example/new", resultPage(`<p><a href="/new?page=2">2</a> <a href="/new?page=3">3</a> <a href="/new?page=2">&gt;</a></p><hr>
		<p><a href="/old/page/2">2</a> <a href="/old/page/3">3</a> <a href="/old/page/2">&gt;</a></p>`))
	r := Read(doc, Options{})
	if r.Next.Address() != "http://books.example/new?page=2" || len(r.Further) != 1 || r.Further[0].Address() != "http://books.example/old/page/2" {
		t.Errorf("next %v, further %v", r.Next, r.Further)
	}
}

// A page that answers to a number repeats it, as the title of a page that one may
// write, and another number may stand in front of it: that is no pager.
func TestNumberAskedFor(t *testing.T) {
	const extra = `<p>Write the page "<a href="/find?title=23&amp;action=edit">23</a>" yourself.</p>`
	html := strings.Replace(resultPage(extra), "<p>Write", "<p>Kept up to September 22</p><p>Write", 1)
	doc := parse(t, "http://books.example/find?q=23", html)
	for _, asked := range []string{"23", "salt"} {
		if r := Read(doc, Options{Query: []string{asked}}); !r.Next.IsZero() {
			t.Errorf("%s: next %v: %v", asked, r.Next.URL, r.Reasons)
		}
	}
}
