package keyword

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// outlook is how many unseen matches answers have, and where in them their new records
// are, as far as earlier ones have taught.
//
// Where answers are cut and none tells how many matches it has, a first page says
// little: it shows the top of a ranking, which is in hand already. What an answer is
// worth is told then by the weights, by the marked records among its rows (see wholes),
// and by where in other answers new records came (see depths).
type outlook struct {
	f       *facts.Facts
	Weights Weights
	scale   scales // of unseen matches, where they are not gauged
	shares  pageShares
	depths  depths // where answers are read in order, and gauged
	places  places
	tops    tops // new records for each expected in answers that were cut
}

// Constants of the outlook, found by experiment on news and bibliography records; it is
// flat around them.
const (
	priorRecords = 60   // the mean weight counts as that many records with the word,
	priorUntold  = 20   // and as so many where answers do not tell how many matches they have
	summedUp     = 2048 // records of a word, when all are valued; of more, so many stand for all
)

// scaled returns how many unseen matches words in n weighted records have for each that
// the weights predict.
// Where they are gauged and no ends tell, only short answers would show it, and these are not
// like the others.
func (s *outlook) scaled(n int) float64 {
	if s.f.Regime().Gauges() && !s.f.Regime().EndsTell {
		return 1
	}
	return s.scale.of(SizeClass(n), s.f.Regime().Totals)
}

// shrunk returns the sum of the weights of n records, drawn to n times the mean of all.
func (s *outlook) shrunk(n int, sum float64) float64 {
	held, prior := float64(n), float64(priorRecords)
	if !s.f.Regime().Totals {
		prior = priorUntold
	}
	return held * (sum + prior*s.Weights.mean) / (held + prior)
}

// supposed returns how many matches q has, by the weights and by the marked records.
func (s *outlook) supposed(q *facts.Question) float64 {
	guesses := s.f.Guesses(q)
	if m := s.f.Matches(q); m >= 0 || !s.f.Regime().Gauges() && !guesses {
		return s.f.Supposed(q)
	}
	list := s.f.InHandList(q)
	some := facts.Spread(list, summedUp)
	part := float64(len(some)) / float64(max(len(list), 1))
	weighted, sum := s.Weights.sum(some)
	n := int(float64(weighted) / part)
	unseen := s.shrunk(n, sum/part) * s.scaled(n)
	if guesses {
		m := s.f.Claims.Temper(q.Claim, s.f.InHand(q)+unseen, unseen*unseen*facts.UntoldSpread+unseen+1)
		return max(s.f.FromPages(q, m), s.f.InHand(q))
	}
	m, _ := s.f.Gauged(q, s.f.InHand(q)+unseen, unseen*unseen*facts.UntoldSpread+unseen+1)
	return s.f.FromPages(q, m)
}

// told returns the relative variance of the unseen matches of a word, of which held
// ones are in hand, that its first page takes away.
func (s *outlook) told(held, unseen float64) float64 {
	relative := facts.UntoldSpread + 1/max(unseen, 1e-3)
	if !s.f.Regime().InOrder() {
		return relative
	}
	m := max(held+unseen, 1)
	marked := held * float64(s.f.Wholes.Count) / max(float64(s.f.Records.Held()), 1)
	rows := min(float64(s.f.RowsAPage()), m)
	precision := facts.Sureness(marked/m, rows/m) * rows * marked / (m * m * m)
	return relative * (1 - 1/(1+precision*relative*unseen*unseen))
}

// unseenOf returns how many matches of a word are unseen, by what the weights predict.
func (s *outlook) unseenOf(w uint32, predicted float64) float64 {
	n, _ := s.Weights.sum(s.f.Records.Postings[w])
	return predicted * s.scaled(n)
}

// reachable returns how many rows an answer shows of records of which some are
// held, and how many new records are among them.
func (s *outlook) reachable(held, unseen float64) (fresh, rows float64) {
	all := held + unseen
	if k := float64(s.f.Regime().Limit); k > 0 && all > k {
		if s.f.Regime().InOrder() {
			return unseen * s.depths.above(k/all), k
		}
		return unseen * k / all * s.tops.between(0, k/all), k
	}
	return unseen, all
}

// splits returns how many of the fresh records that an answer of all matches shows
// within rows rows are on its first page, of page rows, and how many on the others.
func (s *outlook) splits(fresh, all, rows, page float64) (first, others float64) {
	if !s.f.Regime().InOrder() {
		first, others = s.shares.split(fresh, rows, page)
		return first, others * s.f.Ahead()
	}
	const least = 1e-6
	if rows <= page {
		return fresh, 0
	}
	first = fresh * min(s.depths.above(page/all)/max(s.depths.above(rows/all), least), 1)
	return first, fresh - first
}

// pages returns how many pages rows rows fill. A last page with a few rows
// counts as none: whether it is read is decided when it is next.
func (s *outlook) pages(rows float64) float64 {
	return max(1, math.Ceil(rows/float64(s.f.RowsAPage())-0.2))
}

// index values rows with fresh new records among them, by page. A big answer
// locks its yield in: its rows never repeat each other, while every other
// word's worth decays with each new record. That is worth a premium.
func (s *outlook) index(fresh, rows float64) float64 {
	return fresh / s.pages(rows) * (1 + fresh/max(s.Weights.total, 1)) * math.Pow(fresh+1, 0.1)
}

// locked is the premium for fresh new records of one answer, where none is cut:
// they never repeat each other, while those of all other words will be among them.
// Where answers are cut, they are too small a part for that.
func (s *outlook) locked(fresh float64) float64 {
	if s.f.Regime().Limit > 0 {
		return 1
	}
	return 1 + fresh/max(s.Weights.total, 1)
}

// observe takes note of a page of q where answers are read in order, and gauged.
func (s *outlook) observe(q *facts.Question) {
	if q.LastRows > 0 {
		s.depths.add(float64(q.Shown)/max(s.supposed(q), float64(q.Shown)), q.LastRows, q.LastFresh)
	}
}
