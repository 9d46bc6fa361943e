package keyword

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
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

// gaugesScale reports whether marked records tell how far off the weights are: where s
// gauges, and no ends tell it better.
func (s *Weighted) gaugesScale() bool { return s.gauges() && !s.f.Regime().EndsTell }

// scaled returns how many unseen matches words in n weighted records have for each
// that the weights predict.
func (s *Weighted) scaled(n int) float64 {
	if s.gaugesScale() {
		return s.gauged.value()
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
		m := s.f.Claims.Temper(q.Claim, s.f.InHand(q)+unseen, unseen*unseen*s.spreads.of(SizeClass(n))+unseen+1)
		return max(s.f.FromPages(q, m), s.f.InHand(q))
	}
	m, _ := s.f.Gauged(q, s.f.InHand(q)+unseen, unseen*unseen*s.spreads.of(SizeClass(n))+unseen+1)
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

// learnGauged compares the first answer to a word with what was expected, as far
// as marked records tell.
func (s *Weighted) learnGauged(q *facts.Question) {
	if !s.isWord || s.proposed != q.Word || q.Status != querygen.Answered {
		return
	}
	g := s.f.Gauge(q)
	s.gauged.add(float64(len(q.Rows)), g.Shown, g.Marked, s.f.InHand(q)-float64(q.Fresh), s.predicted)
}

// told returns the relative variance of the unseen matches of a word, of which held
// ones are in hand, that its first page takes away.
func (s *Weighted) told(held, unseen, spread float64) float64 {
	relative := spread + 1/max(unseen, 1e-3)
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

// scaledFrom is a number of marked rows: so many speak for a scale of 1 before the first answer.
const scaledFrom = 4

// gaugedScale learns how many unseen matches words have for each predicted: of all
// words, since what size of word is asked depends on what they promise. It does from
// the marked rows of many answers. For each of some scales it sums up how many rows
// should have been marked; the scale that explains what was shown is the one.
type gaugedScale struct {
	expected [25]float64 // by scale
	shown    float64
}

// scaleAt returns the scale with an index: powers of a third root of two.
func (g *gaugedScale) scaleAt(i float64) float64 {
	return math.Exp2((i - float64(len(g.expected)/2)) / 3)
}

// add takes an answer into account of which rows rows were read, shown of them of
// marked ones, to a word with marked records among held, and predicted others.
func (g *gaugedScale) add(rows, shown, marked, held, predicted float64) {
	const memory = 0.97 // that is left to earlier answers
	g.shown = g.shown*memory + shown
	for i := range g.expected {
		g.expected[i] = g.expected[i]*memory + min(rows/(held+g.scaleAt(float64(i))*predicted), 1)*marked
	}
}

// value returns the scale.
func (g *gaugedScale) value() float64 {
	before := 0.0 // marked rows too many at the scale before
	for i, expected := range g.expected {
		at := g.scaleAt(float64(i))
		over := expected - g.shown + scaledFrom*(2/(1+at)-1)
		switch {
		case over > 0:
			before = over
		case i == 0:
			return at
		default:
			return g.scaleAt(float64(i-1) + before/(before-over))
		}
	}
	return g.scaleAt(float64(len(g.expected) - 1))
}
