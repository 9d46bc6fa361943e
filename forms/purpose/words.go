package purpose

import "github.com/hadal-crawler/hadal/page/lexicon"

// The words by which sites of many languages name the purposes of forms. They
// are compared after lexicon.Fold, so accents and case do not matter. They were written
// down from general knowledge of the languages; none was taken from a list.

// OtherWords name things done by forms that neither ask for records nor
// belong to another purpose: polls, settings, captchas.
var OtherWords = lexicon.New(`
	vote, poll, rate, rating, survey, abstimmen, umfrage, voter, sondage, votar, encuesta, enquete, vota, sondaggio, stem, glosuj, ankieta, sonda, hlasovat, anketa, szavaz*, voteaza, oy ver, oyla, anket, голосовать, опрос, голос, 投票, 투표
	logout, log out, signout, sign out, abmelden, deconnexion, cerrar sesion, sair, esci, wyloguj, odhlasit, kijelentkezes, cikis, выйти, выход, 退出, ログアウト
	language, select language, currency, change currency, change language, sprache, langue, idioma, lingua, jezyk, jazyk, theme, style, skin, captcha, timezone, quick navigation, quick jump, jump to, jumpbox, forum jump, language selector, lang, cookie*, preferences, settings, calculate, calculator, calculat*, convert, translate, download, upload, share, print
`)

// kept are hidden fields that keep what the page is shown in: a form that changes that shows it.
var kept = lexicon.New(`lang, language, locale, currency, theme, style, skin, timezone`)

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
