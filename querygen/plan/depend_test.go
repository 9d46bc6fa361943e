package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// A list without options waits for the one that it depends on, and then has
// those that the answer's page offers.
func TestDependentListsAreFilledInOrder(t *testing.T) {
	models := map[string][]string{"Ford": {"Focus", "Kuga"}, "Opel": {"Astra", "Corsa"}}
	form := forms.Form{ID: "f", Method: "GET", Purpose: forms.Search, Submit: true, Fields: []forms.Field{
		menuField("make", forms.CategoryRole, "Ford", "Opel"),
		{Name: "model", Control: "select", Label: "Model", Role: forms.CategoryRole, DependsOn: "make", Options: []forms.Option{{Label: "Any", Any: true}}},
	}}
	p := mustPlan(t, querygen.Options{Form: form})
	pairs := map[string]int{}
	for range 200 {
		a, ok := p.Next()
		if !ok {
			break
		}
		make, model := "", ""
		for _, b := range a.Query.Bind {
			if b.Name == "make" {
				make = b.Value
			} else {
				model = b.Value
			}
		}
		if model != "" {
			pairs[make+" "+model]++
		}
		o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: 0, Requests: 1}
		if make != "" {
			offer := querygen.Offer{Name: "model", Options: []forms.Option{{Label: "Any", Any: true}}}
			for _, m := range models[make] {
				offer.Options = append(offer.Options, forms.Option{Value: m, Label: m})
			}
			o.Offers = []querygen.Offer{offer}
		}
		var keys []string
		for _, mk := range []string{"Ford", "Opel"} {
			for _, m := range models[mk] {
				for i := range 30 {
					if (make == "" || make == mk) && (model == "" || model == m) {
						keys = append(keys, fmt.Sprint(mk, " ", m, " ", i))
					}
				}
			}
		}
		o.Total = len(keys)
		keys = keys[:min(len(keys), 30)] // the limit
		from := min((a.Page-1)*10, len(keys))
		for _, k := range keys[from:min(from+10, len(keys))] {
			o.Rows = append(o.Rows, querygen.Row{Key: k, Text: k})
		}
		o.More = from+10 < len(keys)
		p.Observe(o)
	}
	if p.Held() != 120 {
		t.Errorf("held %d of 120 after %d requests: %s", p.Held(), p.Requests(), p.Why())
	}
	for pair := range pairs {
		switch pair {
		case "Ford Focus", "Ford Kuga", "Opel Astra", "Opel Corsa":
		default:
			t.Errorf("asked for %q", pair)
		}
	}
}

// marina is a made-up site with makers and models of boats, of which no more
// than a limit are shown. A model goes with one maker; which ones is for the
// page of the form to tell, or for the records.
type marina struct {
	models map[string][]string
	pairs  map[string]int // asked
	offers bool           // the answers for a maker list its models
}

const marinaLimit = 30

func newMarina() *marina {
	return &marina{
		models: map[string][]string{"Amel": {"Maramu", "Santorin", "Sharki", "Kirk"}, "Bavaria": {"Cruiser", "Vision"}, "Contest": {"Moody", "Flyline"}, "Dufour": {"Arpege"}},
		pairs:  map[string]int{},
	}
}

// form is the marina's: where it is not told which models go with a maker, all
// are on the page, or with offered none, but those of a maker on its answers.
func (m *marina) form(told, offered bool) forms.Form {
	maker := menuField("maker", forms.CategoryRole, "Amel", "Bavaria", "Contest", "Dufour")
	model := menuField("model", forms.CategoryRole)
	for _, k := range []string{"Amel", "Bavaria", "Contest", "Dufour"} {
		for _, v := range m.models[k] {
			if offered {
				model.DependsOn = "maker"
				continue
			}
			o := forms.Option{Value: v, Label: v}
			if told {
				o.Of = []string{k}
				model.DependsOn = "maker"
			}
			model.Options = append(model.Options, o)
		}
	}
	return forms.Form{ID: "m", Method: "GET", Purpose: forms.Search, Submit: true, Fields: []forms.Field{maker, model}}
}

func (m *marina) answer(a querygen.Ask) querygen.Outcome {
	bound := map[string]string{}
	for _, b := range a.Query.Bind {
		bound[b.Name] = b.Value
	}
	m.pairs[bound["maker"]+" "+bound["model"]]++
	var keys []string
	for i := range 50 {
		for _, k := range []string{"Amel", "Bavaria", "Contest", "Dufour"} {
			for _, v := range m.models[k] {
				if i < 12 && (bound["maker"] == "" || bound["maker"] == k) && (bound["model"] == "" || bound["model"] == v) {
					keys = append(keys, fmt.Sprint(k, " ", v, " no", i))
				}
			}
		}
	}
	o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: len(keys), Requests: 1}
	if m.offers && bound["maker"] != "" {
		offer := querygen.Offer{Name: "model"}
		for _, v := range m.models[bound["maker"]] {
			offer.Options = append(offer.Options, forms.Option{Value: v, Label: v})
		}
		o.Offers = []querygen.Offer{offer}
	}
	keys = keys[:min(len(keys), marinaLimit)]
	from := min((a.Page-1)*10, len(keys))
	for _, k := range keys[from:min(from+10, len(keys))] {
		o.Rows = append(o.Rows, querygen.Row{Key: k, Text: k})
	}
	o.More = from+10 < len(keys)
	if len(o.Rows) == 0 {
		o.Status = querygen.Empty
	}
	return o
}

// What the page of a form says about lists that depend on each other is kept to:
// no strategy chooses from the second list alone, or what the first one does not
// offer. Where the page is silent, drilldown learns it from the records.
func TestOnlyOfferedPairsAreAsked(t *testing.T) {
	for _, tt := range []struct {
		strategy string
		told     bool // the page of the form says which models go with a maker
		offered  bool // the answers do
		held     int  // at least; a maker has 48 at most, of which 30 are shown
	}{
		{"auto", true, false, 108}, {"drilldown", true, false, 108}, {"correlated", true, false, 90},
		{"drilldown", false, false, 108},
		{"auto", false, true, 108}, {"drilldown", false, true, 108},
	} {
		t.Run(fmt.Sprint(tt.strategy, tt.told, tt.offered), func(t *testing.T) {
			m := newMarina()
			m.offers = tt.offered
			p := mustPlan(t, querygen.Options{Form: m.form(tt.told, tt.offered), Strategy: tt.strategy})
			for range 200 {
				a, ok := p.Next()
				if !ok {
					break
				}
				p.Observe(m.answer(a))
			}
			if p.Held() < tt.held {
				t.Errorf("held %d of 108 after %d requests: %s", p.Held(), p.Requests(), p.Why())
			}
			for pair := range m.pairs {
				maker, model, _ := strings.Cut(pair, " ")
				switch {
				case model == "" || !tt.told && !tt.offered && maker == "":
				case !slices.Contains(m.models[maker], model):
					t.Errorf("asked for %q", pair)
				}
			}
		})
	}
}

// A menu that a script fills is divided by where nothing else divides: its options were looked at
// since that was so, and what was asked before them counts on.
func TestMenusThatAScriptFillsDivideLast(t *testing.T) {
	model := menuField("model", forms.CategoryRole, "Focus", "Kuga")
	model.DependsOn, model.Filled = "make", []string{"Ford"}
	for i := range model.Options {
		if model.Options[i].Value != "" {
			model.Options[i].Of = []string{"Ford"}
		}
	}
	years := []string{"2019", "2020", "2021", "2022", "2023"}
	form := forms.Form{ID: "f", Method: "GET", Purpose: forms.Search, Submit: true, Fields: []forms.Field{menuField("make", forms.CategoryRole, "Ford", "Opel"), model, menuField("year", forms.CategoryRole, years...)}}
	for _, fixed := range []forms.Values{nil, {"make": {"Ford"}}} {
		p := mustPlan(t, querygen.Options{Form: form, Fixed: fixed})
		for range 100 {
			a, ok := p.Next()
			if !ok {
				break
			}
			bound := map[string]string{}
			for _, b := range a.Query.Bind {
				bound[b.Name] = b.Value
			}
			if bound["model"] != "" && bound["year"] == "" {
				t.Fatalf("fixed %v: asked for %v: %s", fixed, bound, a.Query.Why)
			}
			var keys []string
			for i := range 200 {
				mk, md, y := []string{"Ford", "Opel"}[i%2], []string{"Focus", "Kuga"}[i/2%2], years[i/4%5]
				if (bound["make"] == "" || bound["make"] == mk) && (bound["model"] == "" || bound["model"] == md && mk == "Ford") && (bound["year"] == "" || bound["year"] == y) {
					keys = append(keys, fmt.Sprint(mk, md, y, i))
				}
			}
			o := querygen.Outcome{Query: a.Query, Page: 1, Status: querygen.Answered, Total: len(keys), Requests: 1}
			for _, k := range keys[:min(len(keys), 15)] {
				o.Rows = append(o.Rows, querygen.Row{Key: k, Text: k})
			}
			if a.Query.Nonsense || len(keys) == 0 {
				o.Status, o.Total, o.Rows = querygen.Empty, 0, nil
			}
			p.Observe(o)
		}
		if held := p.Held(); fixed != nil && held != 100 || held < 100 {
			t.Errorf("fixed %v: %d records: %s", fixed, held, p.Why())
		}
	}
}
