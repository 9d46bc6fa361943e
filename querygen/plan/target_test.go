package plan

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// endedAt harvests a made-up site for a target coverage, as package harvest does, and
// returns the coverage at which it ends, the pages that came, and whether the target ended it.
func endedAt(t *testing.T, m *model.Model, target float64, seed uint64) (coverage float64, pages int, ok bool) {
	t.Helper()
	o := querygen.Options{Form: m.Form(), Seed: seed}
	if w := m.StartWord(seed); w != "" {
		o.Seeds = []string{w}
	}
	p := mustPlan(t, o)
	for range 12 * (m.Floor() + 10) {
		if ok = p.Estimate().Covers(target); ok {
			break
		}
		ask, found := p.NextFor(target)
		if !found {
			break
		}
		p.Observe(m.Ask(ask))
	}
	return float64(p.Held()) / float64(m.Len()), p.Requests(), ok
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

	ended, off, worst, pages float64
	runs, unknown            int
}

func (r *targetRow) measure(t *testing.T, runs int) {
	for seed := range uint64(runs) {
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
		got, pages, ok := endedAt(t, m, r.target, seed)
		if !ok {
			r.unknown++
			continue
		}
		r.runs++
		off := math.Abs(got - r.target)
		r.ended, r.off, r.worst, r.pages = r.ended+got, r.off+off, max(r.worst, off), r.pages+float64(pages)
	}
}

func (r *targetRow) mean(sum float64) float64 { return sum / float64(max(r.runs, 1)) }

// A target coverage ends a harvest near it, on sites that tell their total and on those
// that do not. TARGET_RUNS=N asks for so many runs of sites of TARGET_SIZES records, and
// prints the table (make eval-target).
func TestTargetCoverageIsMet(t *testing.T) {
	t.Parallel()
	runs, sizes, targets := 2, []int{1500}, []float64{0.5, 0.9}
	asked, err := strconv.Atoi(os.Getenv("TARGET_RUNS"))
	if err == nil {
		runs, sizes, targets = asked, nil, []float64{0.5, 0.8, 0.9, 0.95}
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
				r.measure(t, runs)
			})
		}
	})

	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "kind\trecords\ttarget\tended\toff\tworst\tpages\tof\tnot by it")
	off, n := 0.0, 0
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%.3f\t%.3f\t%.3f\t%.0f\t%d\t%d\n", r.kind.name, r.size, r.target, r.mean(r.ended), r.mean(r.off), r.worst, r.mean(r.pages), (r.size+9)/10, r.unknown)
		off, n = off+r.off, n+r.runs
		if r.kind.o.Totals == "" && r.kind.o.Lists && r.worst > 0.03+10/float64(r.size) {
			t.Errorf("%s: a total is shown, and a target of %.2f is missed by %.3f", r.kind.name, r.target, r.worst)
		}
	}
	w.Flush()
	t.Logf("%d harvests end %.3f off on average\n%s", n, off/float64(n), &table)
	if off > 0.04*float64(n) {
		t.Errorf("targets are missed by %.3f on average", off/float64(n))
	}
}
