package phrases

import "strings"

// pagerLanguage is what pagers say in one language, in lower case, phrases
// separated by "|". What a phrase means is decided by pagerwords.go.
type pagerLanguage struct {
	next, prev string
	ends       string // the first and the last page
	more       string // further results on the same page
	page       string // stands before a number
}

var pagerLanguages = []pagerLanguage{
	{ // English
		next: "next|next page|nextpage|next results|next set|next »|older|older posts|older entries|forward|go to next page|go to the next page",
		prev: "prev|previous|previous page|prev page|previouspage|previous results|newer|newer posts|newer entries|back|next newer",
		ends: "first|last|first page|last page|newest|oldest|start|end",
		more: "load more|show more|view more|see more|more results|load more results|show more results|see more results|view more results|more matches|more hits|load more items",
		page: "page|pg.|go to page",
	},
	{ // German
		next: "nächste|nächste seite|nächster|nächstes|naechste|naechste seite|weiter|vor|vorwärts|folgende|folgende seite|seite vor|zur nächsten seite|ältere|ältere beiträge|ältere einträge",
		prev: "zurück|zurueck|vorherige|vorherige seite|vorheriger|vorige|vorige seite|seite zurück|neuere|neuere beiträge|neuere einträge",
		ends: "erste|letzte|erste seite|letzte seite|zum anfang|anfang|ende|zum ende",
		more: "mehr treffer|weitere treffer|mehr ergebnisse|weitere ergebnisse|mehr laden|mehr anzeigen|weitere laden|weitere anzeigen|weitere ergebnisse laden",
		page: "seite",
	},
	{ // French
		next: "suivant|suivante|suivants|suivantes|page suivante|page suiv|page suiv.|résultats suivants|articles plus anciens|plus anciens|messages plus anciens",
		prev: "précédent|précédente|precedent|precedente|précédents|précédentes|page précédente|page préc|articles plus récents|plus récents|messages plus récents",
		ends: "première|premiere|dernière|derniere|premier|dernier|première page|dernière page|début|debut|fin",
		more: "plus de résultats|voir plus|charger plus|afficher plus|afficher plus de résultats|voir plus de résultats",
	},
	{ // Spanish, Catalan, Galician, Basque
		next: "siguiente|siguientes|página siguiente|pagina siguiente|sig.|adelante|següent|següents|pàgina següent|endavant|seguinte|seguintes|hurrengoa|hurrengo|hurrengo orria|entradas antiguas|entradas más antiguas|entradas anteriores|más antiguas|entrades més antigues",
		prev: "anterior|anteriores|página anterior|anteriors|pàgina anterior|atrás|enrere|aurrekoa|aurreko|previo|entradas recientes|entradas más recientes|entradas siguientes|entradas nuevas|más recientes|entrades més noves",
		ends: "primera|última|ultima|primero|último|ultimo|primera página|última página|inicio|darrera|lehena|azkena",
		more: "más resultados|ver más|cargar más|mostrar más|més resultats|mostra'n més|ver más resultados",
		page: "página|pàgina",
	},
	{ // Portuguese
		next: "próximo|próxima|próximos|próximas|proximo|proxima|próxima página|avançar|página seguinte|próx.|posts antigos|posts mais antigos|postagens mais antigas|publicações mais antigas|mais antigas|mais antigos",
		prev: "anterior|anteriores|página anterior|voltar|prévia|posts recentes|posts mais recentes|postagens mais recentes|publicações mais recentes|mais recentes",
		ends: "primeira|primeiro|última|último|primeira página|última página|início",
		more: "mais resultados|ver mais|carregar mais|mostrar mais|exibir mais",
	},
	{ // Italian
		next: "successivo|successiva|successivi|avanti|prossima|prossimo|pagina successiva|prossima pagina|seguente|articoli meno recenti|articoli più vecchi|post più vecchi|meno recenti|più vecchi",
		prev: "precedente|precedenti|indietro|pagina precedente|articoli più recenti|post più recenti|più recenti",
		ends: "prima|ultima|prima pagina|ultima pagina|inizio|fine",
		more: "altri risultati|carica altri|mostra altri|mostra di più|vedi altri",
		page: "pagina",
	},
	{ // Romanian
		next: "următoarea|următorul|următor|urmatoarea|urmatorul|urmator|înainte|pagina următoare|pagina urmatoare|articole mai vechi|mai vechi|postări mai vechi",
		prev: "anterioara|anterioară|anteriorul|precedenta|precedentă|înapoi|inapoi|pagina anterioară|articole mai noi|mai noi|postări mai noi",
		ends: "ultima pagină",
		more: "mai multe rezultate|încarcă mai multe|vezi mai multe",
	},
	{ // Dutch
		next: "volgende|volgende pagina|verder|volgende resultaten|oudere|oudere berichten",
		prev: "vorige|vorige pagina|terug|nieuwere|nieuwere berichten",
		ends: "eerste|laatste|eerste pagina|laatste pagina",
		more: "meer resultaten|meer laden|toon meer|meer tonen|laad meer",
	},
	{ // Swedish, Norwegian, Danish, Icelandic
		next: "nästa|nästa sida|framåt|neste|neste side|fremover|næste|næste side|frem|næsta|næsta síða|áfram|äldre|äldre inlägg|eldre|eldre innlegg|ældre|ældre indlæg|eldri færslur",
		prev: "föregående|föregående sida|tillbaka|forrige|forrige side|tilbake|tilbage|fyrri|fyrri síða|til baka|nyare|nyare inlägg|nyere|nyere innlegg|nyere indlæg|nýrri færslur",
		ends: "första|sista|første|siste|sidste|första sidan|sista sidan|første side|siste side|sidste side|fyrsta|síðasta",
		more: "visa fler|ladda fler|fler träffar|visa fler träffar|vis flere|last flere|hent flere|flere treff|flere resultater|sýna meira",
		page: "sida|side|síða",
	},
	{ // Finnish, Estonian
		next: "seuraava|seuraava sivu|seuraavat|eteenpäin|järgmine|järgmine leht|edasi|vanhemmat|vanhempia artikkeleita|vanemad postitused",
		prev: "edellinen|edellinen sivu|edelliset|takaisin|eelmine|eelmine leht|tagasi|uudemmat|uudempia artikkeleita|uuemad postitused",
		ends: "ensimmäinen|viimeinen|esimene|viimane",
		more: "näytä lisää|lataa lisää|lisää tuloksia|näita rohkem|lae rohkem",
		page: "sivu|lehekülg",
	},
	{ // Latvian, Lithuanian
		next: "nākamā|nākamais|nākamā lapa|tālāk|kitas|kitas puslapis|toliau|sekantis|vecāki ieraksti|senesni įrašai",
		prev: "iepriekšējā|iepriekšējais|atpakaļ|ankstesnis|atgal|buvęs|jaunāki ieraksti|naujesni įrašai",
		ends: "pirmā|pēdējā|pirmas|paskutinis",
		more: "rādīt vairāk|rodyti daugiau",
		page: "lapa|puslapis",
	},
	{ // Polish
		next: "następna|następny|następne|następna strona|dalej|nast.|starsze|starsze wpisy|starsze posty",
		prev: "poprzednia|poprzedni|poprzednie|poprzednia strona|wstecz|nowsze|nowsze wpisy|nowsze posty",
		ends: "pierwsza|ostatnia|pierwsza strona|ostatnia strona",
		more: "więcej wyników|pokaż więcej|załaduj więcej|wczytaj więcej",
		page: "strona",
	},
	{ // Czech, Slovak
		next: "další|další strana|další stránka|následující|dále|vpřed|ďalej|ďalšia|ďalšie|ďalšia strana|ďalší|nasledujúca|nasledujúce|starší|starší příspěvky|staršie|staršie články|starší články",
		prev: "předchozí|předchozí strana|předchozí stránka|zpět|predchádzajúca|predchádzajúce|späť|predošlá|předešlá|předešlé|predošlé|novější|novější příspěvky|novšie|novšie články|novější články",
		ends: "první|poslední|prvá|posledná|na začátek|na konec",
		more: "načíst další|zobrazit další|další výsledky|zobraziť viac|načítať ďalšie",
		page: "strana|stránka",
	},
	{ // Hungarian
		next: "következő|következő oldal|tovább|előre|régebbi|régebbi bejegyzések|korábbi bejegyzések",
		prev: "előző|előző oldal|vissza|újabb|újabb bejegyzések",
		ends: "első|utolsó|első oldal|utolsó oldal",
		more: "több találat|további találatok|mutass többet|továbbiak betöltése",
		page: "oldal",
	},
	{ // Slovenian, Croatian, Bosnian, Serbian
		next: "naslednja|naslednja stran|naprej|sljedeća|sljedeće|sljedeći|sljedeća stranica|iduća|dalje|sledeća|sledeće|sledeći|sledeća strana|следећа|следеће|следећи|даље|starejši|starejši prispevki|stariji|starije objave|stariji članci|старији",
		prev: "prejšnja|prejšnja stran|nazaj|prethodna|prethodno|prethodni|natrag|претходна|претходно|претходни|novejši|novejši prispevki|noviji|novije objave|noviji članci|новији",
		ends: "prva|zadnja|posljednja|poslednja|прва|последња",
		more: "prikaži več|prikaži više|učitaj više|прикажи још",
		page: "stran|stranica",
	},
	{ // Russian, Ukrainian, Belarusian
		next: "следующая|следующая страница|следующие|следующий|след|след.|вперед|вперёд|далее|дальше|на следующую страницу|наступна|наступна сторінка|наступні|далі|уперед|наступная|старые записи|более старые записи|более ранние записи|ранее|старіші записи|старіші",
		prev: "предыдущая|предыдущая страница|предыдущие|предыдущий|назад|пред|пред.|попередня|попередня сторінка|попередні|папярэдняя|новые записи|более новые записи|более поздние записи|новіші записи|новіші",
		ends: "первая|последняя|первая страница|последняя страница|в начало|в конец|начало|конец|перша|остання|на початок|у кінець",
		more: "больше результатов|показать ещё|показать еще|загрузить ещё|загрузить еще|ещё результаты|показати ще|завантажити ще|більше результатів",
		page: "страница|стр.|сторінка",
	},
	{ // Bulgarian, Macedonian
		next: "напред|следваща|следваща страница|следващата|следна|следно|следна страница|по-стари|по-стари публикации|постари",
		prev: "предишна|предишна страница|предходна|претходна|претходно|по-нови|по-нови публикации|понови",
		ends: "първа|последна|прва",
		more: "още резултати|покажи още|зареди още|прикажи повеќе",
	},
	{ // Greek
		next: "επόμενη|επόμενο|επόμενα|επόμενη σελίδα|επομενη|επομενο|επόμενες|παλαιότερα|παλαιότερα άρθρα|παλαιότερες αναρτήσεις|παλιότερα",
		prev: "προηγούμενη|προηγούμενο|προηγούμενα|προηγούμενη σελίδα|προηγουμενη|πίσω|νεότερα|νεότερα άρθρα|νεότερες αναρτήσεις",
		ends: "πρώτη|τελευταία|πρώτη σελίδα|τελευταία σελίδα|αρχή|τέλος",
		more: "περισσότερα|περισσότερα αποτελέσματα|φόρτωση περισσότερων",
		page: "σελίδα",
	},
	{ // Turkish, Azerbaijani
		next: "sonraki|sonraki sayfa|ileri|sıradaki|sonrakı|növbəti|növbəti səhifə|irəli|eski yazılar|daha eski|daha eski yazılar|önceki yazılar",
		prev: "önceki|önceki sayfa|geri|əvvəlki|yeni yazılar|daha yeni|daha yeni yazılar",
		ends: "ilk|son|ilk sayfa|son sayfa|en son|birinci|sonuncu",
		more: "daha fazla|daha fazla göster|daha fazla sonuç|daha fazla yükle|daha çox",
		page: "sayfa|səhifə",
	},
	{ // Arabic
		next: "التالي|التالى|التالية|الصفحة التالية|تالي|لاحق|اللاحق|مقالات أقدم|الأقدم|مشاركات أقدم",
		prev: "السابق|السابقة|الصفحة السابقة|سابق|مقالات أحدث|الأحدث|مشاركات أحدث",
		ends: "الأولى|الأول|الاولى|الأخيرة|الأخير|الاخيرة|البداية|النهاية",
		more: "المزيد|عرض المزيد|تحميل المزيد|مزيد من النتائج",
		page: "صفحة|الصفحة",
	},
	{ // Persian, Urdu
		next: "بعدی|صفحه بعد|صفحه بعدی|صفحهٔ بعد|بعد|اگلا|اگلے|اگلا صفحہ|نوشته\u200cهای قدیمی\u200cتر|قدیمی\u200cتر",
		prev: "قبلی|صفحه قبل|صفحه قبلی|قبل|پچھلا|پچھلا صفحہ|نوشته\u200cهای تازه\u200cتر|جدیدتر",
		ends: "اولین|آخرین|ابتدا|انتها|پہلا|آخری",
		more: "بیشتر|نمایش بیشتر|موارد بیشتر",
		page: "صفحه|صفحہ",
	},
	{ // Hebrew
		next: "הבא|הבאה|הבאים|לעמוד הבא|העמוד הבא|עמוד הבא|לדף הבא|דף הבא|קדימה|פוסטים ישנים יותר|רשומות ישנות|ישנות יותר",
		prev: "הקודם|הקודמת|לעמוד הקודם|העמוד הקודם|עמוד קודם|לדף הקודם|דף קודם|קודם|אחורה|פוסטים חדשים יותר|רשומות חדשות|חדשות יותר",
		ends: "ראשון|אחרון|ראשונה|אחרונה|לעמוד הראשון|לעמוד האחרון",
		more: "תוצאות נוספות|טען עוד|הצג עוד|עוד תוצאות",
		page: "עמוד|דף",
	},
	{ // Hindi, Bengali, Tamil
		next: "अगला|अगले|आगे|अगला पृष्ठ|পরবর্তী|পরের|পরবর্তী পাতা|அடுத்த|அடுத்து|அடுத்த பக்கம்",
		prev: "पिछला|पिछले|पीछे|पिछला पृष्ठ|পূর্ববর্তী|আগের|முந்தைய|முந்தைய பக்கம்",
		ends: "पहला|अंतिम|प्रथम|প্রথম|শেষ|முதல்|கடைசி",
		more: "और देखें|और परिणाम|আরও দেখুন|மேலும்",
		page: "पृष्ठ|পাতা|பக்கம்",
	},
	{ // Georgian, Armenian
		next: "შემდეგი|შემდეგი გვერდი|հաջորդ|հաջորդը|հաջորդ էջ",
		prev: "წინა|წინა გვერდი|նախորդ|նախորդը",
		ends: "პირველი|ბოლო|առաջին|վերջին",
		page: "გვერდი|էջ",
	},
	{ // Japanese
		next: "次へ|次|次のページ|次ページ|次頁|次の|つぎへ|次のページへ|次ページへ|過去の記事|過去の投稿|古い投稿|古い記事|以前の投稿|以前の記事",
		prev: "前へ|前|前のページ|前ページ|前頁|前のページへ|前の|戻る|新しい投稿|新しい記事",
		ends: "最初|最後|先頭|末尾|最初へ|最後へ|最初のページ|最後のページ",
		more: "もっと見る|さらに表示|もっと表示|もっと読み込む|続きを見る|さらに読み込む",
		page: "ページ",
	},
	{ // Chinese
		next: "下一页|下一頁|下页|下頁|后页|後頁|后一页|後一頁|下一页>|下一個|翻到下一页|较旧的文章|较早的文章|早期文章|旧文章|較舊的文章|較早的文章|舊文章",
		prev: "上一页|上一頁|上页|上頁|前页|前頁|前一页|前一頁|较新的文章|新文章|較新的文章",
		ends: "首页|首頁|尾页|末页|尾頁|末頁|第一页|第一頁|最后一页|最後一頁|最后页|最末页",
		more: "加载更多|查看更多|更多结果|載入更多|顯示更多|显示更多|更多結果|點擊載入更多|点击加载更多",
		page: "第",
	},
	{ // Korean
		next: "다음|다음 페이지|다음페이지|다음으로|다음 목록|다음쪽|오래된 글",
		prev: "이전|이전 페이지|이전페이지|이전으로|이전 목록|이전쪽|최신 글|최근 글",
		ends: "처음|마지막|맨끝|맨처음|처음으로|끝|첫 페이지|마지막 페이지|맨 처음|맨 끝",
		more: "더보기|더 보기|결과 더보기|더 불러오기",
		page: "페이지",
	},
	{ // Thai
		next: "ถัดไป|หน้าถัดไป|หน้าต่อไป|ต่อไป",
		prev: "ก่อนหน้า|หน้าก่อนหน้า|ย้อนกลับ|หน้าที่แล้ว",
		ends: "หน้าแรก|หน้าสุดท้าย|แรก|สุดท้าย|แรกสุด|ท้ายสุด",
		more: "ดูเพิ่มเติม|โหลดเพิ่มเติม|แสดงเพิ่มเติม",
		page: "หน้า|หน้าที่",
	},
	{ // Vietnamese
		next: "tiếp|tiếp theo|trang sau|trang tiếp|trang tiếp theo|trang kế|kế tiếp|sau|trang kế tiếp|bài cũ hơn|cũ hơn",
		prev: "trước|trang trước|quay lại|về trước|bài mới hơn|mới hơn",
		ends: "đầu|cuối|trang đầu|trang cuối|đầu tiên|cuối cùng",
		more: "xem thêm|tải thêm|hiển thị thêm",
		page: "trang",
	},
	{ // Indonesian, Malay, Tagalog
		next: "selanjutnya|berikutnya|lanjut|halaman berikutnya|halaman selanjutnya|laman seterusnya|seterusnya|susunod|pos lama|pos-pos lama|postingan lama|lebih lama",
		prev: "sebelumnya|halaman sebelumnya|sebelum|nakaraan|pos baru|pos-pos baru|postingan lebih baru|lebih baru",
		ends: "pertama|terakhir|awal|akhir",
		more: "muat lebih banyak|tampilkan lebih banyak|lihat lebih banyak|selengkapnya",
		page: "halaman",
	},
}

// phrases returns what the languages say of one kind.
func phrases(of func(pagerLanguage) string) []string {
	var out []string
	for _, l := range pagerLanguages {
		if s := of(l); s != "" {
			out = append(out, strings.Split(s, "|")...)
		}
	}
	return out
}
