package text

import (
	"strings"
	"unicode"
)

// WordClasses learn what kinds of words a site shows but does not search:
// prices, dates, shelf marks, numbers of pages. Words with digits are of a kind
// by their shape; all others are alike, and never given up.
type WordClasses struct{ kinds map[string]*Tries }

// Tries are questions for words that records in hand hold.
type Tries struct{ Asked, Found int }

// classOf returns the shape of a word with digits, "" for others: each run of
// letters counts as one, a run of digits by its length up to five.
func classOf(word string) string {
	var room [longestWord]byte
	return string(appendClass(room[:0], word))
}

func appendClass(shape []byte, word string) []byte {
	if !strings.ContainsFunc(word, unicode.IsNumber) {
		return shape
	}
	run := 0
	for _, r := range word {
		kind := byte('a')
		if unicode.IsNumber(r) {
			kind = '9'
		}
		if n := len(shape); n > 0 && shape[n-1] == kind {
			if run++; kind == 'a' || run > 5 {
				continue
			}
		} else {
			run = 1
		}
		shape = append(shape, kind)
	}
	return shape
}

func (c *WordClasses) Add(word string, found bool) {
	class := classOf(word)
	if class == "" {
		return
	}
	if c.kinds == nil {
		c.kinds = map[string]*Tries{}
	}
	t := c.kinds[class]
	if t == nil {
		t = &Tries{}
		c.kinds[class] = t
	}
	t.Asked++
	if found {
		t.Found++
	}
}

// Found returns the chance that the site finds a word: Laplace's rule with one
// success beforehand.
func (c *WordClasses) Found(word string) float64 {
	var room [longestWord]byte
	t := c.kinds[string(appendClass(room[:0], word))] // found out for all words each time that one is chosen
	if t == nil {
		return 1
	}
	return float64(t.Found+1) / float64(t.Asked+1)
}

// leastFound is the chance below which a kind of words is not asked any more:
// so after seven questions in vain.
const leastFound = 0.13

// Hopes reports whether the site may find a word.
func (c *WordClasses) Hopes(word string) bool { return c.Found(word) >= leastFound }
