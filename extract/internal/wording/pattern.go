package wording

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Pattern is a regular expression that is tried only on texts that hold one of
// the literals without which it cannot match. Go's regexp package has no
// literal search for alternatives, so that a list of phrases costs microseconds
// on each of a page's many lines; to look for the literals costs nanoseconds.
// It takes them from the expression's own syntax tree, and says nothing else
// than the expression itself.
// It is made when it is first tried: most commands read no page.
type Pattern struct {
	Expr string
	made func() (*regexp.Regexp, literals)
}

// Compile makes a pattern, which panics on a bad expression.
func Compile(expr string) Pattern {
	return Pattern{expr, sync.OnceValues(func() (*regexp.Regexp, literals) {
		re := regexp.MustCompile(expr)
		tree, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			return re, literals{}
		}
		return re, newLiterals(needed(tree).best)
	})}
}

// May reports whether text holds a literal that a match needs.
func (p Pattern) May(text string) bool {
	_, needs := p.made()
	return needs.in(text)
}

// Regexp is the expression itself.
func (p Pattern) Regexp() *regexp.Regexp {
	re, _ := p.made()
	return re
}

func (p Pattern) MatchString(text string) bool { return p.May(text) && p.Regexp().MatchString(text) }

func (p Pattern) FindStringSubmatch(text string) []string {
	if !p.May(text) {
		return nil
	}
	return p.Regexp().FindStringSubmatch(text)
}

func (p Pattern) FindStringSubmatchIndex(text string) []int {
	if !p.May(text) {
		return nil
	}
	return p.Regexp().FindStringSubmatchIndex(text)
}

// need is what is known of the texts that an expression matches.
type need struct {
	exact []string // all of them, where they are few; else nil
	best  []string // each holds one of these; nil where nothing is known
}

// Bounds of the literals of a pattern.
const (
	maxExact   = 64 // texts that are kept apart before they are cut into pieces
	minLiteral = 2  // bytes of a literal worth looking for
	maxClass   = 32 // characters of a class that are told apart
)

// needed derives the literals of an expression: the analysis of Russ Cox,
// "Regular Expression Matching with a Trigram Index" (2012), without the
// conjunctions: of the parts of a sequence the most telling one counts.
func needed(re *syntax.Regexp) need {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 && strings.ContainsFunc(string(re.Rune), unicode.IsLetter) {
			return need{}
		}
		return exactly(string(re.Rune))
	case syntax.OpCharClass:
		var all []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if all = append(all, string(r)); len(all) > maxClass {
					return need{}
				}
			}
		}
		return exactly(all...)
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return exactly("")
	case syntax.OpCapture:
		return needed(re.Sub[0])
	case syntax.OpPlus:
		return need{best: needed(re.Sub[0]).best}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return need{best: needed(re.Sub[0]).best}
		}
	case syntax.OpQuest:
		if n := needed(re.Sub[0]); n.exact != nil && len(n.exact) < maxExact {
			return need{exact: append([]string{""}, n.exact...)}
		}
	case syntax.OpAlternate:
		return alternatives(re.Sub)
	case syntax.OpConcat:
		return sequence(re.Sub)
	}
	return need{}
}

func exactly(texts ...string) need {
	n := need{exact: texts}
	if telling(texts) > 0 {
		n.best = texts
	}
	return n
}

// telling is the length of the shortest literal of a set, 0 where that is not
// worth looking for.
func telling(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	shortest := len(texts[0])
	for _, t := range texts {
		shortest = min(shortest, len(t))
	}
	if shortest < minLiteral {
		return 0
	}
	return shortest
}

func alternatives(subs []*syntax.Regexp) need {
	var out need
	exact, known := true, true
	for _, sub := range subs {
		n := needed(sub)
		exact = exact && n.exact != nil
		known = known && n.best != nil
		out.exact = append(out.exact, n.exact...)
		out.best = append(out.best, n.best...)
	}
	if !known {
		out.best = nil
	}
	if !exact || len(out.exact) > maxExact {
		out.exact = nil
	}
	return out
}

func sequence(subs []*syntax.Regexp) need {
	var best []string
	consider := func(texts []string) {
		if telling(texts) > telling(best) {
			best = texts
		}
	}
	exact := true
	run := []string{""} // the texts of the parts since the last that has too many
	for _, sub := range subs {
		n := needed(sub)
		consider(n.best)
		if n.exact == nil || len(run)*len(n.exact) > maxExact {
			consider(run)
			exact = false
			if run = n.exact; run == nil {
				run = []string{""}
			}
			continue
		}
		var product []string
		for _, head := range run {
			for _, tail := range n.exact {
				product = append(product, head+tail)
			}
		}
		run = product
	}
	consider(run)
	if !exact {
		run = nil
	}
	return need{exact: run, best: best}
}

// literals are texts to look for, all at once.
type literals struct {
	starts []uint64             // a set of bits: the first two bytes of each
	byHead map[[2]byte][]string // the same with what they are the beginning of
}

// newLiterals makes a searcher; that of no texts finds something everywhere.
func newLiterals(texts []string) literals {
	if len(texts) == 0 {
		return literals{}
	}
	l := literals{starts: make([]uint64, 1<<16/64), byHead: map[[2]byte][]string{}}
	texts = slices.Sorted(slices.Values(texts))
	last := texts[len(texts)-1] + "."
	for _, t := range texts {
		if strings.HasPrefix(t, last) {
			continue // found with the shorter one
		}
		last = t
		head := [2]byte{t[0], t[1]}
		at := uint16(t[0])<<8 | uint16(t[1])
		l.starts[at/64] |= 1 << (at % 64)
		l.byHead[head] = append(l.byHead[head], t)
	}
	return l
}

// in reports whether text holds one of the literals.
func (l literals) in(text string) bool {
	if l.starts == nil {
		return true
	}
	for i := 0; i+1 < len(text); i++ {
		at := uint16(text[i])<<8 | uint16(text[i+1])
		if l.starts[at/64]&(1<<(at%64)) == 0 {
			continue
		}
		for _, t := range l.byHead[[2]byte{text[i], text[i+1]}] {
			if strings.HasPrefix(text[i:], t) {
				return true
			}
		}
	}
	return false
}
