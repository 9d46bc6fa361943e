package lexicon

import "strings"

// Index looks a text up in several lists at once, in a time that does not grow
// with them.
type Index struct {
	lists    []*List
	longest  int               // words in the longest phrase
	prefix   int               // bytes of the shortest prefix
	suffix   int               // of the shortest suffix
	phrases  map[string]uint64 // whole words and phrases: the lists, as bits
	prefixes map[string]uint64
	suffixes map[string]uint64
	slow     uint64 // lists that must be asked one by one: infixes, parts of words
}

// Found is one list that has an entry in a text.
type Found struct {
	List int    // its place among those of the index
	Word string // as it stands in the text
}

// NewIndex returns an index of at most 64 lists.
func NewIndex(lists ...*List) *Index {
	if len(lists) > 64 {
		panic("lexicon: an index of more than 64 lists")
	}
	x := &Index{lists: lists, prefix: 1 << 20, suffix: 1 << 20, phrases: map[string]uint64{}, prefixes: map[string]uint64{}, suffixes: map[string]uint64{}}
	for i, l := range lists {
		bit := uint64(1) << i
		for p := range l.phrases {
			x.phrases[p] |= bit
		}
		for _, p := range l.prefixes {
			x.prefixes[p] |= bit
			x.prefix = min(x.prefix, len(p))
		}
		for _, p := range l.suffixes {
			x.suffixes[p] |= bit
			x.suffix = min(x.suffix, len(p))
		}
		if len(l.infixes) > 0 {
			x.slow |= bit
		}
		x.longest = max(x.longest, l.longest)
	}
	return x
}

// Find returns the lists that have an entry in the folded text, in their
// order, each with the first entry that was seen.
func (x *Index) Find(folded string) []Found {
	var words [64]string
	var seen uint64
	note := func(bits uint64, word string) {
		for i := range x.lists {
			if bits&^seen&(1<<i) != 0 {
				seen |= 1 << i
				words[i] = word
			}
		}
	}
	var starts [8]int // starts of the last words
	n := 0
	for i := 0; i < len(folded); {
		end := strings.IndexByte(folded[i:], ' ')
		if end < 0 {
			end = len(folded)
		} else {
			end += i
		}
		starts[n%len(starts)] = i
		n++
		word := folded[i:end]
		note(x.word(word), word)
		for k := 2; k <= min(x.longest, n, len(starts)); k++ {
			phrase := folded[starts[(n-k)%len(starts)]:end]
			note(x.phrases[phrase], phrase)
		}
		i = end + 1
	}
	if !IsASCII(folded) {
		for i, l := range x.lists {
			if x.slow&(1<<i) == 0 || seen&(1<<i) != 0 {
				continue
			}
			for _, in := range l.infixes {
				if strings.Contains(folded, in) {
					note(1<<i, in)
					break
				}
			}
		}
	}
	if seen == 0 {
		return nil
	}
	var out []Found
	for i := range x.lists {
		if seen&(1<<i) != 0 {
			out = append(out, Found{i, words[i]})
		}
	}
	return out
}

// word returns the lists that know a single word.
func (x *Index) word(w string) uint64 {
	bits := x.phrases[w]
	maybe := uint64(0)
	for n := x.prefix; n <= len(w); n++ {
		maybe |= x.prefixes[w[:n]]
	}
	for n := x.suffix; n <= len(w); n++ {
		maybe |= x.suffixes[w[len(w)-n:]]
	}
	for i, l := range x.lists {
		if bit := uint64(1) << i; bits&bit == 0 && (maybe&bit != 0 || len(l.inner) > 0) && l.word(w) != "" {
			bits |= bit
		}
	}
	return bits
}
