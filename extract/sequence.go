package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Listings that are cut by first letters or by years have a pager too: "A B C
// D", "2024 2023 2022". It counts where it shows which part the page is, and
// where its links ask for what they show.

// Bounds of a sequence: fewer links are a menu, more are no letters.
const (
	minLetters  = 4
	minYears    = 3
	maxSequence = 80
)

// sequences returns the runs of links that stand for letters or years.
func (v *view) sequences(cands []cand) [][]cand {
	var out [][]cand
	var run []cand
	flush := func() {
		years := len(run) > 0 && isYear(run[0].label)
		if len(run) >= minLetters || years && len(run) >= minYears {
			if len(run) <= maxSequence {
				out = append(out, run)
			}
		}
		run = nil
	}
	for _, c := range cands {
		if c.inside || c.script != "" || !c.own || !isLetterLabel(c.label) && !isYear(c.label) || !asksFor(c) {
			continue
		}
		if n := len(run); n > 0 && (!v.near(run[n-1].node, c.node) || !follows(run, c.label)) {
			flush()
		}
		run = append(run, c)
	}
	flush()
	return out
}

// isLetterLabel reports whether a label is one letter with a case or of an
// alphabet without cases; syllables and ideographs are no index letters.
func isLetterLabel(label string) bool {
	r, n := utf8.DecodeRuneInString(label)
	return n == len(label) && unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func isYear(label string) bool {
	n, ok := atoi(label)
	return ok && len(label) == 4 && n >= 1700 && n <= 2100
}

// follows reports whether a label continues a run: letters rise, years rise or
// fall. Alphabets that sort differently from their code points (č behind c)
// may step back a little.
func follows(run []cand, label string) bool {
	last := run[len(run)-1].label
	if isYear(last) != isYear(label) {
		return false
	}
	if isYear(label) {
		return len(run) < 2 && label != last || len(run) >= 2 && (last > run[len(run)-2].label) == (label > last) && label != last
	}
	return !slices.ContainsFunc(run, func(c cand) bool { return c.label == label })
}

// asksFor reports whether the address of c has its label as a value: of a
// parameter, or as a part of its path.
func asksFor(c cand) bool {
	for _, p := range params(c.url) {
		if strings.TrimRight(strings.ToLower(p.Value), "%*") == c.label {
			return true
		}
	}
	path, _, _ := strings.Cut(c.url.PathQuery(), "?")
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(unescapePath(path)), func(r rune) bool { return strings.ContainsRune("/-_.", r) }),
		func(part string) bool { return part == c.label })
}

// sequenceNext finds the link after the letter or the year that the page
// stands on: one that is shown without a link, or is marked as the current one.
func (v *view) sequenceNext(cands []cand) (c cand, rest []cand, why string) {
	for _, g := range v.sequences(cands) {
		at := v.standsOn(g)
		if at < 0 {
			continue
		}
		for at < len(g) && g[at].url == v.doc.URL {
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
func (v *view) standsOn(g []cand) int {
	for i, c := range g {
		n := &v.nodes[c.node]
		if c.url == v.doc.URL || attr(n.h, "aria-current") != "" || currentClass(n.class) ||
			n.parent >= 0 && v.nodes[n.parent].first == c.node && n.next < 0 && currentClass(v.nodes[n.parent].class) {
			return i + 1
		}
	}
	like := isLetterLabel
	if isYear(g[0].label) {
		like = isYear
	}
	lo, hi := max(0, g[0].node-8), min(int32(len(v.nodes)), v.nodes[g[len(g)-1].node].end+8)
	for i := lo; i < hi; i++ {
		n := &v.nodes[i]
		if _, linked := v.target(n.link); n.tag != "#text" || linked {
			continue
		}
		t := strings.Trim(normalLabel(n.text), "[]()|·•-–,: ")
		if !like(t) || slices.ContainsFunc(g, func(c cand) bool { return c.label == t }) {
			continue
		}
		at := slices.IndexFunc(g, func(c cand) bool { return c.node > i })
		if at < 0 {
			at = len(g)
		}
		// It must stand where it belongs.
		if at > 0 && at < len(g) && (g[at-1].label < t) != (t < g[at].label) {
			continue
		}
		return at
	}
	return -1
}
