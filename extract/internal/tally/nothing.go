package tally

import (
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Nothing matches what pages say that found nothing.
var Nothing = wording.Compile(lexicon.Pattern("nothing"))

// Instead matches what pages say before they list something else than what
// was asked for.
var Instead = wording.Compile(lexicon.Pattern("instead"))

// Essay is how many letters outside its menus a page has that does not just say
// that nothing was found.
const Essay = 8000

// Failure returns the line that says that nothing was found; "" without one.
// It reads what stands before the node until, for below a list that may well be the
// answer such words are about something else, and so they are in the midst of an essay.
func Failure(v *view.Page, until int32) string {
	lines := LinesOf(v, func(l Line) bool {
		return l.Zone&(view.ZoneNav|view.ZoneCalendar) == 0 && l.At < until && !(v.Main > Essay && v.Sums[l.At].Chars > Essay/2)
	})
	for _, l := range lines {
		if t := l.Lower; Nothing.MatchString(t) && !Conditional.MatchString(t) {
			return l.Text
		}
	}
	return ""
}

// edge is what stands beside a whole word: no letter, but for scripts that do not set
// words apart.
const edge = `(?:[^\p{L}]|[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}])`

// Denies matches words by which lines say that there is nothing.
var Denies = wording.Compile(`(?:^|` + edge + `)` + lexicon.Literal("denial") + `(?:$|` + edge + `)`)

// Conditional marks help texts: "if no results are found, try ...".
var Conditional = wording.Compile(`(?:^|` + edge + `)` + lexicon.Literal("if") + edge + `(?:.{0,40}` + edge + `)?` + lexicon.Literal("denial") + `(?:$|` + edge + `)`)
