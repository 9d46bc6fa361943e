package keyword

import (
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Where answers are cut and none tells how many matches it has, a first page says
// little: it shows the top of a ranking, which is in hand already. What an answer is
// worth is told then by the weights, by the marked records among its rows (see wholes),
// and by where in other answers new records came (see depths).

// gauges reports whether that is so.
func (s *Weighted) gauges() bool { return s.f.Regime().Gauging() && !s.f.Regime().Excludes }

// inOrder reports whether that is so, and answers are read from their first page on.
func (s *Weighted) inOrder() bool { return s.gauges() && !s.deep() }

// scaled returns how many unseen matches words in n weighted records have for each that
// the weights predict.
// Where s gauges and no ends tell, only short answers would show it, and these are not
// like the others.
func (s *Weighted) scaled(n int) float64 {
	if s.gauges() && !s.f.Regime().EndsTell {
		return 1
	}
	return s.scale.of(SizeClass(n), s.f.Regime().Totals)
}

// supposed returns how many matches q has, by the weights and by the marked records.
func (s *Weighted) supposed(q *facts.Question) float64 {
	guesses := s.f.Guesses(q)
	if m := s.f.Matches(q); m >= 0 || !s.gauges() && !guesses {
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

// gaugedRate is pageRate where s gauges: by page, what is left of q within the limit brings.
func (s *Weighted) gaugedRate(q *facts.Question) float64 {
	m, shown := s.supposed(q), float64(q.Shown)
	left := min(m-shown, float64(s.f.Regime().Limit)-shown)
	if left <= 0 {
		return 0
	}
	const least = 0.01
	read := s.depths.above(shown / m)
	part := (s.depths.above((shown+left)/m) - read) / max(1-read, least)
	return (m - s.f.InHand(q)) * part / s.pages(left)
}

// observeGauged takes note of a page of q where s gauges.
func (s *Weighted) observeGauged(q *facts.Question) {
	if q.LastRows > 0 {
		s.depths.add(float64(q.Shown)/max(s.supposed(q), float64(q.Shown)), q.LastRows, q.LastFresh)
	}
}

// told returns the relative variance of the unseen matches of a word, of which held
// ones are in hand, that its first page takes away.
func (s *Weighted) told(held, unseen float64) float64 {
	relative := facts.UntoldSpread + 1/max(unseen, 1e-3)
	if !s.inOrder() {
		return relative
	}
	m := max(held+unseen, 1)
	marked := held * float64(s.f.Wholes.Count) / max(float64(s.f.Records.Held()), 1)
	rows := min(float64(s.f.RowsAPage()), m)
	precision := facts.Sureness(marked/m, rows/m) * rows * marked / (m * m * m)
	return relative * (1 - 1/(1+precision*relative*unseen*unseen))
}

// splits returns how many of the fresh records that an answer of all matches shows
// within rows rows are on its first page, of page rows, and how many on the others.
func (s *Weighted) splits(fresh, all, rows, page float64) (first, others float64) {
	if !s.inOrder() {
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
