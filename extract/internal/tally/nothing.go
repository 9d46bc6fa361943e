package tally

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Nothing matches what pages say that found nothing.
var Nothing = wording.Compile(strings.Join([]string{
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

// Instead matches what pages say before they list something else than what
// was asked for.
var Instead = wording.Compile(`did you mean|(?:showing|displaying|here are|these are) (?:the )?(?:\p{L}+ ){0,3}(?:for .{1,60} instead|popular|similar|related|recommended|suggest)|you (?:may|might) (?:also )?(?:like|be interested)|(?:popular|recommended|trending|related|featured|similar|best[- ]selling|most (?:popular|viewed|read)) (?:\p{L}+ )?(?:items|products|articles|searches|books|posts|results|titles|pages|records)|instead of|meinten sie|(?:beliebte|ähnliche|empfohlene) (?:artikel|produkte|suchen|bücher|ergebnisse|titel)|das könnte (?:sie|ihnen|dich|dir)|vouliez-vous dire|essayez avec|(?:vous aimerez|pourraient vous)|quiz[aá]s quiso decir|quisiste decir|te puede interesar|(?:productos|artículos|búsquedas) (?:populares|recomendad|relacionad)|você quis dizer|(?:produtos|artigos|buscas) (?:populares|recomendad|relacionad)|forse cercavi|(?:prodotti|articoli) (?:popolari|consigliati|simili|correlati)|bedoelde u|menade du|mente du|czy chodziło|возможно,? вы имели|(?:популярные|рекомендуемые|похожие) (?:товары|запросы|статьи|материалы|книги)|bunu mu demek|もしかして|おすすめ|人気(?:の|商品)|您是不是要找|你是不是要找|猜你喜欢|热门|추천|인기 ?(?:상품|검색어)|ý bạn là|mungkin maksud`)

// Essay is how many letters outside its menus a page has that does not just say
// that nothing was found.
const Essay = 8000

// Failure returns the line that says that nothing was found; "" without one.
// It reads what stands before the node until, for below a list that may well be the
// answer such words are about something else, and so they are in the midst of an essay.
func Failure(v *view.Page, until int32) string {
	lines := LinesOf(v, func(l Line) bool {
		return l.Zone&(view.ZoneNav|view.ZoneCalendar) == 0 && l.At < until && !(v.Main > Essay && v.Sums[l.At].Chars > Essay/2)
	})
	for _, l := range lines {
		if t := l.Lower; Nothing.MatchString(t) && !Conditional.MatchString(t) {
			return l.Text
		}
	}
	return ""
}

// Conditional marks help texts: "if no results are found, try ...".
var Conditional = wording.Compile(`\b(?:if|when|whenever|should|wenn|falls|si|se|als|если)\b.{0,40}\b(?:no|not|nothing|did|didn|can|cannot|keine?|nichts|aucun|nenhum|não|não|не)\b`)
