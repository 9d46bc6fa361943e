package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// larder has dishes, each with some of its kinds of food, and shows a few of those that match
// ticks.
type larder struct {
	dishes [][]int
	kinds  int
	most   int
	any    bool // a dish with one of them matches
	last   bool // the last one counts
	totals bool
	asked  map[int]int // by the number of ticks
}

func newLarder(dishes, kinds, each int) *larder {
	l := &larder{kinds: kinds, most: 25, totals: true, asked: map[int]int{}}
	r := rand.New(rand.NewPCG(7, 24))
	for range dishes {
		l.dishes = append(l.dishes, r.Perm(kinds)[:each])
	}
	return l
}

func (l *larder) answer(a querygen.Ask) querygen.Outcome {
	var ticks []string
	for _, b := range a.Query.Bind {
		ticks = append(ticks, b.Value)
	}
	l.asked[len(ticks)]++
	if l.last {
		ticks = ticks[max(0, len(ticks)-1):]
	}
	o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
	n := 0
	for i, has := range l.dishes {
		in := 0
		for _, v := range ticks {
			if slices.ContainsFunc(has, func(k int) bool { return fmt.Sprint(k) == v }) {
				in++
			}
		}
		if in == 0 || in < len(ticks) && !l.any {
			continue
		}
		if n++; n <= l.most {
			o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint("/dish/", i), Text: fmt.Sprint("dish number ", i*7919)})
		}
	}
	if n > 0 {
		o.Status = querygen.Answered
		if l.totals {
			o.Total = n
		}
	}
	return o
}

// Ticks that narrow a question down divide each other, where one of them is cut; ticks that do
// not are asked one at a time.
func TestTicksAreCombinedWhereTheyNarrow(t *testing.T) {
	for _, c := range []struct {
		name     string
		of       func(*larder)
		all      bool
		together int // questions with several ticks, at most
	}{
		{"all of them", func(*larder) {}, true, 250},
		{"all of them, without totals", func(l *larder) { l.totals = false }, true, 250},
		{"any of them", func(l *larder) { l.any = true }, false, 1},
		{"any of them, without totals", func(l *larder) { l.any, l.totals = true, false }, false, 2},
		{"the last of them", func(l *larder) { l.last = true }, false, 3},
		{"not cut", func(l *larder) { l.most = 1000 }, true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLarder(300, 16, 4)
			c.of(l)
			p := harvestTicks(t, l)
			together := 0
			for n, times := range l.asked {
				if n > 1 {
					together += times
				}
			}
			if (p.Held() == len(l.dishes)) != c.all || together > c.together {
				t.Errorf("%d of %d held, %d questions with several ticks: %s", p.Held(), len(l.dishes), together, p.Why())
			}
		})
	}
}

// Of ticks that go with no other one, few are tried together.
func TestTicksThatExcludeEachOther(t *testing.T) {
	l := newLarder(600, 12, 1)
	p := harvestTicks(t, l)
	if l.asked[2] > vain {
		t.Errorf("%d questions with two ticks: %s", l.asked[2], p.Why())
	}
}

// harvestTicks asks a larder by a group of ticks, one for each kind of food.
func harvestTicks(t *testing.T, l *larder) *Planner {
	ticks := menuField("has", forms.CategoryRole)
	ticks.Control, ticks.Options = "checkbox", nil
	for k := range l.kinds {
		ticks.Options = append(ticks.Options, forms.Option{Value: fmt.Sprint(k), Label: fmt.Sprintf("food %c", 'a'+k)})
	}
	p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "f", Method: "GET", Purpose: forms.Search, Submit: true, Fields: []forms.Field{ticks}}})
	for range 600 {
		a, ok := p.Next()
		if !ok {
			break
		}
		p.Observe(l.answer(a))
	}
	return p
}

// vain is how many questions without a record tell that.
const vain = 6
