package estimate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Missed tells how much is left by two counts that cost nothing. A word is read once it is
// known how many matches it has and all of them are in hand: no record that is left has it.
// So what is left is like the records in hand that were nearly missed, which have one word
// at most that was read (I. J. Good, The population frequencies of species, Biometrika 40,
// 1953). And what is left is of the order of what came lately, in the latest tenth of the
// requests.
//
// How the two go together was fitted to some 100,000 moments of 720 harvests of six made-up
// kinds, by all that decides how a site can be asked. How far it is off was measured again, by
// how much is counted beside what is held (see stages): what came lately says too much at
// first, when everything is new, and little at the end, when one record more or less is all.
type Missed struct {
	Facts *facts.Facts
	Other bool // another strategy than auto asks: that little came lately may be its own doing
	due   int  // requests from which on it is counted again
	near  int  // records in hand that were nearly missed
	words int  // that were read
	fresh int  // records that the latest answers brought,
	late  int  // and how many answers these are
	dry   int  // answers since the latest new record

	under float64 // records under the cuts of all their words
	owed  float64 // the most that one word claims beside those held
}

// Constants of the estimate: what is left is leftTimes for each record that came lately,
// times the share of the nearly missed to the power of leftPower.
const (
	leftTimes = 7.4
	leftPower = 0.25
	leftHalf  = 0.5 // records that no count knows of
	countFrom = 10  // answers before anything is told
	countPart = 50  // of the requests may pass before it is counted again: one part of so many
	lateLeast = 10  // answers that are the latest, at least,
	latePart  = 10  // and one part of so many of the requests
)

type stage struct {
	above        float64
	row          string
	middle, high float64
}

// stages tell how many records are left for each that is counted: the middle of harvests, and
// at most in 95 % of them; at least there is nothing. They differ by how many are counted, as
// a share of those held, and are the rows of the table of intervals in docs/measured.md.
var stages = []stage{
	{1, "counted, at first", 0.2, 2}, {0.3, "counted, early", 0.3, 1.8}, {0.1, "counted, on the way", 0.75, 2.2},
	{0.03, "counted, late", 1, 3.5}, {0, "counted, at the end", 1, 7.8},
}

// otherwise is what is told where stages were not measured: by other strategies than auto, and
// where answers show fewer rows than leastLimit.
var otherwise = stage{0, "counted, elsewhere", 1, 7.4}

const leastLimit = 100

// Observe takes note of the outcome that was folded in.
func (m *Missed) Observe() {
	if m == nil || m.Facts.Requests < m.due {
		return
	}
	f := m.Facts
	m.due = f.Requests + max(1, f.Requests/countPart)
	m.late, _, m.fresh = f.Weigh(max(lateLeast, f.Requests/latePart), func(facts.Spending) bool { return false })
	m.dry, _, _ = f.Weigh(dryLeast, func(s facts.Spending) bool { return s.Fresh > 0 })
	times := make([]uint8, f.Records.Held())
	m.near, m.words, m.owed = len(times), 0, 0
	for _, q := range f.Asked {
		if q.Kind == facts.Keyword && q.Status == querygen.Answered && q.By == nil && !f.Vague() {
			m.owed = max(m.owed, float64(f.Matches(q))-f.InHand(q))
		}
		if !f.AllInHand(q) {
			continue
		}
		list := f.InHandList(q)
		if 10*len(list) > 9*len(times) {
			continue // all have it: it tells which corner this is, not what was missed
		}
		m.words++
		for _, r := range list {
			if times[r]++; times[r] == 2 {
				m.near--
			}
			times[r] = min(times[r], 2)
		}
	}
	f.Covered = m.covers(usualShare)
	m.under = 0
	if f.Regime().Limit > 0 {
		m.under = m.underCuts()
	}
}

// underCuts tells how many records are likely to lie under the cuts of all words that they
// have. A record is found by the top of a cut answer, or by a whole answer to a word of its own
// that another record in a top has brought. The second are marked: of those with a cut word its
// top shows a share, and that share of those without a mark, which tops alone tell of (D. G.
// Horvitz and D. J. Thompson, A generalization of sampling without replacement, JASA 47, 1952).
// How tops go together, in one order or each in its own, is seen from the marked records, too.
func (m *Missed) underCuts() float64 {
	f := m.Facts
	top, marked := make([]bool, f.Records.Held()), make([]bool, f.Records.Held())
	var cuts []*facts.Question
	for _, q := range f.Asked {
		if q.Kind == facts.Keyword && q.Status == querygen.Answered && q.By == nil && f.IsCut(q) {
			cuts = append(cuts, q)
			for _, r := range q.Rows {
				top[r] = true
			}
		}
	}
	if len(cuts) == 0 {
		return 0
	}
	of := func(list []uint32, mark []bool) (n float64) {
		for _, r := range list {
			if mark[r] {
				n++
			}
		}
		return n
	}
	for _, q := range f.Asked {
		if !f.AllInHand(q) || f.IsCut(q) {
			continue
		}
		list := f.InHandList(q)
		n := of(list, top)
		for _, r := range list {
			marked[r] = marked[r] || n > 1 || n == 1 && !top[r]
		}
	}
	// As large a share as its rows are of its matches, where these are known; else as of those held
	// that have the word, less as of all marked ones.
	var shown, with, rows []float64
	allShown, expected, allWith := 0.0, 0.0, 0.0
	for i, q := range cuts {
		shown, with = append(shown, of(q.Rows, marked)), append(with, of(f.InHandList(q), marked))
		rows = append(rows, min(1, float64(len(q.Rows))/float64(max(f.Fitting(q), 1))))
		allShown, expected, allWith = allShown+shown[i], expected+with[i]*rows[i], allWith+with[i]
	}
	if allWith < markedLeast {
		return 0
	}
	missed, best := make([]float64, len(top)), make([]float64, len(top))
	for i, q := range cuts {
		share := min(1, (shown[i]+markedLeast*rows[i]*min(1, allShown/expected))/(with[i]+markedLeast))
		if n := f.Matches(q); n > 0 && !f.Vague() {
			share = float64(len(q.Rows)) / float64(n)
		}
		for _, r := range f.InHandList(q) {
			if best[r] == 0 {
				missed[r] = 1
			}
			missed[r], best[r] = missed[r]*(1-share), max(best[r], share)
		}
	}
	var is, apart, alike, byApart, byAlike float64
	for r, share := range best {
		switch {
		case share == 0:
		case marked[r]:
			apart, alike = apart+1-missed[r], alike+share
			if top[r] {
				is++
			}
		case top[r]:
			byApart, byAlike = byApart+missed[r]/(1-missed[r]), byAlike+1/share-1
		}
	}
	order := 0.5 // 1: one for all
	if apart > alike {
		order = statistics.Clamp((apart-is)/(apart-alike), 0, 1)
	}
	return order*byAlike + (1-order)*byApart
}

const (
	markedLeast = 10   // records that tell the share of a top
	underSure   = 2    // times as many as lie under cuts, or as a word claims beside those held, may be left
	usedUpBelow = 0.03 // of the records held: where no more are left by what came lately, words are used up
)

// Estimate returns how many records there are, with its 95 % interval; it is not ok before
// a few answers came, and where a box finds some of the records only. askedAll: nothing is left
// to ask.
func (m *Missed) Estimate(askedAll bool) (e querygen.Estimate, ok bool) {
	if m == nil || m.late < countFrom || m.Facts.Boxed.Partial() || m.Facts.Records.Held() == 0 {
		return e, false
	}
	held := float64(m.Facts.Records.Held())
	left := leftTimes * (float64(m.fresh) + leftHalf) * math.Pow((float64(m.near)+leftHalf)/held, leftPower)
	s := otherwise
	if k := m.Facts.Regime().Limit; !m.Other && (k == 0 || k >= leastLimit) {
		s = stages[slices.IndexFunc(stages, func(s stage) bool { return left > s.above*held })]
	}
	e = querygen.Estimate{Held: m.Facts.Records.Held(), Size: held + s.middle*left, Low: held, High: held + s.high*left, Row: s.row}
	e.Method = fmt.Sprintf("%s: the last %d answers brought %d new, and %d records held have at most one of the %d words that were read to their end", byCounts, m.late, m.fresh, m.near, m.words)
	e.High = max(e.High, held+m.owed) // one number of a page may be misread
	// Where hardly anything came lately, words are used up: that tells nothing of what these cut off.
	if usedUp := askedAll || left <= usedUpBelow*held; usedUp && m.under > 0 {
		e.Size, e.High = max(e.Size, held+m.under), max(e.High, held+underSure*m.owed)
		if under := underSure * m.under; askedAll {
			e.High = max(e.High, held+under) // nothing else is left
		} else {
			e.High += under
		}
		e.Method += fmt.Sprintf("; about %.0f lie under the cuts of all words that they have", m.under)
	}
	return e, true
}

const byCounts = "counted"

// Constants of Enough, for a share of the records that is wanted. Of records that were
// nearly missed, about two in five are as many as those that were missed; a half and the 95 %
// limit of their number are on the safe side.
const (
	usualShare = 0.98 // for which words that lead elsewhere are asked
	enoughRead = 8    // words that were read
	enoughFrom = 20   // requests before anything is enough
	nearTimes  = 2    // nearly missed for each that may be missed
	nearSure   = 1.7  // and nearNone: their number is at most near + nearSure sqrt(near + 1) + nearNone, in 95 % of cases,
	nearNone   = 1.3  // if it is Poisson's: 3 where none was
	lateTimes  = 0.5  // lately new ones for each that may be missed
	dryLeast   = 8    // answers at the end that must have brought nothing
	dear       = 0.03 // new records an answer, below which one is dear
)

// covers reports whether a share of the records is held for all that is counted, and more
// is dear: a new record costs more than thirty answers. It does not where the counts do not
// hold: rows that change places are missed by answers that were read, and totals that are
// guesses do not say which were.
func (m *Missed) covers(share float64) bool {
	if m.Facts.Requests < enoughFrom || m.words < enoughRead || m.Facts.Boxed.Partial() || m.Facts.Regime().Moves || m.Facts.Vague() {
		return false
	}
	held, near, fresh := float64(m.Facts.Records.Held()), float64(m.near), float64(m.fresh)
	missable := (1 - share) * held
	return m.dry >= dryLeast && near+nearSure*math.Sqrt(near+1)+nearNone <= nearTimes*missable && fresh <= min(lateTimes*missable, dear*float64(m.late))
}

// Dry reports whether the latest answers brought nothing new.
func (m *Missed) Dry() bool { return m != nil && m.dry >= dryLeast }

// Enough tells, for people, why a share of the records is held as far as words in hand lead,
// and no words that lead elsewhere do; "" where it is not so.
func (m *Missed) Enough(share float64) string {
	if m == nil || !m.covers(share) || m.Facts.InVain < facts.EnoughInVain && !m.Facts.NoOthers && !m.Facts.Lists() {
		return ""
	}
	return fmt.Sprintf("%.3g %% of the records are held for all that is counted, and more are dear: the last %d answers brought %d new, %d of %d records held have at most one of the %d words that were read to their end, and %d words that hardly any has led nowhere else",
		100*share, m.late, m.fresh, m.near, m.Facts.Records.Held(), m.words, m.Facts.InVain)
}

// By reports whether an estimate is one by counts.
func (m *Missed) By(e querygen.Estimate) bool {
	return m != nil && strings.HasPrefix(e.Method, byCounts)
}
