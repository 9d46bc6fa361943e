package extract

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
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
	return b.learn(view.New(doc, query, view.Known{}), region.Region{})
}

// Beside is Learn for an answer that lists records beside saying that nothing was found, as
// popular ones: these may be in answers, too, and are no template.
func (b Background) Beside(doc *page.Document, query []string) Background {
	v := view.New(doc, query, view.Known{})
	listed, _ := region.Best(v, tally.ClaimOf(v, nil))
	return b.learn(v, listed)
}

func (b Background) learn(v *view.Page, listed region.Region) Background {
	lines, links := b.sets()
	out := Background{Links: slices.Clone(b.Links), Lines: slices.Clone(b.Lines), Counts: slices.Clone(b.Counts), Labels: b.Labels, Denies: b.Denies, Pages: b.Pages + 1}
	echo := b.echo(v.Query)
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if listed.Holds(int32(i)) {
			continue
		}
		if n.Tag == "#text" {
			for _, left := range [][]string{v.Query, echo} {
				if h := wording.LineHash(n.Text(), left); h != 0 && !lines[h] && len(out.Lines) < maxBackgroundLines {
					lines[h] = true
					out.Lines = append(out.Lines, fmt.Sprintf("%016x", h))
				}
			}
		}
		if u, ok := v.Address(int32(i)); ok && n.Tag == "a" && len(out.Links) < maxBackgroundLinks {
			if c := u.Canonical().String(); !links[c] {
				links[c] = true
				out.Links = append(out.Links, c)
			}
		}
	}
	for _, l := range tally.LinesOf(v, tally.IsNumbered) {
		if t := tally.ReadTotal(l.Text); t.N > 0 && len(out.Counts) < maxBackgroundCounts && !slices.Contains(out.Counts, t.ID()) {
			out.Counts = append(out.Counts, t.ID())
		}
	}
	return out
}

// Template returns what two pages that list other records have in common beside these.
func Template(a, b *page.Document, asked [2][]string) Background {
	v, w := view.New(a, asked[0], view.Known{}), view.New(b, asked[1], view.Known{})
	return Background{}.learn(v, region.Own(v, w)).shared(Background{}.learn(w, region.Own(w, v)))
}

// shared returns what two backgrounds have in common.
func (b Background) shared(other Background) Background {
	lines, links := other.sets()
	out := Background{Pages: 1}
	for _, line := range b.Lines {
		if h, err := strconv.ParseUint(line, 16, 64); err == nil && lines[h] {
			out.Lines = append(out.Lines, line)
		}
	}
	for _, link := range b.Links {
		if links[link] {
			out.Links = append(out.Links, link)
		}
	}
	return out
}

// Denying returns b with its denials known: the lines of the first answer that it
// learned from, doc, that stand on none of the site's other pages, home, and say more
// than what was asked, with and without the labels that they repeat. Of further answers
// to nonsense those stay that they have in common.
func (b Background) Denying(doc *page.Document, query []string, home []uint64) Background {
	var out []string
	v := view.New(doc, query, view.Known{})
	echo := b.echo(v.Query)
	for i := range v.Nodes {
		text := v.Nodes[i].Text()
		if v.Nodes[i].Tag != "#text" || len(out) >= maxOutline {
			continue
		}
		bare := wording.LineHash(text, echo)
		for _, h := range []uint64{wording.LineHash(text, v.Query), bare} {
			if line := fmt.Sprintf("%016x", h); bare != 0 && !slices.Contains(home, h) && !slices.Contains(out, line) && (b.Pages <= 1 || slices.Contains(b.Denies, line)) {
				out = append(out, line)
			}
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
func denied(v *view.Page, b Background) bool {
	if len(b.Denies) == 0 {
		return true
	}
	denies := map[uint64]bool{}
	for _, h := range b.Denials() {
		denies[h] = true
	}
	echo := b.echo(v.Query)
	for i := range v.Nodes {
		if n := &v.Nodes[i]; n.Tag == "#text" && (denies[wording.LineHash(n.Text(), v.Query)] || denies[wording.LineHash(n.Text(), echo)]) {
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
func (b Background) known() view.Known {
	k := view.Known{Pages: b.Pages, Counts: make(map[string]bool, len(b.Counts))}
	k.Lines, k.Links = b.sets()
	for _, c := range b.Counts {
		k.Counts[c] = true
	}
	return k
}

// echo returns the words that a line may repeat of a question: those asked for, and
// the labels of the form.
func (b Background) echo(query []string) []string {
	out := slices.Clone(query)
	for _, l := range b.Labels {
		out = append(out, wording.Words(l)...)
	}
	return out
}

// knownButEcho is known for a page without records of its own: what it says by the labels
// of the form of what was asked is taken for seen. An answer to a question for a
// category repeats other labels than the one to a question for an author.
func knownButEcho(v *view.Page, b Background) float64 {
	lines, _ := b.sets()
	echo := b.echo(v.Query)
	t := v.Total()
	known := t.Known
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if s := v.Sum(view.Span{Lo: int32(i), Hi: int32(i) + 1}); n.Tag == "#text" && s.Known < s.Chars {
			if h := wording.LineHash(n.Text(), echo); h == 0 || lines[h] {
				known += s.Chars - s.Known
			}
		}
	}
	if t.Chars == 0 {
		return 0
	}
	return float64(known) / float64(t.Chars)
}

// known returns the share of the visible text of v that b has seen.
func known(v *view.Page) float64 {
	t := v.Total()
	if t.Chars == 0 {
		return 0
	}
	return float64(t.Known) / float64(t.Chars)
}
