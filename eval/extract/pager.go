package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
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
// labels are resolved as the page says (<base href>), as those that are read
// are. Two figures are given. One takes the labels as they are. The other
// compares like with like, for the labels are of <a> elements by what each says:
// a next page that is read from elsewhere (<link rel=next>) is left out, one that
// is read from the number of a page without a link that says "next" counts as
// that number, and labels of links that lead nowhere ("javascript://") are left out.
func scorePagers(w io.Writer, dir, verbose string, watch *clock) error {
	type tally struct{ matched, given, wanted int }
	tallies := map[string]*tally{"PAGE": {}, "NEXT": {}, "PREV": {}}
	var all tally
	pages, whole, alike, withNext, nextRight, without, noneGiven := 0, 0, 0, 0, 0, 0, 0
	err := eachLine(filepath.Join(dir, "labels.jsonl"), func(p pagerPage) error {
		doc, err := p.document(dir)
		if err != nil {
			return err
		}
		res, err := watch.read(p.source, dir)
		if err != nil {
			return err
		}
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
		for _, next := range append([]extract.Step{res.Next}, res.Further...) {
			if a := next.Address(); a != "" {
				put(given, "NEXT", a)
			}
		}
		if a := res.Prev.Address(); a != "" {
			put(given, "PREV", a)
		}
		pages++
		if maps.Equal(comparableLinks(doc, wanted, wanted), comparableLinks(doc, given, wanted)) {
			alike++
		}
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
	fmt.Fprintf(w, "pages %d: all labels right on %.3f as labelled, %.3f like with like; NEXT right on %d of %d that have one; no NEXT given on %d of %d without\n", pages, share(whole, pages), share(alike, pages), nextRight, withNext, noneGiven, without)
	watch.print(w)
	return nil
}

// comparableLinks returns the links of set that the labels could have: <a> elements
// that lead somewhere. A next page on a page without a label for one is what it
// is labelled as.
func comparableLinks(doc *page.Document, set, wanted map[pagerLink]bool) map[pagerLink]bool {
	links, next := map[string]bool{}, false
	for _, n := range doc.Find("a[href]").Nodes {
		links[canon(join(doc.Base.String(), page.Attr(n, "href")))] = true
	}
	for l := range wanted {
		next = next || l.Label == "NEXT"
	}
	out := map[pagerLink]bool{}
	for l := range set {
		switch {
		case l.Href == "" || l.Href == "#" || strings.Trim(strings.ToLower(l.Href), "/;") == "javascript:":
		case l.Label == "NEXT" && !strings.HasPrefix(l.Href, "javascript") && !links[l.Href]:
		case l.Label == "NEXT" && !next && wanted[pagerLink{"PAGE", l.Href}]:
			out[pagerLink{"PAGE", l.Href}] = true
		default:
			out[l] = true
		}
	}
	return out
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
