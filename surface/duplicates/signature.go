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

	startWord = 0xcbf29ce484222325 // as in FNV-1a
	prime     = 0x100000001b3
)

// Signer computes the signature of a text that comes in pieces: Charikar's simhash
// over its shingles of three words, each counted as often as it occurs, and a hash of
// the words as they follow each other. Case, punctuation and white space do not count; a
// character of a script without spaces is a word. A piece ends a word.
type Signer struct {
	without []uint64 // hashes of words that do not count for plain
	mask    uint64   // has the bit that the last six bits of each of them count
	left    bool     // a word was left out: until then plain is exact

	words  int32
	exact  uint64
	plain  uint64
	last   [shingle]uint64
	counts lanes
}

// Add takes in a piece of the text. It looks at eight bytes at a time: that is
// most words as a whole.
func (s *Signer) Add(text string) {
	word := uint64(startWord) // hash of the word so far
	in := false               // one has begun
	for i := 0; i < len(text); {
		if text[i] >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[i:])
			i += size
			alone := ideographic(r)
			part := alone || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
			if in && (alone || !part) {
				s.word(word)
				word, in = startWord, false
			}
			if part {
				word, in = step(word, uint64(unicode.ToLower(r))), true
			}
			if alone {
				s.word(word)
				word, in = startWord, false
			}
			continue
		}
		eight := load(text[i:])
		ascii := bits.TrailingZeros64(eight&highBits) / 8 // bytes before the first that is none
		n := bits.TrailingZeros64(^wordBytes(eight)&highBits) / 8
		if n > 0 {
			word, in = step(word, (eight|caseBits)&(1<<(8*n)-1)), true // all bits where n is 8
		}
		if i += n; n >= ascii {
			continue // the word may go on
		}
		if in {
			s.word(word)
			word, in = startWord, false
		}
		i++
	}
	if in {
		s.word(word)
	}
}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x80 * lowBits
	caseBits = 0x20 * lowBits // set in lower case and in digits
)

// load returns the first eight bytes of s, the first one lowest; zeros stand
// for those that it does not have.
func load(s string) (x uint64) {
	if len(s) >= 8 {
		return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	}
	for i := range len(s) {
		x |= uint64(s[i]) << (8 * i)
	}
	return x
}

// wordBytes has the highest bit of each byte of x set that is a letter or digit
// of ASCII, and of no other.
func wordBytes(x uint64) uint64 {
	ascii := x &^ highBits
	small := ascii | caseBits
	// The sums have a byte's highest bit where it is at least that character.
	letters := (small + (0x80-'a')*lowBits) &^ (small + (0x80-'z'-1)*lowBits)
	digits := (ascii + (0x80-'0')*lowBits) &^ (ascii + (0x80-'9'-1)*lowBits)
	return (letters | digits) & highBits &^ x
}

// step takes up to eight bytes of a word into its hash.
func step(word, part uint64) uint64 { return bits.RotateLeft64((word^part)*prime, 23) }

func (s *Signer) word(w uint64) {
	if s.mask>>(w&63)&1 != 0 && slices.Contains(s.without, w) {
		if !s.left {
			s.left, s.plain = true, s.exact
		}
	} else if s.left {
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
	out := Signature{Words: s.words, Exact: mix(s.exact), Plain: mix(s.exact)}
	if s.left {
		out.Plain = mix(s.plain)
	}
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
		var one Signer
		if one.Add(t); one.words == 1 {
			w := one.last[shingle-1]
			s.without, s.mask = append(s.without, w), s.mask|1<<(w&63)
		}
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

// lanes count the set bits of hashes by position. Eight hashes at a time are
// summed by carry-save adders to bits that count 1, 2, 4 and 8 (the Harley-Seal
// method; W. Mula, N. Kurz, D. Lemire, Faster population counts using AVX2
// instructions, 2018, section 2); only the eights are spread out over counters.
type lanes struct {
	waiting           [8]uint64 // hashes not summed yet
	n                 int       // of them
	ones, twos, fours uint64
	eights            [8]uint64 // eights[i] has eight counters of eight bits, of the positions 8i..8i+7
	rounds            int       // in eights
	count             [64]int32 // what was taken from eights
	all               int32
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
	l.waiting[l.n] = h
	if l.n++; l.n == len(l.waiting) {
		l.sum()
	}
}

// adder adds three bits at each position.
func adder(a, b, c uint64) (carry, sum uint64) {
	u := a ^ b
	return a&b | u&c, u ^ c
}

func (l *lanes) sum() {
	w := &l.waiting
	twosA, ones := adder(l.ones, w[0], w[1])
	twosB, ones := adder(ones, w[2], w[3])
	foursA, twos := adder(l.twos, twosA, twosB)
	twosA, ones = adder(ones, w[4], w[5])
	twosB, ones = adder(ones, w[6], w[7])
	foursB, twos := adder(twos, twosA, twosB)
	eights, fours := adder(l.fours, foursA, foursB)
	l.ones, l.twos, l.fours, l.n = ones, twos, fours, 0
	l.all += int32(len(l.waiting))
	for i := range l.eights {
		l.eights[i] += spread[byte(eights>>(8*i))]
	}
	if l.rounds++; l.rounds == 255 {
		l.empty()
	}
}

func (l *lanes) empty() {
	for i, p := range l.eights {
		for j := range 8 {
			l.count[8*i+j] += 8 * int32(byte(p>>(8*j)))
		}
		l.eights[i] = 0
	}
	l.rounds = 0
}

// hash returns the bits that more than half of the hashes have.
func (l *lanes) hash() (h uint64) {
	l.empty()
	for i, c := range l.count {
		c += int32(l.ones>>i&1 + 2*(l.twos>>i&1) + 4*(l.fours>>i&1))
		for _, w := range l.waiting[:l.n] {
			c += int32(w >> i & 1)
		}
		if 2*c > l.all+int32(l.n) {
			h |= 1 << i
		}
	}
	return h
}

// Texts remember the texts of pages by their simhashes, of those that are long
// enough to have one that tells: of a few thousand, comparing with all takes
// less than keeping them in order. The zero Texts are empty.
type Texts struct{ all []uint64 }

// Len returns how many are remembered.
func (t *Texts) Len() int { return len(t.all) }

// Add remembers a text.
func (t *Texts) Add(s Signature) {
	if s.Words >= fewWords {
		t.all = append(t.all, s.Similar)
	}
}

// Near reports whether one of the texts is the same as s but for details (see
// Signature.Near).
func (t *Texts) Near(s Signature) bool {
	if s.Words < fewWords {
		return false
	}
	for _, h := range t.all {
		if bits.OnesCount64(h^s.Similar) <= nearBits {
			return true
		}
	}
	return false
}
