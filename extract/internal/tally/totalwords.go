package tally

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// A count as written: digits of any script with separators between.
const num = `(\p{Nd}{1,3}(?:[.,'’٬\x{00a0}\x{202f} ]\p{Nd}{3})+|\p{Nd}{1,3}(?:,\p{Nd}{2})*,\p{Nd}{3}|\p{Nd}+)`

// thing is what result pages count, in the languages we know.
const thing = `(?:results?|matches|match|hits?|records?|documents?|docs|items?|entries|entry|rows?|titles?|pages? found|listings?|products?|articles?|books?|jobs?|properties|files?|messages?|sites?|opinions?|cases|cites?|companies|people|names?|persons?|topics?|posts?|papers?|publications?|applications?|packages?` +
	`|treffer|ergebnisse?n?|einträge|dokumente?|datensätze|produkte|artikel|anzeigen|fundstellen` +
	`|r[ée]sultats?|documents?|notices?|réponses?|annonces?|enregistrements?|articles?` +
	`|resultados?|registros?|documentos?|coincidencias|entradas|elementos|anuncios|productos|artículos|acórdãos?|processos?|decisões|itens|ocorrências` +
	`|risultat[io]|documenti|elementi|annunci|resultaten|resultaat|treffers|gevonden|documenten|resultat|träffar|poster|treff|resultater|poster|tulosta|osumaa|wyników|wyniki|wynik[aói]?|rekordów|výsledků|výsledky|záznamů|találat|eredmény|rezultate|rezultata|rezultati` +
	`|результат\p{L}*|запис\p{L}*|документ\p{L}*|совпадени\p{L}*|найдено|закуп\p{L}*|αποτελέσματα|αποτελεσμάτων|sonuç\p{L}*|kayıt\p{L}*|nəticə|резултат\p{L}*|совпадени\p{L}*|tulemust?|rezultat\p{L}*|rezultāt\p{L}*|įraš\p{L}*|ierakst\p{L}*|søkeresultater|sökresultat|niðurstöður|výsledkov|záznamov|zadetkov|resultats|zapisa|परिणाम|نتیجه|مورد|hasil|bản ghi|نتيجة|نتائج|תוצאות|ผลลัพธ์|รายการ|kết quả|hasil)`

// counters follow a number without a space, in languages written without.
const counters = `(?:件|条|條|個|项|項|筆|笔|개|건|篇|本|冊|册|人|社)`

const about = `(?:[>≥~≈]|about|approximately|approx\.?|around|roughly|nearly|over|more than|at least|ca\.?|circa|etwa|rund|ungefähr|über|mehr als|environ|plus de|aproximadamente|alrededor de|cerca de|más de|mais de|mas de|oltre|ongeveer|meer dan|noin|около|более|約|约|대략|약|yaklaşık|cerca di|cirka|omkring|ungefär|ok\.|около|приблизно|περίπου|حوالي|כ-|khoảng|sekitar|ประมาณ|körülbelül|přibližně|około|mais que|超过|超過|up to)?`

const to = `(?:إلى|עד|تا|đến|sampai|hingga|ถึง|έως|till|til|-|–|—|to|through|thru|bis|à|au|a|al|até|ate|tot|до|по|~|～|\.\.\.?|…)`

const of = `(?:(?:de|d['’]|von|di|van|av|af|из|z|su|sur) ?(?:um |un |insgesamt |in totaal |totalt |i alt |общего (?:числа|количества) )?(?:total[e]?|totaal)? ?(?:de|di|van)?|of|out of|from|von|aus|sur|de|di|van|av|af|z|ze|из|от|/|total of|of total|of a total of|من(?: أصل| إجمالي)?|מתוך|از|trong(?: tổng)?(?: số)?|dari(?: total)?|จาก(?:ทั้งหมด)?|από|iz|od|din|ud af|kokku|з|от общо|的|中|matching|insgesamt|総数|全|\(of|\()`

// What the answer did, before and behind the number.
const (
	matchedVerb = `(?:matched|found|matches|returned|hits in)`
	foundWord   = `(?:found|total(?: (?:results|records|number of (?:results|records|matches|hits|documents|items)|matches|hits|count|items))?|matches found|number of (?:results|records|matches|hits|documents|items)|results found|returned|` +
		`gefunden|insgesamt|anzahl(?: treffer)?|treffer(?:anzahl)?|ergebnisse|résultats?(?: trouvés)?|nombre de résultats|encontrad[oa]s|se encontraron|se han encontrado|resultados|foram encontrad[oa]s|total de (?:registros|resultados|documentos)|trovati|risultati|gevonden|resultaten|` +
		`найдено|всего|результатов|znaleziono|nalezeno|共|全|検索結果|검색결과|총|documents?|records?|matches|hits|results)`
	foundVerb = `(?:found|match|matched|matching|gefunden|trouvée?s?|encontrad[oa]s?|trovat[ie]|gevonden|hittades|funnet|fundet|найден\p{L}*|znalezion\p{L}*)`
)

var (
	// "1-10 of about 1,234"; "Results 1 to 10 of 1,234".
	rangeOf = regexp.MustCompile(`` + num + `\s*` + to + `\s*` + num + `\s*(?:` + thing + `\s*)?,?\s*\(?` + of + `\s*(?:a\s+)?(?:total\s+(?:of\s+)?)?(?:the\s+)?` + about + `\s*(?:total\s+)?` + num + `(\+)?`)
	// "about 1 230 Treffer"; "1000+ results".
	CountThing = wording.Compile(`(?:^|[^\p{L}\p{Nd}.,#/-]|[约約全共])` + about + `\s*` + num + `(\+)?\s*(?:(?:total|matching|search|relevant|unique|different|hit|job|web|site|product|related|web site|found)\s+)?(?:` + thing + `(?:[^\p{L}\p{Nd}]|$)|` + counters + `)`)
	// "Found 12"; "Total: 1,234"; "Treffer: 12"; "Ergebnisse (12)".
	FoundCount = wording.Compile(foundWord + `\s*(?:is|are|was|were|:|：|=|\()?\s*` + about + `\s*` + num + `(\+)?`)
	// "78 Orte gefunden"; "44 patents found"; "12 lights match".
	FoundThings = wording.Compile(`(?:^|[^\p{L}\p{Nd}.,#/-])` + num + `(\+)?\s+\p{L}+\s+(?:\p{L}+\s+)?(?:were\s+|was\s+)?` + foundVerb + `(?:[^\p{L}]|$)`)
	// "25 books of 69 total books found": the first are those shown.
	ShownOf = wording.Compile(num + `\s+\p{L}+\s+(?:out\s+)?of\s+(?:a\s+total\s+of\s+)?` + about + `\s*` + num + `(\+)?\s+(?:total\s+)?\p{L}+`)
	// "84 cars", as a heading.
	headCount = regexp.MustCompile(`^` + num + `(\+)?\s+([\p{L}\p{M}]+)\.?$`)
	// "matched 19 of 501 documents": the second is the size of the collection.
	OfAll = wording.Compile(matchedVerb + `\s+` + num + `\s+(?:of|out of|from|in)\s+(?:the\s+)?` + num + `\s+(?:\p{L}+\s+)?` + thing)
	// "20 pages", "全20ページ": pages of the answer, not matches.
	CountsPages = wording.Compile(`^\+?\s*(?:(?:result|search)\s+)?(?:pages?(?:$|[^\p{L}])|页|頁|ページ|페이지|쪽|seiten?(?:$|[^\p{L}])|p[áaà]gin|страниц|сторін|stron|strán|stran|oldal|sid[oae]r?(?:$|[^\p{L}])|sivua?(?:$|[^\p{L}])|lehekülg|lap[ua](?:$|[^\p{L}])|puslapi|sayfa|səhifə|trang|halaman|หน้า|صفح|עמוד|דפים|σελίδ|pages)`)
	Whole       = wording.Compile(`\b(?:contains|containing|index of|indexed|indexes|indexing|database of|collection of|searching|search over|searches|archive of|catalogue of|choose from)\b`)
	moreThan    = regexp.MustCompile(`(?:over|more than|at least|mehr als|über|plus de|más de|mais de|oltre|meer dan|более|only the first|first|[>≥]|超过|超過|daha fazla)\s*$`)
)

// timeWords stand behind numbers that count no things: "3 April", "24 hours".
var timeWords = wording.Set(strings.Fields(`january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
	januar jänner februar märz mai juni juli oktober dezember januari februari maart mei augustus maj marts mars juin juillet août septembre octobre novembre décembre janvier février avril
	enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
	gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gener febrer març maig juny juliol agost setembre desembre ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie
	tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
	stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia ledna února března dubna května června července srpna září října listopadu prosince
	januára februára apríla mája júna júla augusta septembra októbra novembra decembra siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna prosinca január február március április május június július augusztus szeptember október
	января февраля марта апреля мая июня июля августа сентября октября ноября декабря січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
	януари февруари март април май юни юли август септември октомври ноември декември ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
	ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
	desember desembre maret agustus tháng
	seconds second secs minutes minute mins min hours hour hrs days day weeks week months month years year yrs ago sekunden minuten stunden stunde tage tagen tag wochen woche monate monat jahre jahr heures heure jours jour semaines mois ans
	horas hora días dias día semanas meses años anos minuti ore giorni settimane mesi anni uren dagen weken jaar timmar dagar veckor år timer dager dage часов часа дней дня недель лет года минут
	percent prozent stars star sterne étoiles estrellas stelle am pm uhr km miles meters kg mb gb kb`)...)

// rangeTos are what may stand between the two numbers of a range.
var rangeTos = wording.Set(strings.Split(strings.NewReplacer("(?:", "", ")", "", `|\.\.\.?`, "|..|...").Replace(to), "|")...)

// HasRange reports whether two numbers stand in text with what makes a range
// of them in between.
func HasRange(text string) bool { return rangeAt(text) >= 0 }

// rangeAt returns where the second number of the first range in text begins;
// -1 without a range.
func rangeAt(text string) int {
	end := -1 // of the number before
	in := false
	for i, r := range text {
		digit := wording.IsDigit(r)
		if digit && !in && end >= 0 && i-end < 16 && rangeTos[strings.TrimSpace(text[end:i])] {
			return i
		}
		if in && !digit {
			end = i
		}
		in = digit
	}
	return -1
}

// ofSign reports a character that each of the words before a total has one of.
func ofSign(r rune) bool { return r == '/' || r == '(' || unicode.IsLetter(r) }

// findRange returns where text says "1-10 of 1,234"; nil where it does not.
func findRange(text string) []int {
	if wording.NumbersIn(text, 3) < 3 {
		return nil
	}
	at := rangeAt(text)
	if at < 0 {
		return nil
	}
	// Dates ("2020-10-12") have nothing that could mean "of" before a third number.
	of := strings.IndexFunc(text[at:], ofSign)
	if of < 0 || !strings.ContainsFunc(text[at+of:], wording.IsDigit) {
		return nil
	}
	return rangeOf.FindStringSubmatchIndex(text)
}
