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
	return b.learn(newView(doc, query, Known{}), region{})
}

// Beside is Learn for an answer that lists records beside saying that nothing was found, as
// popular ones: these may be in answers, too, and are no template.
func (b Background) Beside(doc *page.Document, query []string) Background {
	v := newView(doc, query, Known{})
	listed, _ := bestOf(v, claimOf(v, nil))
	return b.learn(v, listed)
}

func (b Background) learn(v *Page, listed region) Background {
	lines, links := b.sets()
	out := Background{Links: slices.Clone(b.Links), Lines: slices.Clone(b.Lines), Counts: slices.Clone(b.Counts), Labels: b.Labels, Denies: b.Denies, Pages: b.Pages + 1}
	echo := b.echo(v.query)
	for i := range v.nodes {
		n := &v.nodes[i]
		if listed.holds(int32(i)) {
			continue
		}
		if n.tag == "#text" {
			for _, left := range [][]string{v.query, echo} {
				if h := lineHash(n.text(), left); h != 0 && !lines[h] && len(out.Lines) < maxBackgroundLines {
					lines[h] = true
					out.Lines = append(out.Lines, fmt.Sprintf("%016x", h))
				}
			}
		}
		if u, ok := v.target(int32(i)); ok && n.tag == "a" && len(out.Links) < maxBackgroundLinks {
			if c := u.Canonical().String(); !links[c] {
				links[c] = true
				out.Links = append(out.Links, c)
			}
		}
	}
	for _, l := range linesOf(v, isNumbered) {
		if t := readTotal(l.text, shown{}); t.n > 0 && len(out.Counts) < maxBackgroundCounts && !slices.Contains(out.Counts, t.id()) {
			out.Counts = append(out.Counts, t.id())
		}
	}
	return out
}

// Denying returns b with its denials known: the lines of the first answer that it
// learned from, outline, that stand on none of the site's other pages, home. Of
// further answers to nonsense those stay that they have in common.
func (b Background) Denying(outline Outline, home []uint64) Background {
	var out []string
	for _, h := range outline.Lines {
		if line := fmt.Sprintf("%016x", h); !slices.Contains(home, h) && (b.Pages <= 1 || slices.Contains(b.Denies, line)) {
			out = append(out, line)
		}
	}
	if len(out) > 0 || b.Pages <= 1 {
		b.Denies = out
	}
	return b
}

// Answered returns b after an answer with records: what that says denies nothing.
// It reports whether b changed.
func (b Background) Answered(outline Outline) (Background, bool) {
	left := slices.DeleteFunc(slices.Clone(b.Denies), func(line string) bool {
		h, err := strconv.ParseUint(line, 16, 64)
		return err != nil || outline.Shares([]uint64{h}) > 0
	})
	changed := len(left) < len(b.Denies)
	b.Denies = left
	return b, changed
}

// Common returns the lines that a page has in common with the answers to nonsense.
func (b Background) Common(outline Outline) (common []uint64) {
	lines, _ := b.sets()
	for _, h := range outline.Lines {
		if lines[h] {
			common = append(common, h)
		}
	}
	return common
}

// Denials returns the lines of Denies.
func (b Background) Denials() []uint64 {
	out := []uint64{}
	for _, line := range b.Denies {
		if h, err := strconv.ParseUint(line, 16, 64); err == nil {
			out = append(out, h)
		}
	}
	return out
}

// denied reports whether the page has a line by which the answers to nonsense say
// that there is nothing; true where no such line is known.
func denied(v *Page, b Background) bool {
	if len(b.Denies) == 0 {
		return true
	}
	denies := map[uint64]bool{}
	for _, h := range b.Denials() {
		denies[h] = true
	}
	echo := b.echo(v.query)
	for i := range v.nodes {
		if n := &v.nodes[i]; n.tag == "#text" && (denies[lineHash(n.text(), v.query)] || denies[lineHash(n.text(), echo)]) {
			return true
		}
	}
	return false
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

// known returns what b has, for look-up.
func (b Background) known() Known {
	k := Known{Pages: b.Pages, Counts: make(map[string]bool, len(b.Counts))}
	k.Lines, k.Links = b.sets()
	for _, c := range b.Counts {
		k.Counts[c] = true
	}
	return k
}

// lineHash returns the hash of the words of a text block, those of the query
// and all digits left out; 0 where nothing remains.
func lineHash(text string, query []string) uint64 {
	h, n := uint64(1), 0
	for w := range wordsIn(text) {
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

// echo returns the words that a line may repeat of a question: those asked for, and
// the labels of the form.
func (b Background) echo(query []string) []string {
	out := slices.Clone(query)
	for _, l := range b.Labels {
		out = append(out, words(l)...)
	}
	return out
}

// knownButEcho is known for a page without records of its own: what it says by the labels
// of the form of what was asked is taken for seen. An answer to a question for a
// category repeats other labels than the one to a question for an author.
func knownButEcho(v *Page, b Background) float64 {
	lines, _ := b.sets()
	echo := b.echo(v.query)
	t := v.total()
	known := t.known
	for i := range v.nodes {
		n := &v.nodes[i]
		if s := v.sum(span{int32(i), int32(i) + 1}); n.tag == "#text" && s.known < s.chars {
			if h := lineHash(n.text(), echo); h == 0 || lines[h] {
				known += s.chars - s.known
			}
		}
	}
	if t.chars == 0 {
		return 0
	}
	return float64(known) / float64(t.chars)
}

// known returns the share of the visible text of v that b has seen.
func known(v *Page) float64 {
	t := v.total()
	if t.chars == 0 {
		return 0
	}
	return float64(t.known) / float64(t.chars)
}
