package forms

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// RefuseClick says why an element of a page must not be pressed, "" where
// pressing it only reads. It is the side-effect guard for what browsers do: by
// the same words as for forms, and by what the element is.
func RefuseClick(e page.Element) string {
	label, says := lexicon.Fold(e.Label), lexicon.Split(ofThePage.ReplaceAllString(e.Says, "("))
	switch {
	case e.Password:
		return "its form takes a password"
	case e.Type == "file", e.Type == "reset":
		return "it is of type " + e.Type
	case len(e.Href) > 0 && !strings.HasPrefix(e.Href, "http:") && !strings.HasPrefix(e.Href, "https:") && !strings.HasPrefix(e.Href, "javascript:"):
		return "it leads out of the browser"
	}
	if len(label) < 80 { // what is longer is content
		for _, words := range []*lexicon.List{harmfulActions, saveWords, loginWords, registerWords, mailingWords, orderWords} {
			if word := words.Find(label); word != "" && !searchWords.Within(label) {
				return fmt.Sprintf("it says %q", word)
			}
		}
	}
	if word := firstOf(harmfulActions.Find(says), lexicon.Deeds.Find(says)); word != "" {
		return fmt.Sprintf("it is called %q", word)
	}
	for _, at := range []string{e.Href, e.Action} {
		u, err := page.ParseURL(at)
		if err != nil {
			continue
		}
		if word := lexicon.Deeds.Find(lexicon.Split(u.PathQuery())); word != "" {
			return fmt.Sprintf("it leads to %q", word)
		}
	}
	if e.Method == "POST" && !searchWords.Within(label+" "+says) {
		return "it sends a form by POST that does not say that it searches"
	}
	return ""
}

// ofThePage are calls in a handler that take away what stands on the page, not
// what the site has.
var ofThePage = regexp.MustCompile(`\.remove\(\)|\bclassList\.remove\(|\.remove(Class|Attribute|Child|EventListener)\(`)

// DeclinesCookies reports whether pressing a button of a banner declines what
// it asks.
func DeclinesCookies(e page.Element) bool {
	label := lexicon.Fold(e.Label)
	return len(label) < 80 && declineWords.Within(label) && !acceptWords.Within(label) && RefuseClick(e) == ""
}

// declineWords stand on the buttons by which visitors keep what banners want.
var declineWords = lexicon.New(`
	reject*, decline*, refuse, refuse all, deny, deny all, disagree, i disagree, do not accept, dont accept, no thanks, no thank you, only necessary, necessary only, necessary cookies, only essential, essential only, essential cookies, only required, required only, strictly necessary, use necessary, opt out, continue without, without accepting
	ablehn*, alle ablehnen, nur notwendige, nur erforderliche, nur essenzielle, nur technisch notwendige, notwendige cookies, verweigern, nicht zustimmen, ohne zustimmung
	tout refuser, refuser*, continuer sans accepter, sans accepter, uniquement necessaires, rechazar*, rechazar todo, solo necesarias, denegar, rejeitar*, recusar*, apenas necessarios, apenas essenciais
	rifiut*, rifiuta tutto, solo necessari, continua senza accettare, weiger*, afwijzen, alleen noodzakelijk*, alleen functionele, avvisa*, neka*, endast nodvandiga, kun nodvendige, afvis*, avvis*, hylkaa*, vain valttamattomat
	odmit*, odmietn*, odrzuc*, tylko niezbedne, pouze nezbytne, elutasit*, csak a szukseges, refuz*, respinge*, reddet*, yalnizca gerekli, отклон*, отказаться, только необходимые, відхилити, απορριψη, 拒绝, 拒絕, 仅必要, 拒否, 必要なもののみ, 거부
`)

// acceptWords stand on the buttons that grant it.
var acceptWords = lexicon.New(`accept all, accept cookies, agree and, allow all, i agree, alle akzeptieren, zustimmen und, tout accepter, aceptar todo, accetta tutto, alles accepteren, принять все`)
