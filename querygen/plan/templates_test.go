package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/divide"
	"github.com/hadal-crawler/hadal/querygen/model"
)

func TestTemplatesCoverWhatTheListingCannot(t *testing.T) {
	docs := zipfDocuments(3000, 1)
	for _, tt := range []struct {
		name     string
		limit    int
		totals   bool
		listing  bool
		requests int // at most; the floor is 300
	}{
		{"years suffice", 200, true, true, 370},
		{"years must be divided by colours", 60, true, true, 480},
		{"totals hidden", 60, false, true, 560},
		{"no listing", 200, true, false, 370},
	} {
		t.Run(tt.name, func(t *testing.T) {
			form := fullForm()
			form.Fields = form.Fields[1:] // no query box
			m := site(t, docs, model.Options{Attributes: menus, PageSize: 10, TopK: tt.limit, Totals: totalsOf(tt.totals), Lists: tt.listing, RankSeed: 3})
			p := mustPlan(t, querygen.Options{Form: form, Strategy: "templates"})
			asks := drain(t, m, p, 2000)
			if p.Held() != 3000 || p.Requests() > tt.requests {
				t.Errorf("held %d of 3000 after %d requests, want at most %d: %s", p.Held(), p.Requests(), tt.requests, p.Why())
			}
			for _, a := range asks {
				if len(a.Query.Bind) > divide.MaxDimension || strings.Contains(a.Query.Key(), "sort") {
					t.Fatalf("asked %v", a.Query)
				}
			}
		})
	}
}

func TestUninformativeMenusAreDropped(t *testing.T) {
	docs := zipfDocuments(1000, 1)
	many := make([]string, 40)
	for i := range many {
		many[i] = fmt.Sprint("style", i)
	}
	form := boxForm(menuField("style", forms.OtherRole, many...), menuField("colour", forms.CategoryRole, "red", "green", "blue", "black", "white", "pink"))
	m := site(t, docs, model.Options{Attributes: menus, PageSize: 10, TopK: 250, Lists: true, RankSeed: 3})
	p := mustPlan(t, querygen.Options{Form: form, Strategy: "templates"})
	styles, pinks := 0, 0
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		// The site ignores what it is told about style.
		b := a
		b.Query.Bind = nil
		for _, q := range a.Query.Bind {
			switch {
			case q.Name != "style":
				b.Query.Bind = append(b.Query.Bind, q)
			case a.Page == 1:
				styles++
			}
			if q.Value == "pink" {
				pinks++
			}
		}
		o := m.Ask(b)
		o.Query = a.Query
		p.Observe(o)
	}
	if styles > divide.SampleValues || pinks > 1 {
		t.Errorf("%d styles and %d times pink were asked", styles, pinks)
	}
	if p.Held() != 1000 {
		t.Errorf("held %d of 1000 after %d requests: %s", p.Held(), p.Requests(), p.Why())
	}
}

func TestAPresetMenuHidesTheRest(t *testing.T) {
	docs := zipfDocuments(500, 1)
	form := boxForm(menuField("colour", forms.CategoryRole, "red", "green", "blue", "black", "white"))
	form.Fields[1].Options = form.Fields[1].Options[1:] // no Any: red is shown first
	m := site(t, docs, model.Options{Attributes: menus, PageSize: 10, Lists: true, RankSeed: 3})
	p := mustPlan(t, querygen.Options{Form: form})
	for range 1000 {
		a, ok := p.Next()
		if !ok {
			break
		}
		b := a
		if len(a.Query.Bind) == 0 {
			b.Query.Bind = []page.Pair{pair("colour", "red")}
		}
		o := m.Ask(b)
		o.Query = a.Query
		p.Observe(o)
	}
	if p.Held() != 500 {
		t.Errorf("held %d of 500 after %d requests: %s", p.Held(), p.Requests(), p.Why())
	}
}

// A text that the page puts into the box must not be asked for, neither by
// listing nor by choosing from a menu.
func TestDefaultTextIsCleared(t *testing.T) {
	form := boxForm(menuField("colour", forms.CategoryRole, "red", "green"))
	box := form.Fields[0]
	form.Fields[0].Value = "Search this site"
	p := mustPlan(t, querygen.Options{Form: form})
	cleared, listed := page.Pair{Name: box.Name}, false
	for range 6 {
		a, ok := p.Next()
		if !ok {
			break
		}
		if !a.Query.Nonsense && len(a.Query.Bind) <= 2 && a.Query.Bind[0] != cleared {
			t.Errorf("%s: binds %v, want the box cleared", a.Query.Why, a.Query.Bind)
		}
		o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
		if len(a.Query.Bind) == 1 && !a.Query.Nonsense { // the form as served
			o.Status, o.Rows, o.Total = querygen.Answered, []querygen.Row{{Key: "1", Text: "one"}}, 1
			listed = true
		}
		p.Observe(o)
	}
	if e := p.Estimate(); !listed || !e.Exact || e.Size != 1 {
		t.Errorf("the cleared form is not taken for the listing: estimate %+v", e)
	}
}
