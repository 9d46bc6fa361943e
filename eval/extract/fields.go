package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
)

// purity counts, over pages, how well columns are told apart: a column is pure
// where its values are of one labelled field (of their title or of none).
type purity struct {
	cells map[string]map[string]int
	fills map[string]map[string]int // the other way round: where the values of a labelled field went
	gold  int                       // labelled values on the pages
}

func newPurity() *purity {
	return &purity{cells: map[string]map[string]int{}, fills: map[string]map[string]int{}}
}

// add counts one page. Columns of one name are one column, over all pages
// that are added to the same purity.
func (p *purity) add(gold []item, got []extract.Record, base string) {
	for g, r := range pairs(gold, got, base) {
		for name, value := range gold[g].Fields {
			k := key(value)
			if k == "" {
				continue
			}
			p.gold++
			best, column := 0.0, ""
			for _, f := range got[r].Fields {
				if s := overlap(k, key(f.Value)); s > best {
					best, column = s, f.Name
				}
			}
			if best > 0 {
				count(p.cells, column, name)
				count(p.fills, name, column)
			}
		}
	}
}

// overlap is how much of two texts is the same, 0 where neither holds the other.
func overlap(a, b string) float64 {
	if a == b {
		return 1
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 4 || !strings.Contains(b, a) {
		return 0
	}
	return float64(len(a)) / float64(len(b))
}

func count(m map[string]map[string]int, a, b string) {
	if m[a] == nil {
		m[a] = map[string]int{}
	}
	m[a][b]++
}

// score returns the share of values that are of their column's main field, of
// values that stand in their field's main column, and of labelled values found.
func (p *purity) score() (pure, whole, found float64) {
	share := func(m map[string]map[string]int) (float64, int) {
		main, all := 0, 0
		for _, counts := range m {
			most := 0
			for _, n := range counts {
				most = max(most, n)
				all += n
			}
			main += most
		}
		return float64(main) / float64(max(1, all)), all
	}
	pure, all := share(p.cells)
	whole, _ = share(p.fills)
	return pure, whole, float64(all) / float64(max(1, p.gold))
}

// pairs returns which labelled record is which one that was read.
func pairs(gold []item, got []extract.Record, base string) map[int]int {
	out := map[int]int{}
	taken := map[int]bool{}
	read := predicted(got)
	for i, g := range gold {
		for j := range read {
			if taken[j] {
				continue
			}
			if n, _ := match([]item{g}, read[j:j+1], base); n == 1 {
				taken[j], out[i] = true, j
				break
			}
		}
	}
	return out
}

// report prints the score of a group of pages, and with verbose its columns.
func (p *purity) report(w io.Writer, name string, verbose bool) {
	if p.gold == 0 {
		return
	}
	pure, whole, found := p.score()
	fmt.Fprintf(w, "  %-28s columns pure %.3f, fields whole %.3f, values found %.3f of %d\n", name, pure, whole, found, p.gold)
	if !verbose {
		return
	}
	var lines []string
	for column, counts := range p.cells {
		var parts []string
		for field, n := range counts {
			parts = append(parts, fmt.Sprintf("%s %d", field, n))
		}
		slices.SortFunc(parts, cmp.Compare[string])
		lines = append(lines, fmt.Sprintf("      %s: %s", column, strings.Join(parts, ", ")))
	}
	slices.Sort(lines)
	fmt.Fprintln(w, strings.Join(lines, "\n"))
}
