package formfirst

import "github.com/hadal-crawler/hadal/page/lexicon"

// advancedWords name a search with more than one box.
var advancedWords = lexicon.New(`
	advanced, advanced search, adv search, advsearch*, advancedsearch*, expert search, power search, detailed search, refined search, complex search, search form, searchform, search mask, query form
	erweiterte suche, detailsuche, expertensuche, profisuche, erweitert, detaillierte suche, suchmaske, suchformular
	recherche avancee, recherche detaillee, recherche experte, formulaire de recherche, avancee
	busqueda avanzada, formulario de busqueda, busqueda detallada, avanzada, pesquisa avancada, busca avancada, avancada, cerca avancada
	ricerca avanzata, avanzata, uitgebreid zoeken, geavanceerd zoeken, avancerad sokning, avanceret sogning, avansert sok, tarkennettu haku, laajennettu haku
	zaawansowane, wyszukiwanie zaawansowane, pokrocile hledani, rozsirene vyhledavani, podrobne vyhledavani, pokrocile vyhladavanie, reszletes kereses, osszetett kereses, cautare avansata
	gelismis arama, detayli arama, tim kiem nang cao, pencarian lanjutan, carian lanjutan, napredna pretraga, napredno iskanje, napredno pretrazivanje
	расширенный поиск, подробный поиск, розширений пошук, разширено търсене, напредна претрага, προχωρημενη αναζητηση, συνθετη αναζητηση, חיפוש מתקדם, بحث متقدم, البحث المتقدم, جستجوی پیشرفته
	詳細検索, 高度な検索, 高级搜索, 高级检索, 高級搜尋, 高級檢索, 進階搜尋, 進階檢索, 高级查询, 고급 검색, 고급검색, 상세 검색, 상세검색, ค้นหาขั้นสูง, ค้นหาแบบละเอียด
`)

// catalogueWords name what libraries, archives, museums and shops ask visitors to look into.
var catalogueWords = lexicon.New(`
	catalog*, *catalog, *catalogue, catalogs, opac, webopac, webpac, finding aid*, holdings, collection, collections, repository, repositories, digital library, digital collections, digital archive, inventory
	*katalog*, bestand, bestande, *sammlung, *sammlungen, digitale bibliothek, findmittel, findbuch*, archivbestande
	catalogue*, collections, fonds, bibliotheque numerique, inventaires, catalogo*, coleccion*, fondos, biblioteca digital, colecao, colecoes, acervo*, collezion*, fondi, biblioteca digitale
	catalogus*, collectie*, inventaris, samling*, samlingar, bestandet, kokoelma*, luettelo, zbior*, zbiory, sbirk*, zbierk*, fondy, gyujtemeny*, katalogus*, colecti*, fonduri
	koleksiyon*, bo suu tap, danh muc, koleksi, каталог*, коллекц*, фонды, фонд, колекц*, каталоз*, збирк*, καταλογ*, συλλογ*, קטלוג, אוסף, אוספים, فهرس*, الفهرس, الفهارس, الكتالوج, المجموعات, مقتنيات, المقتنيات, مجموعات, کاتالوگ, مجموعه*
	目録, カタログ, 蔵書*, 所蔵, コレクション, 目录, 馆藏, 館藏, 特藏, 目錄, 카탈로그, 소장, 컬렉션, รายการสินค้า, แคตตาล็อก, คอลเลกชัน
`)

// databaseWords name sources of records.
var databaseWords = lexicon.New(`
	database*, *database, databases, data base, datasets, data set, dataset, data portal, open data, registry, registries, registers, public register, records, directory, directories, index of, lookup, look up, bibliograph*, gazetteer, finder, locator
	*datenbank*, *register, verzeichnis*, *verzeichnis, *verzeichnisse, datenportal, recherche, bibliografie*, bibliographie*
	base de donnees, bases de donnees, annuaire*, repertoire*, registre*, donnees ouvertes, base de datos, bases de datos, directorio*, registro publico, datos abiertos, banco de dados, bases de dados, base de dados, diretorio*, cadastro nacional
	banca dati, banche dati, basi di dati, elenco, elenchi, registri, databank*, gegevensbank, register*, databas*, tietokan*, rekisteri*
	baza danych, bazy danych, baza*, rejestr*, spis, databaze*, rejstrik*, databaza, adatbazis*, nyilvantartas*, nevjegyzek*, baza de date, registru*
	veritabani, veri tabani, rehber*, kutuk, co so du lieu, basis data, pangkalan data, direktori, баз* данных, база данных, базы данных, реестр*, справочник*, бази даних, реєстр*, довідник*, база данни, регистър*, база података, регистар*
	βαση δεδομενων, βασεις δεδομενων, μητρωο*, ευρετηρι*, מאגר*, מאגרי, רישום, قاعدة بيانات, قاعدة البيانات, قواعد بيانات, قواعد البيانات, الدليل, السجل*, دليل, سجل*, پایگاه داده*
	データベース, 名簿, 台帳, 数据库, 資料庫, 数据, 名录, 登记, 데이터베이스, 자료실, 명부, ฐานข้อมูล, ทะเบียน
`)

// browseWords lead to lists of everything.
var browseWords = lexicon.New(`
	browse*, explore*, all items, all records, all titles, view all, see all, full list, complete list, listing*, listings, list of, archive*, archives, a z, az, a to z, alphabetical*, by subject, by author, by title, by year, by topic, categor*, all categories, index
	stobern, durchblattern, blattern, ubersicht, alle anzeigen, gesamtliste, archiv, *archiv, kategorie*, parcourir, feuilleter, liste complete, tous les, explorer, archives, explorar, navegar, hojear, lista completa, archivo, ver todos, ver todo, arquivo, percorrer
	sfoglia*, esplora, elenco completo, archivio, vedi tutti, bladeren, overzicht, archief, bladdra, oversikt*, arkiv, gennemse, selaa, arkisto, przegladaj, archiwum, prochaz*, prehled*, bongesz*, rasfoi*, arhiv*, pregled*
	goz at, gozat, arsiv, duyet, luu tru, telusuri, jelajah*, arsip, обзор, просмотр, архив*, весь список, перегляд, архів*, περιηγηση, αρχειο*, עיון, ארכיון, تصفح, أرشيف, ارشيف, الأرشيف, الارشيف, استعرض, مرور, آرشیو
	一覧, アーカイブ, 浏览, 瀏覽, 归档, 列表, 檔案, 찾아보기, 둘러보기, 목록, 아카이브, 기록, เรียกดู, ดูทั้งหมด
`)

// holdingsWords name things that sites keep many of.
var holdingsWords = lexicon.New(`
	publication*, article*, journal*, paper*, document*, book*, title*, author*, library, libraries, museum*, thesis, theses, dissertation*, report*, patent*, trademark*, law*, legislation, statute*, case*, decision*, judgment*, tender*, job*, vacanc*, career*, course*, program*, product*, shop, store, item*, part*, car, cars, vehicle*, propert*, real estate, rentals, homes, listing*, hotel*, restaurant*, event*, recipe*, film*, movie*, music, song*, artist*, photo*, image*, picture*, map*, place*, species, plant*, people, person*, staff, member*, compan*, business*, supplier*, software, package*, download*, question*, forum*, wiki, encyclop*, dictionar*, glossar*, standard*, statistic*, data, genealog*, obituar*, newspaper*, letter*, manuscript*
	publikation*, artikel, zeitschrift*, bucher, dokument*, *bibliothek, stellen*, jobs, produkt*, immobilien, fahrzeug*, veranstaltungen, rezept*, personen, firmen, gesetz*, urteil*, patente, statistik*, bilder, karten, worterbuch, lexikon
	livre*, ouvrage*, revue*, these*, emploi*, offre*, produit*, annonce*, immobilier, evenement*, recette*, entreprise*, loi*, jurisprudence, brevet*, statistiques, bibliotheque*, mediatheque*, dictionnaire
	libro*, revista*, tesis, empleo*, producto*, anuncio*, inmueble*, eventos, receta*, empresa*, ley, leyes, sentencia*, patente*, estadistica*, biblioteca*, diccionario, livro*, emprego*, vaga*, produto*, imove*, receita*, leis, jurisprudencia, libri, rivista, riviste, tesi, lavoro, offerte, prodotti, immobili, eventi, ricette, aziende, leggi, sentenze, brevetti, statistiche
	boek*, boeken, tijdschrift*, vacature*, product*, woning*, recepten, bedrijven, wetten, bocker, lediga jobb, recept, foretag, lagar, boger, bog, kirja*, kirjasto*, tyopaika*, ksiaz*, czasopism*, praca, oferty, produkty, ogloszenia, przepisy, firmy, ustawy, knihy, knihovna, casopis*, prace, nabidk*, recepty, zakony, konyv*, allas*, termek*, recept*, torveny*, carti, produse, anunturi, legi
	kitap*, dergi*, makale*, is ilan*, urun*, ilan*, tarif*, kanun*, sach, viec lam, san pham, buku, lowongan, produk, книг*, журнал*, стать*, документ*, ваканси*, товар*, объявлени*, рецепт*, закон*, библиотек*, словар*, публикац*, книги, статті, вакансії, товари, βιβλι*, αρθρ*, προιοντα, ספרים, ספרי*, מאמרים, משרות, מוצרים, כתבים, كتب, الكتب, مقالات, المقالات, وظائف, الوظائف, منتجات, المنتجات, مكتبة, المكتبة, وثائق, الوثائق, منشورات, المنشورات, کتاب*
	図書, 本, 雑誌, 論文, 資料, 求人, 商品, 物件, レシピ, 図書館, 文献, 图书, 圖書, 期刊, 论文, 論文, 职位, 产品, 產品, 法律, 法规, 文獻, 图书馆, 도서, 논문, 채용, 상품, 법령, 자료, 도서관, หนังสือ, บทความ, สินค้า, งาน, เอกสาร, กฎหมาย
`)

// serviceWords name menus behind which interfaces hide.
var serviceWords = lexicon.New(`
	service, services, eservice*, e service*, online service*, online, resources, resource, tools, research, researchers, for researchers, portal*, gateway, digital, information, info, knowledge, archives and library, open access, public access, access, start here, enter, entrance, home, main page
	dienste, dienstleistung*, angebote, angebot, *angebote, forschung, onlinedienste, eingang, weiter zur, services en ligne, ressources, outils, recherche scientifique, entrer, accueil, numerique, servicios*, recursos, herramientas, investigacion, tramites, portada, inicio, servicos*, ferramentas, pesquisadores, inicial
	servizi*, risorse, strumenti, entra nel, diensten, onderzoek, hulpmiddelen, tjanster*, forskning, resurser, verktyg, tjenester*, palvelut, verkkopalvelu*, uslugi*, zasoby, badania, sluzby, zdroje, szolgaltatas*, forrasok, servicii*, resurse
	hizmet*, kaynaklar, arastirma, dich vu, tai nguyen, layanan, sumber daya, услуг*, сервис*, ресурс*, исследован*, послуги, ресурси, υπηρεσι*, πορο*, ερευνα, שירות*, משאבים, خدمات, موارد, الخدمات, منابع
	サービス, 調査, 研究, 利用案内, 服务, 服務, 资源, 資源, 在线, 線上, 서비스, 연구, บริการ, ทรัพยากร
`)

// siteMapWords name pages that list a site's pages.
var siteMapWords = lexicon.New(`
	site map, sitemap*, site index, table of contents, contents, all pages, seitenubersicht, inhaltsverzeichnis, inhaltsubersicht, plan du site, sommaire, mapa del sitio, mapa web, indice, mapa do site, mapa do sitio, mappa del sito, mappa, sitekaart, webbplatskarta, webbkarta, sivukartta, mapa strony, mapa stranek, mapa stranok, oldalterkep, harta site, harta sitului, site haritasi, so do trang, peta situs
	карта сайта, карта сайту, карта на сайта, χαρτης ιστοτοπου, χαρτης ιστοσελιδας, מפת אתר, מפת האתר, خريطة الموقع, نقشه سایت, サイトマップ, 网站地图, 網站地圖, 網站導覽, 사이트맵, แผนผังเว็บไซต์
`)

// helpWords name pages that explain.
var helpWords = lexicon.New(`
	help, faq, faqs, how to, tips, tutorial*, guide*, instruction*, user manual, support, hilfe, anleitung*, tipps, aide, mode d emploi, ayuda, consejos, guia*, ajuda, aiuto, guida, istruzioni, hulp, hjalp, hjelp, apua, ohje*, pomoc, napoveda, napoved*, segitseg, sugo, ajutor, yardim, tro giup, bantuan, помощь, справка, допомога, довідка, помощ, помоћ, βοηθεια, עזרה, مساعدة, راهنما, ヘルプ, 使い方, 帮助, 幫助, 說明, 도움말, ช่วยเหลือ
`)

// aboutWords name pages about the site itself and its rules.
var aboutWords = lexicon.New(`
	about*, about us, who we are, history, mission, team, press, legal*, privacy*, terms*, imprint, copyright, disclaimer, cookies, cookie*, accessibility, sponsors, partners, jobs at, opening hours, directions, visit us, license
	uber uns, presse, prensa, impressum, datenschutz*, rechtliches, agb, nutzungsbedingungen, offnungszeiten, anfahrt, barrierefreiheit, wir uber uns, a propos, qui sommes nous, mentions legales, confidentialite, horaires, quienes somos, acerca de, aviso legal, privacidad, horario*, quem somos, sobre, sobre nos, politica de privacidade, chi siamo, note legali, informativa, orari
	over ons, colofon, openingstijden, om oss, om os, integritet*, personvern, tietoa meista, tietosuoja*, o nas, polityka prywatnosci, kontakt i dojazd, o nas, ochrana osobnich*, rolunk, impresszum, adatvedelm*, despre noi, despre, confidentialitate, hakkimizda, gizlilik*, gioi thieu, tentang kami, о нас, о компании, о проекте, конфиденциальност*, правила, про нас, за нас, о нама, σχετικα, ποιοι ειμαστε, אודות, תנאי שימוש, من نحن, حول, الخصوصية, درباره ما
	会社概要, 概要, 個人情報, プライバシー, 利用規約, 关于, 關於, 隐私, 隱私, 版权, 소개, 개인정보*, 이용약관, เกี่ยวกับ
`)

// newsWords name what is read once.
var newsWords = lexicon.New(`
	news, blog*, press release*, announcement*, latest, archive news, weblog, stories, story, aktuelles, nachrichten, neuigkeiten, pressemitteilung*, actualite*, actus, noticias, novedades, novidades, notizie, novita, comunicati, nieuws, nyheter, nyheder, uutiset, ajankohtaista, aktualnosci, novinky, aktuality, hirek, noutati, stiri, haberler, duyurular, tin tuc, berita, новости, новини, вести, νεα, חדשות, أخبار, اخبار, ニュース, お知らせ, 新着, 新闻, 新聞, 公告, 뉴스, 공지*, ข่าว
`)

// calendarWords name pages without end that hold little.
var calendarWords = lexicon.New(`
	calendar*, *calendar, next month, previous month, month view, week view, day view, ical, kalender, *kalender, monatsansicht, nachster monat, calendrier, mois suivant, calendario, calendari, mes siguiente, agenda, mese successivo, kalenteri, kalendarz, kalendar*, naptar, takvim, lich, kalender, календар*, ημερολογιο, לוח שנה, تقويم, تقویم, カレンダー, 日历, 行事曆, 캘린더, 달력, ปฏิทิน
`)

// toolWords name what is done with a page, or leads away from the site.
var toolWords = lexicon.New(`
	print, printable, print version, share, tweet, facebook, twitter, instagram, youtube, linkedin, pinterest, whatsapp, rss, feed, feeds, atom, download pdf, pdf, bookmark, permalink, trackback, edit, edit page, history of page, diff, revision*, undo, delete, logout, log out, sign out, back to top, top of page, skip to content, skip to main content, comments feed, back, previous, xml, json, wp json, xmlrpc
	drucken, druckversion, teilen, bearbeiten, loschen, abmelden, seitenanfang, zuruck, zum inhalt, imprimer, partager, modifier, deconnexion, retour, haut de page, imprimir, compartir, editar, volver, salir, saltar al contenido, partilhar, compartilhar, voltar, stampa, condividi, modifica, torna su, afdrukken, delen, bewerk*, terug, skriv ut, dela, redigera, tillbaka, muokkaa, tulosta, drukuj, udostepnij, edytuj, wyloguj, tisk, upravit, nyomtat*, szerkeszt*, tipareste, yazdir, duzenle, печать, распечатать, поделиться, править, редактировать, выйти, друк, редагувати, εκτυπωση, הדפסה, שיתוף, طباعة, مشاركة, تعديل
	印刷, 共有, 編集, 打印, 列印, 分享, 编辑, 編輯, 인쇄, 공유, 편집, พิมพ์, แชร์, แก้ไข
`)

// emptyWords are anchors that say nothing: what stands around them does.
var emptyWords = lexicon.New(`
	here, click here, click, this, this page, this link, link, more, read more, learn more, details, go, go to, continue, enter, next, open, start, info, website, page
	hier, hier klicken, mehr, weiter, weiterlesen, ici, cliquez ici, plus, en savoir plus, suite, lire la suite, aqui, haga clic aqui, mas, leer mas, ver mas, mais, leia mais, clique aqui, saiba mais, qui, clicca qui, continua, leggi tutto, klik hier, lees meer, meer, har, las mer, her, las mere, laes mere, les mer, lue lisaa, tasta, tutaj, kliknij tutaj, wiecej, zde, vice, tu, viac, itt, tovabb, aici, mai mult, burada, devami, tiklayin, tai day, xem them, di sini, selengkapnya
	здесь, тут, подробнее, далее, дальше, ещё, детальніше, тук, овде, εδω, περισσοτερα, כאן, עוד, هنا, المزيد, اینجا, بیشتر, こちら, 詳細, 続きを読む, もっと見る, 这里, 更多, 此處, 여기, 더보기, ที่นี่, อ่านต่อ
`)
