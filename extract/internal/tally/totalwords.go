package tally

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// A count as written: digits of any script with separators between, or with the words for
// thousands and more of the languages that write these within numbers ("3千300", "1万2,345").
const num = `((?:\p{Nd}{1,4}[千万萬億亿천만억])+(?:\p{Nd}{1,3}(?:[,，]?\p{Nd}{3})?)?|\p{Nd}{1,3}(?:[.,'’٬，．\x{00a0}\x{202f} ]\p{Nd}{3})+|\p{Nd}{1,3}(?:,\p{Nd}{2})*,\p{Nd}{3}|\p{Nd}+)`

// What stands around counts, of all languages at once; what each section is for says
// words/en.txt of package lexicon.
var (
	thing     = lexicon.Pattern("counted")
	counters  = lexicon.Literal("counters")
	about     = `(?:[>≥~≈]|` + lexicon.Pattern("more-than", "about") + `)?`
	to        = lexicon.Literal("to")
	of        = lexicon.Pattern("of")
	found     = lexicon.Pattern("found")
	foundWord = lexicon.Pattern("found", "total")
	shown     = lexicon.Pattern("shown")
)

// matchedVerb says before the number what the answer did.
const matchedVerb = `(?:matched|found|matches|returned|hits in)`

var (
	// "1-10 of about 1,234"; "Results 1 to 10 of 1,234".
	rangeOf = regexp.MustCompile(num + `\s*` + to + `\s*` + num + `\s*(?:` + thing + `\s*)?,?\s*\(?` + of + `\s*(?:a\s+)?(?:total\s+(?:of\s+)?)?(?:the\s+)?` + about + `\s*(?:total\s+)?` + num + `(\+)?`)
	// "about 1 230 Treffer"; "1000+ results".
	CountThing = wording.Compile(`(?:^|[^\p{L}\p{Nd}.,#/-]|[約约全共])` + about + `\s*` + num + `(\+)?\s*(?:(?:total|matching|search|relevant|unique|different|hit|job|web|site|product|related|web site|found)\s+)?(?:` + thing + `(?:[^\p{L}\p{Nd}]|$)|` + counters + `)`)
	// "Found 12"; "Total: 1,234"; "Treffer: 12"; "Ergebnisse (12)".
	FoundCount = wording.Compile(foundWord + `\s*(?:is|are|was|were|:|：|=|\()?\s*` + about + `\s*` + num + `(\+)?`)
	// "78 Orte gefunden"; "44 patents found"; "12 lights match".
	FoundThings = wording.Compile(`(?:^|[^\p{L}\p{Nd}.,#/-])` + num + `(\+)?\s+\p{L}+\s+(?:\p{L}+\s+)?(?:were\s+|was\s+)?` + found + `(?:[^\p{L}]|$)`)
	// "84 cars", as a heading.
	headCount = regexp.MustCompile(`^` + num + `(\+)?\s+([\p{L}\p{M}]+)\.?$`)
	// "matched 19 of 501 documents": the second is the size of the collection.
	OfAll = wording.Compile(matchedVerb + `\s+` + num + `\s+(?:of|out of|from|in)\s+(?:the\s+)?` + num + `\s+(?:\p{L}+\s+)?` + thing)
	// "Showing 100 of 391 printers": of all that match where the page leads on, else of all there are.
	shownOf = wording.Compile(shown + `\s*:?\s*(?:the\s+)?(?:first\s+)?` + num + `\s*(?:\p{L}+\s+)?` + of + `\s*(?:the\s+)?` + about + `\s*` + num + `(\+)?`)
	// "20 pages", "全20ページ": pages of the answer, not matches.
	CountsPages = wording.Compile(`^\+?\s*` + lexicon.Pattern("pages"))
	Whole       = wording.Compile(`\b(?:contains|containing|index of|indexed|indexes|indexing|database of|collection of|searching|search over|searches|archive of|catalogue of|choose from)\b`)
	moreThan    = regexp.MustCompile(`(?:[>≥]|` + lexicon.Pattern("more-than") + `)\s*$`)
)

// countsTime reports whether a word stands behind numbers that count no things:
// "3 April", "24 hours".
func countsTime(word string) bool { return units[word] || dates.Month(word) > 0 }

var units = wording.Set(lexicon.Words("units")...)

// rangeTos are what may stand between the two numbers of a range.
var rangeTos = wording.Set(lexicon.Words("to")...)

// HasRange reports whether two numbers stand in text with what makes a range
// of them in between.
func HasRange(text string) bool { return rangeAt(text) >= 0 }

// rangeAt returns where the second number of the first range in text begins;
// -1 without a range.
func rangeAt(text string) int {
	end := -1 // of the number before
	in := false
	for i, r := range text {
		digit := wording.IsDigit(r)
		if digit && !in && end >= 0 && i-end < 16 && rangeTos[strings.TrimSpace(text[end:i])] {
			return i
		}
		if in && !digit {
			end = i
		}
		in = digit
	}
	return -1
}

// ofSign reports a character that each of the words before a total has one of.
func ofSign(r rune) bool { return r == '/' || r == '(' || unicode.IsLetter(r) }

// findRange returns where text says "1-10 of 1,234"; nil where it does not.
func findRange(text string) []int {
	if wording.NumbersIn(text, 3) < 3 {
		return nil
	}
	at := rangeAt(text)
	if at < 0 {
		return nil
	}
	// Dates ("2020-10-12") have nothing that could mean "of" before a third number.
	of := strings.IndexFunc(text[at:], ofSign)
	if of < 0 || !strings.ContainsFunc(text[at+of:], wording.IsDigit) {
		return nil
	}
	return rangeOf.FindStringSubmatchIndex(text)
}
