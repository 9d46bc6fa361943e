package lexicon

// The words by which sites of many languages name what a form, or a page with
// such a form, is for. They are compared after Fold, so accents and case do not
// matter. They were written down from general knowledge of the languages; none
// was taken from a list.

// Search stand on search buttons, in labels and in the names of controls.
var Search = New(`
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

// Login stands where visitors say who they are.
var Login = New(`
	login*, *login, log in, log on, logon, signin, sign in, sign on, logging in, log me in, members area, member login
	anmelden, anmeldung, einloggen, connexion, se connecter, connecter, identifiez*, identifiant, iniciar sesion, acceder, entrar, ingresar, inicio de sesion, iniciar sessao
	accedi, accesso, entra, inloggen, aanmelden, logga in, log ind, logg inn, kirjaudu, zaloguj, logowanie, prihlasit, prihlaseni, prihlasenie, prijava, prijavi*, bejelentkezes, belepes, autentificare, conectare, intra in cont
	giris, giris yap, oturum ac, dang nhap, masuk, войти, вход, авторизац*, увійти, вхід, συνδεση, εισοδος, כניסה, התחבר, התחברות, تسجيل الدخول, دخول, ورود
	登录, 登入, 登陆, ログイン, 로그인, เข้าสู่ระบบ
`)

// Registration stands where visitors become known.
var Registration = New(`
	register, registration, sign up, signup, create account, create an account, create my account, create your account, join, join now, join us, new account, enroll, become a member, open account, get started, create profile
	registrieren, registrierung, konto erstellen, konto anlegen, inscription, s inscrire, creer un compte, creer mon compte, inscrivez*, registrar*, registrarse, registro, crear cuenta, inscribirse, cadastr*, criar conta, inscreva*
	registrati, registrazione, crea account, iscriviti, registreren, account aanmaken, registrera*, skapa konto, opret, tilmeld, registrer, rekisteroi*, zarejestruj*, rejestracja, zaloz konto, registrovat*, registrace, regisztra*, inregistr*
	kaydol, kayit ol, uye ol, uyelik, dang ky, daftar, регистрац*, зарегистрироваться, зареєструватися, εγγραφη, הרשמה, הירשם, تسجيل, ثبت نام
	注册, 註冊, 登録, 新規登録, 会員登録, 회원가입, 가입, สมัครสมาชิก, ลงทะเบียน
`)

// PasswordRecovery stands where a lost password is asked for.
var PasswordRecovery = New(`
	forgot*, forgotten, lost password, lostpassword, lostpw, lost pw, reset password, reset my password, password reset, recover*, password recovery, retrieve password, remind*, send password, email my password, resend password, request password, new password, send me my password, reset pass
	passwort vergessen, passwort anfordern, kennwort vergessen, passwort zurucksetzen, mot de passe oublie, oubli*, reinitialiser, recuperar*, olvide, olvidaste, restablecer, esqueci*, redefinir senha, password dimenticata, recupera, wachtwoord vergeten, glomt*, glemt*, unohd*
	przypomnij*, odzyskaj*, nie pamietam, zapomen*, elfelejtett*, recupereaza, am uitat, sifremi unuttum, sifre hatirlat*, quen mat khau, lupa password, восстанов*, забыли, напомнить, відновити
	忘记密码, 找回密码, 忘記密碼, パスワード再, パスワードをお忘れ, 비밀번호 찾기, ลืมรหัสผ่าน
`)

// Contact stands where one writes to the people behind a site.
var Contact = New(`
	contact*, send message, send us, your message, message, enquiry, inquiry, enquire, feedback, comment*, post comment, post a comment, leave a reply, leave a comment, add comment, reply, post reply, submit comment, write a review, review, guestbook, ask a question, get in touch, request info, request information, send email, send mail, write us, tell a friend, callback, call back, quote request, request a quote, get a quote, free quote, report
	kontakt*, nachricht*, kommentar*, absenden, senden, rueckruf, envoyer*, commentaire*, message, contacto, contactar, contactenos, enviar mensaje, enviar comentario, comentar*, comentario*, mensaje, contato, fale conosco, mensagem, contatti, contattaci, messaggio, commento, commenti, invia messaggio, bericht, reactie, reageer, meddelande, kommentera, kommentti, palaute
	wiadomosc, komentarz*, zpravu, zprava, dotaz, sprava, uzenet, hozzaszol*, mesaj, yorum*, iletisim, binh luan, lien he, komentar, pesan, сообщен*, коммент*, отзыв*, обратн* связ*, написать, повідомлення, επικοινωνια, σχολι*, צור קשר, תגובה, תגובות, اتصل بنا, تعليق
	留言, 评论, 評論, 发表, 联系, 聯絡, お問い合わせ, コメント, 문의, 댓글, ความคิดเห็น, ติดต่อ
`)

// MailingList stands where a newsletter is ordered.
var MailingList = New(`
	*newsletter*, subscribe*, subscription*, unsubscribe, mailing list, mailinglist, mailing, email updates, email alerts, get updates, sign up for, stay updated, feedburner, mailchimp, mc embed, aweber, join our list, notify me
	abonn*, abonnier*, inscription newsletter, infolettre, suscrib*, suscripcion, boletin, assinar, assine, boletim, iscriviti alla newsletter, nieuwsbrief, inschrijven, prenumer*, nyhetsbrev, nyhedsbrev, uutiskirje*, tilaa, zapisz sie, subskryb*, newsletteru, odebirat, odber, hirlevel*, feliratkoz*, abonare, aboneaza*, bulten*, e bulten, abone ol, berlangganan
	подпис*, рассылк*, підпис*, розсилк*, ενημερωτικο, הצטרפו לרשימת, ניוזלטר, النشرة, اشترك, اشتراك, خبرنامه
	订阅, 訂閱, 电子报, 電子報, メルマガ, メールマガジン, 구독, 뉴스레터
`)

// Order stands where things are bought, booked or paid.
var Order = New(`
	add to cart, addtocart, add to basket, add to bag, add to wishlist, cart, basket, checkout, check out, buy, buy now, order, order now, place order, purchase, pay, pay now, donate, donation, payment, paypal, qty, quantity, coupon, promo code, redeem, book now, reserve now, bid, place bid, proceed to checkout, shopping cart, update cart, wishlist
	in den warenkorb, warenkorb, kaufen, bestellen, bestellung, zur kasse, kasse, spenden, jetzt kaufen, bezahlen, ajouter au panier, panier, acheter, commander, payer, commande, don, anadir al carrito, agregar al carrito, carrito, comprar, comprar ahora, pagar, pedido, adicionar ao carrinho, carrinho, finalizar compra
	aggiungi al carrello, carrello, acquista, compra, ordina, paga, winkelwagen, in winkelwagen, winkelmand, bestel, afrekenen, betaal, lagg i varukorg*, varukorg, kop, kob, laeg i kurv, kurv, kjop, osta, ostoskori*, do koszyka, koszyk*, kup, kup teraz, zamow, kosik*, do kosiku, koupit, objednat, kosarba, kosar, vasarlas, megrendel*, adauga in cos, cos, cumpara, comanda
	sepete ekle, sepet, satin al, siparis*, mua ngay, gio hang, them vao gio, beli, keranjang, в корзину, корзин*, купить, заказать, заказ, оформить заказ, оплат*, купити, кошик, замовити, αγορα, καλαθι, הוסף לסל, קנה, לתשלום, أضف إلى السلة, شراء
	加入购物车, 购物车, 購物車, 加入購物車, 立即购买, 购买, 下单, カートに入れる, カート, 購入, 注文, 장바구니, 구매, 주문, ใส่ตะกร้า, สั่งซื้อ, ซื้อ
`)
