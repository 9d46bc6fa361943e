package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// denies matches words by which lines say that there is nothing.
var denies = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:no|not|none|nothing|zero|keine?n?|nichts?|aucune?|pas|rien|ningun[ao]?|ningún|nada|nenhuma?|não|nessun[ao]?|non|geen|niets?|нет|не|ничего|nie|brak|ingen|inget|inga)(?:[^\p{L}]|$)|ません|なし|見つから|没有|未找到|無|없습니다`)

// longestDenial is the length of the longest line that is taken for one.
const longestDenial = 160

// Denial returns what a page says that cannot have found anything, query being
// the words that it was asked for: the words of an empty answer, in whatever
// form, without those asked for. "" where nothing is said.
func Denial(doc *page.Document, query []string) string {
	if says := Read(doc, Options{Query: query}).Says; says != "" {
		return says
	}
	v := newView(doc, query, Known{})
	best, echo := "", false
	for _, l := range linesOf(v, func(l line) bool { return l.zone&(zoneNav|zoneCalendar|zonePager|zoneForm) == 0 }) {
		if len(l.text) > longestDenial || !denies.MatchString(l.text) || conditional.MatchString(l.lower) {
			continue
		}
		// A line that repeats the question answers it.
		if says := unasked(v, l.text); letters(says) >= 6 && denies.MatchString(says) && (best == "" || !echo && v.asked(l.text)) {
			best, echo = says, v.asked(l.text)
		}
	}
	return best
}

// unasked returns the longest part of a text without words that were asked for.
func unasked(v *Page, text string) string {
	best, from := "", 0
	flush := func(to int) {
		if part := strings.Trim(text[from:to], " \t.,:;!?-–—\"'“”«»()"); letters(part) > letters(best) {
			best = part
		}
	}
	for _, w := range wordRun.FindAllStringIndex(text, -1) {
		if slices.Contains(v.query, strings.ToLower(text[w[0]:w[1]])) {
			flush(w[0])
			from = w[1]
		}
	}
	flush(len(text))
	return best
}

var wordRun = regexp.MustCompile(`[\p{L}\p{Nd}\p{M}]+`)

// saysLine reports whether the page has a line with these words.
func saysLine(v *Page, text string) bool {
	text = strings.ToLower(strings.TrimSpace(collapse(text)))
	if text == "" {
		return false
	}
	for _, l := range linesOf(v, func(line) bool { return true }) {
		if strings.Contains(l.lower, text) {
			return true
		}
	}
	return false
}
