package querygen

import (
	"strings"
	"unicode"
)

// wordClasses learn what kinds of words a site shows but does not search:
// prices, dates, shelf marks, numbers of pages. Words with digits are of a kind
// by their shape; all others are alike, and never given up.
type wordClasses struct{ kinds map[string]*tries }

// tries are questions for words that records in hand hold.
type tries struct{ asked, found int }

// classOf returns the shape of a word with digits, "" for others: each run of
// letters counts as one, a run of digits by its length up to five.
func classOf(word string) string {
	if !strings.ContainsFunc(word, unicode.IsNumber) {
		return ""
	}
	var shape []rune
	run := 0
	for _, r := range word {
		kind := 'a'
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
	return string(shape)
}

func (c *wordClasses) add(word string, found bool) {
	class := classOf(word)
	if class == "" {
		return
	}
	if c.kinds == nil {
		c.kinds = map[string]*tries{}
	}
	t := c.kinds[class]
	if t == nil {
		t = &tries{}
		c.kinds[class] = t
	}
	t.asked++
	if found {
		t.found++
	}
}

// found returns the chance that the site finds a word: Laplace's rule with one
// success beforehand.
func (c *wordClasses) found(word string) float64 {
	t := c.kinds[classOf(word)]
	if t == nil {
		return 1
	}
	return float64(t.found+1) / float64(t.asked+1)
}

// leastFound is the chance below which a kind of words is not asked any more:
// so after seven questions in vain.
const leastFound = 0.13

// hopes reports whether the site may find a word.
func (c *wordClasses) hopes(word string) bool { return c.found(word) >= leastFound }
