package duplicates_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/surface/duplicates"
)

func TestSignIgnoresWhatReadersDo(t *testing.T) {
	a := duplicates.Sign("The quick, brown fox — jumps over 3 lazy dogs. Où est-il?")
	b := duplicates.Sign("  the QUICK brown\n fox jumps  over (3) lazy dogs; OÙ est il")
	if a != b {
		t.Errorf("%+v and %+v", a, b)
	}
	if c := duplicates.Sign("the quick fox brown jumps over 3 lazy dogs où est il"); c.Exact == a.Exact {
		t.Error("the order of words does not count")
	}
	if n := duplicates.Sign("検索する").Words; n != 4 {
		t.Errorf("%d words of four characters", n)
	}
}

// The words of an address count nothing for Plain, wherever they stand.
func TestLeaveOut(t *testing.T) {
	for text, rest := range map[string]string{
		"no page Shop or 17 here": "no page or here", "shop 17": "", "17 a b": "a b", "a b": "a b", "a shop shop b 17": "a b",
	} {
		var s duplicates.Signer
		s.LeaveOut("/shop/17")
		s.Add(text)
		if got, all := s.Signature(), duplicates.Sign(text); got.Plain != duplicates.Sign(rest).Plain || got.Exact != all.Exact || got.Words != all.Words {
			t.Errorf("%q without an address is not %q", text, rest)
		}
	}
}

// Pages that differ in a date or a counter are near, pages that share a template
// only are not.
func TestNear(t *testing.T) {
	near, far := 0, 0
	const runs = 300
	for i := range runs {
		rnd := rand.New(rand.NewPCG(uint64(i), 7))
		text := strings.Fields(words(fmt.Sprint("page", i), 400))
		one := duplicates.Sign(strings.Join(text, " "))
		text[rnd.IntN(400)] = "changed"
		if one.Near(duplicates.Sign(strings.Join(text, " "))) {
			near++
		}
		for range 120 {
			text[rnd.IntN(400)] = fmt.Sprint("x", rnd.IntN(9999))
		}
		if one.Near(duplicates.Sign(strings.Join(text, " "))) {
			far++
		}
	}
	if near < runs*3/4 || far > 0 {
		t.Errorf("of %d pages with one word changed %d are near, of those with a quarter changed %d; want at least three quarters and none", runs, near, far)
	}
}

// Texts find exactly what comparing signatures finds, short texts aside.
func TestTexts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var all []duplicates.Signature
	var x duplicates.Texts
	for i := range 1000 {
		s := duplicates.Signature{Words: 100, Exact: rnd.Uint64(), Similar: rnd.Uint64()}
		if i > 0 && rnd.IntN(2) == 0 { // near to another, in up to six bits
			s.Similar = all[rnd.IntN(len(all))].Similar
			for range rnd.IntN(7) {
				s.Similar ^= 1 << rnd.IntN(64)
			}
		}
		want := slices.ContainsFunc(all, s.Near)
		if got := x.Near(s); got != want {
			t.Fatalf("signature %d is near to another: %t, comparing finds %t", i, got, want)
		}
		x.Add(s)
		all = append(all, s)
	}
	short := duplicates.Signature{Words: 3, Exact: 1, Similar: all[0].Similar}
	if x.Near(short) {
		t.Error("a text of three words is near to a long one")
	}
}

// Case and white space never count, and a text in two pieces is the text with a
// space between.
func FuzzSign(f *testing.F) {
	f.Add("a b c d", "e")
	f.Add("\xff\xfe 検索 a", "ß")
	f.Fuzz(func(t *testing.T, a, b string) {
		var s duplicates.Signer
		s.Add(a)
		s.Add(b)
		if whole := duplicates.Sign(a + " " + b); s.Signature() != whole {
			t.Errorf("%q and %q: %+v in pieces, %+v as one", a, b, s.Signature(), whole)
		}
		if lower := strings.ToLower(a); duplicates.Sign(lower) != duplicates.Sign("\n"+lower+" ") {
			t.Errorf("%q: white space counts", a)
		}
	})
}

func BenchmarkSign(b *testing.B) {
	text := words("page", 2500)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		duplicates.Sign(text)
	}
}
