package querygen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestDriftLearnsHowFarRowsMove(t *testing.T) {
	var d drift
	if d.share(1) != driftPrior || d.share(2) >= d.share(1) {
		t.Errorf("at first the next page shows %g again and the one after it %g", d.share(1), d.share(2))
	}
	// The next page shows a quarter again, the one after it a twentieth; it is learned
	// from pages between two that were read, and from pages after a gap.
	for range 400 {
		d.add([driftKept]int{2, 0, 0, 0}, 20, 10)
		d.add([driftKept]int{0, 1, 0, 1}, 20, 1)
	}
	if x := d.share(1); math.Abs(x-0.25) > 0.01 {
		t.Errorf("the next page shows %g again, want a quarter", x)
	}
	if x := d.share(2) + d.share(4); math.Abs(x-0.05) > 0.01 || d.share(2) < d.share(4) {
		t.Errorf("pages at distances two and four show %g and %g again, want a twentieth in all, most of it the nearer", d.share(2), d.share(4))
	}
}

func TestEveryOtherPageIsReadWhereRowsMove(t *testing.T) {
	f := &facts{pageSize: 10, numbered: true}
	q := &question{status: Answered, total: 65, numbering: numbering{pages: 1}}
	var order []int
	for range 6 {
		at := f.nextPage(q).Page
		order = append(order, at)
		if f.signs.later += 10; at == 2 { // a sign that rows move
			f.signs.repeated = 5
		}
		q.turn(at, 10, at < 7, 10)
	}
	if got, want := fmt.Sprint(order), "[2 4 6 7 3 5]"; got != want {
		t.Errorf("pages are read in the order %s, want %s", got, want)
	}
	if at := f.anew(q, 8); at > 0.75 {
		t.Errorf("%g of the page after the last one are taken to be anew", at)
	}
	onward := f.ahead()
	f.numbered = false
	if x := f.ahead(); onward < 0.9 || x > 0.75 {
		t.Errorf("%g of further pages are taken to be anew where pages can be left out, %g where they cannot", onward, x)
	}
	f.signs.repeated = 0
	if x := f.ahead(); x != 1 {
		t.Errorf("where rows keep their places %g of further pages are taken to be anew", x)
	}
	if at := f.anew(q, 8); at != 1 {
		t.Errorf("where rows keep their places %g of a page are taken to be anew", at)
	}
}

// moving returns n records of many words, in answers whose rows change places.
func moving(t *testing.T, n, limit int) *Model {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var records []ModelRecord
	for i := range n {
		text := "word"
		for range 5 {
			text += fmt.Sprintf(" w%d", int(40*r.ExpFloat64()))
		}
		records = append(records, ModelRecord{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", text)}})
	}
	m, err := NewModel(records, ModelOptions{Box: true, Unstable: true, TopK: limit})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMovingRowsAreReadWithoutRepeats(t *testing.T) {
	m := moving(t, 1500, 0)
	p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{"word"}})
	curve, _ := m.Run(p, 80, func() bool { return false })
	if held := curve.Held(80); held < 600 { // one page after the other brings 550
		t.Errorf("%d records are held after 80 requests", held)
	}
	if !p.facts.signs.moves() {
		t.Error("it is not noticed that rows move")
	}
}

func TestLimitIsNoticedAtOnceWhereRowsMove(t *testing.T) {
	m := moving(t, 1500, 100)
	p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{"word"}})
	m.Run(p, 40, func() bool { return false })
	if k := p.facts.limit(); k != 100 {
		t.Errorf("the limit is taken for %d after 40 requests, want 100", k)
	}
}

// TestNothingExcludedWhereRowsMove: what a cell's answer misses, since rows changed
// places between its pages, no other answer would show where its words are excluded.
func TestNothingExcludedWhereRowsMove(t *testing.T) {
	t.Parallel()
	const n, most = 2000, 900
	m := zipfModel(t, n, ModelOptions{Unstable: true, Operators: "not"})
	p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}, Seed: 1})
	for p.Requests() < most && p.Held() < n*95/100 {
		a, ok := p.Next()
		if !ok {
			t.Fatal(p.Why())
		}
		p.Observe(m.Ask(a))
	}
	if p.Held() < n*95/100 {
		t.Errorf("%d of %d records after %d requests", p.Held(), n, p.Requests())
	}
}

// Where rows move, an answer with more matches unread than rows has a short last page
// that is as short as any; and hardly any rank is estimated to be the last.
func TestShortPagesBringLittle(t *testing.T) {
	f := &facts{pageSize: 10, numbered: true, told: 100, records: newCollection()}
	f.signs.later, f.signs.repeated = 60, 30
	for i := range uint32(1000) {
		f.ranks.add(i, 0.02+0.96*float64(i)/1000, 50)
	}
	s := &weighted{f: f}
	s.weights.total = 1100
	word := f.records.intern("word")
	f.records.postings[word] = make([]uint32, 27)
	q := &question{kind: keyword, word: word, status: Answered, total: 31, claim: 31, more: true, reads: 2, shown: 20,
		rows: make([]uint32, 18), visible: 18, numbering: numbering{pages: 1, apart: []int{3}, last: 4, counted: 31}}
	if at := s.deepest(q); at != 2 {
		t.Errorf("page %d is read before the one with ten rows", at)
	}
	full := s.pageRate(q)
	q.pages, q.apart = 3, nil // the other one was read, and showed nothing
	q.reads, q.shown, q.rows, q.visible = 3, 22, make([]uint32, 20), 20
	if short := s.pageRate(q); short > full/4 {
		t.Errorf("a page of one row promises %.2f, one of ten %.2f", short, full)
	}
}
