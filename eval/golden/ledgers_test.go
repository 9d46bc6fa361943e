package golden

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// asked is how many questions and pages of each harvest are held on to.
const asked = 250

// records is how many each of the made-up sites has.
const records = 900

// interfaces are made-up sites that differ in what decides how they are asked.
var interfaces = []struct {
	name string
	o    model.Options
}{
	{"totals", model.Options{Box: true, Operators: "and"}},
	{"hidden-snippets", model.Options{Box: true, Totals: "hidden", Snippet: 9, Operators: "not"}},
	{"unstable", model.Options{Box: true, Totals: "estimated", Unstable: true, Operators: "not"}},
	{"cut-with-menus", model.Options{Box: true, Totals: "capped", TopK: 40, Attributes: []string{"kind", "town"}}},
	{"menus-and-ranges", model.Options{Attributes: []string{"kind", "town", "price"}, Totals: "hidden", TopK: 30, Lists: true}},
	{"one-column-in-order", model.Options{Box: true, Searches: []string{"name"}, Totals: "hidden", InOrder: true, TopK: 50}},
}

// wares are records of a shop: a name, a kind, a town, a price, and half of them have a note.
func wares(n int) []model.Record {
	r := rand.New(rand.NewPCG(23, 1))
	towns, words := rand.NewZipf(r, 1.2, 2, 40), rand.NewZipf(r, 1.1, 5, 2000)
	text := func(least, more int) string {
		var out []string
		for range least + r.IntN(more) {
			out = append(out, fmt.Sprintf("w%xa", words.Uint64()))
		}
		return strings.Join(out, " ")
	}
	out := make([]model.Record, n)
	for i := range out {
		out[i] = model.Record{Key: fmt.Sprint("/ware/", i), Fields: []page.Pair{
			{Name: "name", Value: text(2, 4)},
			{Name: "kind", Value: fmt.Sprintf("Kind%c", 'A'+rune(min(r.IntN(12), r.IntN(12))))},
			{Name: "town", Value: fmt.Sprintf("Town%d", towns.Uint64())},
			{Name: "price", Value: strconv.Itoa(10 + int(r.ExpFloat64()*4000))},
		}}
		if r.IntN(2) == 0 {
			out[i].Fields = append(out[i].Fields, page.Pair{Name: "note", Value: text(4, 12)})
		}
	}
	return out
}

// ledger is what a strategy asked, in order, and what it then knew.
type ledger struct {
	asks []string
	end  string
}

// line writes a ledger down: two digits for each ask, which depend on it and on all before
// it, so that the first pair that differs belongs to the first ask that does.
func (l ledger) line() string {
	var b strings.Builder
	chain := ""
	for _, a := range l.asks {
		h := hashed(chain + a)
		chain = fmt.Sprintf("%016x", h)
		fmt.Fprintf(&b, "%02x", byte(h>>32))
	}
	return fmt.Sprintf("%s\t%s\t%s", b.String(), chain, l.end)
}

// firstDifference returns the number of the first ask, from 1, in which two lines differ; 0 for none.
func firstDifference(was, is string) int {
	was, _, _ = strings.Cut(was, "\t")
	is, _, _ = strings.Cut(is, "\t")
	for i := 0; i < len(was) || i < len(is); i += 2 {
		if i+2 > len(was) || i+2 > len(is) || was[i:i+2] != is[i:i+2] {
			return i/2 + 1
		}
	}
	return 0
}

func simulated(t *testing.T, m *model.Model, strategy string) ledger {
	t.Helper()
	o := querygen.Options{Form: m.Form(), Strategy: strategy, Seed: 5}
	if m.StartWord(1) != "" { // a word is taken
		o.Seeds, o.Terms = []string{"w3a"}, []string{"w3a", "w0a", "w1a", "w2a"} // of names
	}
	p, err := plan.New(o)
	if err != nil {
		t.Fatal(err)
	}
	var l ledger
	for range asked {
		a, ok := p.Next()
		if !ok {
			break
		}
		l.asks = append(l.asks, fmt.Sprintf("%s, page %d (%s)", a.Query.Key(), a.Page, a.Query.Strategy))
		p.Observe(m.Ask(a))
	}
	e := p.Estimate()
	l.end = fmt.Sprintf("%d held of %.0f (%.0f-%.0f) after %d", p.Held(), e.Size, e.Low, e.High, p.Requests())
	return l
}

// Every strategy asks every interface the same questions in the same order as before.
func TestLedgers(t *testing.T) {
	g := open(t, "ledgers.txt")
	ledgers := map[string]ledger{}
	for _, i := range interfaces {
		m, err := model.New(wares(records), i.o)
		if err != nil {
			t.Fatal(err)
		}
		for _, strategy := range plan.Strategies() {
			ledgers[i.name+"/"+strategy] = simulated(t, m, strategy)
		}
	}
	g.compareLedgers(t, ledgers)
}

// compareLedgers is compare for ledgers.
func (g golden) compareLedgers(t *testing.T, ledgers map[string]ledger) {
	t.Helper()
	now := map[string]string{}
	for name, l := range ledgers {
		now[name] = l.line()
	}
	g.compare(t, now, func(name, was, is string) string {
		asks, n := ledgers[name].asks, firstDifference(was, is)
		switch {
		case n == 0:
			_, before, _ := strings.Cut(was, "\t")
			return fmt.Sprintf("%s: asks the same, but ends otherwise: %s, was %s", name, ledgers[name].end, before)
		case n > len(asks):
			return fmt.Sprintf("%s: ends after %d asks", name, len(asks))
		}
		return fmt.Sprintf("%s: ask %d is the first that differs; it is now %s", name, n, asks[n-1])
	})
}

func TestFirstDifference(t *testing.T) {
	asks := strings.Split("a b c d e f g h", " ")
	was := ledger{asks, "end"}.line()
	for i := range asks {
		other := append(append([]string{}, asks...), "more")
		other[i] += "!"
		if got := firstDifference(was, ledger{other, "end"}.line()); got != i+1 {
			t.Errorf("ask %d differs, %d is told", i+1, got)
		}
	}
	if got := firstDifference(was, ledger{asks[:5], "end"}.line()); got != 6 {
		t.Errorf("the sixth ask is missing, %d is told", got)
	}
	if got := firstDifference(was, was); got != 0 {
		t.Errorf("nothing differs, %d is told", got)
	}
}
