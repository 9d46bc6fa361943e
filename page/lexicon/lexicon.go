// Package lexicon finds words of many languages in the texts, names and addresses
// of pages. It stores nothing and does no I/O.
//
//	words/      the words as data, a file a language
//	words.go    the lists that are made of them
//	lexicon.go  texts reduced to what spellings share, and lists held against them
//	index.go    many lists held against a text at once
package lexicon

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold reduces a text to what its words have in common over spellings: lower
// case, no accents, compatibility forms resolved, everything but letters and
// digits turned into single spaces.
func Fold(s string) string {
	if IsASCII(s) {
		return foldASCII(s)
	}
	s = norm.NFKD.String(s)
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			if plain := plainLetters[unicode.ToLower(r)]; plain != "" {
				b.WriteString(plain)
			} else {
				b.WriteRune(unicode.ToLower(r))
			}
		case unicode.Is(unicode.M, r), r == '\u00ad', r == '\u200b', r == '\ufeff': // a soft hyphen parts no words
		case r == '\'' || r == '’': // "don't" stays one word
		default:
			space = true
		}
	}
	return b.String()
}

// plainLetters are letters that Unicode does not take apart though people do.
var plainLetters = map[rune]string{'ł': "l", 'ø': "o", 'đ': "d", 'ß': "ss", 'æ': "ae", 'œ': "oe", 'ı': "i", 'þ': "th", 'ð': "d"}

// foldASCII is Fold for plain text, which most names and labels are.
func foldASCII(s string) string {
	var room [128]byte // names and labels are short, and many are folded as they are
	out := room[:0]
	space := false
	for i := range len(s) {
		b := s[i]
		switch {
		case b >= 'A' && b <= 'Z':
			b += 'a' - 'A'
		case b >= 'a' && b <= 'z', b >= '0' && b <= '9':
		case b == '\'':
			continue
		default:
			space = true
			continue
		}
		if space && len(out) > 0 {
			out = append(out, ' ')
		}
		space = false
		out = append(out, b)
	}
	if string(out) == s {
		return s
	}
	return string(out)
}

// Split takes a name, an id, a class or a path apart into its words:
// "txtSearchTerm" and "search-term[]" both hold "search term".
func Split(name string) string {
	if IsASCII(name) {
		return splitASCII(name)
	}
	var b strings.Builder
	var last rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(last) || unicode.IsDigit(r) != unicode.IsDigit(last) && last != 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return Fold(b.String())
}

func splitASCII(name string) string {
	digit := func(b byte) bool { return b >= '0' && b <= '9' }
	var room [128]byte
	out := room[:0]
	for i := range len(name) {
		if b := name[i]; i > 0 {
			last := name[i-1]
			if b >= 'A' && b <= 'Z' && last >= 'a' && last <= 'z' || digit(b) != digit(last) && last != 0 {
				out = append(out, ' ')
			}
		}
		out = append(out, name[i])
	}
	if string(out) == name {
		return foldASCII(name)
	}
	return foldASCII(string(out))
}

// List is a set of words and phrases in many languages. An entry "such*"
// stands for words that begin so, "*suche" for words that end so, "*news*" for
// words that hold it; "!research*" makes an exception. Entries in scripts that do not set words apart by spaces are found anywhere.
type List struct {
	phrases  map[string]bool
	longest  int      // words in the longest phrase
	prefixes []string // by their first byte
	suffixes []string // by their last byte
	heads    spans    // of prefixes
	tails    spans    // of suffixes
	inner    []string // anywhere in a word
	not      []string // beginnings of words that are none
	infixes  []string // anywhere, of scripts without spaces
}

// New reads entries separated by commas or line ends.
func New(entries string) *List {
	l := &List{phrases: map[string]bool{}}
	for e := range strings.FieldsFuncSeq(entries, func(r rune) bool { return r == ',' || r == '\n' }) {
		e = strings.TrimSpace(e)
		word := Fold(e)
		switch {
		case word == "":
		case strings.HasPrefix(e, "!"):
			l.not = append(l.not, word)
		case unspaced(word):
			l.infixes = append(l.infixes, word)
		case strings.HasPrefix(e, "*") && strings.HasSuffix(e, "*"):
			l.inner = append(l.inner, word)
		case strings.HasSuffix(e, "*"):
			l.prefixes = append(l.prefixes, word)
		case strings.HasPrefix(e, "*"):
			l.suffixes = append(l.suffixes, word)
		default:
			l.phrases[word] = true
			l.longest = max(l.longest, strings.Count(word, " ")+1)
		}
	}
	l.heads = spansOf(l.prefixes, firstByte)
	l.tails = spansOf(l.suffixes, lastByte)
	return l
}

// spans are where, in a list sorted by one of their bytes, the entries with each
// byte begin: of hundreds of beginnings of words a word is held against few.
type spans [257]uint16

func firstByte(s string) byte { return s[0] }
func lastByte(s string) byte  { return s[len(s)-1] }

// spansOf sorts entries by a byte of theirs.
func spansOf(entries []string, by func(string) byte) (out spans) {
	slices.SortStableFunc(entries, func(a, b string) int { return cmp.Compare(by(a), by(b)) })
	for _, e := range entries {
		out[int(by(e))+1]++
	}
	for i := range 256 {
		out[i+1] += out[i]
	}
	return out
}

func (s *spans) of(entries []string, b byte) []string { return entries[s[b]:s[int(b)+1]] }

// unspaced reports whether s holds a script whose words stand without spaces
// between them or carry particles (Korean).
func unspaced(s string) bool {
	for _, r := range s {
		if r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Khmer, unicode.Lao, unicode.Myanmar) {
			return true
		}
	}
	return false
}

// Matches reports whether the folded text is an entry as a whole.
func (l *List) Matches(folded string) bool {
	return folded != "" && (l.phrases[folded] || !strings.Contains(folded, " ") && l.word(folded) != "" || slices.Contains(l.infixes, folded))
}

// Within reports whether an entry occurs in the folded text.
func (l *List) Within(folded string) bool { return l.Find(folded) != "" }

// Find returns the first entry in the folded text as it stands there, "" where none does.
func (l *List) Find(folded string) string {
	var starts [8]int // starts of the last words
	words := 0
	for i := 0; i < len(folded); {
		end := strings.IndexByte(folded[i:], ' ')
		if end < 0 {
			end = len(folded)
		} else {
			end += i
		}
		starts[words%len(starts)] = i
		words++
		if w := l.word(folded[i:end]); w != "" {
			return w
		}
		for n := 2; n <= min(l.longest, words, len(starts)); n++ {
			if p := folded[starts[(words-n)%len(starts)]:end]; l.phrases[p] {
				return p
			}
		}
		i = end + 1
	}
	if len(l.infixes) > 0 && !IsASCII(folded) {
		for _, in := range l.infixes {
			if strings.Contains(folded, in) {
				return in
			}
		}
	}
	return ""
}

func (l *List) word(w string) string {
	if w == "" || l.phrases[w] {
		return w
	}
	if slices.ContainsFunc(l.heads.of(l.prefixes, firstByte(w)), func(p string) bool { return strings.HasPrefix(w, p) }) ||
		slices.ContainsFunc(l.tails.of(l.suffixes, lastByte(w)), func(p string) bool { return strings.HasSuffix(w, p) }) ||
		slices.ContainsFunc(l.inner, func(p string) bool { return strings.Contains(w, p) }) {
		if !slices.ContainsFunc(l.not, func(p string) bool { return strings.HasPrefix(w, p) }) {
			return w
		}
	}
	return ""
}

// IsASCII reports whether a text has nothing but ASCII.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
