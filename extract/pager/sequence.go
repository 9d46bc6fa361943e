package pager

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Listings that are cut by first letters or years have a pager too: "A B C D",
// "2024 2023 2022". It counts where it shows which part the page is, and where its
// links ask for what they show.

// Bounds of a sequence: fewer links are a menu, more are an archive.
const (
	minSequence = 3
	maxSequence = 80
)

// partKind is what a link of a listing that is cut in parts stands for.
type partKind int8

const (
	noPart partKind = iota
	letterPart
	yearPart
)

// partOf tells what a label stands for: one letter of an alphabet, or a year.
// Syllables and ideographs are no index letters.
func partOf(label string) partKind {
	r, n := utf8.DecodeRuneInString(label)
	switch {
	case isYear(label):
		return yearPart
	case n == len(label) && unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return letterPart
	}
	return noPart
}

func isYear(label string) bool {
	n, ok := wording.Atoi(label)
	return ok && len(label) == 4 && n >= 1700 && n <= 2100
}

// sequences returns the runs of links that stand for letters or years.
func sequences(v *view.Page, cands []cand) [][]cand {
	var out [][]cand
	var run []cand
	flush := func() {
		if len(run) >= minSequence && len(run) <= maxSequence {
			out = append(out, run)
		}
		run = nil
	}
	for _, c := range cands {
		if c.inside || !c.own || partOf(c.label) == noPart || !asksForLabel(c) {
			continue
		}
		if n := len(run); n > 0 && (!near(v, run[n-1].node, c.node) || !follows(run, c)) {
			flush()
		}
		run = append(run, c)
	}
	flush()
	return out
}

// asksForLabel reports whether the address of a link has its label as the value of
// a parameter, or as a part of its path.
func asksForLabel(c cand) bool {
	if slices.ContainsFunc(wording.Params(c.url), func(p page.Pair) bool { return strings.TrimRight(strings.ToLower(p.Value), "%*") == c.label }) {
		return true
	}
	path, _, _ := strings.Cut(c.url.PathQuery(), "?")
	words := strings.FieldsFunc(strings.ToLower(unescapePath(path)), func(r rune) bool { return strings.ContainsRune("/-_.=", r) })
	return slices.Contains(words, c.label)
}

// follows reports whether a link continues a run: it is of the same kind, and new.
func follows(run []cand, c cand) bool {
	return partOf(run[0].label) == partOf(c.label) && !slices.ContainsFunc(run, func(r cand) bool { return r.label == c.label })
}

// sequenceNext finds the link after the letter or the year that the page
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
	kind := partOf(g[0].label)
	lo, hi := max(0, g[0].node-8), min(int32(len(v.Nodes)), v.Nodes[g[len(g)-1].node].End+8)
	for i := lo; i < hi; i++ {
		n := &v.Nodes[i]
		if _, linked := v.Target(n.Link); n.Tag != "#text" || linked {
			continue
		}
		shown := strings.Trim(phrases.NormalLabel(n.Text()), "[]()|·•-–,: ")
		if partOf(shown) != kind || slices.ContainsFunc(g, func(c cand) bool { return c.label == shown }) {
			continue
		}
		at := slices.IndexFunc(g, func(c cand) bool { return c.node > i })
		if at < 0 {
			at = len(g)
		}
		// It must stand where it belongs.
		if at > 0 && at < len(g) && (g[at-1].label < shown) != (shown < g[at].label) {
			continue
		}
		return at
	}
	return -1
}
