package duplicates

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Signature stands for the text of a page.
type Signature struct {
	Words   int32  `json:"words"`
	Exact   uint64 `json:"exact"`   // of all words in their order
	Similar uint64 `json:"similar"` // simhash of the shingles: like texts differ in few bits
	Plain   uint64 `json:"-"`       // as Exact, without the words that the Signer was told to leave out
}

const (
	shingle  = 3  // words
	fewWords = 20 // below, a simhash says little and only equal texts count as near
	nearBits = 3  // Manku, Jain and Das Sarma 2007: of 64-bit simhashes of web pages

	startWord = 0xcbf29ce484222325 // FNV-1a
	prime     = 0x100000001b3
)

// Sign computes the signature of a text: Charikar's simhash over its shingles of
// three words, each counted as often as it occurs, and a hash of the words as
// they follow each other. Case, punctuation and white space do not count; a
// character of a script without spaces is a word.
func Sign(text string) Signature {
	var s Signer
	s.Add(text)
	return s.Signature()
}

// Signer computes the signature of a text that comes in pieces. A piece ends a
// word.
type Signer struct {
	without []uint64 // hashes of words that do not count for plain

	words  int32
	exact  uint64
	plain  uint64
	last   [shingle]uint64
	counts lanes
}

// Add takes in a piece of the text.
func (s *Signer) Add(text string) {
	current, inWord := uint64(startWord), false
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c >= 'A' && c <= 'Z':
				c += 'a' - 'A'
			case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			default:
				if inWord {
					s.word(current)
					current, inWord = startWord, false
				}
				continue
			}
			current, inWord = (current^uint64(c))*prime, true
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		alone := ideographic(r)
		part := alone || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
		if inWord && (alone || !part) {
			s.word(current)
			current, inWord = startWord, false
		}
		if !part {
			continue
		}
		current, inWord = (current^uint64(unicode.ToLower(r)))*prime, true
		if alone {
			s.word(current)
			current, inWord = startWord, false
		}
	}
	if inWord {
		s.word(current)
	}
}

func (s *Signer) word(hash uint64) {
	w := mix(hash)
	if !slices.Contains(s.without, w) {
		s.plain = bits.RotateLeft64(s.plain^w, 29) * prime
	}
	s.words++
	s.exact = bits.RotateLeft64(s.exact^w, 29) * prime
	s.last[0], s.last[1], s.last[2] = s.last[1], s.last[2], w
	if s.words >= shingle {
		s.counts.add(mix(s.last[0] + 3*bits.RotateLeft64(s.last[1], 21) + 5*bits.RotateLeft64(s.last[2], 42)))
	}
}

// Signature returns that of the text so far.
func (s *Signer) Signature() Signature {
	out := Signature{Words: s.words, Exact: mix(s.exact), Plain: mix(s.plain)}
	if out.Similar = out.Exact; s.words >= shingle {
		out.Similar = s.counts.hash()
	}
	return out
}

// LeaveOut makes the words of an address count nothing for Plain: pages that say
// "not found" like to repeat it.
func (s *Signer) LeaveOut(pathQuery string) {
	for _, t := range tokens(pathQuery) {
		if strings.Contains(marks, t) || len(s.without) == maxWithout {
			continue
		}
		h := uint64(startWord)
		for _, c := range []byte(strings.ToLower(t)) {
			h = (h ^ uint64(c)) * prime
		}
		s.without = append(s.without, mix(h))
	}
}

// maxWithout bounds the words that count nothing.
const maxWithout = 12

func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// mix is the finaliser of SplitMix64: all bits of x count in all bits of the result.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Near reports whether two texts are the same but for details such as a date or
// a counter.
func (s Signature) Near(t Signature) bool {
	if s.Exact == t.Exact && s.Words == t.Words {
		return true
	}
	return s.Words >= fewWords && t.Words >= fewWords && s.Distance(t) <= nearBits
}

// Distance is the number of bits in which the simhashes differ.
func (s Signature) Distance(t Signature) int { return bits.OnesCount64(s.Similar ^ t.Similar) }

// lanes count the set bits of hashes by position: eight counters of eight bits
// share a word, and are emptied before they are full.
type lanes struct {
	part  [8]uint64 // part[i] has the counters of the bits 8i..8i+7
	n     int       // hashes in part
	count [64]int32
	all   int32
}

// spread[b] has bit i of b in the lowest bit of its i-th byte.
var spread = func() (t [256]uint64) {
	for b := range t {
		for i := range 8 {
			t[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return t
}()

func (l *lanes) add(h uint64) {
	for i := range l.part {
		l.part[i] += spread[byte(h>>(8*i))]
	}
	if l.n++; l.n == 255 {
		l.flush()
	}
}

func (l *lanes) flush() {
	for i, p := range l.part {
		for j := range 8 {
			l.count[8*i+j] += int32(byte(p >> (8 * j)))
		}
		l.part[i] = 0
	}
	l.all += int32(l.n)
	l.n = 0
}

func (l *lanes) hash() (h uint64) {
	l.flush()
	for i, c := range l.count {
		if 2*c > l.all {
			h |= 1 << i
		}
	}
	return h
}
