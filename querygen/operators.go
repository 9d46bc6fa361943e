package querygen

import (
	"fmt"
	"math"
	"strings"
)

// How exclusions are written: before the word, or as a word of their own.
const (
	signNot = "-"
	wordNot = "NOT"
	loneNot = "!"
)

// marks are what stands before a word that is excluded, the most common first.
var marks = []string{signNot, wordNot + " ", loneNot + " "}

// operators learn what several words in the query box mean, from the algebra
// of counts: a site that narrows has |a b| <= min(|a|, |b|), one that widens has
// |a b| > max(|a|, |b|), and an exclusion works where |a| = |a b| + |a -b|. Where
// totals are hidden, the words that the rows hold speak.
type operators struct {
	and, or, not Verdict
	mark         string // how an exclusion is written, where not is Yes
	proof        [3]string
	pair         [2]uint32       // the words that showed that and is Yes
	tried        int             // pairs of words asked for together that left it open
	against      bool            // one of them lacks records that have both words
	vague        int             // pairs that did so for exclusions
	ignored      map[uint32]bool // words that change nothing among others
	agreed       int             // answers to exclusions
	broken       int             // of these, answers that show what is excluded
	longest      int             // most words that were answered
	tooLong      int             // fewest words that were refused though fewer were answered; 0 for none
}

// newOperators takes what the user says for settled.
func newOperators(known Capabilities) operators {
	o := operators{and: known.Get(CanAnd).Verdict, or: known.Get(CanOr).Verdict, not: known.Get(CanNot).Verdict, mark: marks[0]}
	for _, mark := range marks {
		if strings.HasPrefix(known.Get(CanNot).Value, mark) {
			o.mark = mark
		}
	}
	switch {
	case o.not == Yes:
		o.and = Yes
	case o.or == Yes && o.and == Unknown:
		o.and = No
	}
	return o
}

// The bounds of the probing.
const (
	pairsTried = 3    // pairs of words until several words count as useless
	wordsTried = 12   // of the words asked, that pairs are made of
	jointly    = 2    // records that must hold both, and each alone
	countSlack = 0.02 // by which counts may be off: sites change, and round
	mostWords  = 30   // of one question; search engines start to refuse beyond
)

// limit returns how many words a question may have.
func (o *operators) limit() int {
	if o.tooLong > 0 {
		return max(min(mostWords, o.tooLong-1), 2)
	}
	return mostWords
}

// probe returns the next question that shows what several words mean, when the
// words asked so far allow one.
func (o *operators) probe(f *facts) (Query, bool) {
	if o.and == No || o.and == Yes && o.not != Unknown {
		return Query{}, false
	}
	a, b, ok := o.choose(f)
	if !ok {
		return Query{}, false
	}
	x := compound{with: []uint32{a, b}}
	q := f.compound(x, "", probeStrategy)
	if f.byKey[q.Key()] == nil {
		q.Why = "two words at once: shows whether they narrow the answer or widen it"
		return q, f.si.accepts(f.records.write(x, ""))
	}
	for _, mark := range marks {
		x := compound{with: []uint32{a}, without: []uint32{b}}
		q := f.compound(x, mark, probeStrategy)
		if f.byKey[q.Key()] == nil {
			q.Why = "a word without another: shows whether words can be excluded"
			return q, f.si.accepts(f.records.write(x, mark))
		}
	}
	return Query{}, false
}

// compound returns the question for several words.
func (f *facts) compound(x compound, mark, strategy string) Query {
	return f.si.word(f.records.write(x, mark), strategy)
}

// asking returns the question for x, nil where it was not asked.
func (f *facts) asking(x compound) *question {
	return f.byKey[f.compound(x, f.operators.mark, "").Key()]
}

// choose returns two words that were asked and tell best: both are in many
// records in hand, in some together and in some alone.
func (o *operators) choose(f *facts) (a, b uint32, ok bool) {
	if o.and == Yes && o.pair != [2]uint32{} {
		return o.pair[0], o.pair[1], true
	}
	c := &f.records
	var words []*question
	for _, q := range f.asked {
		if q.kind == keyword && q.status == Answered && (f.matches(q) >= 0 || !f.totals) && !o.ignored[q.word] && c.df(q.word) >= 2*jointly {
			if words = append(words, q); len(words) == wordsTried {
				break
			}
		}
	}
	best := jointly - 1
	for i, p := range words {
		for _, q := range words[:i] {
			x := compound{with: []uint32{p.word, q.word}}
			if f.together(p.word, q.word) != nil {
				continue
			}
			both := len(c.fitting(nil, x, 0))
			if least := min(both, c.df(p.word)-both, c.df(q.word)-both); least > best {
				a, b, best, ok = p.word, q.word, least, true
				if c.df(a) < c.df(b) {
					a, b = b, a
				}
			}
		}
	}
	return a, b, ok
}

// learn reads the first answer to several words.
func (o *operators) learn(f *facts, q *question) {
	n := q.words.length()
	switch q.status {
	case Refused:
		if n > max(o.longest, 2) && (o.tooLong == 0 || n < o.tooLong) && len(q.words.without) > 0 {
			o.tooLong = n
		}
	case Answered:
		o.longest = max(o.longest, n)
	}
	switch {
	case len(q.words.without) == 0 && len(q.words.with) == 2 && o.and != No:
		o.learnPair(f, q)
	case o.and == Yes && o.not == Unknown && len(q.words.with) == 1 && len(q.words.without) == 1:
		o.learnExclusion(f, q)
	case o.not == Yes && len(q.words.without) > 0 && q.status == Answered:
		o.recheck(f, q)
	case o.not == Yes && len(q.words.without) > 0 && q.status == Empty:
		o.agreed++
		if n := f.fitting(q); n >= jointly {
			// The site excludes by words that its records do not show: what an exclusion leaves cannot be told.
			o.contradict(fmt.Sprintf("%s finds nothing, though %d records held fit it", f.spoken(q), n))
		}
	}
}

// learnPair judges an answer to two words.
func (o *operators) learnPair(f *facts, q *question) {
	a, b := f.word(q.words.with[0]), f.word(q.words.with[1])
	if a == nil || b == nil {
		return
	}
	ma, mb, both := f.matches(a), f.matches(b), f.matches(q)
	inHand := f.fitting(q)
	if q.status == Refused || both == 0 {
		if inHand-q.fresh >= jointly {
			o.undecided(fmt.Sprintf("%s finds nothing, though %d records held have both words", f.spoken(q), inHand-q.fresh), true)
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
		o.and, o.or = No, Yes
		o.proof[0], o.proof[1] = evidence, evidence
	case m >= high*(1-countSlack) || m >= low*(1-countSlack):
		// The word with more matches was ignored, or both were taken for the one.
		o.ignore(a, b)
		o.undecided(evidence, false)
	default:
		if float64(inHand) > 2*m+jointly {
			o.undecided(fmt.Sprintf("%s, though %d records held have both", evidence, inHand), true) // a phrase
			return
		}
		o.and, o.or, o.pair = Yes, No, telling(a, b, ma, mb, both)
		o.proof[0], o.proof[1] = evidence, evidence
	}
}

// telling returns two words such that the first without the second tells whether words
// can be excluded: the one with more matches, which brings more that is new, unless so
// few of these have the other word, too, that nobody can see whether they are missing.
func telling(a, b *question, ma, mb, both int) [2]uint32 {
	if ma < mb {
		a, b, ma = b, a, mb
	}
	if float64(both) <= slackOf(ma) {
		a, b = b, a
	}
	return [2]uint32{a.word, b.word}
}

// slackOf returns by how much counts may miss a sum of m matches.
func slackOf(m int) float64 { return countSlack*float64(m) + 1 }

// learnRows judges an answer to two words by the words that its rows hold.
func (o *operators) learnRows(f *facts, q *question) {
	if q.status != Answered || len(q.rows) < 3 {
		o.undecided("too few rows", false)
		return
	}
	evidence := fmt.Sprintf("%d of %d rows hold both words", q.visible, len(q.rows))
	if seen := f.seeing.share(); float64(q.visible) >= 0.8*seen*seen*float64(len(q.rows)) {
		o.and, o.or, o.pair = Yes, No, [2]uint32(q.words.with)
	} else {
		o.and, o.or = No, Yes
	}
	o.proof[0], o.proof[1] = evidence, evidence
}

// undecided notes a pair of words that showed nothing, or, where against is set,
// that records with both are not found by them.
func (o *operators) undecided(evidence string, against bool) {
	if against && !o.against {
		o.against, o.proof[0], o.proof[2] = true, evidence, evidence
	}
	if o.tried++; o.tried >= pairsTried && o.and == Unknown {
		o.and, o.not = No, No
	}
}

// ignore marks the word with more matches as one that the site ignores among others.
func (o *operators) ignore(a, b *question) {
	if b.total > a.total {
		a = b
	}
	o.distrust(a.word)
}

// learnExclusion judges an answer to "a -b".
func (o *operators) learnExclusion(f *facts, q *question) {
	a, b := q.words.with[0], q.words.without[0]
	pair, alone := f.together(a, b), f.word(a)
	if pair == nil || alone == nil {
		return
	}
	ma, both, left := f.matches(alone), f.matches(pair), f.matches(q)
	works, evidence := false, fmt.Sprintf("%d + %d = %d matches of |a b|, |a -b|, |a|", both, left, ma)
	shown := 0
	for _, d := range q.rows {
		if f.records.holds(d, b) {
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
		works = q.status == Answered && shown == 0 && len(q.rows) >= 3
		evidence = fmt.Sprintf("%d of %d rows hold the word excluded", shown, len(q.rows))
		if len(q.rows) == 0 {
			evidence = fmt.Sprintf("%s: %s, though records held have the one word without the other", f.spoken(q), q.status)
		}
	}
	mark := markOf(f.spoken(q))
	switch {
	case works:
		o.not, o.mark, o.proof[2] = Yes, mark, evidence
	case mark == marks[len(marks)-1]:
		o.not, o.proof[2] = No, evidence
	}
}

// another gives up a pair of words that cannot show whether exclusions work.
func (o *operators) another(evidence string) {
	o.pair = [2]uint32{}
	if o.vague++; o.vague >= pairsTried {
		o.not, o.proof[2] = No, evidence
	}
}

// recheck holds later answers against the verdict.
func (o *operators) recheck(f *facts, q *question) {
	o.agreed++
	for _, d := range q.rows {
		for _, w := range q.words.without {
			if !f.records.holds(d, w) {
				continue
			}
			if f.records.labels(w) {
				o.distrust(w) // it stands in all rows, whatever the record
				continue
			}
			o.contradict("answers show words that were excluded")
			return
		}
	}
}

// distrust notes a word that changes nothing among others.
func (o *operators) distrust(w uint32) {
	if o.ignored == nil {
		o.ignored = map[uint32]bool{}
	}
	o.ignored[w] = true
}

// contradict notes an answer to an exclusion that belies it. The verdict falls
// when these are more than a tenth, and not one or two.
func (o *operators) contradict(evidence string) {
	if o.broken++; o.broken >= 3 && 10*o.broken > o.agreed {
		o.not, o.proof[2] = No, evidence
	}
}

// together returns the question for both of two words, nil where it was not asked.
func (f *facts) together(a, b uint32) *question {
	if q := f.byKey[f.compound(compound{with: []uint32{a, b}}, "", "").Key()]; q != nil {
		return q
	}
	return f.byKey[f.compound(compound{with: []uint32{b, a}}, "", "").Key()]
}

// word returns the question for a single word, nil where it was not asked.
func (f *facts) word(w uint32) *question {
	return f.byKey[f.si.word(f.records.words[w], "").Key()]
}

// spoken returns the text that q binds in the query box.
func (f *facts) spoken(q *question) string {
	for _, p := range q.pairs {
		if p.Name == f.si.box.Name {
			return p.Value
		}
	}
	return ""
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
func (o *operators) capability(name string) Capability {
	var c Capability
	switch name {
	case CanAnd:
		c = Capability{Verdict: o.and, Value: "a b", Evidence: o.proof[0]}
	case CanOr:
		c = Capability{Verdict: o.or, Value: "a b", Evidence: o.proof[1]}
	case CanNot:
		c = Capability{Verdict: o.not, Value: o.mark + "word", Evidence: o.proof[2]}
	}
	if c.Verdict != Yes {
		c.Value = ""
	}
	if c.Verdict == No && c.Evidence == "" {
		return Capability{} // given up: nothing that was asked says so
	}
	return c
}
