package plan

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

func mustPlan(t testing.TB, o querygen.Options) *Planner {
	t.Helper()
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func years() []string {
	var out []string
	for y := 2000; y < 2020; y++ {
		out = append(out, fmt.Sprint(y))
	}
	return out
}

func fullForm() forms.Form {
	return boxForm(
		menuField("sort", forms.Sort, "asc", "desc"),
		menuField("kind", forms.OtherRole, "a", "b"),
		menuField("colour", forms.CategoryRole, "red", "green", "blue", "black", "white"),
		menuField("year", forms.CategoryRole, years()...),
	)
}

func TestNewRefusesUnknownNames(t *testing.T) {
	for _, tt := range []struct {
		o    querygen.Options
		want string
	}{
		{querygen.Options{Strategy: "frequenzy"}, `did you mean frequency?`},
		{querygen.Options{Strategy: "automatic"}, `no strategy "automatic": want one of adaptive, auto, `},
		{querygen.Options{Form: fullForm(), Fixed: forms.Values{"color": {"red"}}}, `did you mean colour?`},
		{querygen.Options{Fixed: forms.Values{"color": {"red"}}}, "none of its controls has a name"},
	} {
		if _, err := New(tt.o); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("New(%+v) = %v, want an error with %q", tt.o, err, tt.want)
		}
	}
	for _, name := range append(Strategies(), "") {
		if _, err := New(querygen.Options{Strategy: name}); err != nil {
			t.Errorf("New with strategy %q: %v", name, err)
		}
	}
}

func TestPlannerIsAFold(t *testing.T) {
	t.Parallel()
	docs := zipfDocuments(400, 3)
	for seed := range uint64(4) {
		m := site(t, docs, model.Options{Attributes: menus, PageSize: 7, TopK: int(seed%2) * 40, Totals: totalsOf(seed < 2), Lists: seed == 1, RankSeed: seed})
		for _, strategy := range Strategies() {
			o := querygen.Options{Form: fullForm(), Strategy: strategy, Seeds: []string{"w1"}, Terms: []string{"w3", "w5", "w0"}, Seed: seed}
			live := mustPlan(t, o)
			r := rand.New(rand.NewPCG(seed, 9))
			var ledger []querygen.Outcome
			var asks []querygen.Ask
			seen := map[string]bool{}
			for len(ledger) < 120 {
				a, ok := live.Next()
				if again, okAgain := live.Next(); ok != okAgain || !cmp.Equal(a, again) {
					t.Fatalf("%s: Next twice: %v then %v", strategy, a, again)
				}
				asks = append(asks, a)
				if !ok {
					break
				}
				out := m.Ask(a)
				if r.IntN(12) == 0 {
					out = querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Failed, Total: -1, Requests: 4}
				}
				live.Observe(out)
				for i, row := range out.Rows { // as a store replays it
					if seen[row.Key] {
						out.Rows[i].Text = ""
					}
					seen[row.Key] = true
				}
				ledger = append(ledger, out)
			}
			var replayed *Planner
			for _, n := range []int{0, 1, 3, len(ledger) / 3, len(ledger)} {
				replayed = mustPlan(t, o)
				for _, out := range ledger[:n] {
					replayed.Observe(out)
				}
				if a, _ := replayed.Next(); n < len(asks) && !cmp.Equal(a, asks[n]) {
					t.Fatalf("%s seed %d: after %d of %d outcomes a replay asks %+v, the original asked %+v", strategy, seed, n, len(ledger), a, asks[n])
				}
			}
			if diff := cmp.Diff(live.Estimate(), replayed.Estimate()); diff != "" {
				t.Errorf("%s: estimates differ: %s", strategy, diff)
			}
			if live.Why() != replayed.Why() || live.Requests() != replayed.Requests() || live.Queries() != replayed.Queries() || live.Held() != replayed.Held() {
				t.Errorf("%s: the replay's counts differ", strategy)
			}
		}
	}
}

// The first made-up word is asked before all else, the second once the records fill
// many pages, and no third.
func TestMadeUpWordsAreAskedWhereTheyPay(t *testing.T) {
	words := map[string]bool{}
	for seed := range uint64(50) {
		p := mustPlan(t, querygen.Options{Form: boxForm(), Seeds: []string{"a"}, Seed: seed})
		var lengths []int
		for requests := range 100 {
			a, ok := p.Next()
			if !ok {
				t.Fatalf("seed %d: %s", seed, p.Why())
			}
			o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: 2000, More: true, Requests: 1}
			for i := range 10 {
				o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(requests, ".", i), Text: fmt.Sprint("a b", requests)})
			}
			switch {
			case a.Query.Nonsense:
				if at := p.Requests(); at > 0 != (len(lengths) > 0) || a.Query.Strategy != "probe" || a.Page != 1 || len(a.Query.Bind) != 1 || at > 0 && at < 12 {
					t.Fatalf("seed %d asks %+v after %d requests", seed, a, at)
				}
				w := a.Query.Bind[0].Value
				words[w] = true
				lengths = append(lengths, len(w))
				fallthrough
			case a.Query.Strategy != "weighted" && a.Query.Strategy != "frequency":
				o = querygen.Outcome{Query: a.Query, Page: 1, Status: querygen.Empty, Total: 0, Requests: 1}
			}
			p.Observe(o)
		}
		if len(lengths) != 2 || lengths[0] == lengths[1] {
			t.Errorf("seed %d: words of %v letters", seed, lengths)
		}
	}
	if len(words) < 95 {
		t.Errorf("50 seeds gave only %d different words", len(words))
	}
	p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "m", Fields: []forms.Field{menuField("kind", forms.CategoryRole, "a")}}})
	if a, ok := p.Next(); !ok || a.Query.Nonsense || len(a.Query.Bind) != 0 {
		t.Errorf("a form without a box is first asked %+v", a)
	}
}

func TestListingThatShowsEverythingIsAllThatIsAsked(t *testing.T) {
	for n, requests := range map[int]int{
		304: 32, // 31 pages and a probe
		300: 33, // 30 pages and a probe, and as its last page is full and may be a limit, two that one page answers
	} {
		m := site(t, zipfDocuments(n, 1), model.Options{Attributes: menus, PageSize: 10, Lists: true, RankSeed: 1})
		p := mustPlan(t, querygen.Options{Form: fullForm()})
		for {
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
		}
		if p.Held() != n || p.Requests() != requests {
			t.Errorf("held %d of %d after %d requests, want %d", p.Held(), n, p.Requests(), requests)
		}
		if want := fmt.Sprintf("all %d records", n); !strings.Contains(p.Why(), want) {
			t.Errorf("Why() = %q, want it to hold %q", p.Why(), want)
		}
		all := float64(n)
		want := querygen.Estimate{Held: n, Size: all, Low: all, High: all, Coverage: 1, Exact: true, Method: "total shown by the site"}
		if diff := cmp.Diff(want, p.Estimate()); diff != "" {
			t.Error(diff)
		}
	}
}

// A site that counts no further than it lists shows its limit as the total.
func TestATotalThatIsTheSitesLimitIsNotEverything(t *testing.T) {
	const n, limit = 300, 60
	m := site(t, zipfDocuments(n, 1), model.Options{Attributes: menus, PageSize: 10, TopK: limit, Lists: true, RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: fullForm()})
	for range 300 {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := m.Ask(a)
		o.Total = min(o.Total, limit)
		p.Observe(o)
		if e := p.Estimate(); e.Exact && p.Held() >= limit && p.Held() < n {
			t.Fatalf("%d of %d are held: %+v", p.Held(), n, e)
		}
	}
	if p.Held() < n*9/10 {
		t.Errorf("held %d of %d after %d requests: %s", p.Held(), n, p.Requests(), p.Why())
	}
}

// A list that was read to the total that it tells is not of everything where another
// question has brought what it lacks, be that only a few records: it is divided.
func TestAListThatLacksWhatOthersBringIsDivided(t *testing.T) {
	const n, limit = 600, 400
	colours := strings.Fields("red green blue black white brown grey pink lilac amber")
	records := make([]model.Record, n)
	for i := range records {
		records[i] = model.Record{Key: fmt.Sprint("/record/", i), Fields: []page.Pair{pair("text", fmt.Sprint("word", i)), pair("colour", colours[i%10])}}
	}
	m, err := model.New(records, model.Options{Attributes: []string{"colour:menu"}, PageSize: 20, TopK: limit, Lists: true, RankSeed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "m", Fields: []forms.Field{menuField("colour", forms.CategoryRole, colours...)}}})
	ask := func(a querygen.Ask) querygen.Outcome {
		o := m.Ask(a)
		o.Total = min(o.Total, limit)
		p.Observe(o)
		return o
	}
	first, _ := p.Next()
	ask(first)
	red := querygen.Ask{Query: querygen.Query{Bind: []page.Pair{pair("colour", "red")}}, Page: 1}
	for ask(red).More {
		red.Page++
	}
	for range 200 {
		a, ok := p.Next()
		if !ok {
			break
		}
		ask(a)
	}
	if p.Held() != n {
		t.Errorf("held %d of %d after %d requests: %s", p.Held(), n, p.Requests(), p.Why())
	}
}

// A total that shrinks from page to page is what the last page says, where that is how
// much all pages showed.
func TestTotalsThatShrinkAreCorrectedByTheLastPage(t *testing.T) {
	m := site(t, zipfDocuments(300, 1), model.Options{Attributes: menus, PageSize: 10, Lists: true, RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: fullForm()})
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := m.Ask(a)
		if len(a.Query.Bind) == 0 && o.More {
			o.Total = 900 - 20*a.Page
		}
		p.Observe(o)
	}
	if e := p.Estimate(); p.Shown() != 300 || e.Size != 300 || e.Low != 300 || e.High != 300 {
		t.Errorf("all of 300 records are held, %d are shown: %+v", p.Shown(), e)
	}
}

// Where a page has records twice, as under two headings, its total counts rows.
func TestTotalsOfRowsThatStandTwiceAreNoRecords(t *testing.T) {
	m := site(t, zipfDocuments(200, 1), model.Options{Attributes: menus, PageSize: 300, Lists: true, RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: fullForm()})
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := m.Ask(a)
		for i := range o.Rows {
			o.Rows[i].Key = "http://a.example/" + o.Rows[i].Key
		}
		if n := len(o.Rows); n > 2 {
			o.Rows = append(o.Rows, o.Rows[:n/2]...)
			o.Total = len(o.Rows)
		}
		p.Observe(o)
	}
	if e := p.Estimate(); p.Shown() != 200 || e.Size != 200 || e.High != 200 {
		t.Errorf("200 records are held, %d are shown: %+v", p.Shown(), e)
	}
}

func TestListingWithoutTotalIsProvenByOtherQuestions(t *testing.T) {
	for _, tt := range []struct{ n, requests int }{
		{1004, 180},
		{1000, 290}, // ends with a full page, as if it were cut: long answers prove nothing
	} {
		m := site(t, zipfDocuments(tt.n, 1), model.Options{PageSize: 10, Totals: "hidden", Lists: true, RankSeed: 1})
		p := mustPlan(t, querygen.Options{Form: m.Form()})
		for {
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
		}
		if p.Held() != tt.n || p.Requests() > tt.requests || !strings.Contains(p.Why(), "to its end") {
			t.Errorf("held %d of %d after %d requests: %s", p.Held(), tt.n, p.Requests(), p.Why())
		}
		if e, n := p.Estimate(), float64(tt.n); e.Size < n || e.Size > n+1 || e.Low < n || e.Low > n+1 || e.High < n+1 || e.High > n+50 {
			t.Errorf("estimate %+v", e)
		}
	}
}
