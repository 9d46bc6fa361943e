package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// drain asks until the planner is done, and returns the asks.
func drain(t *testing.T, m *model.Model, p *Planner, budget int) []querygen.Ask {
	t.Helper()
	var asks []querygen.Ask
	for p.Requests() < budget {
		a, ok := p.Next()
		if !ok {
			return asks
		}
		asks = append(asks, a)
		p.Observe(m.Ask(a))
	}
	return asks
}

func bound(a querygen.Ask) string {
	var out []string
	for _, p := range a.Query.Bind {
		out = append(out, p.Value)
	}
	return strings.Join(out, "+")
}

// sensible leaves out asks for made-up words.
func sensible(asks []querygen.Ask) []querygen.Ask {
	return slices.DeleteFunc(asks, func(a querygen.Ask) bool { return a.Query.Nonsense })
}

func texts(lines ...string) []document {
	var out []document
	for _, l := range lines {
		out = append(out, document{text: l})
	}
	return out
}

func TestFrequencyAsksMostFrequentUnseenWord(t *testing.T) {
	m := site(t, texts("alpha beta gamma", "alpha beta", "alpha", "gamma delta delta delta"), model.Options{PageSize: 2, Totals: "hidden", RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: "frequency", Seeds: []string{"alpha"}})
	var got []string
	for _, a := range sensible(drain(t, m, p, 100)) {
		if p.facts.Records.Df(p.facts.Records.Intern(bound(a))) > 0 {
			got = append(got, fmt.Sprintf("%s %d", bound(a), a.Page))
		}
	}
	// beta is in two of the first three records, gamma in one until its answer
	// brings the fourth.
	if diff := cmp.Diff([]string{"alpha 1", "alpha 2", "beta 1", "gamma 1", "delta 1"}, got); diff != "" {
		t.Error(diff)
	}
	if p.Why() != "every word of the records held was asked" {
		t.Error(p.Why())
	}
}

func TestRandomDependsOnTheSeedOnly(t *testing.T) {
	m := site(t, zipfDocuments(200, 1), model.Options{PageSize: 10, Totals: "hidden", RankSeed: 1})
	asks := map[string]bool{}
	for seed := range uint64(5) {
		var runs [2]string
		for i := range runs {
			p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: "random", Seeds: []string{"w1"}, Seed: seed})
			for _, a := range sensible(drain(t, m, p, 60)) {
				runs[i] += bound(a) + " "
			}
		}
		if runs[0] != runs[1] {
			t.Errorf("seed %d gave two orders", seed)
		}
		asks[runs[0]] = true
	}
	if len(asks) != 5 {
		t.Errorf("5 seeds gave %d orders", len(asks))
	}
}

func TestTermsAreAskedInOrderAndWhole(t *testing.T) {
	m := site(t, zipfDocuments(300, 1), model.Options{PageSize: 10, Totals: "hidden", RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Questions: &questions.Plan{Words: questions.Words{Values: questions.Values{List: []string{"w3", "nowhere", "w1"}}, NothingElse: true}}})
	var want, got []string
	for _, w := range []string{"w3", "nowhere", "w1"} {
		for n := range max(1, (len(m.Words[w])+9)/10) {
			want = append(want, fmt.Sprint(w, n+1))
		}
	}
	for _, a := range sensible(drain(t, m, p, 1000)) {
		got = append(got, fmt.Sprint(bound(a), a.Page))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRefusedBroadWordsAreAvoided(t *testing.T) {
	t.Parallel()
	docs := zipfDocuments(2000, 5)
	for _, strategy := range []string{"frequency", "auto"} {
		m := site(t, docs, model.Options{PageSize: 10, TopK: 60, Cap: "refuse", RankSeed: 1})
		seed := 0
		for n := len(m.Words[fmt.Sprint("w", seed)]); n == 0 || n > 40; n = len(m.Words[fmt.Sprint("w", seed)]) {
			seed++
		}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seeds: []string{fmt.Sprint("w", seed)}})
		refused := 0
		for p.Held() < 1800 && p.Requests() < 3000 {
			a, ok := p.Next()
			if !ok {
				break
			}
			o := m.Ask(a)
			p.Observe(o)
			if o.Status == querygen.Refused {
				refused++
			}
		}
		if p.Held() < 1800 || refused > 25 {
			t.Errorf("%s: held %d of 2000 after %d requests, %d of them refused", strategy, p.Held(), p.Requests(), refused)
		}
	}
}

func TestStopWordsOfTheSiteAreDead(t *testing.T) {
	m := site(t, texts("the cat", "the dog", "the cow", "the cat and the dog"), model.Options{PageSize: 5, Totals: "hidden", RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: "frequency", Seeds: []string{"cat"}})
	asked := 0
	for p.Requests() < 100 {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := m.Ask(a)
		if bound(a) == "the" {
			asked++
			o = querygen.Outcome{Query: a.Query, Page: 1, Status: querygen.Empty, Total: -1, Requests: 1}
		}
		p.Observe(o)
	}
	if id := p.facts.Records.Intern("the"); asked != 1 || p.facts.Records.State[id] != text.Dead {
		t.Errorf("%q was asked %d times, state %d", "the", asked, p.facts.Records.State[id])
	}
}

func TestAutoBeatsFrequencyUnderALimit(t *testing.T) {
	t.Parallel()
	docs := zipfDocuments(4000, 7)
	spent := map[string]int{}
	const reach = 3200
	for _, totals := range []bool{true, false} {
		m := site(t, docs, model.Options{PageSize: 10, TopK: 60, Totals: totalsOf(totals), RankSeed: 1})
		for _, strategy := range []string{"frequency", "auto"} {
			p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seeds: []string{"w7"}})
			for p.Held() < reach && p.Requests() < 2000 {
				a, _ := p.Next()
				p.Observe(m.Ask(a))
			}
			spent[fmt.Sprint(strategy, totals)] = p.Requests()
			if got := p.facts.Regime().Limit; got != 60 {
				t.Errorf("%s, totals %t: limit learned %d, want 60", strategy, totals, got)
			}
		}
	}
	t.Logf("requests until %d of %d are held: %v", reach, len(docs), spent)
	for totals, most := range map[bool]float64{true: 0.85, false: 0.95} {
		if a, f := spent[fmt.Sprint("auto", totals)], spent[fmt.Sprint("frequency", totals)]; float64(a) > most*float64(f) {
			t.Errorf("totals %t: auto spent %d requests, frequency %d", totals, a, f)
		}
	}
}

func TestEndlessPagersAreLeft(t *testing.T) {
	m := site(t, zipfDocuments(200, 1), model.Options{PageSize: 10, Totals: "hidden", RankSeed: 1})
	for _, strategy := range Strategies() {
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seeds: []string{"w1"}, Terms: []string{"w1", "w2"}})
		words := map[string]bool{}
		for range 3000 {
			a, ok := p.Next()
			if !ok {
				break
			}
			a.Page = 1 // every page shows the first rows again
			o := m.Ask(a)
			a, _ = p.Next()
			o.Page, o.More = a.Page, true
			words[bound(a)] = true
			p.Observe(o)
		}
		if _, ok := p.Next(); ok && len(words) < 100 {
			t.Errorf("%s got stuck: %d words, %d requests", strategy, len(words), p.Requests())
		}
	}
}

func TestFailedAsksComeAgain(t *testing.T) {
	m := site(t, zipfDocuments(100, 1), model.Options{PageSize: 10, Lists: true, RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: m.Form()})
	failed := map[string]int{}
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		id := fmt.Sprint(a.Query.Key(), a.Page)
		o := m.Ask(a)
		if failed[id] < 2 { // each ask fails twice
			failed[id]++
			o = querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Failed, Total: -1, Requests: 1}
		}
		p.Observe(o)
	}
	if p.Held() != 100 || !strings.Contains(p.Why(), "all 100 records") {
		t.Errorf("held %d of 100: %s", p.Held(), p.Why())
	}

	// Two of five fail four times, the others once: asking again helps most of them.
	p = mustPlan(t, querygen.Options{Form: m.Form()})
	failed = map[string]int{}
	fails := map[string]int{}
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		id := fmt.Sprint(a.Query.Key(), a.Page)
		if _, known := fails[id]; !known {
			fails[id] = []int{1, 1, 1, 4, 4}[len(fails)%5]
		}
		o := m.Ask(a)
		if failed[id] < fails[id] {
			failed[id]++
			o = querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Failed, Total: -1, Requests: 1}
		}
		p.Observe(o)
	}
	if p.Held() != 100 || len(p.Unanswered()) > 0 {
		t.Errorf("held %d of 100, %d questions were given up", p.Held(), len(p.Unanswered()))
	}

	p = mustPlan(t, querygen.Options{Form: m.Form()})
	asks, nonsense := map[string]int{}, fmt.Sprint(p.probes[0].Key(), 1)
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		asks[fmt.Sprint(a.Query.Key(), a.Page)]++
		p.Observe(querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Failed, Total: -1, Requests: 1})
	}
	for id, n := range asks {
		want := facts.MaxFailures
		if id == nonsense { // which may tell that the others were answered
			want = facts.Stubborn
		}
		if n != want {
			t.Errorf("%s was asked %d times, want %d", id, n, want)
		}
	}
}

func TestFixedValuesAndConstraints(t *testing.T) {
	form := fullForm()
	form.Fields[0].MinLength, form.Fields[0].MaxLength, form.Fields[0].Pattern = 3, 6, "[a-z]+[0-9]*"
	docs := zipfDocuments(300, 1)
	m := site(t, docs, model.Options{Attributes: menus, PageSize: 10, RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: form, Fixed: forms.Values{"colour": {"red"}}, Seeds: []string{"w1", "w10"}})
	for _, a := range drain(t, m, p, 400) {
		if !slices.Contains(a.Query.Bind, pair("colour", "red")) {
			t.Fatalf("%v lacks the fixed value", a.Query)
		}
		for _, b := range a.Query.Bind {
			if b.Name == "sort" || b.Name == "q" && !a.Query.Nonsense && (len(b.Value) < 3 || len(b.Value) > 6) {
				t.Fatalf("%v breaks a constraint", a.Query)
			}
		}
		if len(a.Query.Bind) == 1 {
			t.Fatalf("asked with the required box empty: %v", a.Query)
		}
	}
	for r, d := range docs {
		if _, held := p.facts.Records.Numbers[text.DigestOf(fmt.Sprint("/record/", r))]; held && d.attrs["colour"] != "red" {
			t.Fatal("a record of another colour")
		}
	}
}
