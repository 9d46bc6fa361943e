// Command queries tells what each mechanism of package querygen saves: the requests of
// harvests of made-up interfaces over known records, with one mechanism left out at a time.
// It is of use to the program in eval/ablate, which builds it from rewritten files, alone.
//
//	queries LIST DIR      LIST of mechanisms, DIR with agnews, dblp and adult as .jsonl.gz
package main

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/hadal-crawler/hadal/eval/ablate/ablated"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// sites are what is harvested: they differ in what decides how they are asked.
var sites = []struct {
	name, corpus, strategy string
	o                      model.Options
}{
	{"news, 100", "agnews", "auto", model.Options{Box: true, TopK: 100}},
	{"news, 100, AND", "agnews", "auto", model.Options{Box: true, TopK: 60, Operators: "and"}},
	{"news, hidden, snippets", "agnews", "auto", model.Options{Box: true, Totals: "hidden", Snippet: 30}},
	{"news, refused", "agnews", "auto", model.Options{Box: true, TopK: 50, Cap: "refuse", Operators: "and"}},
	{"news, estimated, unstable", "agnews", "auto", model.Options{Box: true, Totals: "estimated", Unstable: true}},
	{"titles, hidden, in order", "dblp", "auto", model.Options{Box: true, TopK: 100, Totals: "hidden", InOrder: true, Searches: []string{"title"}}},
	{"titles, NOT", "dblp", "auto", model.Options{Box: true, TopK: 100, Operators: "not"}},
	{"titles, hidden", "dblp", "auto", model.Options{Box: true, Totals: "hidden"}},
	{"people, menus", "adult", "auto", model.Options{TopK: 40, PageSize: 20, Totals: "hidden", Lists: true, Attributes: []string{"type_employer", "education", "marital", "occupation", "relationship", "race", "sex", "country", "income"}}},
	{"people, ranges", "adult", "auto", model.Options{TopK: 40, PageSize: 20, Lists: true, Attributes: []string{"age", "fnlwgt", "education_num", "hr_per_week"}}},
	{"people, both, hidden", "adult", "auto", model.Options{TopK: 60, PageSize: 20, Totals: "hidden", Lists: true, Attributes: []string{"age", "hr_per_week:min", "education", "occupation", "sex"}}},
	{"news, menu and box", "agnews", "auto", model.Options{Box: true, TopK: 60, Totals: "capped", Attributes: []string{"category"}}},
}

// records is how many each site has, and shares those at which requests are counted.
var (
	records = flag.Int("records", 900, "of each site")
	seeds   = flag.Int("seeds", 3, "harvests of each site")
	shard   = flag.Int("shard", 0, "of `shards`, the one to do")
	shards  = flag.Int("shards", 1, "in how many parts the list is done")
	instead = flag.String("strategy", "", "another than each site is asked by")
	only    = flag.String("site", "", "the one site to harvest")
	shares  = []float64{0.8, 0.95, 0.99}
)

// harvest is one that is done again and again.
type harvest struct {
	name     string
	m        *model.Model
	strategy string
	seed     uint64
	fired    map[int]bool
	calls    int
	whole    map[string]float64
}

// figures returns the requests at each share, and how far off the estimate is at the end;
// of what is not reached, the requests that were spent and half of them more.
func (h *harvest) figures(out int) (f map[string]float64, err error) {
	defer func() {
		if recover() != nil {
			f = map[string]float64{"fails": 1}
		}
	}()
	ablated.Start(out, 20*h.calls)
	o := querygen.Options{Form: h.m.Form(), Strategy: h.strategy, Seed: h.seed}
	if w := h.m.StartWord(h.seed); w != "" {
		o.Seeds = []string{w}
	}
	p, err := plan.New(o)
	if err != nil {
		return nil, err
	}
	reach, off := h.m.Reachable(), 0.0
	budget := 6 * h.m.Floor()
	var curve model.Curve
	half := false
	for p.Requests() < budget && p.Held() < reach {
		a, ok := p.Next()
		if !ok {
			break
		}
		p.Observe(h.m.Ask(a))
		curve = append(curve, model.Point{Requests: p.Requests(), Records: p.Held()})
		if !half && 2*p.Held() > reach {
			half, off = true, 1
			if e := p.Estimate(); e.Size > 0 {
				off = math.Abs(e.Size/float64(h.m.Len()) - 1)
			}
		}
	}
	f = map[string]float64{}
	for _, s := range shares {
		at := curve.Reached(s, reach)
		if at < 0 {
			at = max(p.Requests(), budget) * 3 / 2
		}
		f[fmt.Sprint(s)] = float64(at)
	}
	f["off"] = off
	f["requests"] = float64(p.Requests())
	return f, nil
}

func main() {
	flag.Parse()
	if err := run(os.Stdout, flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, "queries:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, list, dir string) error {
	all, err := ablated.Mechanisms(list, "querygen/")
	if err != nil {
		return err
	}
	harvests, err := begin(dir)
	if err != nil {
		return err
	}
	fired := map[int]int{}
	for _, h := range harvests {
		if h.whole, err = h.figures(-1); err != nil {
			return err
		}
		h.fired, h.calls = ablated.Fired()
		for n := range h.fired {
			fired[n]++
		}
		fmt.Fprintf(os.Stderr, "%s %d: %v\n", h.name, h.seed, h.whole)
	}
	for i, m := range all {
		if i%*shards != *shard {
			continue
		}
		if err := without(w, m, harvests, fired[m.N]); err != nil {
			return err
		}
	}
	return nil
}

// without writes what harvests cost without a mechanism: the mean of the ratios, by site.
func without(w io.Writer, m ablated.Mechanism, harvests []*harvest, fired int) error {
	sum, off, n := 0.0, 0.0, 0.0
	bySite, counts := map[string]float64{}, map[string]float64{}
	for _, h := range harvests {
		ratio := 1.0
		if h.fired[m.N] {
			f, err := h.figures(m.N)
			if err != nil {
				return err
			}
			ratio = 2.0
			if f["fails"] == 0 {
				ratio = 0
				for _, s := range shares {
					ratio += f[fmt.Sprint(s)] / h.whole[fmt.Sprint(s)] / float64(len(shares))
				}
				off += f["off"] - h.whole["off"]
			}
		}
		sum += ratio
		n++
		bySite[h.name] += ratio
		counts[h.name]++
	}
	fmt.Fprintf(w, "%.4f\t%+.4f\t%d\t%s\t%s:%d\t%s\t%d lines\t%s\t", sum/n, off/n, fired, m.Kind, m.File, m.Line, m.Func, m.Size, m.Text)
	for _, name := range slices.Sorted(maps.Keys(bySite)) {
		if x := bySite[name] / counts[name]; math.Abs(x-1) >= 0.0005 {
			fmt.Fprintf(w, "%s %.3f; ", name, x)
		}
	}
	fmt.Fprintln(w)
	return nil
}

// begin returns the harvests of all sites.
func begin(dir string) ([]*harvest, error) {
	corpora := map[string][]model.Record{}
	var out []*harvest
	for _, s := range sites {
		if *only != "" && s.name != *only {
			continue
		}
		if corpora[s.corpus] == nil {
			all, err := read(filepath.Join(dir, s.corpus+".jsonl.gz"))
			if err != nil {
				return nil, err
			}
			corpora[s.corpus] = all
		}
		for seed := range uint64(*seeds) {
			all, some := corpora[s.corpus], make([]model.Record, *records)
			for i, j := range rand.New(rand.NewPCG(seed, 7)).Perm(len(all))[:*records] {
				some[i] = all[j]
			}
			o := s.o
			o.RankSeed = seed + 1
			m, err := model.New(some, o)
			if err != nil {
				return nil, err
			}
			out = append(out, &harvest{name: s.name, m: m, strategy: cmp.Or(*instead, s.strategy), seed: seed + 1})
		}
	}
	return out, nil
}

func read(name string) ([]model.Record, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var out []model.Record
	for d := json.NewDecoder(z); ; {
		var fields map[string]any
		if err := d.Decode(&fields); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		r := model.Record{Key: fmt.Sprint("/", len(out))}
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			switch v := fields[name].(type) {
			case []any:
				for _, x := range v {
					r.Fields = append(r.Fields, page.Pair{Name: name, Value: fmt.Sprint(x)})
				}
			case string, float64:
				if name != "id" {
					r.Fields = append(r.Fields, page.Pair{Name: name, Value: fmt.Sprint(v)})
				}
			}
		}
		out = append(out, r)
	}
}
