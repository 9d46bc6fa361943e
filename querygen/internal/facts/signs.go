package facts

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// signs are counts over the outcomes that tell how the interface behaves. They
// only grow, so that a verdict turns when the site contradicts it.
type signs struct {
	ended     []*Question                  // that claimed a total and were read to their end, the first ones
	claimed   int                          // questions whose total was shown
	unclaimed int                          // answered questions without one
	Round     [2]int                       // totals of two digits or more: those that end in 0, and all
	Capped    int                          // the bound that a total was shown as, 0 for none
	Later     int                          // rows of pages after the first that lie beside one that was read
	Repeated  int                          // of them, those that their question had shown before
	Lengths   [LongestShort + 1]text.Tries // of words in the records held, by length in runes
	stopped   []uint32                     // words that were not searched for, though rarer ones of the same length were
	broadest  float64                      // greatest share of the records held of a word that was answered
	prefix    sides
	Phrase    sides
	stem      sides
	Forward   *Question // a phrase that stands in a record
	orders    []orderSign
	start     string      // the letter that most records held have a word with in front
	Adjacent  [][2]uint32 // words that follow each other in records
}

// sides are the observations for and against something.
type sides struct {
	Pro, con int
	example  string
}

func (s *sides) add(pro bool, example string) {
	if pro {
		s.Pro++
	} else {
		s.con++
	}
	if pro == (s.Pro > s.con) || s.example == "" {
		s.example = example
	}
}

// verdict is that of most observations.
func (s *sides) verdict() querygen.Verdict {
	switch {
	case s.Pro > s.con:
		return querygen.Yes
	case s.con > 0:
		return querygen.No
	}
	return querygen.Unknown
}

// orderSign is what an answer in another order showed.
type orderSign struct {
	label string
	same  int // rows of its first page that the first page in the order as served has
	rows  int
}

// LongestShort is the length of words up to which a site may find them too short.
const LongestShort = 4

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
func (s *signs) add(f *Extent, q *Question, o querygen.Outcome, first bool) {
	if q.Kind == Garbage {
		return
	}
	if !first && q.near(o.Page)[0] > 0 {
		s.Later += len(o.Rows)
		s.Repeated += min(q.repeated, len(o.Rows))
	}
	q.repeated = 0
	if first && q.Status == querygen.Answered {
		if q.Total >= 0 {
			s.claimed++
			// A word that matches all there is tells nothing of how totals are written.
			if q.Total >= 20 && !q.Capped && q.Kind == Keyword && (f.Listing == nil || q.Total != f.Listing.Total) {
				s.Round[1]++
				if q.Total%10 == 0 {
					s.Round[0]++
				}
			}
		} else {
			s.unclaimed++
		}
	}
	if q.Capped && q.Status == querygen.Answered {
		s.Capped = q.Total
	}
	if q.Status == querygen.Answered && !q.More && q.Total > 0 && !q.Capped && len(o.Rows) > 0 && len(s.ended) < endedKept {
		s.ended = append(s.ended, q)
	}
	if s.start == "" && f.Records.Held() >= startsFrom {
		s.start = f.Records.CommonStart()
	}
	if first {
		s.word(f, q)
		s.expression(f, q)
		s.order(f, q)
	}
}

// follow remembers words of a text that follow each other.
func (s *signs) follow(f *Extent, text string) {
	if len(s.Adjacent) >= adjacentKept {
		return
	}
	before, n := "", 0
	for _, w := range strings.Fields(text) {
		word := ""
		f.Records.Split.Each(w, func(x string) { word = strings.Clone(x) })
		if word != strings.ToLower(w) { // punctuation parts phrases
			before = ""
			continue
		}
		a, known := f.Records.ID(before)
		b, too := f.Records.ID(word)
		if known && too && a != b && utf8.RuneCountInString(before) > LongestShort && utf8.RuneCountInString(word) > LongestShort && n < adjacentOf {
			s.Adjacent = append(s.Adjacent, [2]uint32{a, b})
			n++
		}
		before = word
	}
}

// word learns from the first answer to a word about its length, about how
// frequent it is, and from its inflections about stemming.
func (s *signs) word(f *Extent, q *Question) {
	c := &f.Records
	if q.Kind != Keyword || len(q.Pairs) > 1 {
		return
	}
	held := c.Df(q.Word) - q.Fresh
	answered := q.Status == querygen.Answered
	if q.Repeats != nil {
		return
	}
	if n := utf8.RuneCountInString(c.Words[q.Word]); held >= 3 || answered {
		if n <= LongestShort {
			s.Lengths[n].Asked++
			if answered {
				s.Lengths[n].Found++
			}
		}
		share := float64(held) / float64(max(c.Held()-q.Fresh, 1))
		switch {
		case c.Held()-q.Fresh < 20:
		case answered:
			s.broadest = max(s.broadest, share)
		case share >= 0.02:
			s.stopped = append(s.stopped, q.Word)
		}
	}
	w := c.Words[q.Word]
	s.cut(f, f.ByKey[f.Space.Word(w+"*", "").Key()], q)
	for _, other := range []string{w + "s", strings.TrimSuffix(w, "s")} {
		id, ok := c.ID(other)
		if !ok || other == w {
			continue
		}
		o := f.ByKey[f.Space.Word(other, "").Key()]
		if o == nil || c.Df(id) == c.Df(q.Word) && q.unshown+o.unshown == 0 {
			continue
		}
		if a, b := f.Matches(q), f.Matches(o); q.Status == querygen.Answered && o.Status == querygen.Answered && a >= 0 && b >= 0 && a+b > 4 {
			s.stem.add(a == b, fmt.Sprintf("%s: %d matches, %s: %d", w, a, other, b))
		}
	}
}

// expression learns from the first answer to more than a word.
func (s *signs) expression(f *Extent, q *Question) {
	text, ok := f.BoxText(q)
	if !ok || q.Kind != Expression || len(q.Pairs) > 1 {
		return
	}
	if start, ok := strings.CutSuffix(text, "*"); ok && !isExpression(start) {
		s.cut(f, q, f.ByKey[f.Space.Word(start, "").Key()])
		return
	}
	if inner, ok := strings.CutPrefix(text, `"`); ok {
		words := strings.Fields(strings.TrimSuffix(inner, `"`))
		if len(words) != 2 {
			return
		}
		if s.Forward == nil || s.Forward.Status != querygen.Answered {
			if s.Forward = q; q.Status != querygen.Answered {
				s.Phrase.add(false, fmt.Sprintf("%s brings nothing, though a record has it", text))
			}
			return
		}
		a, b := f.Matches(s.Forward), f.Matches(q)
		if a < 0 || b < 0 {
			a, b = len(s.Forward.Rows), len(q.Rows)
		}
		forward, _ := f.BoxText(s.Forward)
		s.Phrase.add(b < a, fmt.Sprintf("%s: %d matches, %s: %d", forward, a, text, b))
	}
}

// cut learns whether q, a word cut short before an asterisk, finds more than the
// same letters as a word.
func (s *signs) cut(f *Extent, q, bare *Question) {
	if q == nil || bare == nil || q.Pages == 0 || bare.Pages == 0 {
		return
	}
	a, b := float64(f.Matches(q)), f.Supposed(bare)
	if a < 0 { // it does not tell how many it matches: more than it showed
		if a = float64(len(q.Rows) + 1); a <= b {
			return
		}
	}
	cut, _ := f.BoxText(q)
	word, _ := f.BoxText(bare)
	if q.Status != querygen.Refused { // else it may find too much
		s.prefix.add(q.Status == querygen.Answered && a > b, fmt.Sprintf("%s: %.0f matches, %s: %.0f", cut, a, word, b))
	}
}

// Honest returns how many answers had what they claimed, within a fiftieth, and how many
// others there were.
func (f *Extent) Honest() (exact, off int) {
	exact, off, _ = f.Signs.honest(f)
	return exact, off
}

// honest counts the answers that had what they claimed, within a fiftieth, and
// the others, of which it returns one. An answer that a limit cut is neither.
func (s *signs) honest(f *Extent) (exact, off int, of *Question) {
	var short, long tally
	for _, q := range s.ended {
		t := &short
		if q.Pages > 1 {
			t = &long
		}
		exactly := func(n int) bool { return 50*n >= 49*q.Claim && 50*n <= 51*q.Claim }
		switch n := len(q.Rows); {
		case q.By != nil:
		case exactly(n), exactly(q.Shown): // rows that came twice stood where others should
			t.exact++
		case !q.Short() || 10*n < 9*f.Reach:
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
	of         *Question // one of the others
}

// Vague reports whether totals are guesses: answers did not have what they
// claimed, or nine of ten totals are round.
func (f *Extent) Vague() bool {
	const few = 3
	s := &f.Signs
	if s.rounds() {
		return true
	}
	exact, off, _ := s.honest(f)
	return off > exact && off >= few
}

// rounds reports whether nine of ten totals are round.
func (s *signs) rounds() bool {
	const some = 8
	return s.Round[0] >= some && 10*s.Round[0] > 9*s.Round[1]
}

// order learns from the first page of a question that repeats another in
// another order: which rows come first tells, where not all are shown.
func (s *signs) order(f *Extent, q *Question) {
	base, label := f.Unordered(q)
	if base == nil || q.Status != querygen.Answered || base.Status != querygen.Answered {
		return
	}
	same := 0
	for _, r := range q.Rows {
		if space.ContainsRow(base.Rows, r) {
			same++
		}
	}
	all := !base.More && base.Pages < 2 && !base.Short() && (f.limit() == 0 || len(base.Rows) < f.limit())
	if all && same == len(q.Rows) {
		return
	}
	s.orders = append(s.orders, orderSign{label, same, len(q.Rows)})
}

// moves reports whether rows change places while an answer is read.
func (s *signs) moves() bool { return s.Later >= 10 && 50*s.Repeated > s.Later }
