package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/page"
)

// Limits of a Background, so that a site profile stays small whatever a site answers.
const (
	maxBackgroundLinks  = 1500
	maxBackgroundLines  = 3000
	maxBackgroundCounts = 50
)

// Learn returns b extended by the answer doc to a query (given as its words)
// that cannot have matched anything. Digits and the words of the query are
// left out of what is kept: counters, dates and the echo of the question
// differ from answer to answer. b itself is not changed.
func (b Background) Learn(doc *page.Document, query []string) Background {
	v := newView(doc, query, Background{})
	lines, links := b.sets()
	out := Background{Links: slices.Clone(b.Links), Lines: slices.Clone(b.Lines), Counts: slices.Clone(b.Counts), Pages: b.Pages + 1}
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.tag == "#text" && len(out.Lines) < maxBackgroundLines {
			if h := lineHash(n.text, v.query); h != 0 && !lines[h] {
				lines[h] = true
				out.Lines = append(out.Lines, fmt.Sprintf("%016x", h))
			}
		}
		if u, ok := v.target(int32(i)); ok && n.tag == "a" && len(out.Links) < maxBackgroundLinks {
			if c := u.Canonical().String(); !links[c] {
				links[c] = true
				out.Links = append(out.Links, c)
			}
		}
	}
	for _, l := range v.lines(isNumbered) {
		if t := readTotal(l.text, shown{}); t.n > 0 && len(out.Counts) < maxBackgroundCounts && !slices.Contains(out.Counts, t.id()) {
			out.Counts = append(out.Counts, t.id())
		}
	}
	return out
}

// sets returns the background's lines and links for look-up.
func (b Background) sets() (lines map[uint64]bool, links map[string]bool) {
	lines, links = make(map[uint64]bool, len(b.Lines)), make(map[string]bool, len(b.Links))
	for _, l := range b.Lines {
		if h, err := strconv.ParseUint(l, 16, 64); err == nil {
			lines[h] = true
		}
	}
	for _, l := range b.Links {
		links[l] = true
	}
	return lines, links
}

// lineHash returns the hash of the words of a text block, those of the query
// and all digits left out; 0 where nothing remains.
func lineHash(text string, query []string) uint64 {
	h, n := uint64(1), 0
	for _, w := range words(text) {
		w = strings.TrimFunc(w, unicode.IsDigit)
		if w == "" || slices.Contains(query, w) {
			continue
		}
		h = hashStep(h, w, "")
		n++
	}
	if n == 0 {
		return 0
	}
	return max(h, 1)
}

// known returns the share of the visible text of v that b has seen.
func (v *view) known() float64 {
	t := v.total()
	if t.chars == 0 {
		return 0
	}
	return float64(t.known) / float64(t.chars)
}
