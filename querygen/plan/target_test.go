package plan

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// harvestFor harvests a made-up site as package harvest does until done says so or nothing
// is left to ask; target is what is aimed at, 0 for nothing.
func harvestFor(t *testing.T, m *model.Model, target float64, seed uint64, done func(*Planner) bool) (p *Planner, ok bool) {
	t.Helper()
	o := querygen.Options{Form: m.Form(), Seed: seed}
	if w := m.StartWord(seed); w != "" {
		o.Seeds = []string{w}
	}
	p = mustPlan(t, o)
	for range 12 * (m.Floor() + 10) {
		if done(p) {
			return p, true
		}
		ask, found := p.NextFor(target)
		if !found {
			break
		}
		p.Observe(m.Ask(ask))
	}
	return p, false
}

var targetKinds = []statusKind{
	{name: "listing with a total", o: model.Options{Box: true, Lists: true}, text: true},
	{name: "box", o: model.Options{Box: true}, text: true},
	{name: "box, 100 reachable", o: model.Options{Box: true, TopK: 100}, text: true},
	{name: "box, no totals, 100 reachable", o: model.Options{Box: true, Totals: "hidden", TopK: 100}, text: true},
	{name: "menus and bounds, totals", o: model.Options{Attributes: []string{"kind", "town", "price"}, TopK: 50, Lists: true}},
	{name: "menus and bounds, no totals", o: model.Options{Attributes: []string{"kind", "town", "price"}, TopK: 50, Lists: true, Totals: "hidden"}},
}

// targetRow is a line of the table: a kind of site, how large, and a target.
type targetRow struct {
	kind   statusKind
	size   int
	target float64

	ended, short, worstShort, over, worstOver float64 // shares of the records: how far off the target
	pages, least                              float64 // least: after which a harvest without a target held as much
	runs, unknown                             int
	farShort, farOver                         int // by more than three points
}

func (r *targetRow) measure(t *testing.T, runs int, from uint64) {
	for seed := from; seed < from+uint64(runs); seed++ {
		records := wares(r.size, seed)
		if r.kind.text {
			records = zipfRecords(r.size, seed+1)
		}
		o := r.kind.o
		o.RankSeed = seed
		m, err := model.New(records, o)
		if err != nil {
			t.Error(err)
			return
		}
		p, ok := harvestFor(t, m, r.target, seed, func(p *Planner) bool { return p.Estimate().Covers(r.target) })
		if !ok {
			r.unknown++
			continue
		}
		held := func(p *Planner) float64 { return float64(p.Held()) / float64(m.Len()) }
		plain, _ := harvestFor(t, m, 0, seed, func(p *Planner) bool { return held(p) >= r.target })
		r.runs++
		got := held(p)
		short, over := max(r.target-got, 0), max(got-r.target, 0)
		r.ended, r.short, r.over = r.ended+got, r.short+short, r.over+over
		r.worstShort, r.worstOver = max(r.worstShort, short), max(r.worstOver, over)
		if short > 0.03 {
			r.farShort++
		}
		if over > 0.03 {
			r.farOver++
		}
		r.pages, r.least = r.pages+float64(p.Requests()), r.least+float64(plain.Requests())
	}
}

func (r *targetRow) mean(sum float64) float64 { return sum / float64(max(r.runs, 1)) }

// A target coverage ends a harvest near it, on sites that tell their total and on those
// that do not: never short of it, beyond what page the total stands on, and past it where
// nothing is known well enough to say so before. TARGET_RUNS=N asks for so many runs of
// sites of TARGET_SIZES records from the seed TARGET_SEED on, and prints the table
// (make eval-target).
func TestTargetCoverageIsMet(t *testing.T) {
	t.Parallel()
	runs, from, sizes, targets := 2, 0, []int{600}, []float64{0.5, 0.9}
	asked, err := strconv.Atoi(os.Getenv("TARGET_RUNS"))
	if err == nil {
		runs, sizes, targets = asked, nil, []float64{0.5, 0.7, 0.8, 0.9, 0.95}
		from, _ = strconv.Atoi(os.Getenv("TARGET_SEED"))
		for _, size := range strings.Fields(os.Getenv("TARGET_SIZES")) {
			n, err := strconv.Atoi(size)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, n)
		}
	}
	var rows []*targetRow
	for _, k := range targetKinds {
		for _, size := range sizes {
			for _, target := range targets {
				rows = append(rows, &targetRow{kind: k, size: size, target: target})
			}
		}
	}
	t.Run("harvests", func(t *testing.T) {
		for i, r := range rows {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				r.measure(t, runs, uint64(from))
			})
		}
	})

	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "kind\trecords\ttarget\tended\tshort\tworst\tfar\tbeyond\tworst\tfar\tpages\textra %\tnot by it")
	short, n, far := 0.0, 0, 0
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%.3f\t%.3f\t%.3f\t%d\t%.3f\t%.3f\t%d\t%.0f\t%+.0f\t%d\n", r.kind.name, r.size, r.target, r.mean(r.ended),
			r.mean(r.short), r.worstShort, r.farShort, r.mean(r.over), r.worstOver, r.farOver, r.mean(r.pages), 100*(r.pages/max(r.least, 1)-1), r.unknown)
		short, n, far = short+r.short, n+r.runs, far+r.farShort
		if r.kind.o.Totals == "" && r.kind.o.Lists && max(r.worstShort, r.worstOver) > 0.03+10/float64(r.size) {
			t.Errorf("%s: a total is shown, and a target of %.2f is missed by %.3f", r.kind.name, r.target, max(r.worstShort, r.worstOver))
		}
	}
	w.Flush()
	t.Logf("%d harvests end %.4f short on average, %d by more than three points\n%s", n, short/float64(n), far, &table)
	if short > 0.01*float64(n) || 10*far > n {
		t.Errorf("harvests end %.3f short of their targets on average, %d of %d by more than three points", short/float64(n), far, n)
	}
}
