package ordering

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/words"
)

// buckets bounds what is remembered of a crawl's vocabulary: words share one of
// so many counters. Few words do where it matters, and memory stays at 1 MiB.
const buckets = 1 << 18

// term is how often a word (its bucket) occurs in a text.
type term struct {
	bucket uint32
	count  int32
}

// bag is the words of a text, by bucket.
type bag []term

// eachWord calls yield with the words of a text in lower case, words being as in
// UAX 29: what has a letter or digit.
func eachWord(text string, yield func(string)) {
	tokens := words.FromString(strings.ToLower(text))
	for tokens.Next() {
		w := tokens.Value()
		if strings.IndexFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0 {
			yield(w)
		}
	}
}

func bagOf(texts ...string) bag {
	var all []uint32
	for _, text := range texts {
		eachWord(text, func(w string) {
			h := fnv.New32a()
			_, _ = h.Write([]byte(w)) // never fails
			all = append(all, h.Sum32()%buckets)
		})
	}
	slices.Sort(all)
	var b bag
	for _, w := range all {
		if n := len(b); n > 0 && b[n-1].bucket == w {
			b[n-1].count++
		} else {
			b = append(b, term{w, 1})
		}
	}
	return b
}

// Corpus counts in how many texts a word occurs, and compares texts by the
// cosine of their tf-idf vectors (Salton and McGill), with weights
// (1 + ln tf) * ln(1 + (n+1)/(df+1)) of a word in df of n texts.
type Corpus struct {
	texts int
	in    [buckets]int32
}

func (c *Corpus) add(b bag) {
	c.texts++
	for _, t := range b {
		c.in[t.bucket]++
	}
}

func (c *Corpus) weight(t term) float64 {
	return (1 + math.Log(float64(t.count))) * math.Log(1+float64(c.texts+1)/float64(c.in[t.bucket]+1))
}

// cosine is the similarity of two texts, from 0 to 1.
func (c *Corpus) cosine(a, b bag) float64 {
	var dot, aa, bb float64
	for _, t := range a {
		w := c.weight(t)
		aa += w * w
		if i, ok := slices.BinarySearchFunc(b, t.bucket, func(t term, bucket uint32) int { return cmp.Compare(t.bucket, bucket) }); ok {
			dot += w * c.weight(b[i])
		}
	}
	for _, t := range b {
		w := c.weight(t)
		bb += w * w
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}

// Add counts a text.
func (c *Corpus) Add(text string) { c.add(bagOf(text)) }

// Vector is the tf-idf vector of a text, of length 1 (or 0), ordered by word.
type Vector []component

type component struct {
	bucket uint32
	weight float64
}

// Vector weighs the words of a text by the texts counted so far.
func (c *Corpus) Vector(text string) Vector {
	var v Vector
	sum := 0.0
	for _, t := range bagOf(text) {
		w := c.weight(t)
		v = append(v, component{t.bucket, w})
		sum += w * w
	}
	for i := range v {
		v[i].weight /= math.Sqrt(sum)
	}
	return v
}

// Cosine is the similarity of two texts, from 0 to 1.
func (v Vector) Cosine(w Vector) (cosine float64) {
	if len(v) > len(w) {
		v, w = w, v
	}
	for _, a := range v {
		i, ok := slices.BinarySearchFunc(w, a.bucket, func(b component, bucket uint32) int { return cmp.Compare(b.bucket, bucket) })
		if ok {
			cosine += a.weight * w[i].weight
		}
	}
	return cosine
}

// Words returns the words of a text as similarities see them.
func Words(text string) (out []string) {
	eachWord(text, func(w string) { out = append(out, w) })
	return out
}
