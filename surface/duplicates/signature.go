package duplicates

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Signature stands for the text of a page.
type Signature struct {
	Words   int32  `json:"words"`
	Exact   uint64 `json:"exact"`   // of all words in their order
	Similar uint64 `json:"similar"` // simhash of the shingles: like texts differ in few bits
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
func Sign(text string) Signature { return sign(text, nil) }

// sign leaves out the words whose hashes are in without.
func sign(text string, without map[uint64]bool) Signature {
	var (
		s       Signature
		counts  lanes
		last    [shingle]uint64
		exact   uint64 = startWord
		current uint64
		inWord  bool
	)
	end := func() {
		if !inWord {
			return
		}
		inWord = false
		w := mix(current)
		if len(without) > 0 && without[w] {
			return
		}
		s.Words++
		exact = bits.RotateLeft64(exact^w, 29) * prime
		last[0], last[1], last[2] = last[1], last[2], w
		if s.Words >= shingle {
			counts.add(mix(last[0] + 3*bits.RotateLeft64(last[1], 21) + 5*bits.RotateLeft64(last[2], 42)))
		}
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c >= 'A' && c <= 'Z':
				c += 'a' - 'A'
			case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			default:
				end()
				continue
			}
			if !inWord {
				inWord, current = true, startWord
			}
			current = (current ^ uint64(c)) * prime
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case ideographic(r):
			end()
			inWord, current = true, startWord^uint64(r)
			end()
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			if !inWord {
				inWord, current = true, startWord
			}
			current = (current ^ uint64(unicode.ToLower(r))) * prime
		default:
			end()
		}
	}
	end()
	s.Exact = mix(exact)
	if s.Words < shingle {
		s.Similar = exact
	} else {
		s.Similar = counts.hash()
	}
	return s
}

// hashWord is the hash of a word of ASCII letters and digits, as sign has it.
func hashWord(w string) uint64 {
	h := uint64(startWord)
	for i := range len(w) {
		c := w[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		h = (h ^ uint64(c)) * prime
	}
	return mix(h)
}

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
