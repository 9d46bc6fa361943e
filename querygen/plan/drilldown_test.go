package plan

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// offers are made-up records with menus and quantities: price is fine-grained,
// rooms is coarse and half of all records have the same; city is skewed.
func offers(n int) []model.Record {
	r := rand.New(rand.NewPCG(9, 9))
	cities := rand.NewZipf(r, 1.3, 2, 24)
	out := make([]model.Record, n)
	for i := range out {
		kind := []string{"flat", "house", "room", "studio"}[min(r.IntN(6), 3)]
		rooms := 3
		if r.IntN(2) == 0 {
			rooms = 1 + r.IntN(6)
		}
		out[i] = model.Record{Key: fmt.Sprint("o", i), Fields: []page.Pair{
			pair("ref", fmt.Sprint(7000+i)),
			pair("kind", kind), pair("city", fmt.Sprintf("City%d", cities.Uint64())),
			pair("agent", fmt.Sprintf("Agent %c", 'A'+rune(r.IntN(15)))),
			pair("rooms", strconv.Itoa(rooms)),
			pair("price", strconv.Itoa(int(r.ExpFloat64()*400000)+20000)),
		}}
	}
	return out
}

func drill(t *testing.T, n int, o model.Options, strategy string, budget int) (*Planner, []querygen.Outcome) {
	t.Helper()
	m, err := model.New(offers(n), o)
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seed: 1})
	var all []querygen.Outcome
	for p.Requests() < budget {
		a, ok := p.Next()
		if !ok {
			break
		}
		out := m.Ask(a)
		all = append(all, out)
		p.Observe(out)
	}
	return p, all
}

func TestDrilldownReachesEverything(t *testing.T) {
	t.Parallel()
	ranges, menus := []string{"price", "rooms"}, []string{"kind", "city", "agent"}
	mixed := append(append([]string(nil), menus...), ranges...)
	const n = 4000 // floor: 200
	for _, tt := range []struct {
		name     string
		o        model.Options
		requests int // at most
	}{
		{"ranges", model.Options{Attributes: ranges, Lists: true}, 260},
		{"menus", model.Options{Attributes: menus, Lists: true}, 290},
		{"mixed", model.Options{Attributes: mixed, Lists: true}, 260},
		{"no listing", model.Options{Attributes: mixed}, 260},
		{"totals capped", model.Options{Attributes: mixed, Lists: true, Totals: "capped"}, 265},
		{"totals hidden", model.Options{Attributes: mixed, Lists: true, Totals: "hidden"}, 375},
		{"broad questions refused", model.Options{Attributes: mixed, Lists: true, Cap: "refuse"}, 270},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.TopK, tt.o.PageSize = 200, 20
			p, _ := drill(t, n, tt.o, "drilldown", 2*tt.requests)
			t.Logf("held %d after %d requests: %s", p.Held(), p.Requests(), p.Why())
			if p.Held() < n || p.Requests() > tt.requests {
				t.Errorf("held %d of %d after %d requests, want at most %d: %s", p.Held(), n, p.Requests(), tt.requests, p.Why())
			}
		})
	}
}

// A planner that folds a ledger asks on as the one that wrote it.
func TestDrilldownReplays(t *testing.T) {
	o := model.Options{Attributes: []string{"kind", "city", "agent", "price"}, Lists: true, TopK: 100, PageSize: 20}
	m, err := model.New(offers(1500), o)
	if err != nil {
		t.Fatal(err)
	}
	_, ledger := drill(t, 1500, o, "drilldown", 1000)
	for _, at := range []int{0, 1, 2, len(ledger) / 3, len(ledger) / 2, len(ledger) - 1} {
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: "drilldown", Seed: 1})
		for _, out := range ledger[:at] {
			p.Observe(out)
		}
		a, ok := p.Next()
		if want := (querygen.Ask{Query: ledger[at].Query, Page: ledger[at].Page}); !ok || cmp.Diff(want, a) != "" {
			t.Errorf("after %d outcomes: %s", at, cmp.Diff(want, a))
		}
	}
}

// Nothing is asked twice, and no part that another answer has shown whole.
func TestDrilldownAsksNothingTwice(t *testing.T) {
	_, ledger := drill(t, 2000, model.Options{Attributes: []string{"kind", "city", "price"}, Lists: true, TopK: 100, PageSize: 20}, "drilldown", 1000)
	seen := map[string]bool{}
	for _, out := range ledger {
		key := fmt.Sprint(out.Query.Key(), out.Page)
		if seen[key] {
			t.Errorf("asked twice: %s", key)
		}
		seen[key] = true
	}
}

// A long listing is divided before it is read, and that costs little where
// there was no limit; a short one is read.
func TestLongListingsAreDividedAtOnce(t *testing.T) {
	t.Parallel()
	const many = 9000 // floor: 450
	for _, tt := range []struct {
		n          int
		attributes []string
		limit      int
		requests   int
	}{
		{many, []string{"price", "rooms"}, 0, 470},
		{many, []string{"price", "rooms"}, 1000, 490},
		{many, []string{"kind", "city", "agent"}, 0, 475},
		{many, []string{"kind", "city", "agent"}, 1000, 500},
		{2000, []string{"ref:menu"}, 0, 109}, // an option for each record divides nothing; six tell that 2000 is no limit
	} {
		o := model.Options{Attributes: tt.attributes, Lists: true, TopK: tt.limit, PageSize: 20}
		p, _ := drill(t, tt.n, o, "auto", 3*tt.requests)
		if p.Held() < tt.n || p.Requests() > tt.requests {
			t.Errorf("%v, limit %d: held %d of %d after %d requests, want at most %d: %s", tt.attributes, tt.limit, p.Held(), tt.n, p.Requests(), tt.requests, p.Why())
		}
	}
	_, ledger := drill(t, 1000, model.Options{Attributes: []string{"price"}, Lists: true, PageSize: 20}, "auto", 100)
	if len(ledger) != 50 {
		t.Errorf("a listing of 50 pages took %d requests", len(ledger))
	}
}

// A limit that cuts a listing without a total is noticed, though what tops the
// long answers under the same ranking is all in the listing.
func TestACutListingWithoutTotalIsNotEverything(t *testing.T) {
	o := model.Options{Attributes: []string{"price", "rooms"}, Lists: true, TopK: 400, PageSize: 20, Totals: "hidden"}
	p, _ := drill(t, 3000, o, "auto", 600)
	if p.Held() < 3000 {
		t.Errorf("held %d of 3000 after %d requests: %s", p.Held(), p.Requests(), p.Why())
	}
	// Nor do its 400 records tell how many there are.
	p, _ = drill(t, 3000, o, "auto", 80)
	if e := p.Estimate(); e.Size > 0 && e.High < 3000 {
		t.Errorf("with %d held: %+v", p.Held(), e)
	}
}

// A site may show nothing where a question matches too much, the form as served
// included: narrower questions still bring most of what is there.
func TestEmptyAnswersThatOverflowAreDivided(t *testing.T) {
	o := model.Options{Attributes: []string{"kind", "city", "agent", "price", "rooms"}, Lists: true, TopK: 200, PageSize: 20, Cap: "empty"}
	p, _ := drill(t, 4000, o, "drilldown", 600)
	t.Logf("held %d after %d requests: %s", p.Held(), p.Requests(), p.Why())
	if p.Held() < 3400 {
		t.Errorf("held %d of 4000 after %d requests: %s", p.Held(), p.Requests(), p.Why())
	}
}

// Who gave empty parts up must not say that everything was read.
func TestEmptyPartsThatWereGivenUpAreTold(t *testing.T) {
	const n = 4000
	// Menus alone cannot divide these records into parts of twenty.
	o := model.Options{Attributes: []string{"kind", "city"}, TopK: 20, PageSize: 20, Cap: "empty", Lists: true}
	p, _ := drill(t, n, o, "drilldown", 3000)
	if _, more := p.Next(); more || p.Held() == n {
		t.Fatalf("held %d of %d, more to ask: %v", p.Held(), n, more)
	}
	if !strings.Contains(p.Why(), "may have records") {
		t.Errorf("held %d: %s", p.Held(), p.Why())
	}
}
