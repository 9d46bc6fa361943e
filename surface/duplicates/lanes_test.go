package duplicates

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

// The majority of each bit, whatever the number of hashes.
func TestLanes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, 7, 8, 9, 63, 300, 2039, 2040, 2041, 5000} {
		var l lanes
		var count [64]int
		for range n {
			h := rnd.Uint64() | rnd.Uint64()&0xffff // the low bits are mostly set
			l.add(h)
			for i := range count {
				count[i] += int(h >> i & 1)
			}
		}
		var want uint64
		for i, c := range count {
			if 2*c > n {
				want |= 1 << i
			}
		}
		if got := l.hash(); got != want {
			t.Errorf("of %d hashes: %064b, want %064b", n, got, want)
		}
	}
}

// Words are found wherever they stand: the signature of a text is that of its
// words, with a blank between them.
func TestWordsWhereverTheyStand(t *testing.T) {
	alphabet := []string{"a", "Z", "9", "é", "ß", "я", " ", "-", "\n", "\u00a0", "@", "[", "`", "{", "/", ":", "\x00", "\x7f", "\xff", "検", "abcdefgh"}
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		var b strings.Builder
		for range rnd.IntN(40) {
			b.WriteString(alphabet[rnd.IntN(len(alphabet))])
		}
		words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(b.String()), "検", " 検 "), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
		})
		got := Sign(b.String())
		if int(got.Words) != len(words) {
			t.Fatalf("%q: %d words, want %q", b.String(), got.Words, words)
		}
		var one Signer
		for _, w := range words {
			one.Add(w)
		}
		if want := one.Signature(); got != want || got != Sign(strings.Join(words, " ")) {
			t.Fatalf("%q: %+v, want %+v", b.String(), got, want)
		}
	}
}
