package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// longestDenial is the length of the longest line that is taken for one.
const longestDenial = 160

// Denial returns what a page says that cannot have found anything, query being
// the words that it was asked for: the words of an empty answer, in whatever
// form, without those asked for. "" where nothing is said.
func Denial(doc *page.Document, query []string) string {
	if says := Read(doc, Options{Query: query}).Says; says != "" {
		return says
	}
	v := view.New(doc, query, view.Known{})
	best, echo := "", false
	for _, l := range tally.LinesOf(v, func(l tally.Line) bool {
		return l.Zone&(view.ZoneAside|view.ZoneForm) == 0
	}) {
		if len(l.Text) > longestDenial || !tally.Denies.MatchString(l.Lower) || tally.Conditional.MatchString(l.Lower) {
			continue
		}
		// A line that repeats the question answers it.
		if says := unasked(v, l.Text); wording.Letters(says) >= 6 && tally.Denies.MatchString(strings.ToLower(says)) && (best == "" || !echo && v.Asked(l.Text)) {
			best, echo = says, v.Asked(l.Text)
		}
	}
	return best
}

// unasked returns the longest part of a text without words that were asked for.
func unasked(v *view.Page, text string) string {
	best, from := "", 0
	flush := func(to int) {
		if part := strings.Trim(text[from:to], " \t.,:;!?-–—\"'“”«»()"); wording.Letters(part) > wording.Letters(best) {
			best = part
		}
	}
	for _, w := range wordRun.FindAllStringIndex(text, -1) {
		if slices.Contains(v.Query, strings.ToLower(text[w[0]:w[1]])) {
			flush(w[0])
			from = w[1]
		}
	}
	flush(len(text))
	return best
}

var wordRun = regexp.MustCompile(`[\p{L}\p{Nd}\p{M}]+`)

// saysLine reports whether the page has a line with these words.
func saysLine(v *view.Page, text string) bool {
	text = strings.ToLower(strings.TrimSpace(wording.Collapse(text)))
	if text == "" {
		return false
	}
	for _, l := range tally.LinesOf(v, func(tally.Line) bool { return true }) {
		if strings.Contains(l.Lower, text) {
			return true
		}
	}
	return false
}
