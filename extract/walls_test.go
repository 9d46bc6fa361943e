package extract

import (
	"strings"
	"testing"
)

// Pages that found nothing, in the words of many languages.
func TestEmptyInManyLanguages(t *testing.T) {
	for _, text := range []string{
		"Your search for xq returned no hits.", "We could not find anything for “xq”.", "There are no books that match your search: no matches found",
		"Es wurden keine Bücher zu Ihrer Suche gefunden.", "Ihre Suche ergab leider keine Treffer.", "Aucune notice ne correspond à votre recherche.",
		"La búsqueda no obtuvo nada: no se obtuvieron resultados", "No hemos encontrado lo que busca", "No s'han trobat resultats", "Não encontramos o que procura.",
		"Nessun libro? Nessuna corrispondenza.", "Er zijn geen boeken gevonden.", "Inga böcker hittades.", "Ingen bøker funnet", "Der blev ikke fundet noget: ingen resultater",
		"Haku ei tuottanut mitään: tuloksia ei löytynyt", "Engar niðurstöður fundust", "Otsing: midagi ei leitud", "Nekas netika atrasts", "Nieko nerasta",
		"Brak wyników wyszukiwania", "Nebyly nalezeny žádné knihy", "Neboli nájdené žiadne knihy", "Nincs a keresésnek megfelelő találat", "Nu s-au găsit cărți",
		"Nema rezultata pretrage", "Iskanje: ni zadetkov", "Нема пронађених резултата: нема резултата", "Няма намерени книги: няма резултати", "По вашему запросу ничего не нашлось: не найдено",
		"За вашим запитом нічого не знайдено", "Δεν υπάρχουν αποτελέσματα", "Aradığınız kitap bulunamadı", "Heç nə tapılmadı", "لم نعثر على أي كتاب", "אין תוצאות לחיפוש",
		"هیچ کتابی یافت نشد", "कोई परिणाम नहीं मिला", "ვერ მოიძებნა", "該当する本はありませんでした", "検索結果: 0件", "抱歉，没有找到与“xq”相关的图书", "查無資料", "暂无数据",
		"검색된 도서가 없습니다", "ไม่พบหนังสือ", "Không tìm thấy sách nào", "Tidak ada hasil untuk xq",
	} {
		r := Read(parse(t, "http://books.example/find?q=xq", wrap("<p>"+text+"</p>")), Options{Query: []string{"xq"}})
		if !r.Empty || len(r.Records) > 0 || r.Blocked != "" {
			t.Errorf("%q: empty %v, %d records, blocked %q, %v", text, r.Empty, len(r.Records), r.Blocked, r.Reasons)
		}
	}
}

// What is listed in the place of an answer is none.
func TestSubstitutesAreNoAnswer(t *testing.T) {
	list := layouts["list"](shelf)
	for _, head := range []string{
		"<p>No results for “xqz”.</p><h3>Popular books</h3>",
		"<p>Your search did not match any books.</p><p>Did you mean <a href='/find?q=sea'>sea</a>?</p>",
		"<p>We couldn't find “xqz”. Showing results for salt instead.</p>",
		"<p>Keine Treffer für xqz.</p><h3>Das könnte Sie interessieren</h3>",
		"<p>По запросу xqz ничего не найдено</p><h3>Популярные книги</h3>",
		"<p>没有找到相关图书</p><h3>热门推荐</h3>",
	} {
		r := Read(parse(t, "http://books.example/find?q=xqz", wrap(head+list)), Options{Query: []string{"xqz"}})
		if !r.Empty || len(r.Records) > 0 || !r.Next.IsZero() {
			t.Errorf("%s: empty %v, %d records, %v", head, r.Empty, len(r.Records), r.Reasons)
		}
		r = Read(parse(t, "http://books.example/find", wrap(head+list)), Options{})
		if !r.Empty {
			t.Errorf("%s, query not known: %d records, %v", head, len(r.Records), r.Reasons)
		}
	}
	for _, page := range []string{
		list + "<h3>You may also like</h3><p>No results of last week are shown.</p>",
		"<p>Did you mean <a href='/find?q=sail'>sail</a>?</p>" + list,
		"<aside class=sidebar><p>No results saved.</p><p>Popular searches</p></aside>" + list,
	} {
		if r := Read(parse(t, "http://books.example/find?q=salt", wrap(page)), Options{Query: []string{"salt"}}); r.Empty || len(r.Records) != len(shelf) {
			t.Errorf("%.80s: empty %v, %d records, %v", page, r.Empty, len(r.Records), r.Reasons)
		}
	}
}

// What stands in for an answer follows at once, not an essay later.
func TestSubstitutesFollowAtOnce(t *testing.T) {
	head, list := "<p>No products were found in your valley</p><h3>Popular books</h3>", layouts["table"](volumes(0, 80))
	for letters, empty := range map[int]bool{0: true, 5000: false} {
		text := strings.Repeat("<p>Salt was carried over the pass by mules until the railway came.</p>", letters/50)
		if r := Read(parse(t, "http://books.example/find", wrap(head+text+list)), Options{}); r.Empty != empty {
			t.Errorf("%d letters between: empty %v, %v", letters, r.Empty, r.Reasons)
		}
	}
}

// The walls of the usual vendors, in shape; and pages that only look like one.
func TestWalls(t *testing.T) {
	const menu = `<ul class=menu><li><a href=/a>Alpha shop</a><li><a href=/b>Beta shop</a><li><a href=/c>Gamma shop</a><li><a href=/d>Delta shop</a></ul>`
	for _, c := range []struct{ name, html, want string }{
		{"challenge page", `<title>Just a moment...</title><noscript><p>Enable JavaScript and cookies to continue</p></noscript><script>window._cf_chl_opt={cvId:'3'};</script>`, "captcha"},
		{"challenge without script", `<title>Just a moment...</title><p>books.example needs to review the security of your connection before proceeding.</p><p>Ray ID: 12ab</p>`, "bot wall"},
		{"turnstile", `<p>Verifying you are human. This may take a few seconds.</p><div class="cf-turnstile" data-sitekey=x></div>`, "captcha"},
		{"edge refusal", `<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access "http://books.example/find" on this server.</p><p>Reference #18.2f</p>`, "bot wall"},
		{"edge interstitial", `<div id="sec-if-cpt-container"></div><script src="/x?bm-verify=AAQ"></script><script>var i={"bm-verify":"AAQ"}</script>`, "captcha"},
		{"press and hold", `<title>Access to this page has been denied</title><div id="px-captcha"></div><p>Press &amp; Hold to confirm you are a human (and not a bot).</p>`, "captcha"},
		{"delivery frame", `<p>Please enable JS and disable any ad blocker</p><script>var dd={'host':'geo.captcha-delivery.com'}</script>`, "captcha"},
		{"waf script", `<script src="https://x.edge.sdk.awswaf.com/x/challenge.js"></script><div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1></noscript>`, "captcha"},
		{"waf words", `<title>Human Verification</title><h1>Let's confirm you are human</h1><p>Complete the security check before continuing.</p>`, "bot wall"},
		{"incident", `<p>Request unsuccessful. Incident ID: 877000580120-3345</p>`, "bot wall"},
		{"hcaptcha in the site's frame", menu + `<h2>One more thing</h2><form method=post><div class="h-captcha" data-sitekey=x></div><button>Go on</button></form>`, "captcha"},
		{"recaptcha image", `<form><img src="/captcha/img?7"><input name=code><button>OK</button></form>`, "captcha"},
		{"proof of work", `<title>Making sure you're not a bot!</title><p>Loading...</p>`, "bot wall"},
		{"limit", `<h1>429</h1><p>You have exceeded your search limit. Come back tomorrow.</p>`, "bot wall"},
		{"russian", `<h1>Доступ ограничен</h1><p>Подтвердите, что вы не робот</p>`, "bot wall"},
		{"chinese", `<p>您的访问过于频繁，请输入验证码</p>`, "bot wall"},
		{"turkish", `<p>Lütfen robot olmadığınızı doğrulayın.</p>`, "bot wall"},
		{"login form", `<title>Library | Sign in</title><h1>Sign in to your account</h1><form method=post><input name=u><input type=password name=p><button>Sign in</button></form>`, "login wall"},
		{"login form, german", `<title>Anmelden - Archiv</title><form method=post><label>Kennung <input name=u></label><input type=password name=p></form>`, "login wall"},
		{"login form, japanese", `<h1>ログイン</h1><form method=post><input name=u><input type=password name=p></form>`, "login wall"},
		{"members", `<p>The full search is for subscribers only.</p>`, "login wall"},
		{"session", menu + `<p>Your session has timed out. Start a new search.</p>`, "login wall"},
		{"error, german", `<p>Es ist ein Fehler aufgetreten.</p>`, "soft error"},
		{"error, portuguese", `<p>Sistema indisponível no momento. Ocorreu um erro.</p>`, "soft error"},
		{"error, korean", `<p>시스템 오류가 발생했습니다.</p>`, "soft error"},
		{"database", `<b>Warning</b>: mysql_connect() failed in /srv/find.php on line 3`, "soft error"},
		{"oracle", `<pre>ORA-01017: invalid username</pre>`, "soft error"},
		{"trace", `<pre>Traceback (most recent call last):\n File "find.py"</pre>`, "soft error"},
		{"records and a login box", resultPage(`<form method=post>Log in: <input name=u><input type=password name=p></form>`), ""},
		{"nothing found and a login box", wrap(`<p>No results found for xq.</p><form method=post>Log in: <input name=u><input type=password name=p></form>`), ""},
		{"nothing found and a captcha elsewhere", wrap(`<p>No results found.</p><form action=/contact><div class=g-recaptcha></div></form>`), ""},
		{"a book about robots", wrap(strings.ReplaceAll(layouts["list"](shelf), "Salt", "Are You a Robot")), ""},
	} {
		r := Read(parse(t, "http://books.example/find?q=xq", c.html), Options{Query: []string{"xq"}})
		if r.Blocked != c.want {
			t.Errorf("%s: blocked %q, want %q; %v", c.name, r.Blocked, c.want, r.Reasons)
		}
		if c.want != "" && r.Empty {
			t.Errorf("%s: a block must not be an empty answer", c.name)
		}
	}
}
