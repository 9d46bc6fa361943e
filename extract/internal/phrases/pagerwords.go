package phrases

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// How a label says "next".
const (
	WordNone  = iota
	WordArrow // an arrow and nothing else
	WordMore  // "more results"
	WordPart  // next among other words: "next 10 results"
	WordExact // "next", "next page"
)

// What pagers say, of all languages at once: pages often mix them. What each
// list is for says words/en.txt of package lexicon.
var (
	pageWords  = longestFirst(lexicon.Words("page"))
	EndWords   = wording.Set(lexicon.Words("ends")...)
	nextWords  = wording.Set(lexicon.Words("next")...)
	backWords  = wording.Set(lexicon.Words("previous")...)
	moreWords  = wording.Set(lexicon.Words("more")...)
	onward     = wording.Set(lexicon.Words("onward")...)
	elsewhere  = wording.Set(lexicon.Words("elsewhere")...)
	leadWords  = wording.Set(lexicon.Words("lead")...)
	startWords = lexicon.Words("start")
)

// longestFirst sorts words so that none stands behind one that it begins with.
func longestFirst(words []string) []string {
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	return words
}

const Arrows = "›»>→⟩▶►⏵❯⇒⇨➔➜➡▸〉》⟶≫＞❭⮞⯈➤▷⇛⊳"

const BackArrows = "‹«<←⟨◀◄⏴❮⇐⇦⬅◂〈《⟵≪＜❬⮜⯇◁⇚⊲"

// iconNames are ligatures of icon fonts: the text is the name of the picture.
var iconNames = strings.NewReplacer("chevron_right", "›", "navigate_next", "›", "keyboard_arrow_right", "›", "arrow_forward_ios", "›", "arrow_forward", "›", "arrow_right", "›", "last_page", "›|",
	"chevron_left", "‹", "navigate_before", "‹", "keyboard_arrow_left", "‹", "arrow_back_ios", "‹", "arrow_back", "‹", "arrow_left", "‹", "first_page", "|‹",
	"keyboard_double_›", "››", "keyboard_double_‹", "‹‹", "\u00a0", " ", "\ufe0e", "", "\ufe0f", "", "\u200e", "", "\u200f", "")

// NormalLabel returns a label in the form in which it is compared: lower case,
// composed, without marks of direction.
func NormalLabel(label string) string {
	s := strings.ToLower(label)
	if lexicon.IsASCII(s) {
		if strings.IndexByte(s, '_') < 0 {
			return strings.TrimSpace(wording.Collapse(s)) // no name of an icon
		}
	} else {
		// The lower case of the Turkish dotted I is two characters.
		s = strings.ReplaceAll(norm.NFC.String(s), "i\u0307", "i")
	}
	return strings.TrimSpace(wording.Collapse(strings.ReplaceAll(iconNames.Replace(s), "_", " ")))
}

// MoreResults matches "more results", "show 20 more", "load more items".
var MoreResults = wording.Compile(`^(?:(?:show|load|view|see|get|fetch)(?: me)?(?: the)? (?:next )?\d+ more(?: \p{L}+)?|(?:(?:show|load|view|see|get) )?(?:\d+ )?more (?:search |matching )?(?:results|matches|hits|items|data|records|entries))$`)

func bareWord(w string) string { return strings.Trim(w, ".,:;!?()[]|"+Arrows+BackArrows) }

// BareLabel returns a label without the marks and arrows around its words.
func BareLabel(label string) string {
	return strings.TrimFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// WordKind tells how a normal label says "next page".
func WordKind(label string) int {
	if label == "" || len(label) > 90 || utf8.RuneCountInString(label) > 50 {
		return WordNone
	}
	core := BareLabel(label)
	if pointsBack(label) {
		if nextWords[core] {
			return WordPart // "← older posts"
		}
		return WordNone
	}
	if core == "" {
		// ">>|" and ">|" lead to the last page.
		t := strings.Trim(label, "[]() ")
		if t != "" && strings.Trim(t, Arrows+" ") == "" && !strings.Contains(t, "|") {
			return WordArrow
		}
		return WordNone
	}
	if nextWords[core] {
		return WordExact
	}
	if moreWords[core] || moreWords[strings.TrimRight(core, "0123456789 ().,")] || MoreResults.MatchString(core) {
		return WordMore
	}
	ws := strings.Fields(core)
	if len(ws) > 5 {
		return WordNone
	}
	numbered := false
	for i, w := range ws {
		ws[i] = bareWord(w)
		if elsewhere[ws[i]] || backWords[ws[i]] || EndWords[ws[i]] {
			return WordNone
		}
		numbered = numbered || slices.Contains(pageWords, ws[i]) || strings.ContainsFunc(ws[i], unicode.IsDigit)
	}
	for len(ws) > 1 && leadWords[ws[0]] {
		ws = ws[1:]
	}
	head, tail := ws[0], ws[len(ws)-1]
	if nextWords[head] && (numbered || !onward[head]) {
		return WordPart // "next 10", "next page of results"
	}
	if len(ws) <= 3 && nextWords[tail] && (numbered || !onward[tail]) {
		return WordPart // "go to next", "resultados siguientes"
	}
	if utf8.RuneCountInString(core) <= 12 {
		for _, w := range startWords {
			if strings.HasPrefix(core, w) {
				return WordPart
			}
		}
	}
	return WordNone
}

// LoadsMore reports whether a normal label says to show more of a thing, whatever it is
// called: it has all words of such a phrase in their order, and two others at most ("show
// more paintings", "mehr Bücher anzeigen").
func LoadsMore(label string) bool {
	said := strings.FieldsFunc(label, func(r rune) bool { return !wording.IsWordRune(r) })
	return slices.ContainsFunc(morePhrases, func(phrase []string) bool {
		if len(said) <= len(phrase) || len(said) > len(phrase)+2 {
			return false
		}
		at := 0
		for _, w := range said {
			if at < len(phrase) && w == phrase[at] {
				at++
			}
		}
		return at == len(phrase)
	})
}

// morePhrases are those of more than one word that say "show more".
var morePhrases = func() (out [][]string) {
	for _, phrase := range lexicon.Words("more") {
		if words := strings.Fields(phrase); len(words) > 1 {
			out = append(out, words)
		}
	}
	return out
}()

// pointsBack reports whether a label has arrows back and none onward.
func pointsBack(label string) bool {
	return strings.ContainsAny(label, BackArrows) && !strings.ContainsAny(label, "›»→▶►")
}

// IsPrev reports whether a label leads back.
func IsPrev(t string) bool {
	if t == "" {
		return false
	}
	if strings.Trim(t, BackArrows+" ") == "" {
		return true
	}
	w := firstWord(t)
	return (elsewhere[w] || backWords[w] || EndWords[w]) && !nextWords[t] && WordKind(t) == WordNone
}

// firstWord returns the first of words(s), "" where there is none.
func firstWord(s string) string {
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !wording.IsWordRune(r) }) {
		return strings.ToLower(w)
	}
	return ""
}

// IsBack tells how a label (lower case) says "previous page".
func IsBack(label string) int {
	t := strings.Trim(label, " []()\u00a0")
	if t == "" {
		return WordNone
	}
	if strings.Trim(t, BackArrows+" ") == "" {
		return WordArrow
	}
	core := BareLabel(t)
	if core == "" {
		return WordNone
	}
	if backWords[core] {
		return WordExact
	}
	if ws := strings.Fields(core); len(ws) <= 4 && len(ws) > 0 && backWords[ws[0]] && ws[0] != "back" {
		return WordPart
	}
	return WordNone
}

// Doubled reports whether a label is two arrows or more and nothing else.
func Doubled(label string) bool {
	t := strings.Trim(label, " []()\u00a0")
	return len([]rune(t)) > 1 && strings.Trim(t, Arrows+BackArrows) == ""
}

// PageNumber reads "3", "[3]", "page 3" and the like.
func PageNumber(label string) (int, bool) {
	s := strings.Trim(label, "[](){}|<>.,·•- \u00a0")
	for _, w := range pageWords {
		if t, ok := strings.CutPrefix(s, w); ok {
			s = strings.TrimSpace(t)
			break
		}
	}
	return wording.AtoiAny(s)
}
