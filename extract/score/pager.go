package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// pagerPage is a label line of the pagers.
type pagerPage struct {
	source
	Links []pagerLink `json:"links"`
}

type pagerLink struct {
	Label string `json:"label"` // PAGE, NEXT or PREV
	Href  string `json:"href"`
}

var pagerLabels = []string{"PAGE", "NEXT", "PREV"}

// scorePagers compares links by where they lead a browser: the hrefs of the
// labels are resolved as the page says (<base href>), as those that are read are.
func scorePagers(w io.Writer, dir, verbose string) error {
	type tally struct{ matched, given, wanted int }
	tallies := map[string]*tally{"PAGE": {}, "NEXT": {}, "PREV": {}}
	var all tally
	var watch clock
	pages, whole, withNext, nextRight, without, noneGiven := 0, 0, 0, 0, 0, 0
	err := eachLine(filepath.Join(dir, "labels.jsonl"), func(p pagerPage) error {
		doc, err := p.document(dir)
		if err != nil {
			return err
		}
		res := watch.read(doc)
		wanted, given := map[pagerLink]bool{}, map[pagerLink]bool{}
		put := func(set map[pagerLink]bool, label, href string) {
			href = strings.TrimSpace(href)
			if l := strings.ToLower(href); !strings.HasPrefix(l, "javascript") && l != "" && l != "#" {
				href = canon(join(doc.Base.String(), href))
			}
			set[pagerLink{label, href}] = true
		}
		for _, l := range p.Links {
			put(wanted, l.Label, l.Href)
		}
		for _, u := range append(res.Pages, res.Inner...) {
			put(given, "PAGE", u.String())
		}
		if a := res.Next.Address(); a != "" {
			put(given, "NEXT", a)
		}
		if a := res.Prev.Address(); a != "" {
			put(given, "PREV", a)
		}
		pages++
		same := len(wanted) == len(given)
		right, has := false, false
		for l := range given {
			tallies[l.Label].given++
			if wanted[l] {
				tallies[l.Label].matched++
				right = right || l.Label == "NEXT"
			} else {
				same = false
			}
		}
		for l := range wanted {
			tallies[l.Label].wanted++
			has = has || l.Label == "NEXT"
		}
		if same {
			whole++
		} else if verbose == "pager" {
			fmt.Fprintf(w, "%s %s\n", p.ID, p.URL)
			differences(w, "missing", wanted, given)
			differences(w, "extra", given, wanted)
		}
		switch {
		case has:
			withNext++
			if right {
				nextRight++
			}
		default:
			without++
			if res.Next.Address() == "" {
				noneGiven++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	show := func(name string, t tally) {
		p, r, f := prf(t.matched, t.given, t.wanted)
		fmt.Fprintf(w, "%-6s P %.3f R %.3f F1 %.3f (%d labelled)\n", name, p, r, f, t.wanted)
	}
	for _, l := range pagerLabels {
		t := *tallies[l]
		show(l, t)
		all.matched, all.given, all.wanted = all.matched+t.matched, all.given+t.given, all.wanted+t.wanted
	}
	show("micro", all)
	fmt.Fprintf(w, "pages %d: all labels right on %.3f; NEXT right on %d of %d that have one; no NEXT given on %d of %d without\n", pages, share(whole, pages), nextRight, withNext, noneGiven, without)
	watch.print(w)
	return nil
}

// differences lists what stands in a but not in b.
func differences(w io.Writer, name string, a, b map[pagerLink]bool) {
	for _, label := range pagerLabels {
		for _, l := range slices.SortedFunc(maps.Keys(a), func(x, y pagerLink) int { return strings.Compare(x.Href, y.Href) }) {
			if l.Label == label && !b[l] {
				fmt.Fprintf(w, "  %s %s %s\n", name, label, l.Href)
			}
		}
	}
}
