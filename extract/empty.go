package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
)

// isDigit reports a decimal digit of any script.
func isDigit(r rune) bool { return r >= '0' && r <= '9' || r >= utf8.RuneSelf && unicode.IsDigit(r) }

// nothing matches what pages say that found nothing.
var nothing = compile(strings.Join([]string{
	// English
	`\bno (?:\w+ ){0,3}(?:results?|match(?:es)?|records?|items?|documents?|hits?|entries|products?|articles?|listings?|rows|pages|jobs|files|posts|opinions|cases|data|information)(?: (?:were|was|are|is|have been|has been|could be))? ?(?:found|match|available|returned|to display|for|that|$|\.|!)`,
	`\bno (?:results?|matches|records?|hits|documents?|rows|entries)\b`, `\b(?:nothing|not(?:hing)?) (?:was |has been )?(?:found|matched|matches)\b`,
	`did not (?:match|return|find|produce|yield)|didn['’]t (?:match|find|return)|does(?: not|n['’]t) match any|could(?:n['’]t| not) (?:find|be found)|(?:cannot|can['’]t) find (?:any|what)|returned (?:no|0|zero)\b|unable to find|(?:we|i) (?:have )?found (?:0|no|nothing)\b|zero (?:results|matches|hits)|\bno such\b|your search (?:\S+ ){0,6}(?:had|has|found|returned) no`,
	`\b0 (?:results?|match(?:es)?|records?|items?|documents?|hits?|entries|products?|articles?|treffer|ergebnisse|résultats?|resultados?|resultats|risultati|resultaten|träffar|treff|resultater|wyników|výsledků|találat|rezultate|результатов|sonuç)(?:$|[^\p{L}])`,
	// German
	`keine?(?:n|r)? (?:\p{L}+ ){0,2}(?:treffer|ergebnisse?|dokumente|einträge|suchergebnisse?|resultate|daten|artikel|produkte|übereinstimmung(?:en)?)|nichts gefunden|nicht gefunden|nichts passendes|leider (?:keine|nichts)|(?:keine|nichts) (?:\p{L}+ ){0,5}gefunden`,
	// French
	`aucun(?:e)? (?:\p{L}+ ){0,2}(?:résultats?|resultats?|documents?|réponses?|articles?|produits?|enregistrements?|notices?|correspondances?|annonces?)|n['’]a (?:donné|retourné|produit) aucun|pas de résultat|rien trouvé|n['’](?:avons|a) (?:rien|pas) trouvé|ne correspond à`,
	// Spanish, Catalan
	`no se (?:han? )?(?:encontr|obtuv)|no (?:hemos )?encontra(?:mos|do)|sin resultados|ning[uú]n (?:resultado|registro|documento|elemento|artículo|producto)|no hay (?:resultados|registros|documentos|coincidencias|datos)|no hubo resultados|no existen (?:registros|resultados|datos)|no s['’]ha[n]? trobat|cap resultat`,
	// Portuguese
	`nenhum[a]? (?:\p{L}+ ){0,2}(?:resultado|registro|documento|item|processo|acórdão|ocorrência|decis|produto|dado)|sem resultados|não (?:foi|foram|há|houve|retornou|encontr|existem) ?(?:possível )?(?:\p{L}+ ){0,2}(?:encontrad|localizad|resultado|registro|documento)|não (?:encontrad|encontramos|retornou|obteve)|nada encontrado`,
	// Italian
	`nessun[a']? ?(?:\p{L}+ )?(?:risultato|documento|elemento|record|corrispondenza|articolo|prodotto)|non (?:sono stati|è stato|ha prodotto|ci sono|abbiamo) (?:\p{L}+ )?(?:trovat|risultat)`,
	// Dutch
	`geen (?:\p{L}+ )?(?:resultaten|resultaat|treffers|documenten|gegevens|producten|artikelen)|niets gevonden|geen (?:\p{L}+ ){1,4}gevonden|niet gevonden`,
	// Nordic
	`inga (?:\p{L}+ )?(?:träffar|resultat|dokument|sökresultat)|inga (?:\p{L}+ ){1,3}hittades|hittade (?:inga|inget|inte)|gav inga|ingen(?:ting)? (?:\p{L}+ ){0,3}(?:treff|resultater|træffere|søkeresultater|søgeresultater|funnet|fundet)|fant (?:ingen|ikke)|fandt (?:ingen|ikke)|intet fundet|ei (?:hakutuloksia|tuloksia|osumia|löytynyt)|ei (?:\p{L}+ ){1,3}löytynyt|(?:tuloksia|osumia|hakutuloksia) ei|engar niðurstöður|ekkert fannst`,
	// Baltic
	`ei leitud|tulemusi ei|nav atrast|netika atrast|nekas nav|nerasta|rezultatų nėra`,
	// Polish, Czech, Slovak, Hungarian, Romanian
	`nie znaleziono|brak wyników|brak rezultatów|nic nie znale|nebyl[oyai]? (?:\p{L}+ ){0,2}nalezen|nic nenalezeno|žádné výsledky|žádný záznam|nenašl[iy] |neboli (?:\p{L}+ ){0,2}nájden|nenašli sa|žiadne výsledky|nincs (?:\p{L}+ ){0,4}(?:találat|eredmény|megjeleníthető)|nem (?:található|találtunk|hozott)|niciun rezultat|nu (?:s-au|s-a|a fost|au fost|am) (?:\p{L}+ )?(?:găsit|gasit)|nu există rezultate`,
	// South Slavic
	`nema (?:\p{L}+ )?rezultata|nema rezultatov|nis(?:u|mo|o) (?:\p{L}+ )?(?:pronađen|našli|pronašli|nađen)|nije pronađen|ni (?:zadetkov|rezultatov|bilo najden)|нема (?:\p{L}+ )?резултат|няма (?:намерени )?(?:\p{L}+ )?резултат|не са намерени|нищо не е намерено`,
	// East Slavic
	`ничего не (?:найдено|нашл)|не найден|нет результатов|не дал[о]? результат|не наш(?:ёл|ел|ли|лось)|отсутствуют (?:записи|результаты|данные)|нічого не знайдено|не знайден|немає результатів|нічога не знойдзена`,
	// Greek, Turkish, Azerbaijani
	`δεν βρέθηκ|κανένα αποτέλεσμα|δεν υπάρχουν (?:αποτελέσματα|εγγραφές)|bulunamadı|bulunmamaktadır|sonuç yok|kayıt yok|heç nə tapılmadı|nəticə tapılmadı`,
	// Arabic, Hebrew, Persian, Urdu
	`لا (?:توجد|يوجد) (?:أي )?(?:نتائج|نتيجة|سجلات|بيانات)|لا نتائج|لم يتم العثور|لم نعثر|لم نجد|לא נמצאו|לא נמצא |אין תוצאות|یافت نشد|پیدا نشد|کوئی نتیجہ نہیں`,
	// Indian languages, Georgian, Armenian
	`कोई (?:\S+ ){0,2}नहीं|नहीं मिल|কোনো ফলাফল|পাওয়া যায়নি|முடிவுகள் இல்லை|ვერ მოიძებნა|არ მოიძებნა|չի գտնվել|չգտնվեց`,
	// Japanese, Chinese, Korean
	`見つかりません|見つかりませんでした|該当する.{0,16}(?:ありません|なし|ございません)|一致する.{0,16}(?:ありません|なし)|(?:検索結果|該当件数)は?[:：]?\s*(?:0|０)\s*件|ヒットしません|没有找到|未找到|沒有找到|找不到|查無|查无|暂无(?:数据|结果|相关|记录)|暫無|没有.{0,6}(?:结果|记录|相关|符合|数据)|沒有.{0,6}(?:結果|記錄|符合|資料)|(?:没有|未)(?:搜索|检索|查询)到|无(?:搜索)?(?:结果|相关|匹配)|(?:共|找到)\s*0\s*(?:条|個|个|筆|项)|검색 ?(?:결과가|된 \p{L}+(?:이|가)) 없|결과가 없습니다|찾을 수 없|(?:일치하는|조회된|등록된|해당하는|검색된) .{0,10}없습니다|데이터가 없습니다`,
	// South-East Asia
	`ไม่พบ|ไม่มีผล|ไม่มีข้อมูล|không tìm thấy|không có (?:kết quả|dữ liệu)|tidak (?:di)?temukan|tidak ada (?:hasil|data)|tiada (?:hasil|rekod)|walang (?:nahanap|resulta)`,
}, "|"))

// instead matches what pages say before they list something else than what
// was asked for.
var instead = compile(`did you mean|(?:showing|displaying|here are|these are) (?:the )?(?:\p{L}+ ){0,3}(?:for .{1,60} instead|popular|similar|related|recommended|suggest)|you (?:may|might) (?:also )?(?:like|be interested)|(?:popular|recommended|trending|related|featured|similar|best[- ]selling|most (?:popular|viewed|read)) (?:\p{L}+ )?(?:items|products|articles|searches|books|posts|results|titles|pages|records)|instead of|meinten sie|(?:beliebte|ähnliche|empfohlene) (?:artikel|produkte|suchen|bücher|ergebnisse|titel)|das könnte (?:sie|ihnen|dich|dir)|vouliez-vous dire|essayez avec|(?:vous aimerez|pourraient vous)|quiz[aá]s quiso decir|quisiste decir|te puede interesar|(?:productos|artículos|búsquedas) (?:populares|recomendad|relacionad)|você quis dizer|(?:produtos|artigos|buscas) (?:populares|recomendad|relacionad)|forse cercavi|(?:prodotti|articoli) (?:popolari|consigliati|simili|correlati)|bedoelde u|menade du|mente du|czy chodziło|возможно,? вы имели|(?:популярные|рекомендуемые|похожие) (?:товары|запросы|статьи|материалы|книги)|bunu mu demek|もしかして|おすすめ|人気(?:の|商品)|您是不是要找|你是不是要找|猜你喜欢|热门|추천|인기 ?(?:상품|검색어)|ý bạn là|mungkin maksud`)

// emptyLike is how much of a page's text the background must know for it to
// be taken for another answer to a nonsense word.
const emptyLike = 0.97

// strongScore is what a list must reach to outweigh words of failure on the page.
const strongScore = 4.5

// essay is how many letters outside its menus a page has that does not just say
// that nothing was found.
const essay = 8000

// empty tells why the page is one that found nothing; "" if it is not.
func empty(v *Page, best region, t total, c claim, b Background) string {
	strong := best.strong()
	if b.Pages > 0 {
		known := known(v)
		if len(b.Labels) > 0 && (len(best.recs) == 0 || best.f.known >= emptyLike) {
			known = knownButEcho(v, b)
		}
		if known >= emptyLike && denied(v, b) {
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
	if c.past != "" && !strong {
		return "it counts on from behind the last: " + c.past
	}
	lost := t.n <= 0 || t.rank <= weakTotal
	if lost && (!strong || len(v.query) > 0 && best.f.hits < 0.3) {
		if phrase := failure(v, best, strong); phrase != "" {
			return "it says: " + phrase
		}
	}
	if len(best.recs) == 0 && b.Pages > 0 && (known(v) > 0.9 || len(b.Labels) > 0 && knownButEcho(v, b) > 0.9) && denied(v, b) {
		return "nothing but what the answer to a nonsense word has"
	}
	if silent(v, best, t, c) {
		return "it repeats the question and shows no answer"
	}
	if phrase := substitute(v, best); phrase != "" && lost && (len(v.query) == 0 || best.f.hits < 0.5) {
		return "it says, above other things: " + phrase
	}
	return ""
}

// silentScore is what a list must reach to be taken for an answer on a page
// that repeats its question.
const silentScore = 1.5

// silent reports a page that only asks again: a box of its form holds what was
// asked for, and nothing on the page looks like an answer, not even an error or
// a demand. Some sites say nothing where they found nothing. It counts for a
// reader of one page only: one that knows the query has a nonsense answer to
// compare with, and a page whose script is yet to bring the answer looks the same.
func silent(v *Page, best region, t total, c claim) bool {
	if len(v.query) > 0 || best.score >= silentScore || t.n >= 0 || c.total >= 0 || c.rows >= 0 {
		return false
	}
	asked := false
	for _, form := range v.doc.Forms() {
		for _, box := range v.doc.Controls(form) {
			kind := strings.ToLower(attr(box, "type"))
			if box.Data != "input" || kind != "" && kind != "text" && kind != "search" || hidden(box) {
				continue
			}
			// A box with a hint besides its value was filled by someone.
			asked = asked || attr(box, "onfocus") == "" && len(words(attr(box, "value"))) > 0 && len(words(attr(box, "placeholder"))) > 0
		}
	}
	return asked && demand(v) == ""
}

// demand returns the line by which a page asks for another question; "" without one.
func demand(v *Page) string {
	for _, l := range linesOf(v, func(l line) bool { return l.zone&zoneNav == 0 && demands.MatchString(l.lower) }) {
		return l.text
	}
	return ""
}

// Demand returns what a page says that did not take the question, query being its
// words: that a value is wrong, missing, too short or too broad. "" where it does not.
func Demand(doc *page.Document, query []string) string {
	return demand(newView(doc, query, Known{}))
}

// TooMuch reports whether a page says that a question matches more than it would show:
// that is no answer, but a known way of giving none.
func TooMuch(doc *page.Document) bool {
	v := newView(doc, nil, Known{})
	return len(linesOf(v, func(l line) bool { return l.zone&zoneNav == 0 && tooMuch.MatchString(l.lower) })) > 0
}

// tooMuch matches what a site says that finds too much.
var tooMuch = compile(`too many (?:results|matches|matching|records|hits|entries|items|rows|documents)|(?:search|query|criteria) (?:is|was|are) too (?:broad|general)|zu viele (?:treffer|ergebnisse|einträge|datensätze)|trop de (?:résultats|réponses|fiches)|demasiados (?:resultados|registros)|demasiadas coincidencias|troppi (?:risultati|record)|te veel (?:resultaten|treffers)|(?:muitos|demasiados) resultados|za dużo wyników|zbyt wiele wyników|слишком много (?:результатов|записей)|結果が多すぎ|结果太多|結果太多`)

// demands matches what a form says that did not take the question.
var demands = compile(`please (?:enter|type|fill|select|specify|provide|try)|must (?:enter|be|contain|have)|at least|minimum|too (?:short|many|long|broad)|required|invalid|not valid|refine|error|mindestens|bitte (?:geben|wählen|füllen)|ungültig|zu (?:kurz|viele)|fehler|au moins|veuillez|invalide|trop (?:court|de)|erreur|al menos|por favor|inválid|demasiad|obligatori|ao menos|pelo menos|obrigatóri|erro[ r]|almeno|inserire|minstens|vul |minst|vähintään|co najmniej|proszę|alespoň|zadejte|legalább|не менее|введите|ошибка|слишком|τουλάχιστον|en az|lütfen|على الأقل|يرجى|לפחות|نتیجه|文字以上|入力してください|请输入|請輸入|至少|입력(?:해|하)|이상|อย่างน้อย|ít nhất|vui lòng|minimal|harap`)

// substitute returns the line above a list that says that nothing was found,
// where another line calls the list a substitute ("did you mean", "popular
// items"); "" without these. An essay between the two is no substitute.
func substitute(v *Page, best region) string {
	if len(best.recs) == 0 {
		return ""
	}
	top := best.recs[0].lo
	failed, offers := "", false
	for _, l := range linesOf(v, func(l line) bool {
		return l.at < top && l.zone&(zoneNav|zoneCalendar) == 0 && v.sums[top].chars-v.sums[l.at].chars < essay/2
	}) {
		t := l.lower
		if failed == "" && nothing.MatchString(t) && !conditional.MatchString(t) {
			failed = l.text
		}
		offers = offers || failed != "" && instead.MatchString(t)
	}
	if !offers {
		return ""
	}
	return failed
}

// failure returns the line that says that nothing was found; "" without one.
// Beside a list that may well be the answer, only what stands above it is read;
// in the midst of an essay such words are about something else.
func failure(v *Page, best region, strong bool) string {
	lines := linesOf(v, func(l line) bool {
		return l.zone&(zoneNav|zoneCalendar) == 0 && !(strong && l.at >= best.recs[0].lo) && !(v.main > essay && v.sums[l.at].chars > essay/2)
	})
	for _, l := range lines {
		if t := l.lower; nothing.MatchString(t) && !conditional.MatchString(t) {
			return l.text
		}
	}
	return ""
}

// conditional marks help texts: "if no results are found, try ...".
var conditional = compile(`\b(?:if|when|whenever|should|wenn|falls|si|se|als|если)\b.{0,40}\b(?:no|not|nothing|did|didn|can|cannot|keine?|nichts|aucun|nenhum|não|não|не)\b`)
