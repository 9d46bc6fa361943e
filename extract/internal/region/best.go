package region

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// minScore is what a region must reach to count as a list of results.
const minScore = 0.1

// Best returns the likeliest list of results, its recs empty where the page
// has none, and all other lists in the order of their scores.
func Best(v *view.Page, c tally.Claim) (Region, []Region) {
	ranked := rank(v, regions(v), c)
	if len(ranked) == 0 || ranked[0].Score < minScore {
		return Region{}, nil
	}
	if in := inSections(v, ranked[0], ranked[1:]); len(in.Recs) > len(ranked[0].Recs) {
		return Tidy(v, in), ranked[1:]
	}
	return outward(v, Tidy(v, ranked[0])), ranked[1:]
}

// Own returns the likeliest list of v of which the other page has less than half in this order,
// numbers apart: menus, calendars and news stand on both. Records are held against each other
// whole, as those of both may repeat words.
func Own(v, other *view.Page) Region {
	says := func(v *view.Page, s view.Span) string {
		return strings.Map(func(c rune) rune {
			if unicode.IsDigit(c) {
				return -1
			}
			return c
		}, v.TextOf(s))
	}
	all := says(other, view.Span{Lo: 0, Hi: int32(len(other.Nodes))})
	for _, r := range rank(v, regions(v), tally.ClaimOf(v, nil)) {
		if r.Score < minScore {
			break
		}
		r = outward(v, Tidy(v, r))
		left, shared := all, 0
		for _, s := range r.Recs {
			if _, after, ok := strings.Cut(left, says(v, s)); ok {
				left = after
				shared++
			}
		}
		if 2*shared < len(r.Recs) {
			return r
		}
	}
	return Region{}
}

// Tidy leaves out of a region what is no record.
func Tidy(v *view.Page, r Region) Region {
	r.Recs = trim(v, dropHeaders(v, dropKnown(v, WithoutHeads(v, r.Recs))))
	return r
}

// Bounds of the lists beside the likeliest.
const (
	otherScore = 0.6
	otherShare = 0.02 // of the score of the likeliest
	maxOthers  = 40
)

// Others returns the lists of the page beside best that have no node in
// common with it or with each other.
func Others(v *view.Page, best Region, ranked []Region) []Region {
	taken := make([]bool, len(v.Nodes))
	take := func(r Region) {
		for _, s := range r.Recs {
			for i := s.Lo; i < s.Hi; i++ {
				taken[i] = true
			}
		}
	}
	free := func(s view.Span) bool { return !slices.Contains(taken[s.Lo:s.Hi], true) }
	take(best)
	var out []Region
	for _, r := range ranked {
		if len(out) == maxOthers {
			break
		}
		if r.Score < max(otherScore, otherShare*best.Score) || r.F.nav > 0.5 || slices.ContainsFunc(r.Recs, func(s view.Span) bool { return !free(s) }) {
			continue
		}
		if r = Tidy(v, r); len(r.Recs) >= 2 {
			take(r)
			out = append(out, r)
		}
	}
	return out
}

// dropKnown leaves out records that the background has, numbers and the
// words of the query apart. Among twice as many that it has not, one with a link is a record
// that stood on the page where nothing was found, too, as a popular one.
func dropKnown(v *view.Page, recs []view.Span) []view.Span {
	known := func(s view.Span) bool {
		t := v.Sum(s)
		own := t.Chars - t.Echo
		return own > 10 && t.Known*10 >= own*9
	}
	fresh := 0
	for _, s := range recs {
		if !known(s) {
			fresh++
		}
	}
	among := fresh >= 2*(len(recs)-fresh)
	return slices.DeleteFunc(slices.Clone(recs), func(s view.Span) bool { return known(s) && !(among && v.Sum(s).Links > 0) })
}

// dropHeaders leaves out table rows that only name the columns.
func dropHeaders(v *view.Page, recs []view.Span) []view.Span {
	var keep []view.Span
	for _, s := range recs {
		if v.Nodes[s.Lo].Tag == "tr" && HeaderRow(v, s) {
			continue
		}
		keep = append(keep, s)
	}
	return keep
}

// HeaderRow reports whether all cells of a row are th, or it stands in thead.
func HeaderRow(v *view.Page, s view.Span) bool {
	cells, heads := 0, 0
	for k := v.Nodes[s.Lo].First; k >= 0; k = v.Nodes[k].Next {
		switch v.Nodes[k].Tag {
		case "td":
			cells++
		case "th":
			heads++
		}
	}
	p := v.Nodes[s.Lo].Parent
	return heads > 0 && cells == 0 || p >= 0 && v.Nodes[p].Tag == "thead"
}

// PartsOfOne reports whether records may be the parts of a single one: not
// two of them have a page of their own, and they are few, or but one of many
// has a link at all; or the page claims to show a single one.
func PartsOfOne(v *view.Page, best, one Region, recs []record.Record, c tally.Claim) bool {
	targets := map[string]bool{}
	linked := 0
	for _, r := range recs {
		if !r.URL.IsZero() {
			linked++
			key, _, _ := strings.Cut(r.Key, "#")
			targets[key] = true
		}
	}
	if c.One() && !best.Strong() || c.Rows < 0 && insideUnit(v, best, one) {
		return true
	}
	if c.Rows > 1 || c.Total > 1 && c.Total >= len(recs) && len(recs) > 1 {
		return false
	}
	return len(targets) < 2 && (len(recs) <= 3 || linked == 1 && len(recs) <= 12)
}

// Strong reports whether a region is a list of results whatever else the page says.
func (r Region) Strong() bool { return r.Score >= StrongScore && len(r.Recs) >= 3 }

// OnlyOne returns the record of a page that says that it shows one, where no
// background tells it from the template: the largest part of the page that has the
// first link behind the words that say so, but not these words; else the one of the
// most pieces of text, with a link, in the likeliest list that has one.
func OnlyOne(v *view.Page, c tally.Claim, best Region, ranked []Region) Region {
	for i := c.At + 1; c.At > 0 && i < int32(len(v.Nodes)); i++ {
		if u, ok := v.Address(i); !ok || u == v.Doc.URL || v.Nodes[i].Zone&(view.ZoneAside|view.ZoneForm) != 0 {
			continue
		}
		at := i
		for v.Nodes[at].Parent > c.At {
			at = v.Nodes[at].Parent
		}
		if s := v.Subtree(at); v.Sum(s).Leaves >= 2 {
			return Region{Recs: []view.Span{s}, How: "what stands behind the count", Score: DoubtfulScore}
		}
		break
	}
	for _, r := range append([]Region{best}, ranked[:min(len(ranked), 12)]...) {
		at := -1
		for i, s := range r.Recs {
			if hasLink(v, s) && v.Nodes[s.Lo].Zone&view.ZoneNav == 0 && (at < 0 || v.Sum(s).Leaves > v.Sum(r.Recs[at]).Leaves) {
				at = i
			}
		}
		if at >= 0 {
			r.Recs = r.Recs[at : at+1]
			r.How += ", the only one"
			return r
		}
	}
	return best
}

// insideUnit reports whether the records of best are inline parts of the one
// row, item or block that is the record of one, or the terms that describe it.
func insideUnit(v *view.Page, best, one Region) bool {
	at := &v.Nodes[one.Recs[0].Lo]
	if at.Tag != "li" && at.Tag != "tr" && at.Tag != "article" {
		return false
	}
	for _, s := range best.Recs {
		n := &v.Nodes[s.Lo]
		part := n.Is&view.IsInline != 0 || n.Tag == "#text" || n.Tag == "dt" && !hasLink(v, s)
		if s.Lo < one.Recs[0].Lo || s.Hi > one.Recs[0].Hi || !part {
			return false
		}
	}
	return true
}

// Lone finds the one record of a page with a single result: what is left over
// of the page when everything that the background has is taken away. A part that
// only says what was asked is none where nothing was found: "Create the page 'cod'".
func Lone(v *view.Page) Region {
	r := leftOver(v)
	r.Recs = dropKnown(v, r.Recs)
	if len(r.Recs) > 0 {
		if t := v.Sum(r.Recs[0]); t.Echo == t.Chars && tally.Failure(v, int32(len(v.Nodes))) != "" {
			r.Recs = nil
		}
	}
	return r
}

// leftOver finds the row, item or block around most of the text that is new, column
// names left out of account, and forms that lead nowhere, which a bare background lacks.
func leftOver(v *view.Page) Region {
	whole := v.Total()
	unknown := whole.Chars - whole.Known
	if v.Known.Pages == 0 || len(v.Nodes) == 0 || unknown < 10 {
		return Region{}
	}
	names := map[int32]bool{}
	for i := range v.Nodes {
		if s := v.Subtree(int32(i)); v.Nodes[i].Tag == "tr" && HeaderRow(v, s) || v.Nodes[i].Tag == "form" && v.Sum(s).Links == 0 {
			names[s.Lo] = true
			unknown -= v.Sum(s).Chars - v.Sum(s).Known
		}
	}
	at := int32(0)
	for !units[v.Nodes[at].Tag] {
		next := int32(-1)
		for k := v.Nodes[at].First; k >= 0; k = v.Nodes[k].Next {
			t := v.Sum(v.Subtree(k))
			if n := &v.Nodes[k]; n.Tag != "#text" && n.Is&view.IsInline == 0 && !names[k] && (t.Chars-t.Known)*10 >= unknown*6 && t.Links > 0 {
				next = k
			}
		}
		if next < 0 {
			break
		}
		at = next
	}
	s := v.Subtree(at)
	if t := v.Sum(s); at == 0 || v.Nodes[at].Zone&view.ZoneAside != 0 || t.Known*2 > t.Chars || !newLink(v, s) {
		return Region{}
	}
	return Region{Recs: []view.Span{s}, How: "what the background lacks", Score: StrongScore}
}

// units are elements that hold a whole record: nothing smaller does.
var units = map[string]bool{"tr": true, "li": true, "article": true, "dl": true}

// newLink reports whether a link in s leads where the background does not, and says what it
// does not say. Of a picture the background must know where its own lead.
func newLink(v *view.Page, s view.Span) bool {
	for k := s.Lo; k < s.Hi; k++ {
		u, ok := v.Address(k)
		if t := v.Sum(v.Subtree(k)); ok && u != v.Doc.URL && !v.Known.Links[u.Canonical().String()] && (t.Known < t.Chars || t.Chars == 0 && v.Known.Links != nil) {
			return true
		}
	}
	return false
}

// StrongScore is what a list must reach to outweigh words of failure on the page.
const StrongScore = 4.5

// DoubtfulScore is what a list must reach for what stands in it not to be the pager.
const DoubtfulScore = 1
