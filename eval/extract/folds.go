package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
)

// folds is how many parts the sites are cut into, once and for all. Who mends something
// looks at the pages of some of them; what it is worth is judged on the others.
const folds = 5

// fold returns the part that a page's site is in.
func (a answer) fold() int {
	h := fnv.New32a()
	io.WriteString(h, a.SplitKey)
	return int(h.Sum32() % folds)
}

// scoreFolds judges the pages of the folds that are looked at beside those of the others.
// Only pages that are looked at are listed.
func scoreFolds(w io.Writer, dirs []string, looked []int, verbose string) error {
	var at, others sheet
	for _, dir := range dirs {
		seen := func(a answer) bool { return slices.Contains(looked, a.fold()) }
		if err := at.score(w, dir, seen, verbose, &clock{}); err != nil {
			return err
		}
		if err := others.score(w, dir, func(a answer) bool { return !seen(a) }, "", &clock{}); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "%-34s %9s %7s %9s %7s %9s\n", "", "looked at", "pages", "others", "pages", "less")
	line := func(name string, a, o float64, pagesAt, pagesOthers int) {
		if pagesAt+pagesOthers == 0 {
			return
		}
		fmt.Fprintf(w, "%-34s %9.3f %7d %9.3f %7d %9.3f\n", name, a, pagesAt, o, pagesOthers, a-o)
	}
	for _, kind := range []struct {
		name string
		of   func(sheet) []judged
	}{
		{"records", func(s sheet) []judged { return s.headline }},
		{"silver", func(s sheet) []judged { return s.silver }},
		{"one region", func(s sheet) []judged { return s.one }},
		{"several lists", func(s sheet) []judged { return s.once }},
		{"lone records", func(s sheet) []judged { return s.single }},
	} {
		a, o := kind.of(at), kind.of(others)
		pagesAt, sitesAt, perfectAt := means(a)
		pages, sites, perfect := means(o)
		line(kind.name+", F1 by page", pagesAt.f/max(1, pagesAt.n), pages.f/max(1, pages.n), len(a), len(o))
		line(kind.name+", F1 by site", sitesAt.f/max(1, sitesAt.n), sites.f/max(1, sites.n), len(a), len(o))
		line(kind.name+", perfect pages", share(perfectAt, len(a)), share(perfect, len(o)), len(a), len(o))
	}
	rate := func(name string, of func(counts) (part, whole int)) {
		partAt, wholeAt := of(at.counts)
		part, whole := of(others.counts)
		line(name, share(partAt, wholeAt), share(part, whole), wholeAt, whole)
	}
	rate("next right", func(c counts) (int, int) { return c.nextRight, c.next })
	rate("no next on last pages", func(c counts) (int, int) { return c.lastNone, c.last })
	rate("totals right", func(c counts) (int, int) { return c.totalRight, c.totals })
	rate("empty pages found", func(c counts) (int, int) { return c.emptyTP, c.emptyTP + c.emptyFN })
	rate("other pages taken for empty", func(c counts) (int, int) { return c.emptyFP, c.emptyFP + c.emptyTN })
	return nil
}
