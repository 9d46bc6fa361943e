package facts

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// lettersStrategy marks the questions for parts of words.
const lettersStrategy = "letters"

// substrings learn whether the query box finds records by parts of their words (LIKE 'ab%',
// LIKE '%ab%'), from rows that lack as a word what was asked, and hold it within one. Only
// what is too short for a stem tells, and what was asked for that.
type substrings struct {
	begins, within int // rows that have a word which begins with it, or has it within only
	neither        int
	failed         int                  // parts of words held that found nothing
	probed         int                  // parts of words that were asked for
	asked          map[string]*Question // for words and parts of words, by them
	example        string
	whole, found   int // words of records held that were asked and begin none of these, and of them those that were found
	shortest       int // letters of a part that was found; 0 while none was
	ends, judged   int // see PartsEnd; outcomes when that was judged
}

// Of substrings.
const (
	substringLetters = 3 // of a word that is no stem
	substringRows    = 3 // that tell
	withinShare      = 10
)

// fragment reports whether q asks for a part of a word.
func (q *Question) fragment() bool {
	return q.Query.Strategy == lettersStrategy && q.Kind == Expression
}

// add takes a row into account that q showed.
func (s *substrings) add(c *text.Collection, q *Question, record uint32) {
	if q.Kind != Keyword && !q.fragment() {
		return
	}
	part := strings.ToLower(c.Words[q.Word])
	if !q.fragment() && utf8.RuneCountInString(part) > substringLetters || strings.ContainsFunc(part, text.IsEast) {
		return
	}
	part = part[strings.LastIndexByte(part, ' ')+1:]
	begins, within := false, false
	for _, id := range c.WordsOf(record) {
		w := c.Words[id]
		if w == part {
			return
		}
		begins = begins || strings.HasPrefix(w, part)
		within = within || strings.Contains(w, part)
	}
	switch {
	case begins:
		s.begins++
	case within:
		s.within++
	case utf8.RuneCountInString(part) == 1: // it may be a word, too short to be taken for one
		return
	default:
		s.neither++
		return
	}
	if s.example == "" {
		s.example = part
	}
}

// answered takes the first answer to a question for a word, or for a part of words that are
// held, into account.
func (s *substrings) answered(c *text.Collection, q *Question) {
	if s.asked == nil {
		s.asked = map[string]*Question{}
	}
	s.asked[c.Words[q.Word]] = q
	if q.fragment() {
		s.probed++
		if n := utf8.RuneCountInString(c.Words[q.Word]); q.Status == querygen.Answered && (s.shortest == 0 || n < s.shortest) {
			s.shortest = n
		}
	}
	if q.Kind == Keyword && c.Df(q.Word) > q.Fresh && !slices.ContainsFunc(c.Postings[q.Word], func(r uint32) bool { return c.WordsOf(r)[0] == q.Word }) {
		if s.whole++; q.Status == querygen.Answered {
			s.found++
		}
	}
	if q.fragment() && q.Status == querygen.Empty && s.begins+s.within == 0 {
		s.failed++
	}
}

// Substrings tells whether the query box finds parts of words, and whether it does anywhere in
// them, not at their beginning alone.
func (f *Facts) Substrings() (finds querygen.Verdict, anywhere bool) {
	s := &f.Parts
	if said := f.Fixed.Get(querygen.CanSubstring); said.Verdict != querygen.Unknown {
		return said.Verdict, said.Value == anywhereInWords || s.anywhere()
	}
	switch n := s.begins + s.within; {
	case n >= substringRows && n >= 2*s.neither:
		return querygen.Yes, s.anywhere()
	case s.failed > 0 && n < substringRows:
		return querygen.No, false
	}
	return querygen.Unknown, false
}

func (s *substrings) anywhere() bool {
	return s.within >= substringRows && withinShare*s.within > s.begins
}

// Where in words parts are found, in words.
const (
	anywhereInWords = "anywhere"
	beginsWords     = "beginning"
)

func (f *Facts) canSubstring() querygen.Capability {
	s := &f.Parts
	c := querygen.Capability{Evidence: fmt.Sprintf("%q: %d rows have words that begin with what was asked, %d have it within", s.example, s.begins, s.within)}
	var anywhere bool
	switch c.Verdict, anywhere = f.Substrings(); {
	case c.Verdict == querygen.No:
		c.Evidence = "a part of words that are held finds nothing"
	case anywhere:
		c.Value = anywhereInWords
	case c.Verdict == querygen.Yes:
		c.Value = beginsWords
	}
	return c
}

// TryFragment returns a question for the beginning of words held that is no word, which shows
// whether the box finds parts of words, once words bring little that is new.
func (f *Facts) TryFragment() (querygen.Query, bool) {
	if finds, _ := f.Substrings(); finds != querygen.Unknown || f.Lists() || f.Records.Held() < fragmentFrom || f.Parts.probed >= fragmentsTried || f.Pace() > fragmentPace {
		return querygen.Query{}, false
	}
	q := f.Fragment(f.firstLetters())
	q.Why = "the beginning of words held: shows whether the box finds parts of words"
	return q, len(f.Space.Free(q)) > 0
}

// firstLetters returns the letters that the first words of most records held begin with, and
// that are no word, nor were asked; "" where there are none. First words are those that a box
// finds which finds the beginnings of texts alone.
func (f *Facts) firstLetters() (best string) {
	c, records := &f.Records, map[string]int{}
	for r := range c.Held() {
		words := c.WordsOf(uint32(r))
		if len(words) == 0 {
			continue
		}
		word := []rune(c.Words[words[0]])
		if len(word) < substringLetters+1 || slices.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || text.IsEast(r) }) {
			continue
		}
		part := string(word[:substringLetters])
		if id, ok := c.ID(part); ok && c.Df(id) > 0 || f.Parts.asked[part] != nil || !f.Space.Accepts(part) {
			continue
		}
		if records[part]++; best == "" || records[part] > records[best] {
			best = part
		}
	}
	return best
}

// Of TryFragment.
const (
	fragmentFrom   = 20   // records held
	fragmentPace   = 0.05 // of a page, that the latest answers brought
	fragmentsTried = 3
)

// Fragment returns the question for a part of a word.
func (f *Log) Fragment(part string) querygen.Query { return f.Space.Word(part, lettersStrategy) }

// WordsFound reports whether most words of records held are found that were asked whole, those
// left out that records begin with: they are not where a box finds the beginnings of texts.
func (f *Facts) WordsFound() bool { return 2*f.Parts.found >= f.Parts.whole }

// ShortestPart returns how many letters the shortest part of words has that was found; 0 while
// none was.
func (f *Facts) ShortestPart() int { return f.Parts.shortest }

// WordsWith returns how many of the words and parts that were asked, and have a part within,
// were found, and how many were not.
func (f *Facts) WordsWith(part string) (found, vain int) {
	for asked, q := range f.Parts.asked {
		switch {
		case !strings.Contains(asked, part):
		case q.Status == querygen.Answered:
			found++
		case q.Status == querygen.Empty:
			vain++
		}
	}
	return found, vain
}

// PartRead reports whether all that the box finds by a part of words came.
func (f *Facts) PartRead(part string) bool {
	q := f.Parts.asked[part]
	if q == nil || len(q.Rows) == 0 || q.Status != querygen.Answered || q.More || q.Stuck || q.Short() {
		return false
	}
	k := f.PartsEnd()
	return k == 0 || len(q.Rows) < k || q.Total >= 0 && !q.Capped
}

// PartsEnd returns how many rows answers to parts of words are taken to end after; 0 where
// nothing tells. Two that end after as many rows as any are enough, since to divide one that was
// whole costs less than to miss what it leaves out.
func (f *Facts) PartsEnd() int {
	if s := &f.Parts; s.judged != len(f.Spent) {
		s.judged = len(f.Spent)
		longest := f.Ended[1] > 1 && f.Ended[0] == f.Reach
		onePage := f.onePage.alike > 1 && f.onePage.rows == f.Reach && f.Reach >= AlikeLeast
		if s.ends = f.limit(); s.ends == 0 && (longest || onePage) {
			s.ends = f.Reach
		}
	}
	return f.Parts.ends
}

// ByPart reports whether all records that the box finds by a word came by a part of it.
func (f *Facts) ByPart(word string) bool {
	finds, anywhere := f.Substrings()
	if finds != querygen.Yes {
		return false
	}
	for from := range word {
		for to := from + 1; to <= len(word); to++ {
			if f.PartRead(word[from:to]) {
				return true
			}
		}
		if !anywhere {
			break
		}
	}
	return false
}
