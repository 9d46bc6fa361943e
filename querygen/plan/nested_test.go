package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// A bound without a partner shows more of what a limit cuts: close to all that it
// can show, for few requests.
func TestLoneBoundsReachMore(t *testing.T) {
	for _, tt := range []struct {
		name   string
		o      model.Options
		plain  []string // attributes without the bound
		share  float64  // at least, of what some question can bring
		beyond int      // records more than without the bound, at least
	}{
		{"up to", model.Options{Attributes: []string{"price:max"}}, nil, 0.75, 150},
		{"from", model.Options{Attributes: []string{"price:min"}, Totals: "hidden"}, nil, 0.75, 150},
		{"beside a menu", model.Options{Attributes: []string{"kind", "price:max"}}, []string{"kind"}, 0.75, 300},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.TopK, tt.o.PageSize, tt.o.Lists = 100, 20, true
			p, all := drill(t, 2000, tt.o, "auto", 2000)
			m, err := model.New(offers(2000), tt.o)
			if err != nil {
				t.Fatal(err)
			}
			without := 100
			if tt.o.Attributes = tt.plain; tt.plain != nil {
				q, _ := drill(t, 2000, tt.o, "auto", 2000)
				without = q.Held()
			}
			t.Logf("%d of %d reachable records, %d without the bound, %d requests: %s", p.Held(), m.Reachable(), without, p.Requests(), p.Why())
			if float64(p.Held()) < tt.share*float64(m.Reachable()) || p.Held() < without+tt.beyond {
				t.Errorf("held %d of %d that can be reached, %d without the bound", p.Held(), m.Reachable(), without)
			}
			if p.Held() > m.Reachable() || 8*p.Requests() > p.Held() {
				t.Errorf("%d records, %d reachable, %d requests", p.Held(), m.Reachable(), p.Requests())
			}
			last := ""
			for _, o := range all {
				for _, b := range o.Query.Bind {
					if strings.HasPrefix(b.Name, "price") {
						last = o.Query.Why
					}
				}
			}
			if !strings.Contains(last, "price") {
				t.Errorf("why: %q", last)
			}
		})
	}
}

// A list of bounds is asked from its middle where rows show no numbers.
func TestListsOfLoneBoundsAreUsed(t *testing.T) {
	const n, k = 400, 40
	form := forms.Form{ID: "f", Method: "GET", Purpose: forms.Search, Submit: true, Fields: []forms.Field{menuField("budget", forms.RangeMax, "100", "200", "300", "400")}}
	p := mustPlan(t, querygen.Options{Form: form})
	for range 100 {
		a, ok := p.Next()
		if !ok {
			break
		}
		most := n
		for _, b := range a.Query.Bind {
			fmt.Sscan(b.Value, &most)
		}
		o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: most, Requests: 1}
		shown := 0
		for i := range n { // the ranking is not that of the price
			if price := i * 177 % n; price < most {
				if shown++; shown > (a.Page-1)*10 && shown <= min(a.Page*10, k) {
					o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(i), Text: "something"})
				}
			}
		}
		o.More = a.Page*10 < k
		p.Observe(o)
	}
	if p.Held() < 80 {
		t.Errorf("held %d, %d by the form as served", p.Held(), k)
	}
}

// What the model says can be reached under a lone bound is what all its values bring.
func TestModelReachesWithLoneBounds(t *testing.T) {
	for _, o := range []model.Options{
		{Attributes: []string{"price:max"}},
		{Attributes: []string{"price:min", "kind"}},
		{Attributes: []string{"rooms:max", "kind"}, Cap: "refuse"},
	} {
		o.TopK, o.PageSize, o.Lists = 20, 20, true
		m, err := model.New(offers(300), o)
		if err != nil {
			t.Fatal(err)
		}
		control := map[bool]string{true: "_min", false: "_max"}[strings.HasSuffix(o.Attributes[0], "min")]
		name, _, _ := strings.Cut(o.Attributes[0], ":")
		seen := map[string]bool{}
		for _, kind := range []string{"", "flat", "house", "room", "studio"} {
			for _, r := range append(offers(300), model.Record{}) {
				q := querygen.Query{}
				for _, f := range r.Fields {
					if f.Name == name {
						q.Bind = append(q.Bind, pair(name+control, f.Value))
					}
				}
				if len(o.Attributes) > 1 && kind != "" {
					q.Bind = append(q.Bind, pair("kind", kind))
				}
				for _, row := range m.Ask(querygen.Ask{Query: q, Page: 1}).Rows {
					seen[row.Key] = true
				}
			}
		}
		if m.Reachable() != len(seen) {
			t.Errorf("%+v: %d can be reached, and asking for every value brings %d", o, m.Reachable(), len(seen))
		}
	}
}
