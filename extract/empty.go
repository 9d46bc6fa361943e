package extract

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

func isDigit(r rune) bool { return unicode.Is(unicode.Nd, r) }

// nothing matches what pages say that found nothing.
var nothing = regexp.MustCompile(`\bno (?:\w+ ){0,3}(?:results?|match(?:es)?|records?|items?|documents?|hits?|entries|products?|articles?|listings?|rows|pages|jobs|files|posts|opinions|cases|data|information)(?: (?:were|was|are|is|have been|has been))? ?(?:found|match|available|returned|to display|for|that|$|\.|!)` +
	`|\bno (?:results?|matches|records?|hits|documents?|rows|entries)\b` +
	`|\b(?:nothing|not(?:hing)?) (?:was |has been )?(?:found|matched|matches)\b|did not (?:match|return|find|produce|yield)|didn['’]t (?:match|find|return)|could(?:n['’]t| not) (?:find|be found)|couldn['’]t find|returned (?:no|0|zero)\b|unable to find|we found (?:0|no|nothing)\b|zero (?:results|matches|hits)|\bno such\b|your search (?:\S+ ){0,6}(?:had|has|found|returned) no` +
	`|\b0 (?:results?|match(?:es)?|records?|items?|documents?|hits?|entries|products?|articles?|treffer|ergebnisse|résultats?|resultados?|risultati|resultaten)\b` +
	`|keine?(?:n|r)? (?:\p{L}+ ){0,2}(?:treffer|ergebnisse?|dokumente|einträge|suchergebnisse?|resultate|daten|artikel|produkte)|nichts gefunden|nicht gefunden|leider (?:keine|nichts)` +
	`|aucun(?:e)? (?:\p{L}+ ){0,2}(?:résultats?|resultats?|documents?|réponses?|articles?|produits?|enregistrements?|notices?)|n['’]a (?:donné|retourné|produit) aucun|pas de résultat|rien trouvé|aucune correspondance` +
	`|no se (?:han? )?encontr|sin resultados|ning[uú]n (?:resultado|registro|documento|elemento)|no hay (?:resultados|registros|documentos)|no hubo resultados|no existen (?:registros|resultados)` +
	`|nenhum[a]? (?:\p{L}+ ){0,2}(?:resultado|registro|documento|item|processo|acórdão|ocorrência|decis)|sem resultados|não (?:foi|foram|há|houve|retornou|encontr|existem) ?(?:possível )?(?:\p{L}+ ){0,2}(?:encontrad|localizad|resultado|registro|documento)|não encontrad|nada encontrado` +
	`|nessun (?:\p{L}+ )?(?:risultato|documento|elemento|record)|non (?:sono stati|è stato|ha prodotto|ci sono) (?:\p{L}+ )?(?:trovat|risultat)|geen (?:\p{L}+ )?(?:resultaten|resultaat|treffers|documenten|gegevens)|niets gevonden|inga (?:\p{L}+ )?(?:träffar|resultat)|ingen (?:\p{L}+ )?(?:treff|resultater|træffere)|ei (?:hakutuloksia|tuloksia|osumia)|nie znaleziono|brak wyników|nebyl[oy]? nalezen|žádné výsledky|nenašl[iy] |nincs (?:\p{L}+ )?találat|niciun rezultat|nu (?:s-au găsit|am găsit)|nema rezultata` +
	`|ничего не найдено|не найдено|нет результатов|не дал результатов|не нашл|отсутствуют (?:записи|результаты|данные)|нічого не знайдено|не знайдено|няма (?:намерени )?резултати|δεν βρέθηκ|sonuç bulunamadı|kayıt bulunamadı|bulunamadı|لا توجد نتائج|لم يتم العثور|לא נמצאו|نتیجه` + "\u200c" + `ای یافت نشد` +
	`|見つかりません|該当する.{0,12}(?:ありません|なし)|一致する.{0,12}(?:ありません|なし)|検索結果は?0件|没有找到|未找到|沒有找到|没有.{0,6}(?:结果|记录|相关)|沒有.{0,6}(?:結果|記錄)|无(?:结果|相关|匹配)|검색 ?결과가 없|결과가 없습니다|찾을 수 없|ไม่พบ|không tìm thấy|không có kết quả|tidak ditemukan|tidak ada hasil`)

// emptyLike is how much of a page's text the background must know for it to
// be taken for another answer to a nonsense word.
const emptyLike = 0.97

// strongScore is what a list must reach to outweigh words of failure on the page.
const strongScore = 4.5

// empty tells why the page is one that found nothing; "" if it is not.
func (v *view) empty(best region, t total, c claim, b Background) string {
	strong := best.strong()
	if b.Pages > 0 {
		known := v.known()
		if known >= emptyLike {
			return "all of its text stands in the answer to a nonsense word too"
		}
		if len(best.recs) > 0 && best.f.known < 0.5 {
			return "" // records that the nonsense answer has not
		}
	}
	if t.n == 0 && t.rank >= 5 && (!strong || t.rank >= 6) {
		return "it counts none: " + t.text
	}
	if c.total == 0 && best.score < doubtfulScore {
		return "it counts none"
	}
	lost := t.n <= 0 || t.rank <= weakTotal
	if lost && (!strong || len(v.query) > 0 && best.f.hits < 0.3) {
		if phrase := v.failure(best, strong); phrase != "" {
			return "it says: " + phrase
		}
	}
	if len(best.recs) == 0 && b.Pages > 0 && v.known() > 0.9 {
		return "nothing but what the answer to a nonsense word has"
	}
	return ""
}

// failure returns the line that says that nothing was found; "" without one.
// Lines of a list that may well be the answer are not read.
func (v *view) failure(best region, strong bool) string {
	lines := v.lines(func(l line) bool {
		return l.zone&(zoneNav|zoneCalendar) == 0 && !(strong && best.holds(l.at))
	})
	for _, l := range lines {
		if t := strings.ToLower(l.text); nothing.MatchString(t) && !conditional.MatchString(t) {
			return l.text
		}
	}
	return ""
}

// conditional marks help texts: "if no results are found, try ...".
var conditional = regexp.MustCompile(`\b(?:if|when|whenever|should|wenn|falls|si|se|als|если)\b.{0,40}\b(?:no|not|nothing|did|didn|can|cannot|keine?|nichts|aucun|nenhum|não|não|не)\b`)

// botWalls are what the pages of bot walls say or load. None of them stands
// on an ordinary result page that has records.
var botWalls = regexp.MustCompile(`verify (?:that )?you are (?:a )?human|are you a (?:robot|human)|not a robot|unusual traffic|automated (?:queries|requests|access)|checking your browser|complete the (?:captcha|security check)|enter the (?:characters|letters|code) (?:you see|shown|below|in the image)|access (?:to this page )?(?:has been )?denied|attention required|request (?:was |has been )?blocked|you have been blocked|too many requests|rate limit(?:ed)? exceeded|please enable (?:javascript|cookies) (?:and|to continue)|security check|ddos protection|pardon our interruption|bitte bestätigen sie, dass sie kein roboter|je ne suis pas un robot|no soy un robot|я не робот|подозрительн\p{L}+ (?:трафик|запрос)|您的访问|请输入验证码|安全验证`)

var loginWalls = regexp.MustCompile(`(?:you must|please|you need to|you have to) (?:be |first )?(?:log ?in|logged in|sign in|signed in|register)|log ?in (?:is )?required|session (?:has |is )?(?:expired|timed out|invalid|no longer valid)|sitzung (?:ist )?abgelaufen|bitte (?:melden sie sich|einloggen|anmelden)|veuillez vous (?:connecter|identifier)|debe iniciar sesión|sesión (?:ha )?(?:caducado|expirado)|sessão (?:expirada|encerrada)|необходимо (?:войти|авторизоваться)`)

var softErrors = regexp.MustCompile(`internal (?:server )?error|service (?:temporarily )?unavailable|an (?:unexpected |application )?error (?:has )?occurred|database error|sql syntax|fatal error|stack trace|unhandled exception|server error in|bad gateway|gateway time-?out|could not connect to (?:the )?(?:database|server)|server is (?:too )?busy|try again (?:later|in a few minutes)|temporarily (?:out of service|unavailable|down)|under maintenance|wartungsarbeiten|erreur interne|error interno|erro interno|внутренняя ошибка`)

var walls = []struct {
	why  string
	says *regexp.Regexp
}{{"bot wall", botWalls}, {"login wall", loginWalls}, {"soft error", softErrors}}

// blockedText bounds the pages that are taken for a wall: they are short.
const blockedText = 2500

// blocked tells why the page is no answer at all; "" if it may be one.
func (v *view) blocked(records int) string {
	chars := v.total().chars
	if records >= 3 && chars > blockedText {
		return ""
	}
	captcha := v.captcha()
	if captcha && records < 3 && chars < blockedText && v.failure(region{}, false) == "" {
		return "captcha" // forms that load one may still answer that there is nothing
	}
	if chars > blockedText {
		return ""
	}
	if records >= 2 {
		return ""
	}
	texts := []string{strings.ToLower(v.doc.Title)}
	for _, l := range v.lines(func(line) bool { return true }) {
		texts = append(texts, strings.ToLower(l.text))
	}
	for _, w := range walls {
		for _, t := range texts {
			if w.says.MatchString(t) && (w.why != "soft error" || !nothing.MatchString(t)) {
				return w.why
			}
		}
	}
	return ""
}

// captcha reports whether the page loads one of the usual captchas.
func (v *view) captcha() bool {
	for n := range v.doc.Root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script", "iframe", "img", "div", "form":
			for _, a := range []string{"src", "class", "id", "action"} {
				s := strings.ToLower(attr(n, a))
				if s != "" && (strings.Contains(s, "captcha") || strings.Contains(s, "challenge-platform") || strings.Contains(s, "cf-challenge") || strings.Contains(s, "turnstile") || strings.Contains(s, "/_incapsula_") || strings.Contains(s, "datadome")) {
					return true
				}
			}
		}
	}
	return false
}
