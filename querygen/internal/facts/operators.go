package facts

import (
	"fmt"
	"math"
	"strings"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// marks are what stands before a word that is excluded, the most common first.
var marks = []string{text.SignNot, text.WordNot + " ", text.LoneNot + " "}

// operators learn what several words in the query box mean, from the algebra
// of counts: a site that narrows has |a b| <= min(|a|, |b|), one that widens has
// |a b| > max(|a|, |b|), and an exclusion works where |a| = |a b| + |a -b|. Where
// totals are hidden, the words that the rows hold speak.
type operators struct {
	And, Or, Not querygen.Verdict
	Mark         string // how an exclusion is written, where not is Yes
	Proof        [3]string
	Pair         [2]uint32       // the words that showed that and is Yes
	Tried        int             // pairs of words asked for together that left it open
	against      bool            // one of them lacks records that have both words
	vague        int             // pairs that did so for exclusions
	Ignored      map[uint32]bool // words that change nothing among others
	agreed       int             // answers to exclusions
	broken       int             // of these, answers that show what is excluded
	longest      int             // most words that were answered
	tooLong      int             // fewest words that were refused though fewer were answered; 0 for none
}

// newOperators takes what the user says for settled.
func newOperators(known querygen.Capabilities) operators {
	o := operators{And: known.Get(querygen.CanAnd).Verdict, Or: known.Get(querygen.CanOr).Verdict, Not: known.Get(querygen.CanNot).Verdict, Mark: marks[0]}
	for _, mark := range marks {
		if strings.HasPrefix(known.Get(querygen.CanNot).Value, mark) {
			o.Mark = mark
		}
	}
	switch {
	case o.Not == querygen.Yes:
		o.And = querygen.Yes
	case o.Or == querygen.Yes && o.And == querygen.Unknown:
		o.And = querygen.No
	}
	return o
}

// The bounds of the probing.
const (
	PairsTried = 3    // pairs of words until several words count as useless
	wordsTried = 12   // of the words asked, that pairs are made of
	jointly    = 2    // records that must hold both, and each alone
	countSlack = 0.02 // by which counts may be off: sites change, and round
	MostWords  = 30   // of one question; search engines start to refuse beyond
)

// Limit returns how many words a question may have.
func (o *operators) Limit() int {
	if o.tooLong > 0 {
		return max(min(MostWords, o.tooLong-1), 2)
	}
	return MostWords
}

// ProbeOperators returns the next question that shows what several words mean, when
// the words asked so far allow one.
func (f *Extent) ProbeOperators() (querygen.Query, bool) {
	o := &f.Operators
	if o.And == querygen.No || o.And == querygen.Yes && o.Not != querygen.Unknown {
		return querygen.Query{}, false
	}
	a, b, ok := o.choose(f)
	if !ok {
		return querygen.Query{}, false
	}
	x := text.Compound{With: []uint32{a, b}}
	q := f.Compound(x, "", ProbeStrategy)
	if f.ByKey[q.Key()] == nil {
		q.Why = "two words at once: shows whether they narrow the answer or widen it"
		return q, f.Space.Accepts(f.Records.Write(x, ""))
	}
	for _, mark := range marks {
		x := text.Compound{With: []uint32{a}, Without: []uint32{b}}
		q := f.Compound(x, mark, ProbeStrategy)
		if f.ByKey[q.Key()] == nil {
			q.Why = "a word without another: shows whether words can be excluded"
			return q, f.Space.Accepts(f.Records.Write(x, mark))
		}
	}
	return querygen.Query{}, false
}

// Asking returns the question for x, nil where it was not asked.
func (f *Extent) Asking(x text.Compound) *Question {
	return f.ByKey[f.Compound(x, f.Operators.Mark, "").Key()]
}

// choose returns two words that were asked and tell best: both are in many
// records in hand, in some together and in some alone.
func (o *operators) choose(f *Extent) (a, b uint32, ok bool) {
	if o.And == querygen.Yes && o.Pair != [2]uint32{} {
		return o.Pair[0], o.Pair[1], true
	}
	c := &f.Records
	var words []*Question
	for _, q := range f.Asked {
		if q.Kind == Keyword && q.Status == querygen.Answered && (f.Matches(q) >= 0 || !f.Totals) && !o.Ignored[q.Word] && c.Df(q.Word) >= 2*jointly {
			if words = append(words, q); len(words) == wordsTried {
				break
			}
		}
	}
	best := jointly - 1
	for i, p := range words {
		for _, q := range words[:i] {
			x := text.Compound{With: []uint32{p.Word, q.Word}}
			if f.Together(p.Word, q.Word) != nil {
				continue
			}
			both := len(c.Fitting(nil, x, 0))
			if least := min(both, c.Df(p.Word)-both, c.Df(q.Word)-both); least > best {
				a, b, best, ok = p.Word, q.Word, least, true
				if c.Df(a) < c.Df(b) {
					a, b = b, a
				}
			}
		}
	}
	return a, b, ok
}

// learn reads the first answer to several words.
func (o *operators) learn(f *Extent, q *Question) {
	n := q.Words.Length()
	switch q.Status {
	case querygen.Refused:
		if n > max(o.longest, 2) && (o.tooLong == 0 || n < o.tooLong) && len(q.Words.Without) > 0 {
			o.tooLong = n
		}
	case querygen.Answered:
		o.longest = max(o.longest, n)
	}
	switch {
	case len(q.Words.Without) == 0 && len(q.Words.With) == 2 && o.And != querygen.No:
		o.learnPair(f, q)
	case o.And == querygen.Yes && o.Not == querygen.Unknown && len(q.Words.With) == 1 && len(q.Words.Without) == 1:
		o.learnExclusion(f, q)
	case o.Not == querygen.Yes && len(q.Words.Without) > 0 && q.Status == querygen.Answered:
		o.recheck(f, q)
	case o.Not == querygen.Yes && len(q.Words.Without) > 0 && q.Status == querygen.Empty:
		o.agreed++
		if n := f.Fitting(q); n >= jointly {
			// The site excludes by words that its records do not show: what an exclusion leaves cannot be told.
			o.contradict(fmt.Sprintf("%s finds nothing, though %d records held fit it", f.Spoken(q), n))
		}
	}
}

// learnPair judges an answer to two words.
func (o *operators) learnPair(f *Extent, q *Question) {
	a, b := f.Word(q.Words.With[0]), f.Word(q.Words.With[1])
	if a == nil || b == nil {
		return
	}
	ma, mb, both := f.Matches(a), f.Matches(b), f.Matches(q)
	inHand := f.Fitting(q)
	if q.Status == querygen.Refused || both == 0 {
		if inHand-q.Fresh >= jointly {
			o.undecided(fmt.Sprintf("%s finds nothing, though %d records held have both words", f.Spoken(q), inHand-q.Fresh), true)
		}
		return
	}
	if both < 0 || ma < 0 || mb < 0 {
		o.learnRows(f, q)
		return
	}
	low, high := float64(min(ma, mb)), float64(max(ma, mb))
	evidence := fmt.Sprintf("%d and %d matches alone, %d together", ma, mb, both)
	switch m := float64(both); {
	case m > high*(1+countSlack):
		o.And, o.Or = querygen.No, querygen.Yes
		o.Proof[0], o.Proof[1] = evidence, evidence
	case m >= high*(1-countSlack) || m >= low*(1-countSlack):
		// The word with more matches was ignored, or both were taken for the one.
		o.ignore(a, b)
		o.undecided(evidence, false)
	default:
		if float64(inHand) > 2*m+jointly {
			o.undecided(fmt.Sprintf("%s, though %d records held have both", evidence, inHand), true) // a phrase
			return
		}
		o.And, o.Or, o.Pair = querygen.Yes, querygen.No, telling(a, b, ma, mb, both)
		o.Proof[0], o.Proof[1] = evidence, evidence
	}
}

// telling returns two words such that the first without the second tells whether words
// can be excluded: the one with more matches, which brings more that is new, unless so
// few of these have the other word, too, that nobody can see whether they are missing.
func telling(a, b *Question, ma, mb, both int) [2]uint32 {
	if ma < mb {
		a, b, ma = b, a, mb
	}
	if float64(both) <= slackOf(ma) {
		a, b = b, a
	}
	return [2]uint32{a.Word, b.Word}
}

// slackOf returns by how much counts may miss a sum of m matches.
func slackOf(m int) float64 { return countSlack*float64(m) + 1 }

// learnRows judges an answer to two words by the words that its rows hold.
func (o *operators) learnRows(f *Extent, q *Question) {
	if q.Status != querygen.Answered || len(q.Rows) < 3 {
		o.undecided("too few rows", false)
		return
	}
	evidence := fmt.Sprintf("%d of %d rows hold both words", q.Visible, len(q.Rows))
	if seen := f.Seeing.Share(); float64(q.Visible) >= 0.8*seen*seen*float64(len(q.Rows)) {
		o.And, o.Or, o.Pair = querygen.Yes, querygen.No, [2]uint32(q.Words.With)
	} else {
		o.And, o.Or = querygen.No, querygen.Yes
	}
	o.Proof[0], o.Proof[1] = evidence, evidence
}

// undecided notes a pair of words that showed nothing, or, where against is set,
// that records with both are not found by them.
func (o *operators) undecided(evidence string, against bool) {
	if against && !o.against {
		o.against, o.Proof[0], o.Proof[2] = true, evidence, evidence
	}
	if o.Tried++; o.Tried >= PairsTried && o.And == querygen.Unknown {
		o.And, o.Not = querygen.No, querygen.No
	}
}

// ignore marks the word with more matches as one that the site ignores among others.
func (o *operators) ignore(a, b *Question) {
	if b.Total > a.Total {
		a = b
	}
	o.distrust(a.Word)
}

// learnExclusion judges an answer to "a -b".
func (o *operators) learnExclusion(f *Extent, q *Question) {
	a, b := q.Words.With[0], q.Words.Without[0]
	pair, alone := f.Together(a, b), f.Word(a)
	if pair == nil || alone == nil {
		return
	}
	ma, both, left := f.Matches(alone), f.Matches(pair), f.Matches(q)
	works, evidence := false, fmt.Sprintf("%d + %d = %d matches of |a b|, |a -b|, |a|", both, left, ma)
	shown := 0
	for _, d := range q.Rows {
		if f.Records.Holds(d, b) {
			shown++
		}
	}
	if ma >= 0 && both >= 0 && left >= 0 {
		slack := slackOf(ma)
		works = math.Abs(float64(ma-both-left)) <= slack && left > 0
		if works && float64(both) <= slack {
			o.another(evidence)
			return
		}
		if math.Abs(float64(both-left)) <= slack && shown > 0 {
			works = false // as many as have both: they may be the same
		}
	} else {
		works = q.Status == querygen.Answered && shown == 0 && len(q.Rows) >= 3
		evidence = fmt.Sprintf("%d of %d rows hold the word excluded", shown, len(q.Rows))
		if len(q.Rows) == 0 {
			evidence = fmt.Sprintf("%s: %s, though records held have the one word without the other", f.Spoken(q), q.Status)
		}
	}
	mark := markOf(f.Spoken(q))
	switch {
	case works:
		o.Not, o.Mark, o.Proof[2] = querygen.Yes, mark, evidence
	case mark == marks[len(marks)-1]:
		o.Not, o.Proof[2] = querygen.No, evidence
	}
}

// another gives up a pair of words that cannot show whether exclusions work.
func (o *operators) another(evidence string) {
	o.Pair = [2]uint32{}
	if o.vague++; o.vague >= PairsTried {
		o.Not, o.Proof[2] = querygen.No, evidence
	}
}

// recheck holds later answers against the verdict.
func (o *operators) recheck(f *Extent, q *Question) {
	o.agreed++
	var often []uint32          // words that most rows show
	shown, kept := false, false // a word stands in rows; one hardly does that else stands in many
	for _, w := range q.Words.Without {
		n := 0
		for _, d := range q.Rows {
			if f.Records.Holds(d, w) {
				n++
			}
		}
		usual := f.Records.Share(w) * float64(len(q.Rows))
		kept = kept || usual >= keptOut && float64(n) <= keptShare*usual
		switch {
		case n == 0:
		case f.Records.Labels(w):
			o.distrust(w) // it stands in all rows, whatever the record
		default:
			if shown = true; 2*n >= len(q.Rows) {
				often = append(often, w)
			}
		}
	}
	if shown && !kept {
		o.contradict("answers show words that were excluded")
		return
	}
	for _, w := range often {
		o.distrust(w) // words can be left out, but not this one, which stands beside what is searched
	}
}

// Of a word that is left out of an answer: how many rows would show it if it were not, at least, and
// which share of these show it nevertheless, in texts that are not searched, at most.
const (
	keptOut   = 3
	keptShare = 0.2
)

// distrust notes a word that changes nothing among others.
func (o *operators) distrust(w uint32) {
	if o.Ignored == nil {
		o.Ignored = map[uint32]bool{}
	}
	o.Ignored[w] = true
}

// contradict notes an answer to an exclusion that belies it. The verdict falls
// when these are more than a tenth, and not one or two.
func (o *operators) contradict(evidence string) {
	if o.broken++; o.broken >= 3 && 10*o.broken > o.agreed {
		o.Not, o.Proof[2] = querygen.No, evidence
	}
}

// markOf returns the mark that exclusions of a text have.
func markOf(text string) string {
	for _, term := range strings.Fields(text)[1:] {
		for _, mark := range marks[1:] {
			if term+" " == mark {
				return mark
			}
		}
	}
	return marks[0]
}

// capability returns what is known of and, or and not.
func (o *operators) capability(name string) querygen.Capability {
	var c querygen.Capability
	switch name {
	case querygen.CanAnd:
		c = querygen.Capability{Verdict: o.And, Value: "a b", Evidence: o.Proof[0]}
	case querygen.CanOr:
		c = querygen.Capability{Verdict: o.Or, Value: "a b", Evidence: o.Proof[1]}
	case querygen.CanNot:
		c = querygen.Capability{Verdict: o.Not, Value: o.Mark + "word", Evidence: o.Proof[2]}
	}
	if c.Verdict != querygen.Yes {
		c.Value = ""
	}
	if c.Verdict == querygen.No && c.Evidence == "" {
		return querygen.Capability{} // given up: nothing that was asked says so
	}
	return c
}
