package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// gazette is a made-up register of notices whose form has two boxes for dates.
type gazette struct {
	days  []time.Time // of the notices
	wants string      // layout of the boxes
	shows string      // layout in results
	wrong string      // what a date in another layout does: nothing, "all" or "refuse"
	limit int
	total bool
}

const gazetteRows = 20

func newGazette(n int) *gazette {
	r := rand.New(rand.NewPCG(3, 4))
	g := &gazette{wants: time.DateOnly, shows: time.DateOnly, limit: 100, total: true}
	at := time.Date(1996, 4, 1, 0, 0, 0, 0, time.UTC)
	for range n {
		at = at.Add(time.Duration(r.ExpFloat64()*4*24) * time.Hour)
		g.days = append(g.days, at)
	}
	r.Shuffle(n, func(i, j int) { g.days[i], g.days[j] = g.days[j], g.days[i] })
	return g
}

func (g *gazette) answer(a querygen.Ask) querygen.Outcome {
	o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: -1, Requests: 1}
	low, top := time.Time{}, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, p := range a.Query.Bind {
		d, err := time.Parse(g.wants, p.Value)
		if err != nil {
			switch g.wrong {
			case "all":
				continue
			case "refuse":
				o.Status = querygen.Refused
				return o
			}
			o.Status = querygen.Empty
			return o
		}
		if p.Name == "from" {
			low = d
		} else {
			top = d
		}
	}
	var found []int
	for i, d := range g.days {
		if !d.Truncate(24*time.Hour).Before(low) && !d.Truncate(24*time.Hour).After(top) {
			found = append(found, i)
		}
	}
	if g.total {
		o.Total = len(found)
	}
	reached := min(len(found), g.limit)
	from, to := min((a.Page-1)*gazetteRows, reached), min(a.Page*gazetteRows, reached)
	for _, i := range found[from:to] {
		o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint("n", i), Text: fmt.Sprintf("Notice %d Published %s in volume %d", i, g.days[i].Format(g.shows), i%40)})
	}
	if o.More = to < reached; len(o.Rows) == 0 {
		o.Status, o.Total = querygen.Empty, -1
	}
	return o
}

// Boxes for dates are filled in the way that they say, or that a trial or the
// dates of the records tell; and the dates of the records, however they are
// written, say where to cut.
func TestDateBoxesAreCut(t *testing.T) {
	const n = 2000 // floor: 100
	text := func(format string) []forms.Field {
		return []forms.Field{
			{Name: "from", Label: "Published from", Control: "text", Role: forms.RangeMin, Pair: "to", Format: format},
			{Name: "to", Label: "to", Control: "text", Role: forms.RangeMax, Pair: "from", Format: format},
		}
	}
	unsaid := text("")
	unsaid[0].Label = "Date from"
	picker := text("")
	picker[0].Control, picker[1].Control = "date", "date"
	months := text("")
	months[0].Control, months[1].Control = "month", "month"
	for _, tt := range []struct {
		name     string
		fields   []forms.Field
		change   func(*gazette)
		requests int
	}{
		{"type=date", picker, func(g *gazette) {}, 140},
		{"said by the box", text("dd.mm.yyyy"), func(g *gazette) { g.wants, g.shows = "02.01.2006", "2 January 2006" }, 140},
		{"American", text("mm/dd/yyyy"), func(g *gazette) { g.wants, g.shows = "01/02/2006", "01/02/2006" }, 140},
		{"day first", text("dd/mm/yyyy"), func(g *gazette) { g.wants, g.shows = "02/01/2006", "02/01/2006" }, 140},
		{"as in the records", unsaid, func(g *gazette) { g.wants, g.shows = "02/01/2006", "02/01/2006" }, 145},
		{"by trial", unsaid, func(g *gazette) { g.wants, g.shows = "01/02/2006", "Jan 2, 2006" }, 150},
		{"by trial, others ignored", unsaid, func(g *gazette) { g.wants, g.shows, g.wrong = "02.01.2006", "Jan 2, 2006", "all" }, 150},
		{"by trial, others refused", unsaid, func(g *gazette) { g.wants, g.shows, g.wrong = "20060102", "Jan 2, 2006", "refuse" }, 155},
		{"without totals", unsaid, func(g *gazette) { g.wants, g.shows, g.total = "02/01/2006", "02/01/2006", false }, 210},
		{"type=date, without totals", picker, func(g *gazette) { g.total = false }, 210},
		{"records without dates", text("dd.mm.yyyy"), func(g *gazette) { g.wants, g.shows = "02.01.2006", "" }, 180},
		{"months", months, func(g *gazette) { g.wants, g.limit = "2006-01", 400 }, 140},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGazette(n)
			tt.change(g)
			site := g.answer
			if tt.fields[0].Control == "month" {
				site = func(a querygen.Ask) querygen.Outcome { return g.monthly(a) }
			}
			p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "g", Fields: tt.fields}})
			for p.Requests() < 400 {
				a, ok := p.Next()
				if !ok {
					break
				}
				p.Observe(site(a))
			}
			t.Logf("held %d after %d requests: %s", p.Held(), p.Requests(), p.Why())
			if p.Held() < n || p.Requests() > tt.requests {
				t.Errorf("held %d of %d after %d requests, want at most %d: %s", p.Held(), n, p.Requests(), tt.requests, p.Why())
			}
		})
	}
}

// monthly answers questions whose bounds are months.
func (g *gazette) monthly(a querygen.Ask) querygen.Outcome {
	asked := a
	asked.Query.Bind = nil
	whole := *g
	whole.wants = time.DateOnly
	for _, p := range a.Query.Bind {
		m, err := time.Parse("2006-01", p.Value)
		if err != nil {
			return querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
		}
		if p.Name == "to" {
			m = m.AddDate(0, 1, -1)
		}
		asked.Query.Bind = append(asked.Query.Bind, pair(p.Name, m.Format(time.DateOnly)))
	}
	o := whole.answer(asked)
	o.Query = a.Query
	return o
}

// A form whose boxes take no notation that is known is left undivided, and that
// is found out with few questions.
func TestUnknownNotationsAreGivenUp(t *testing.T) {
	g := newGazette(500)
	g.wants, g.wrong = "Monday, 2 Jan 2006", "all"
	p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "g", Fields: []forms.Field{
		{Name: "from", Label: "Date from", Control: "text", Role: forms.RangeMin, Pair: "to"},
		{Name: "to", Label: "to", Control: "text", Role: forms.RangeMax, Pair: "from"},
	}}})
	for p.Requests() < 100 {
		a, ok := p.Next()
		if !ok {
			break
		}
		p.Observe(g.answer(a))
	}
	if p.Held() != g.limit || p.Requests() > 20 {
		t.Errorf("held %d after %d requests: %s", p.Held(), p.Requests(), p.Why())
	}
}

// A site may refuse whatever leaves a bound open, as it refuses what matches too much. The
// open side is followed to its end by a few questions, each much farther away.
func TestOpenBoundsThatAreRefused(t *testing.T) {
	const n = 600
	g := newGazette(n)
	p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "g", Fields: []forms.Field{
		{Name: "from", Label: "Published from", Control: "date", Role: forms.RangeMin, Pair: "to"},
		{Name: "to", Label: "to", Control: "date", Role: forms.RangeMax, Pair: "from"},
	}}})
	for p.Requests() < 120 {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := g.answer(a)
		if len(a.Query.Bind) < 2 || o.Total > g.limit {
			o = querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Refused, Total: -1, Requests: 1}
		}
		o.Total = -1
		p.Observe(o)
	}
	if p.Held() < n {
		t.Errorf("held %d of %d after %d requests: %s", p.Held(), n, p.Requests(), p.Why())
	}
}

// While a part is left to ask of which the site said that it matches too much, answers without
// a new record end nothing; and it is told where asking ends for all that.
func TestPartsThatMatchTooMuchAreAsked(t *testing.T) {
	const n = 600
	g := newGazette(n)
	p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "g", Fields: []forms.Field{
		{Name: "from", Label: "Published from", Control: "date", Role: forms.RangeMin, Pair: "to"},
		{Name: "to", Label: "to", Control: "date", Role: forms.RangeMax, Pair: "from"},
	}}})
	dear := Bounds{MinYield: 1000, Patience: 12, Whole: true} // that nothing reaches
	for p.Requests() < 150 {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := g.answer(a)
		if o.Total > g.limit {
			o = querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Refused, Reason: querygen.TooMuch, Requests: 1}
		}
		o.Total = -1
		p.Observe(o)
		if why := p.Done(dear); why != "" && p.Held() < n {
			t.Fatalf("held %d of %d after %d requests: %s", p.Held(), n, p.Requests(), why)
		}
	}
	if parts, say := p.TooMuch(); p.Held() < n || parts > 0 {
		t.Errorf("%d parts are left to ask (%s), held %d of %d after %d requests: %s", parts, say, p.Held(), n, p.Requests(), p.Why())
	}
}
