package extract

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// A page that is no answer at all must never count as an empty one: the site
// would seem to have been read. Walls are told by what they say and by what
// they load, and only on pages that say little else.

// botWalls are what the pages of bot walls say. None of them stands on an
// ordinary result page that has records.
var botWalls = wording.Compile(`verify(?:ing)? (?:that )?you(?:'re|’re| are) (?:a |not a )?(?:human|robot|bot)|confirm (?:that )?you(?:'re|’re| are) (?:a |not a )?(?:human|robot|bot)|are you a (?:robot|human|bot)|not a (?:robot|bot)\b|human verification|prove (?:that )?you(?:'re|’re| are) human|press (?:&|and) hold|` +
	`unusual (?:traffic|activity)|suspicious (?:traffic|activity)|automated (?:queries|requests|access|traffic)|automation tools|made us think that you are a bot|checking (?:your browser|if the site connection is secure)|review the security of your connection|making sure you(?:'re|’re| are) not a bot|` +
	`complete the (?:captcha|security check)|solve (?:the|this) captcha|enter the (?:characters|letters|code|text) (?:you see|shown|below|in the (?:image|picture))|type the (?:characters|letters|code) (?:you see|shown|below|in the)|` +
	`access (?:to this (?:page|site|resource) )?(?:has been |was |is )?denied|attention required|request (?:was |has been |is |could not be )?(?:blocked|rejected|unsuccessful)|you (?:have been|were|are) blocked|you don['’]t have permission to access|your (?:ip(?: address)?|access) (?:has been|was|is) (?:temporarily )?(?:blocked|banned|restricted|suspended)|` +
	`too many requests|rate limit(?:ed)? exceeded|(?:exceeded|reached) (?:the|your) (?:request|query|search|download|daily) (?:limit|quota)|enable (?:javascript|js|cookies) (?:and|to continue)|security check|ddos[- ](?:protection|guard)|pardon our interruption|web application firewall|incident id|just a moment\.\.\.|` +
	`bitte bestätigen sie, dass sie (?:kein roboter|ein mensch)|sicherheitsüberprüfung|zugriff verweigert|ungewöhnliche(?:n|r)? (?:datenverkehr|zugriffe)|je ne suis pas un robot|vérifi(?:ez|er|ons) que vous (?:êtes|n['’]êtes)|accès (?:refusé|interdit|bloqué)|trafic inhabituel|no soy un robot|no eres un robot|acceso denegado|tráfico inusual|não sou (?:um )?robô|acesso negado|tráfego incomum|não é um robô|non sono un robot|accesso negato|ik ben geen robot|toegang geweigerd|` +
	`jag är inte en robot|åtkomst nekad|jeg er ikke en robot|en ole robotti|nie jestem robotem|odmowa dostępu|nejsem robot|přístup odepřen|nem vagyok robot|я не робот|вы не робот|подозрительн\p{L}+ (?:трафик|запрос|активност)|доступ (?:запрещ[её]н|ограничен|заблокирован)|я не робот|доступ заборонено|δεν είμαι ρομπότ|robot olmadığınızı|ben robot değilim|erişim engellendi|أنا لست روبوت|لست روبوت|تم رفض الوصول|אני לא רובוט|הגישה נדחתה|من ربات نیستم|` +
	`ロボットではありません|画像に表示され|アクセスが拒否|アクセスが集中|您的访问|请输入验证码|請輸入驗證碼|安全验证|安全驗證|人机验证|滑动验证|访问(?:过于|太)频繁|访问被(?:拒绝|阻断)|拒絕存取|로봇이 아닙니다|자동입력 방지|비정상적인 (?:접근|트래픽)|접근이 (?:차단|거부)|ฉันไม่ใช่โปรแกรมอัตโนมัติ|tôi không phải (?:là )?người máy|saya bukan robot|akses ditolak`)

var loginWalls = wording.Compile(`(?:you must|please|you need to|you have to|you should|kindly) (?:be |first )?(?:log ?in|logged in|sign in|signed in|log on|register)|(?:log ?in|sign[- ]in|authentication|registration|subscription) (?:is )?required|(?:members|subscribers|registered users) only|session (?:has |is |was )?(?:expired|timed[- ]out|invalid|no longer valid|terminated)|` +
	`sitzung (?:ist |wurde )?(?:abgelaufen|beendet)|bitte (?:melden sie sich|loggen sie sich|einloggen|anmelden)|anmeldung erforderlich|veuillez vous (?:connecter|identifier)|connexion (?:requise|nécessaire)|session (?:a )?expirée?|debe (?:iniciar sesión|identificarse|registrarse)|inicie sesión para|(?:la |su )?sesión (?:ha )?(?:caducado|expirado)|sessão (?:expirada|encerrada|expirou)|(?:faça|efetue) (?:o )?login|é necessário (?:fazer|efetuar) (?:o )?login|` +
	`effettua(?:re)? (?:il login|l['’]accesso)|sessione scaduta|(?:u moet|gelieve|log) (?:eerst )?(?:in te loggen|inloggen|in om)|sessie (?:is )?verlopen|du måste logga in|logga in för att|sessionen har gått ut|du må logge inn|du skal logge ind|kirjaudu sisään|istunto on vanhentunut|musisz się zalogować|zaloguj się, aby|sesja wygasła|musíte (?:se|sa) přihlásit|jelentkezzen be|необходимо (?:войти|авторизоваться|зарегистрироваться)|сессия истекла|увійдіть|συνδεθείτε για|giriş yapmalısınız|lütfen giriş yap|oturum(?:unuz)? (?:süresi )?(?:sona erdi|doldu)|` +
	`يجب تسجيل الدخول|يرجى تسجيل الدخول|עליך להתחבר|יש להתחבר|ログインしてください|ログインが必要|セッションが(?:切れ|タイムアウト)|请(?:先)?登录|請先登入|登录已过期|会话(?:已)?(?:过期|超时)|로그인(?:이 필요|해 주세요|하세요|후 이용)|กรุณาเข้าสู่ระบบ|vui lòng đăng nhập|bạn cần đăng nhập|silakan (?:masuk|login)`)

var softErrors = wording.Compile(`internal (?:server )?error|service (?:is )?(?:temporarily |currently )?unavailable|(?:search|site|page|system|database|server) is (?:temporarily |currently )?(?:unavailable|down|offline|not available)|an (?:unexpected |unknown |application |internal )?error (?:has )?occurred|error (?:while|when) processing|there (?:was|has been) an error|something went wrong|database error|sql (?:syntax|error|server error)|\bora-\d{5}|odbc (?:driver|error)|ole db provider|mysql_\w+\(\)|fatal error|stack trace|traceback \(most recent|unhandled exception|nullpointerexception|server error in|runtime error|bad gateway|gateway time-?out|(?:request|query|search|connection) (?:has )?timed out|could not connect to (?:the )?(?:database|server)|server is (?:too )?busy|try again (?:later|in a few (?:minutes|moments|seconds))|temporarily (?:out of service|unavailable|down)|(?:under|scheduled|undergoing) maintenance|` +
	`wartungsarbeiten|(?:es )?ist ein (?:interner |unerwarteter )?fehler aufgetreten|derzeit nicht (?:verfügbar|erreichbar)|vorübergehend nicht (?:verfügbar|erreichbar)|erreur interne|une erreur (?:est survenue|s['’]est produite)|(?:momentanément|temporairement) indisponible|en maintenance|error interno|(?:ha ocurrido|se ha producido|se produjo|ocurrió) un error|temporalmente (?:fuera de servicio|no disponible)|erro interno|(?:ocorreu|aconteceu) um erro|temporariamente indisponível|em manutenção|sistema indisponível|(?:si è verificato|errore) (?:un errore|interno)|temporaneamente non disponibile|er is (?:een fout|iets mis) ?(?:opgetreden|gegaan)|tijdelijk niet beschikbaar|` +
	`ett (?:oväntat )?fel (?:har )?(?:uppstått|inträffat|uppstod|inträffade)|det (?:oppstod|har oppstått) en feil|der (?:opstod|er opstået|er sket) en fejl|tapahtui virhe|wystąpił (?:nieoczekiwany )?błąd|došlo k (?:ne(?:očekávané|známé) )?chybě|hiba történt|a apărut o eroare|došlo je do (?:greške|pogreške)|внутренняя ошибка|произошла (?:непредвиденная )?ошибка|временно недоступ|ведутся технические работы|сталася помилка|παρουσιάστηκε (?:ένα )?σφάλμα|bir hata oluştu|حدث خطأ|אירעה שגיאה|خطایی رخ داد|エラーが発生|メンテナンス中|系统错误|系統錯誤|服务器(?:错误|繁忙)|出错了|发生错误|發生錯誤|系统维护|오류가 발생|점검 ?중|เกิดข้อผิดพลาด|đã xảy ra lỗi|terjadi kesalahan`)

// SoftError is the Result.Blocked of a page that says that something went wrong.
const SoftError = "soft error"

var walls = []struct {
	why  string
	says wording.Pattern
}{{"bot wall", botWalls}, {"login wall", loginWalls}, {SoftError, softErrors}}

// loginTitle is how the headings of pages that only log in begin.
var loginTitle = regexp.MustCompile(`^(?:(?:user |member |account |please |secure )?(?:log ?in|log ?on|sign[- ]?in)|anmelden|anmeldung|einloggen|connexion|se connecter|identification|iniciar sesión|inicio de sesión|acceso|entrar|acessar|acesso|accedi|accesso|inloggen|aanmelden|logga in|logg inn|log ind|kirjaudu|zaloguj|logowanie|přihlášení|přihlásit|prihlásenie|bejelentkezés|autentificare|prijava|вход|войти|авторизация|вхід|увійти|σύνδεση|είσοδος|giriş|oturum aç|تسجيل الدخول|התחברות|כניסה|ورود|ログイン|登录|登入|用户登录|會員登入|로그인|เข้าสู่ระบบ|đăng nhập|masuk)(?:$|[^\p{L}])`)

// blockedText bounds the text of the pages that are taken for a wall: they
// say little else.
const blockedText = 2500

// blocked tells why the page is no answer at all; "" if it may be one.
func blocked(v *view.Page, best region.Region, records int) string {
	chars := v.Total().Chars
	if records >= 3 && (chars > blockedText || best.Strong()) || records < 3 && v.Main > blockedText {
		return ""
	}
	nothingFound := tally.Failure(v, int32(len(v.Nodes))) != ""
	if records < 3 && captcha(v) && !nothingFound {
		return "captcha" // forms that load one may still answer that there is nothing
	}
	if records >= 2 && (best.Score >= region.DoubtfulScore || chars > blockedText) {
		return ""
	}
	texts := []string{strings.ToLower(v.Doc.Title)}
	for _, l := range tally.LinesOf(v, func(l tally.Line) bool { return l.Zone&view.ZoneNav == 0 || chars < blockedText/4 }) {
		texts = append(texts, l.Lower)
	}
	for _, w := range walls {
		for _, t := range texts {
			if w.says.MatchString(t) && (w.why != SoftError || !tally.Nothing.MatchString(t)) && !(w.why == "login wall" && nothingFound) {
				return w.why
			}
		}
	}
	if records < 2 && !nothingFound && asksPassword(v) {
		return "login wall"
	}
	return ""
}

// asksPassword reports whether the page is one to log in on: its title or its
// first heading says so, and a form has a password.
func asksPassword(v *view.Page) bool {
	if len(v.Doc.Find("form input[type=password i]").Nodes) == 0 {
		return false
	}
	titles := []string{phrases.NormalLabel(v.Doc.Title)}
	for i := range v.Nodes {
		if t := v.Nodes[i].Tag; t == "h1" || t == "h2" || t == "legend" {
			titles = append(titles, phrases.NormalLabel(v.TextOf(v.Subtree(int32(i)))))
			break
		}
	}
	return slices.ContainsFunc(titles, func(t string) bool {
		parts := strings.FieldsFunc(t, func(r rune) bool { return strings.ContainsRune("|-–—:·»«", r) })
		return slices.ContainsFunc(parts, func(p string) bool { return loginTitle.MatchString(strings.TrimSpace(p)) })
	})
}

// What bot walls load or set: parts of addresses, names and scripts.
var (
	captchaMarks = []string{"captcha", "challenge-platform", "cf-challenge", "cf-turnstile", "challenges.cloudflare", "_incapsula_", "datadome", "awswaf", "px-block", "geetest", "arkoselabs", "funcaptcha", "friendlychallenge", "altcha", "anubis_challenge", "/.within.website/", "perfdrive", "ddos-guard"}
	scriptMarks  = []string{"_cf_chl_opt", "gokuprops", "awswafintegration", "captcha-delivery.com", "_pxappid", "kpsdk", "sucuri_cloudproxy", "bm-verify", "sec-cpt", "_incapsula_resource", "__jsl_clearance", "acw_sc__v2", "slowaes", "ddg_last_challenge"}
)

// scriptWall bounds the text of pages whose scripts tell that they are a wall.
const scriptWall = 400

// captcha reports whether the page loads one of the usual captchas, or, where
// it says next to nothing, the script of a bot wall.
func captcha(v *view.Page) bool {
	silent := v.Total().Chars < scriptWall
	marked := func(s string, marks []string) bool {
		s = strings.ToLower(s)
		return s != "" && slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(s, strings.ToLower(m)) })
	}
	for n := range v.Doc.Root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script":
			if c := n.FirstChild; silent && c != nil && len(c.Data) < 1<<17 && marked(c.Data, scriptMarks) {
				return true
			}
			fallthrough
		case "iframe", "img", "div", "form", "input", "span":
			for _, a := range []string{"src", "class", "id", "action", "name"} {
				if marked(view.Attr(n, a), captchaMarks) {
					return true
				}
			}
		}
	}
	return false
}
