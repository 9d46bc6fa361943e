package wording

import (
	"slices"
	"strings"
	"unicode"
)

// HashStep extends the hash h by a tag and a class (FNV-1a).
func HashStep(h uint64, tag, class string) uint64 {
	h = (h ^ 0x9e3779b97f4a7c15) * FnvPrime
	for i := 0; i < len(tag); i++ {
		h = (h ^ uint64(tag[i])) * FnvPrime
	}
	h = (h ^ 0xff) * FnvPrime
	for i := 0; i < len(class); i++ {
		h = (h ^ uint64(class[i])) * FnvPrime
	}
	return h ^ h>>29
}

const (
	FnvStart = 14695981039346656037
	FnvPrime = 1099511628211
)

// LineHash returns the hash of the words of a text block, those of the query
// and all digits left out; 0 where nothing remains.
func LineHash(text string, query []string) uint64 {
	h, n := uint64(1), 0
	for w := range wordsIn(text) {
		w = strings.TrimFunc(w, unicode.IsDigit)
		if w == "" || slices.Contains(query, w) {
			continue
		}
		h = HashStep(h, w, "")
		n++
	}
	if n == 0 {
		return 0
	}
	return max(h, 1)
}
