package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// A word cut short finds the words that begin so, where sites complete words: its
// answer is not believed to be everything while other questions bring what it has not shown.
func TestWordsCutShortDoNotListEverything(t *testing.T) {
	for _, totals := range []string{"", "none"} {
		g := gadget{docs: gadgetDocs(400), prefix: true, totals: totals}
		for i := range g.docs {
			g.docs[i] = strings.ReplaceAll(g.docs[i], "item", []string{"code", "number"}[i%2])
		}
		p := mustPlan(t, querygen.Options{Form: g.form(), Strategy: "probe", Seeds: []string{"garden", "gardens", "water"}})
		cut := false
		for range 60 {
			a, ok := p.Next()
			if !ok {
				break
			}
			o := g.answer(a)
			p.Observe(o)
			cut = cut || len(a.Query.Bind) == 1 && strings.HasSuffix(a.Query.Bind[0].Value, "*") && len(a.Query.Bind[0].Value) == 2 && o.Status == querygen.Answered
			if c := p.Capabilities().Get(querygen.CanListAll); c.Verdict == querygen.Yes {
				t.Fatalf("totals %q: %+v", totals, c)
			}
		}
		if !cut {
			t.Errorf("totals %q: no word cut short was answered", totals)
		}
	}
}

// An answer that was read to its end does not list everything, whatever it claims, where
// other questions brought records that it has not.
func TestListsThatMissRecordsAreNotOfEverything(t *testing.T) {
	for missing, want := range []querygen.Verdict{querygen.Yes, querygen.Unknown} {
		g := gadget{docs: gadgetDocs(60), all: "*", unlisted: missing}
		p := mustPlan(t, querygen.Options{Form: g.form(), Strategy: "probe", Seeds: []string{"red", "green"}})
		g.run(p, 400)
		if c := p.Capabilities().Get(querygen.CanListAll); c.Verdict != want {
			t.Errorf("%d records missing: %+v", missing, c)
		}
	}
}

// A choice that the form as served makes is seen through where what the others
// bring, apart from each other, was all among the records listed; not where one
// of them brings others, nor where they hold each other.
func TestPresetThatStandsForAll(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values string // of the menu, the preset one first
		fits   func(doc int, value string) bool
		stands bool
	}{
		{"unknown", "unknown red green", func(d int, v string) bool { return v == "unknown" || v == "red" == (d%2 == 0) }, true},
		{"a value like the others", "red green blue", func(d int, v string) bool { return []string{"red", "green", "blue"}[d%3] == v }, false},
		{"last year", "year month week", func(d int, v string) bool { return d < map[string]int{"year": 300, "month": 60, "week": 20}[v] }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const n, rows = 395, 10
			values := strings.Fields(tt.values)
			field := forms.Field{Name: "kind", Label: "Kind", Control: "select", Role: forms.CategoryRole}
			for i, v := range values {
				field.Options = append(field.Options, forms.Option{Value: v, Label: v, Selected: i == 0})
			}
			docs := gadgetDocs(n)
			form := forms.Form{ID: "g", Fields: []forms.Field{{Name: "q", Control: "text", Role: forms.QueryRole, Score: 1}, field}}
			p := mustPlan(t, querygen.Options{Form: form, Seeds: []string{"garden"}})
			for range 400 {
				a, ok := p.Next()
				if !ok {
					break
				}
				kind, text := values[0], ""
				for _, b := range a.Query.Bind {
					if b.Name == "kind" {
						kind = b.Value
					} else {
						text = b.Value
					}
				}
				o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
				found := 0
				for d, doc := range docs {
					if !tt.fits(d, kind) || text != "" && !slices.Contains(strings.Fields(doc), text) {
						continue
					}
					if found++; found > (a.Page-1)*rows && found <= a.Page*rows {
						o.Status, o.Rows = querygen.Answered, append(o.Rows, querygen.Row{Key: doc, Text: doc})
					}
				}
				o.More = found > a.Page*rows
				p.Observe(o)
			}
			if restricted := p.facts.Restricted(); restricted == tt.stands {
				t.Errorf("restricted: %v after %d requests, %d records", restricted, p.Requests(), p.Held())
			}
			if tt.stands && p.Requests() > n/rows+40 {
				t.Errorf("%d requests: %s", p.Requests(), p.Why())
			}
		})
	}
}

// A list of numbers is no choice of records once it was seen to set the page size.
func TestPageSizeIsNoDimension(t *testing.T) {
	m, err := model.New(offers(500), model.Options{Attributes: []string{"kind"}, Lists: true, PageSize: 10})
	if err != nil {
		t.Fatal(err)
	}
	large, _ := model.New(offers(500), model.Options{Attributes: []string{"kind"}, Lists: true, PageSize: 50})
	form := m.Form()
	form.Fields = append(form.Fields, forms.Field{Name: "z", Control: "select", Role: forms.CategoryRole, Options: []forms.Option{
		{Value: "10", Label: "10", Selected: true}, {Value: "25", Label: "25"}, {Value: "50", Label: "50"}}})
	p := mustPlan(t, querygen.Options{Form: form})
	smaller := 0
	for range 200 {
		a, ok := p.Next()
		if !ok {
			break
		}
		asked, site := a, m
		asked.Query.Bind = nil
		for _, b := range a.Query.Bind {
			switch {
			case b == page.Pair{Name: "z", Value: "50"}:
				site = large
			case b.Name == "z":
				smaller++
			default:
				asked.Query.Bind = append(asked.Query.Bind, b)
			}
		}
		o := site.Ask(asked)
		o.Query = a.Query
		p.Observe(o)
	}
	if p.Held() != 500 || smaller > 0 || p.Requests() > 17 { // six tell that 500 is no limit
		t.Errorf("held %d of 500 after %d requests, %d of them with smaller pages: %s", p.Held(), p.Requests(), smaller, p.Why())
	}
}
