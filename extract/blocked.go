package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// A page that is no answer at all must never count as an empty one: the site
// would seem to have been read. Walls are told by what they say and by what
// they load, and only on pages that say little else.

// botWalls are what the pages of bot walls say. None of them stands on an
// ordinary result page that has records.
var botWalls = wording.Compile(lexicon.Pattern("bot-wall"))

var loginWalls = wording.Compile(lexicon.Pattern("login-wall"))

var softErrors = wording.Compile(lexicon.Pattern("soft-error"))

// SoftError is the Result.Blocked of a page that says that something went wrong.
const SoftError = "soft error"

// LoginWall is the Result.Blocked of a page that asks for a login.
const LoginWall = "login wall"

var walls = []struct {
	why  string
	says wording.Pattern
}{{"bot wall", botWalls}, {LoginWall, loginWalls}, {SoftError, softErrors}}

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
			if w.says.MatchString(t) && (w.why != SoftError || !tally.Nothing.MatchString(t)) && !(w.why == LoginWall && nothingFound) {
				return w.why
			}
		}
	}
	if records < 2 && !nothingFound && asksPassword(v) {
		return LoginWall
	}
	return ""
}

// asksPassword reports whether the page is one to log in on: its title or its
// first heading says so, and a form has a password.
func asksPassword(v *view.Page) bool {
	if !hasPassword(v.Doc) {
		return false
	}
	titles := []string{phrases.NormalLabel(v.Doc.Title)}
	for i := range v.Nodes {
		if t := v.Nodes[i].Tag; t == "h1" || t == "h2" || t == "legend" {
			titles = append(titles, phrases.NormalLabel(v.TextOf(v.Subtree(int32(i)))))
			break
		}
	}
	return slices.ContainsFunc(titles, isLogin)
}

// AsksLogin reports whether any part of a page is to log in with: a heading or a button says
// so, and a form has a password. So have the ordinary pages of sites with a box for it.
func AsksLogin(doc *page.Document) bool {
	return hasPassword(doc) && len(doc.Find("h1, h2, h3, h4, legend, form button, title").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return isLogin(phrases.NormalLabel(s.Text()))
	}).Nodes) > 0
}

func hasPassword(doc *page.Document) bool {
	return len(doc.Find("form input[type=password i]").Nodes) > 0
}

// isLogin reports whether a part of a title names a login.
func isLogin(title string) bool {
	parts := strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune("|-–—:·»«", r) })
	return slices.ContainsFunc(parts, func(p string) bool { return loginTitle.MatchString(strings.TrimSpace(p)) })
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
	for n := range page.Below(v.Doc.Root) {
		switch n.Data {
		case "script":
			if c := n.FirstChild; silent && c != nil && len(c.Data) < 1<<17 && marked(c.Data, scriptMarks) {
				return true
			}
			fallthrough
		case "iframe", "img", "div", "form", "input", "span":
			for _, a := range []string{"src", "class", "id", "action", "name"} {
				if marked(page.Attr(n, a), captchaMarks) {
					return true
				}
			}
		}
	}
	return false
}
