package forms

import "github.com/hadal-crawler/hadal/page/lexicon"

// The words by which sites of many languages name the purposes of forms. They
// are compared after fold, so accents and case do not matter. They were written
// down from general knowledge of the languages; none was taken from a list.

// searchWords stand on search buttons, in labels and in the names of controls.
var searchWords = lexicon.New(`
	search*, searc, *search*, !research*, srch*, find, find it, finder, *finder, lookup, look up, look for, query, keyword*, browse, advanced search, explore
	such*, *suche, *suchen, durchsuch*, finden, stichwort*, suchbegriff*, recherche*, *recherche, chercher, rechercher, trouver, mot cle, mots cles
	busca*, busqueda*, buscador, encontrar, palabra clave, palabras clave, consulta, consultar, pesquis*, procurar, procura, localizar, palavra chave, palavras chave
	cerca, cercare, ricerca*, trova, trovare, parola chiave, parole chiave, zoek*, *zoeken, vind, vinden, trefwoord*
	sok, soka, sokning, sokord, sog, soeg, sogning, finn, hae, haku, hakusana*, etsi, leita
	szuk*, wyszuk*, znajdz, hled*, vyhled*, najit, hladat, vyhlad*, isci, poisci, iskanje, trazi, pretraga, pretrazi, pretrazivanje, cauta*, cautare, gaseste
	keres, kereses*, *kereses, keresd, keresendo, kereso*, keresek, otsi, otsing, meklet, mekle*, ieskoti, paieska, ieskok
	ara, arama, bul, sorgula, tim, tim kiem, tra cuu, cari, pencarian, carian, telusuri, hanapin, tafuta
	поиск*, искать, найти, ищи, пошук*, знайти, шукати, търс*, претраг*, тражи, пребар*, запрос
	αναζητ*, ευρεση, βρες, חיפוש, חפש, חפשו, בחיפוש, بحث, البحث, ابحث, جستجو, جست وجو, تلاش
	खोज*, खोजें, অনুসন্ধান, தேடு*, தேடல்*, వెతుకు, शोध*, ძიება, ძებნა, որոնում, որոնել
	搜索, 搜尋, 搜寻, 检索, 檢索, 查询, 查詢, 查找, 尋找, 検索, 探す, さがす, 검색, 찾기, 조회, ค้นหา, ສືບຄົ້ນ, ស្វែងរក, ရှာ
`)

// searchButtons are words that on a button alone may mean "search".
var searchButtons = lexicon.New(`
	go, ok, apply, filter*, show, show results, view results, get results, refine, send query, list, display, los, anzeigen, ok go, go go
	ir, ver, ver resultados, mostrar, aplicar, filtrar, filtro, voir, afficher, filtrer, appliquer, vai, mostra, visualizza, filtra, applica, toon, tonen, pokaz, filtruj, zobrazit, filtrovat
	показать, применить, goster, listele, getir, uygula, filtrele, tampilkan, vis, visa, nayta, megjelenites, mutat, szures, afiseaza
	表示, 絞り込み, 显示, 筛选, 篩選, 提交查询, 보기, 적용
`)

// queryNames are control names that carry the words of a search.
var queryNames = lexicon.New(`
	q, qs, qt, qry, query, query string, querystring, s, st, sq, search*, *search, srch, k, kw, kwd, kwds, keyword*, keys, key, key word, key words, term, terms, searchterm*, text search, word, words, wd, w, find, find what, p q, as q, as epq
	txtsearch, tbsearch, phrase, such*, stichwort*, recherche, mot, mots, busca*, busqueda, pesquisa, palavra, palabra, palabras, texto busca, cerca, ricerca, parola, zoek*, szukaj*, fraza, hledat*, vyraz, keres*, haku, sok, sokord, arama, aranan, kelime, poisk, slovo
	isbn, issn, title, titel, titre, titolo, titulo, author, autor, auteur, autore, subject, freetext, free text, fulltext, full text, anywhere, catalog, expression, lookup
`)

var loginWords = lexicon.New(`
	login*, *login, log in, log on, logon, signin, sign in, sign on, logging in, log me in, members area, member login
	anmelden, anmeldung, einloggen, connexion, se connecter, connecter, identifiez*, identifiant, iniciar sesion, acceder, entrar, ingresar, inicio de sesion, iniciar sessao
	accedi, accesso, entra, inloggen, aanmelden, logga in, log ind, logg inn, kirjaudu, zaloguj, logowanie, prihlasit, prihlaseni, prihlasenie, prijava, prijavi*, bejelentkezes, belepes, autentificare, conectare, intra in cont
	giris, giris yap, oturum ac, dang nhap, masuk, войти, вход, авторизац*, увійти, вхід, συνδεση, εισοδος, כניסה, התחבר, התחברות, تسجيل الدخول, دخول, ورود
	登录, 登入, 登陆, ログイン, 로그인, เข้าสู่ระบบ
`)

var registerWords = lexicon.New(`
	register, registration, sign up, signup, create account, create an account, create my account, create your account, join, join now, join us, new account, enroll, become a member, open account, get started, create profile
	registrieren, registrierung, konto erstellen, konto anlegen, inscription, s inscrire, creer un compte, creer mon compte, inscrivez*, registrar*, registrarse, registro, crear cuenta, inscribirse, cadastr*, criar conta, inscreva*
	registrati, registrazione, crea account, iscriviti, registreren, account aanmaken, registrera*, skapa konto, opret, tilmeld, registrer, rekisteroi*, zarejestruj*, rejestracja, zaloz konto, registrovat*, registrace, regisztra*, inregistr*
	kaydol, kayit ol, uye ol, uyelik, dang ky, daftar, регистрац*, зарегистрироваться, зареєструватися, εγγραφη, הרשמה, הירשם, تسجيل, ثبت نام
	注册, 註冊, 登録, 新規登録, 会員登録, 회원가입, 가입, สมัครสมาชิก, ลงทะเบียน
`)

var recoverWords = lexicon.New(`
	forgot*, forgotten, lost password, lostpassword, lostpw, lost pw, reset password, reset my password, password reset, recover*, password recovery, retrieve password, remind*, send password, email my password, resend password, request password, new password, send me my password, reset pass
	passwort vergessen, passwort anfordern, kennwort vergessen, passwort zurucksetzen, mot de passe oublie, oubli*, reinitialiser, recuperar*, olvide, olvidaste, restablecer, esqueci*, redefinir senha, password dimenticata, recupera, wachtwoord vergeten, glomt*, glemt*, unohd*
	przypomnij*, odzyskaj*, nie pamietam, zapomen*, elfelejtett*, recupereaza, am uitat, sifremi unuttum, sifre hatirlat*, quen mat khau, lupa password, восстанов*, забыли, напомнить, відновити
	忘记密码, 找回密码, 忘記密碼, パスワード再, パスワードをお忘れ, 비밀번호 찾기, ลืมรหัสผ่าน
`)

var contactWords = lexicon.New(`
	contact*, send message, send us, your message, message, enquiry, inquiry, enquire, feedback, comment*, post comment, post a comment, leave a reply, leave a comment, add comment, reply, post reply, submit comment, write a review, review, guestbook, ask a question, get in touch, request info, request information, send email, send mail, write us, tell a friend, callback, call back, quote request, request a quote, get a quote, free quote, report
	kontakt*, nachricht*, kommentar*, absenden, senden, rueckruf, envoyer*, commentaire*, message, contacto, contactar, contactenos, enviar mensaje, enviar comentario, comentar*, comentario*, mensaje, contato, fale conosco, mensagem, contatti, contattaci, messaggio, commento, commenti, invia messaggio, bericht, reactie, reageer, meddelande, kommentera, kommentti, palaute
	wiadomosc, komentarz*, zpravu, zprava, dotaz, sprava, uzenet, hozzaszol*, mesaj, yorum*, iletisim, binh luan, lien he, komentar, pesan, сообщен*, коммент*, отзыв*, обратн* связ*, написать, повідомлення, επικοινωνια, σχολι*, צור קשר, תגובה, תגובות, اتصل بنا, تعليق
	留言, 评论, 評論, 发表, 联系, 聯絡, お問い合わせ, コメント, 문의, 댓글, ความคิดเห็น, ติดต่อ
`)

var mailingWords = lexicon.New(`
	*newsletter*, subscribe*, subscription*, unsubscribe, mailing list, mailinglist, mailing, email updates, email alerts, get updates, sign up for, stay updated, feedburner, mailchimp, mc embed, aweber, join our list, notify me
	abonn*, abonnier*, inscription newsletter, infolettre, suscrib*, suscripcion, boletin, assinar, assine, boletim, iscriviti alla newsletter, nieuwsbrief, inschrijven, prenumer*, nyhetsbrev, nyhedsbrev, uutiskirje*, tilaa, zapisz sie, subskryb*, newsletteru, odebirat, odber, hirlevel*, feliratkoz*, abonare, aboneaza*, bulten*, e bulten, abone ol, berlangganan
	подпис*, рассылк*, підпис*, розсилк*, ενημερωτικο, הצטרפו לרשימת, ניוזלטר, النشرة, اشترك, اشتراك, خبرنامه
	订阅, 訂閱, 电子报, 電子報, メルマガ, メールマガジン, 구독, 뉴스레터
`)

var orderWords = lexicon.New(`
	add to cart, addtocart, add to basket, add to bag, add to wishlist, cart, basket, checkout, check out, buy, buy now, order, order now, place order, purchase, pay, pay now, donate, donation, payment, paypal, qty, quantity, coupon, promo code, redeem, book now, reserve now, bid, place bid, proceed to checkout, shopping cart, update cart, wishlist
	in den warenkorb, warenkorb, kaufen, bestellen, bestellung, zur kasse, kasse, spenden, jetzt kaufen, bezahlen, ajouter au panier, panier, acheter, commander, payer, commande, don, anadir al carrito, agregar al carrito, carrito, comprar, comprar ahora, pagar, pedido, adicionar ao carrinho, carrinho, finalizar compra
	aggiungi al carrello, carrello, acquista, compra, ordina, paga, winkelwagen, in winkelwagen, winkelmand, bestel, afrekenen, betaal, lagg i varukorg*, varukorg, kop, kob, laeg i kurv, kurv, kjop, osta, ostoskori*, do koszyka, koszyk*, kup, kup teraz, zamow, kosik*, do kosiku, koupit, objednat, kosarba, kosar, vasarlas, megrendel*, adauga in cos, cos, cumpara, comanda
	sepete ekle, sepet, satin al, siparis*, mua ngay, gio hang, them vao gio, beli, keranjang, в корзину, корзин*, купить, заказать, заказ, оформить заказ, оплат*, купити, кошик, замовити, αγορα, καλαθι, הוסף לסל, קנה, לתשלום, أضف إلى السلة, شراء
	加入购物车, 购物车, 購物車, 加入購物車, 立即购买, 购买, 下单, カートに入れる, カート, 購入, 注文, 장바구니, 구매, 주문, ใส่ตะกร้า, สั่งซื้อ, ซื้อ
`)

// otherWords name things done by forms that neither ask for records nor
// belong to another purpose: polls, settings, captchas.
var otherWords = lexicon.New(`
	vote, poll, rate, rating, survey, abstimmen, umfrage, voter, sondage, votar, encuesta, enquete, vota, sondaggio, stem, glosuj, ankieta, sonda, hlasovat, anketa, szavaz*, voteaza, oy ver, oyla, anket, голосовать, опрос, голос, 投票, 투표
	logout, log out, signout, sign out, abmelden, deconnexion, cerrar sesion, sair, esci, wyloguj, odhlasit, kijelentkezes, cikis, выйти, выход, 退出, ログアウト
	language, select language, currency, change currency, change language, sprache, langue, idioma, lingua, jezyk, jazyk, theme, style, skin, captcha, timezone, quick navigation, quick jump, jump to, jumpbox, forum jump, language selector, lang, cookie*, preferences, settings, calculate, calculator, calculat*, convert, translate, download, upload, share, print
`)

// personWords name controls that ask who a person is, how to reach and where
// to find them.
var personWords = lexicon.New(`
	first name, firstname, fname, last name, lastname, lname, surname, forename, middle name, full name, fullname, your name, given name, givenname, family name, familyname, phone*, telephone*, mobile, mobile number, cell phone, fax, street, street address, address line, address 1, address 2, addressline, house number, apartment, birthday, birthdate, birth date, date of birth, dob, company name, username, user name, screen name, nickname
	vorname, nachname, familienname, strasse, hausnummer, telefon*, handynummer, geburtsdatum, ihr name, benutzername, prenom, nom de famille, votre nom, adresse ligne, rue, telephone, date de naissance, nombre y apellidos, apellido*, su nombre, calle, fecha de nacimiento, movil, sobrenome, seu nome, rua, celular, data de nascimento, cognome, indirizzo, telefono, cellulare, data di nascita, voornaam, achternaam, straat, huisnummer, telefoonnummer, geboortedatum
	fornamn, efternamn, gatuadress, fornavn, efternavn, etternavn, etunimi, sukunimi, katuosoite, puhelin*, imie, nazwisko, ulica, numer telefonu, data urodzenia, jmeno, prijmeni, ulice, telefonni*, keresztnev, vezeteknev, utca, hazszam, telefonszam, prenume, nume de familie, strada, soyad, adiniz, soyadiniz, cep telefonu, dogum tarihi, ho ten, so dien thoai
	имя, фамилия, отчество, телефон, улица, дата рождения, ваше имя, прізвище, ονομα, επωνυμο, τηλεφωνο, שם פרטי, שם משפחה, טלפון, الاسم الأول, اسم العائلة, الهاتف, 姓名, 电话, 手机号, 電話, 手機, お名前, 氏名, 電話番号, 生年月日, 이름, 전화번호, 휴대폰
`)

// personalAutofill are the autofill field names of HTML that hold personal data.
var personalAutofill = lexicon.New(`name, given name, additional name, family name, honorific prefix, nickname, username, organization title, street address, address line*, address line 1, address line 2, address line 3, address level 1, address level 2, address level 3, tel*, tel national, tel country code, bday, bday day, bday month, bday year, sex, postal code`)

// anyWords mark options that bind nothing.
var anyWords = lexicon.New(`
	any, all, any type, any price, any category, anything, anywhere, everything, everywhere, no preference, no min, no max, no minimum, no maximum, no limit, unlimited, either, both, doesnt matter, does not matter, dont care, not specified, unspecified, select, please select, please choose, choose, select one, choose one, select all, none selected, show all, see all, view all, default, no filter, not selected, min, max, all types, all categories
	alle, alles, beliebig*, egal, keine angabe, bitte wahlen, auswahlen, keine auswahl, keine einschrankung, tous, toutes, tout, toute, indifferent*, peu importe, choisir, choisissez, selectionner, selectionnez, n importe, n importe quel
	todos, todas, todo, toda, cualquier*, indiferente, elegir, elija, seleccione*, seleccionar, qualquer, selecione*, selecionar, escolha, escolher, tutti, tutte, tutto, qualsiasi, indifferente, scegli, seleziona, selezionare, alle categorieen, maakt niet uit, kies, selecteer, geen voorkeur
	alla, allt, alla kategorier, valj, velg, vaelg, kaikki, valitse, wszystkie, wszystko, wszyscy, dowolny, dowolna, dowolne, wybierz, obojetnie, vse, vsechny, vsechno, vsetko, vsetky, libovolny, libovolne, vyberte, vybrat, nezalezi, sve, svi, odaberi*, izaberi*, mind, osszes, barmely, mindegy, valassz*, toate, toti, oricare, orice, alege, selectati
	hepsi, tumu, tum, farketmez, fark etmez, seciniz, secin, tat ca, bat ky, chon, semua, pilih, все, всё, любой, любая, любое, любые, не важно, неважно, выберите, выбрать, всі, будь який, оберіть, виберіть, всички, изберете, сви, ολα, ολες, ολοι, οποιοδηποτε, επιλεξτε, επιλογη, הכל, כל, בחר, בחרו, الكل, جميع, كل, اختر, همه, انتخاب کنید
	全部, 所有, 不限, 任意, 请选择, 請選擇, 不拘, すべて, 全て, 指定なし, 指定しない, 選択してください, こだわらない, 전체, 모두, 상관없음, 선택, 선택하세요, ทั้งหมด, ไม่ระบุ, เลือก
`)

// resultWords name pages of answers in the path of an action.
var resultWords = lexicon.New(`
	result*, listing, listings, list, catalog, catalogue, archive, database, directory, matches, hits, filter, records, inventory, offers, properties, select
	treffer*, ergebnis*, liste, angebote, katalog*, verzeichnis, bestand, resultat*, annonces, annuaire, offres, resultado*, listado, ofertas, anuncios, listagem, risultat*, elenco, annunci, offerte, resultaten, aanbod, lijst
	wyniki, lista, oferty, ogloszenia, vysledky, nabidky, seznam, zoznam, ponuka, rezultat*, talalat*, lista, hirdetesek, tulokset, resultater, sonuclar, sonuc, ilanlar, ket qua, hasil, результат*, каталог, объявления, список, 結果, 一覧, 结果, 列表, 결과, 목록
`)

// captchaWords name the riddles by which sites tell people from machines.
var captchaWords = lexicon.New(`captcha*, *captcha, security image, verification image, image code, human verification, sicherheitscode, spamschutz, codigo de seguridad, kod z obrazka, код с картинки, защитный код, 验证码, 驗證碼, 画像認証`)

// rememberWords stand beside the box that keeps a visitor logged in.
var rememberWords = lexicon.New(`remember*, stay logged in, stay signed in, keep me, persist*, rememberme, autologin, auto login, angemeldet bleiben, eingeloggt bleiben, merken, se souvenir, rester connecte, recordar*, recordarme, lembrar, ricordami, onthoud, kom ihag*, husk*, muista, zapamietaj*, zapamatovat, pamatovat, emlekezz*, beni hatirla, hatirla, запомнить, чужой компьютер, 记住, 記住, 保存, 로그인 유지`)

// quantityWords name how many of a thing are ordered.
var quantityWords = lexicon.New(`qty, quantity, quantities, quantite, menge, anzahl, cantidad, quantidade, quantita, aantal, antal, antall, ilosc, mnozstvi, pocet, mennyiseg, adet, количество, кол во, 数量, 수량`)

// nickWords name what a visitor is called at a site.
var nickWords = lexicon.New(`user, username, user name, userid, user id, login, loginname, login name, account, nick, nickname, member name, benutzer*, anmeldename, utilisateur, identifiant, pseudo, usuario, utente, gebruikersnaam, anvandarnamn, brukernavn, brugernavn, kayttajatunnus, uzytkownik*, uzivatel*, felhasznalo*, utilizator, kullanici*, логин, имя пользователя, пользователь, 用户名, 帳號, ユーザー名, ユーザーid, 아이디`)

// saveWords stand on buttons that keep what was entered.
var saveWords = lexicon.New(`save, update settings, update preferences, speichern, enregistrer, sauvegarder, guardar, salvar, gravar, salva, opslaan, spara, gem, lagre, tallenna, zapisz, ulozit, shrani, sacuvaj, spremi, mentes, salveaza, kaydet, luu, simpan, сохранить, зберегти, запази, αποθηκευση, שמור, حفظ, ذخیره, 保存する, 保存, 儲存, 저장, บันทึก`)
