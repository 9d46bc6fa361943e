package forms

import "github.com/hadal-crawler/hadal/page/lexicon"

// The words by which the side-effect guard knows controls and actions that
// must never be used. They are wider than those of the purposes: refusing a
// search costs a source, submitting something else does harm.

// harmfulActions are things that pressing a button does to somebody.
var harmfulActions = lexicon.New(`
	logout, log out, logoff, log off, signout, sign out, delete*, remove, erase, destroy, unsubscribe, subscribe, vote, poll, rate it, post comment, add comment, leave a comment, leave comment, submit comment, post reply, send message, send mail, send email, sendmail, mailto, formmail, send to friend, tell a friend, buy, buy now, add to cart, addtocart, add to basket, add to bag, add to wishlist, checkout, check out, place order, order now, pay, pay now, purchase, donate, book now, reserve now, place bid, bid, publish, upload, like, follow, report abuse, cancel order, cancel subscription, save changes, update profile
	abmelden, ausloggen, loschen, entfernen, abstimmen, kommentieren, kommentar abschicken, nachricht senden, kaufen, jetzt kaufen, bestellen, in den warenkorb, zur kasse, spenden, abonnieren, hochladen
	deconnexion, se deconnecter, supprimer, effacer, voter, commenter, envoyer un message, acheter, commander, ajouter au panier, payer, faire un don, s abonner, telecharger un fichier
	cerrar sesion, eliminar, borrar, votar, comentar, enviar mensaje, comprar, anadir al carrito, agregar al carrito, pagar, donar, suscribirse, sair, excluir, apagar, adicionar ao carrinho, assinar, enviar mensagem
	esci, disconnetti, cancella, elimina, vota, commenta, invia messaggio, acquista, aggiungi al carrello, paga, dona, iscriviti, uitloggen, verwijder*, stemmen, bestel, in winkelwagen, betaal
	logga ut, ta bort, radera, rosta, kop, lagg i varukorg*, log ud, slet, slett, kirjaudu ulos, poista, aanesta, osta, wyloguj*, usun, glosuj, kup, kup teraz, do koszyka, zamow, odhlasit*, smazat, hlasovat, koupit, do kosiku, objednat, kijelentkezes, torles, szavazok, kosarba, megrendel*
	cikis yap, sil, oy ver, satin al, sepete ekle, siparis ver, выйти, выход, удалить, проголосовать, голосовать, купить, в корзину, заказать, оформить заказ, оплатить, отправить сообщение, подписаться, видалити, вийти, купити
	退出登录, 注销, 删除, 刪除, 投票, 发表评论, 立即购买, 加入购物车, 加入購物車, 下单, 付款, 订阅, ログアウト, 削除, 投稿する, カートに入れる, 購入する, 注文する, 送信する, 로그아웃, 삭제, 투표, 장바구니, 구매하기, 결제
`)

// emailWords name controls that take an e-mail address.
var emailWords = lexicon.New(`
	email*, e mail, e mail address, mail address, mailaddress, your mail, *email, e post, epost, e posta, eposta, correo, correo electronico, courriel, adresse mail, adresse electronique, posta elettronica, mailadresse, e mailadres, sahkoposti*, drotto, emailova adresa, adres e mail, имейл, электронная почта, эл почта, емейл, е mail, почта, пошта, דוא ל, دوא\"ל, אימייל, البريد الالكتروني, البريد الإلكتروني, ایمیل, 邮箱, 邮件地址, 電子郵件, 電郵, 信箱, メールアドレス, 이메일, อีเมล
`)

// secretWords name controls that take a password or a one-time code.
var secretWords = lexicon.New(`
	password*, passwd, passphrase, one time code, otp, security code, verification code, passwort*, kennwort*, mot de passe, contrasena, clave de acceso, senha, wachtwoord, losenord, adgangskode, passord, salasana, haslo, heslo, jelszo, parola de acces, sifre, sifreniz, пароль, κωδικος προσβασης, סיסמה, סיסמא, كلمة المرور, كلمة السر, رمز عبور, 密码, 密碼, パスワード, 비밀번호, รหัสผ่าน
`)

// paymentWords name controls that take a means of payment.
var paymentWords = lexicon.New(`
	credit card, creditcard, card number, cardnumber, cc number, ccnumber, cc num, ccnum, cc exp, ccexp, cc csc, cc name, cc type, cvv, cvv 2, cvc, cvc 2, csc, card code, security code, card holder, cardholder, name on card, expiry date, expiration date, card expiration, iban, bic, swift, routing number, account number, sort code, kreditkarte*, kartennummer, kontonummer, carte bancaire, carte de credit, numero de carte, cryptogramme, tarjeta de credito, numero de tarjeta, cartao de credito, numero do cartao, carta di credito, numero carta, creditcardnummer, numer karty, cislo karty, kart numarasi, номер карты, банковская карта, 卡号, 信用卡, クレジットカード, カード番号, 카드번호
`)

// consentWords name boxes by which a person agrees to something.
var consentWords = lexicon.New(`
	i agree, agree*, i accept, accept terms, accept*, terms and conditions, terms of service, terms of use, the terms, agree terms, tos, privacy policy, consent*, gdpr, dsgvo, opt in, optin, receive newsletter, newsletter*, agb, datenschutz*, einverstanden, einwilligung, zustimm*, j accepte, conditions generales, consentement, acepto, terminos, condiciones, privacidad, aceito, termos, accetto, termini, consenso, privacy, akkoord, voorwaarden, godkanner, villkor, hyvaksyn, akceptuje, regulamin, zgoda, wyrazam zgode, souhlas*, sohlasim, elfogadom, adatvedelm*, sunt de acord, kabul ediyorum, sozlesme*, kvkk, согласен, согласна, согласие, принимаю, погоджуюсь, συμφωνω, אני מאשר, أوافق, 同意, 条款, 隐私, 利用規約, 동의
`)
