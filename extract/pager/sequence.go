package pager

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// Listings that are cut by first letters, years, months or days have a pager too:
// "A B C D", "2024 2023 2022", "March 2024, April 2024". It counts where it shows
// which part the page is, and where its links ask for what they show.

// Bounds of a sequence: fewer links are a menu, more are an archive.
const (
	minLetters  = 4
	minDates    = 3
	maxSequence = 80
)

// sequences returns the runs of links that stand for letters or dates.
func sequences(v *view.Page, cands []cand) [][]cand {
	var out [][]cand
	var run []cand
	flush := func() {
		dates := len(run) > 0 && !isLetterLabel(run[0].label)
		if len(run) >= minLetters || dates && len(run) >= minDates {
			if len(run) <= maxSequence {
				out = append(out, run)
			}
		}
		run = nil
	}
	for _, c := range cands {
		if c.inside || c.script != "" || !c.own {
			continue
		}
		p := partOf(c.label)
		if p.kind == noPart || !p.asksFor(c) {
			continue
		}
		if n := len(run); n > 0 && (!near(v, run[n-1].node, c.node) || !follows(run, p)) {
			flush()
		}
		run = append(run, c)
	}
	flush()
	return out
}

// follows reports whether a part continues a run: years, months and days rise or
// fall. Alphabets that sort differently from their code points (č behind c) may
// step back a little.
func follows(run []cand, p part) bool {
	last := partOf(run[len(run)-1].label)
	if last.kind != p.kind || len(last.key) != len(p.key) && p.kind != letterPart {
		return false
	}
	if p.kind != letterPart {
		return p.key != last.key && (len(run) < 2 || (last.key > partOf(run[len(run)-2].label).key) == (p.key > last.key))
	}
	return !slices.ContainsFunc(run, func(c cand) bool { return c.label == p.key })
}

// sequenceNext finds the link after the letter or the date that the page
// stands on: one that is shown without a link, or is marked as the current one.
func sequenceNext(v *view.Page, cands []cand) (c cand, rest []cand, why string) {
	for _, g := range sequences(v, cands) {
		at := standsOn(v, g)
		if at < 0 {
			continue
		}
		for at < len(g) && g[at].url == v.Doc.URL {
			at++
		}
		if at < len(g) {
			return g[at], g, "after the part of the list that the page shows: " + g[at].label
		}
		return cand{}, g, ""
	}
	return cand{}, nil, ""
}

// standsOn returns the index of the link after the place in g that the page
// stands on; -1 where it does not show one.
func standsOn(v *view.Page, g []cand) int {
	for i, c := range g {
		n := &v.Nodes[c.node]
		if c.url == v.Doc.URL || view.Attr(n.H, "aria-current") != "" || currentClass(n.Class()) ||
			n.Parent >= 0 && v.Nodes[n.Parent].First == c.node && n.Next < 0 && currentClass(v.Nodes[n.Parent].Class()) {
			return i + 1
		}
	}
	kind := partOf(g[0].label).kind
	lo, hi := max(0, g[0].node-8), min(int32(len(v.Nodes)), v.Nodes[g[len(g)-1].node].End+8)
	for i := lo; i < hi; i++ {
		n := &v.Nodes[i]
		if _, linked := v.Target(n.Link); n.Tag != "#text" || linked {
			continue
		}
		t := partOf(strings.Trim(phrases.NormalLabel(n.Text()), "[]()|·•-–,: "))
		if t.kind != kind || slices.ContainsFunc(g, func(c cand) bool { return partOf(c.label) == t }) {
			continue
		}
		at := slices.IndexFunc(g, func(c cand) bool { return c.node > i })
		if at < 0 {
			at = len(g)
		}
		// It must stand where it belongs.
		if at > 0 && at < len(g) && (partOf(g[at-1].label).key < t.key) != (t.key < partOf(g[at].label).key) {
			continue
		}
		return at
	}
	return -1
}
