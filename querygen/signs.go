package querygen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// signs are counts over the outcomes that tell how the interface behaves. They
// only grow, so that a verdict turns when the site contradicts it.
type signs struct {
	ended     []*question             // that claimed a total and were read to their end, the first ones
	claimed   int                     // questions whose total was shown
	unclaimed int                     // answered questions without one
	round     [2]int                  // totals of two digits or more: those that end in 0, and all
	capped    int                     // the bound that a total was shown as, 0 for none
	later     int                     // rows of pages after the first that lie beside one that was read
	repeated  int                     // of them, those that their question had shown before
	lengths   [longestShort + 1]tries // of words in the records held, by length in runes
	stopped   []uint32                // words that were not searched for, though rarer ones of the same length were
	broadest  float64                 // greatest share of the records held of a word that was answered
	prefix    sides
	phrase    sides
	stem      sides
	forward   *question // a phrase that stands in a record
	orders    []orderSign
	start     string      // the letter that most records held have a word with in front
	adjacent  [][2]uint32 // words that follow each other in records
}

// sides are the observations for and against something.
type sides struct {
	pro, con int
	example  string
}

func (s *sides) add(pro bool, example string) {
	if pro {
		s.pro++
	} else {
		s.con++
	}
	if pro == (s.pro > s.con) || s.example == "" {
		s.example = example
	}
}

// verdict is that of most observations.
func (s *sides) verdict() Verdict {
	switch {
	case s.pro > s.con:
		return Yes
	case s.con > 0:
		return No
	}
	return Unknown
}

// orderSign is what an answer in another order showed.
type orderSign struct {
	label string
	same  int // rows of its first page that the first page in the order as served has
	rows  int
}

// longestShort is the length of words up to which a site may find them too short.
const longestShort = 4

// startsFrom is how many records tell which letter words start with.
const startsFrom = 50

// endedKept is how many answers are held against the totals that they claimed.
const endedKept = 200

// Bounds of what is remembered for phrases.
const (
	adjacentKept = 40
	adjacentOf   = 6 // of one text
)

// add takes an outcome of q into account.
func (s *signs) add(f *facts, q *question, o Outcome, first bool) {
	if q.kind == garbage {
		return
	}
	if !first && q.near(o.Page)[0] > 0 {
		s.later += len(o.Rows)
		s.repeated += min(q.repeated, len(o.Rows))
	}
	q.repeated = 0
	if first && q.status == Answered {
		if q.total >= 0 {
			s.claimed++
			// A word that matches all there is tells nothing of how totals are written.
			if q.total >= 20 && !q.capped && q.kind == keyword && (f.listing == nil || q.total != f.listing.total) {
				s.round[1]++
				if q.total%10 == 0 {
					s.round[0]++
				}
			}
		} else {
			s.unclaimed++
		}
	}
	if q.capped {
		s.capped = q.total
	}
	if q.status == Answered && !q.more && q.total > 0 && !q.capped && len(o.Rows) > 0 && len(s.ended) < endedKept {
		s.ended = append(s.ended, q)
	}
	if s.start == "" && f.records.held() >= startsFrom {
		s.start = f.records.commonStart()
	}
	if first {
		s.word(f, q)
		s.expression(f, q)
		s.order(f, q)
	}
}

// follow remembers words of a text that follow each other.
func (s *signs) follow(f *facts, text string) {
	if len(s.adjacent) >= adjacentKept {
		return
	}
	before, n := "", 0
	for _, w := range strings.Fields(text) {
		word := ""
		f.records.split.each(w, func(x string) { word = strings.Clone(x) })
		if word != strings.ToLower(w) { // punctuation parts phrases
			before = ""
			continue
		}
		a, known := f.records.ids[before]
		b, too := f.records.ids[word]
		if known && too && a != b && utf8.RuneCountInString(before) > longestShort && utf8.RuneCountInString(word) > longestShort && n < adjacentOf {
			s.adjacent = append(s.adjacent, [2]uint32{a, b})
			n++
		}
		before = word
	}
}

// word learns from the first answer to a word about its length, about how
// frequent it is, and from its inflections about stemming.
func (s *signs) word(f *facts, q *question) {
	c := &f.records
	if q.kind != keyword || len(q.pairs) > 1 {
		return
	}
	held := c.df(q.word) - q.fresh
	answered := q.status == Answered
	if q.repeats != nil {
		return
	}
	if n := utf8.RuneCountInString(c.words[q.word]); held >= 3 || answered {
		if n <= longestShort {
			s.lengths[n].asked++
			if answered {
				s.lengths[n].found++
			}
		}
		share := float64(held) / float64(max(c.held()-q.fresh, 1))
		switch {
		case c.held()-q.fresh < 20:
		case answered:
			s.broadest = max(s.broadest, share)
		case share >= 0.02:
			s.stopped = append(s.stopped, q.word)
		}
	}
	w := c.words[q.word]
	s.cut(f, f.byKey[f.si.word(w+"*", "").Key()], q)
	for _, other := range []string{w + "s", strings.TrimSuffix(w, "s")} {
		id, ok := c.ids[other]
		if !ok || other == w {
			continue
		}
		o := f.byKey[f.si.word(other, "").Key()]
		if o == nil || c.df(id) == c.df(q.word) && q.unshown+o.unshown == 0 {
			continue
		}
		if a, b := f.matches(q), f.matches(o); q.status == Answered && o.status == Answered && a >= 0 && b >= 0 && a+b > 4 {
			s.stem.add(a == b, fmt.Sprintf("%s: %d matches, %s: %d", w, a, other, b))
		}
	}
}

// expression learns from the first answer to more than a word.
func (s *signs) expression(f *facts, q *question) {
	text, ok := f.boxText(q)
	if !ok || q.kind != expression || len(q.pairs) > 1 {
		return
	}
	if start, ok := strings.CutSuffix(text, "*"); ok && !isExpression(start) {
		s.cut(f, q, f.byKey[f.si.word(start, "").Key()])
		return
	}
	if inner, ok := strings.CutPrefix(text, `"`); ok {
		words := strings.Fields(strings.TrimSuffix(inner, `"`))
		if len(words) != 2 {
			return
		}
		if s.forward == nil || s.forward.status != Answered {
			if s.forward = q; q.status != Answered {
				s.phrase.add(false, fmt.Sprintf("%s brings nothing, though a record has it", text))
			}
			return
		}
		a, b := f.matches(s.forward), f.matches(q)
		if a < 0 || b < 0 {
			a, b = len(s.forward.rows), len(q.rows)
		}
		forward, _ := f.boxText(s.forward)
		s.phrase.add(b < a, fmt.Sprintf("%s: %d matches, %s: %d", forward, a, text, b))
	}
}

// cut learns whether q, a word cut short before an asterisk, finds more than the
// same letters as a word.
func (s *signs) cut(f *facts, q, bare *question) {
	if q == nil || bare == nil || q.pages == 0 || bare.pages == 0 {
		return
	}
	a, b := float64(f.matches(q)), f.supposed(bare)
	if a < 0 { // it does not tell how many it matches: more than it showed
		if a = float64(len(q.rows) + 1); a <= b {
			return
		}
	}
	cut, _ := f.boxText(q)
	word, _ := f.boxText(bare)
	if q.status != Refused { // else it may find too much
		s.prefix.add(q.status == Answered && a > b, fmt.Sprintf("%s: %.0f matches, %s: %.0f", cut, a, word, b))
	}
}

// commonStart returns the letter that begins a word of most records.
func (c *collection) commonStart() string {
	with := map[rune]map[uint32]bool{}
	best, most := "", 0
	for w, list := range c.postings {
		first, _ := utf8.DecodeRuneInString(c.words[w])
		if !unicode.IsLetter(first) || isEast(first) {
			continue
		}
		if with[first] == nil {
			with[first] = map[uint32]bool{}
		}
		for _, r := range list {
			with[first][r] = true
		}
		if n := len(with[first]); n > most {
			best, most = string(first), n
		}
	}
	return best
}

// honest counts the answers that had what they claimed, within a fiftieth, and
// the others, of which it returns one. An answer that a limit cut is neither.
func (s *signs) honest(f *facts) (exact, off int, of *question) {
	var short, long tally
	for _, q := range s.ended {
		t := &short
		if q.pages > 1 {
			t = &long
		}
		switch n := len(q.rows); {
		case q.by != nil:
		case 50*n >= 49*q.claim && 50*n <= 51*q.claim:
			t.exact++
		case !q.short() || 10*n < 9*f.reach:
			t.off, t.of = t.off+1, q
		}
	}
	if long.off > long.exact {
		return long.exact, long.off, long.of // what fits on a page is counted even by those who guess
	}
	if short.of == nil {
		short.of = long.of
	}
	return short.exact + long.exact, short.off + long.off, short.of
}

// tally counts answers that had what they claimed, and others.
type tally struct {
	exact, off int
	of         *question // one of the others
}

// vague reports whether totals are guesses: answers did not have what they
// claimed, or nine of ten totals are round.
func (f *facts) vague() bool {
	const few = 3
	s := &f.signs
	if s.rounds() {
		return true
	}
	exact, off, _ := s.honest(f)
	return off > exact && off >= few
}

// rounds reports whether nine of ten totals are round.
func (s *signs) rounds() bool {
	const some = 8
	return s.round[0] >= some && 10*s.round[0] > 9*s.round[1]
}

// order learns from the first page of a question that repeats another in
// another order.
func (s *signs) order(f *facts, q *question) {
	base, label := f.unordered(q)
	if base == nil || q.status != Answered || base.status != Answered {
		return
	}
	same := 0
	for _, r := range q.rows {
		if containsRow(base.rows, r) {
			same++
		}
	}
	s.orders = append(s.orders, orderSign{label, same, len(q.rows)})
}

// isExpression reports whether a text in the query box is more than a word.
func isExpression(text string) bool { return strings.ContainsAny(text, `*"`) }
