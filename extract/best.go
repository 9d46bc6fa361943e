package extract

import (
	"slices"
	"strings"
)

// minScore is what a region must reach to count as a list of results.
const minScore = 0.1

// bestOf returns the likeliest list of results, its recs empty where the page
// has none, and all other lists in the order of their scores.
func bestOf(v *Page, c claim) (region, []region) {
	ranked := rank(v, regions(v), c)
	if len(ranked) == 0 || ranked[0].score < minScore {
		return region{}, nil
	}
	return outward(v, tidy(v, ranked[0])), ranked[1:]
}

// tidy leaves out of a region what is no record.
func tidy(v *Page, r region) region {
	r.recs = trim(v, dropCounts(v, dropRepeats(v, dropHeaders(v, dropKnown(v, withoutHeads(v, r.recs))))))
	return r
}

// Bounds of the lists beside the likeliest.
const (
	otherScore = 0.6
	otherShare = 0.02 // of the score of the likeliest
	maxOthers  = 40
)

// others returns the lists of the page beside best that have no node in
// common with it or with each other.
func others(v *Page, best region, ranked []region) []region {
	taken := make([]bool, len(v.nodes))
	take := func(r region) {
		for _, s := range r.recs {
			for i := s.lo; i < s.hi; i++ {
				taken[i] = true
			}
		}
	}
	free := func(s span) bool { return !slices.Contains(taken[s.lo:s.hi], true) }
	take(best)
	var out []region
	for _, r := range ranked {
		if len(out) == maxOthers {
			break
		}
		if r.score < max(otherScore, otherShare*best.score) || r.f.nav > 0.5 || inText(v, r) || slices.ContainsFunc(r.recs, func(s span) bool { return !free(s) }) {
			continue
		}
		if r = tidy(v, r); len(r.recs) >= 2 {
			take(r)
			out = append(out, r)
		}
	}
	return out
}

// inText reports whether records are pieces of running text: they start with
// inline elements and have no image.
func inText(v *Page, r region) bool {
	return r.f.imaged < 0.5 && v.nodes[r.recs[0].lo].is&isInline != 0 && v.nodes[r.recs[0].lo].end != r.recs[0].hi
}

// dropCounts leaves out what stands before or behind the records, links
// nowhere and says how many there are.
func dropCounts(v *Page, recs []span) []span {
	counts := func(s span) bool {
		t := v.sum(s)
		return t.links == 0 && t.chars > 0 && t.chars < maxLine/2 && readTotal(v.textOf(s), shown{}).rank > weakTotal
	}
	for range 2 {
		if len(recs) > 1 && counts(recs[0]) {
			recs = recs[1:]
		}
		if len(recs) > 1 && counts(recs[len(recs)-1]) {
			recs = recs[:len(recs)-1]
		}
	}
	return recs
}

// dropKnown leaves out records that the background has, numbers and the
// words of the query apart. Among twice as many that it has not, one with a link is a record
// that stood on the page where nothing was found, too, as a popular one.
func dropKnown(v *Page, recs []span) []span {
	known := func(s span) bool {
		t := v.sum(s)
		own := t.chars - t.echo
		return own > 10 && t.known*10 >= own*9
	}
	fresh := 0
	for _, s := range recs {
		if !known(s) {
			fresh++
		}
	}
	among := fresh >= 2*(len(recs)-fresh)
	return slices.DeleteFunc(slices.Clone(recs), func(s span) bool { return known(s) && !(among && v.sum(s).links > 0) })
}

// dropHeaders leaves out table rows that only name the columns.
func dropHeaders(v *Page, recs []span) []span {
	var keep []span
	for _, s := range recs {
		if v.nodes[s.lo].tag == "tr" && headerRow(v, s) {
			continue
		}
		keep = append(keep, s)
	}
	return keep
}

// dropRepeats leaves out table rows that stand among the records again and
// again in the same words and lead nowhere: column names above each group.
func dropRepeats(v *Page, recs []span) []span {
	texts := make([]string, len(recs))
	counts := map[string]int{}
	for i, s := range recs {
		if t := v.sum(s); v.nodes[s.lo].tag == "tr" && t.links == 0 && t.images == 0 && t.chars < maxLine {
			texts[i] = v.textOf(s)
			counts[texts[i]]++
		}
	}
	repeated, linked := 0, 0
	for i, t := range texts {
		if t != "" && counts[t] >= 3 {
			repeated++
		} else if hasLink(v, recs[i]) {
			linked++
		}
	}
	if repeated == 0 || linked*10 < (len(recs)-repeated)*8 {
		return recs // only where records lead somewhere is that a difference
	}
	var keep []span
	for i, s := range recs {
		if texts[i] == "" || counts[texts[i]] < 3 {
			keep = append(keep, s)
		}
	}
	return keep
}

// headerRow reports whether all cells of a row are th, or it stands in thead.
func headerRow(v *Page, s span) bool {
	cells, heads := 0, 0
	for k := v.nodes[s.lo].first; k >= 0; k = v.nodes[k].next {
		switch v.nodes[k].tag {
		case "td":
			cells++
		case "th":
			heads++
		}
	}
	p := v.nodes[s.lo].parent
	return heads > 0 && cells == 0 || p >= 0 && v.nodes[p].tag == "thead" || heads > 1 && cells <= 1
}

// partsOfOne reports whether records may be the parts of a single one: not
// two of them have a page of their own, and they are few, or but one of many
// has a link at all; or the page claims to show a single one.
func partsOfOne(v *Page, best, one region, recs []Record, c claim) bool {
	targets := map[string]bool{}
	linked := 0
	for _, r := range recs {
		if !r.URL.IsZero() {
			linked++
			key, _, _ := strings.Cut(r.Key, "#")
			targets[key] = true
		}
	}
	if c.one() && !best.strong() || c.rows < 0 && insideUnit(v, best, one) {
		return true
	}
	if c.rows > 1 || c.total > 1 && c.total >= len(recs) && len(recs) > 1 {
		return false
	}
	return len(targets) < 2 && (len(recs) <= 3 || linked == 1 && len(recs) <= 12)
}

// strong reports whether a region is a list of results whatever else the page says.
func (r region) strong() bool { return r.score >= strongScore && len(r.recs) >= 3 }

// onlyOne returns the record of a page that says that it shows one, where no
// background tells it from the template: the largest part of the page that
// has the first link behind the words that say so, but not these words; else
// that of the most pieces of text, with a link, in the likeliest list.
func onlyOne(v *Page, c claim, best region, ranked []region) region {
	for i := c.at + 1; c.at > 0 && i < int32(len(v.nodes)); i++ {
		n := &v.nodes[i]
		u, ok := v.target(i)
		if !ok || n.link != i || u == v.doc.URL || n.zone&(zoneNav|zonePager|zoneCalendar|zoneForm) != 0 {
			continue
		}
		label := strings.ToLower(v.label(i))
		if _, isPage := pageNumber(label); isPage || wordKind(label) != wordNone || isBack(label) != wordNone {
			continue
		}
		at := i
		for p := n.parent; p > 0 && p > c.at; p = v.nodes[p].parent {
			at = p
		}
		if s := v.subtree(at); v.sum(s).leaves >= 2 {
			return region{recs: []span{s}, how: "what stands behind the count", score: doubtfulScore}
		}
		break
	}
	for _, r := range append([]region{best}, ranked[:min(len(ranked), 12)]...) {
		at := -1
		for i, s := range r.recs {
			if hasLink(v, s) && v.nodes[s.lo].zone&zoneNav == 0 && (at < 0 || v.sum(s).leaves > v.sum(r.recs[at]).leaves) {
				at = i
			}
		}
		if at >= 0 {
			r.recs = r.recs[at : at+1]
			r.how += ", the only one"
			return r
		}
	}
	return best
}

// insideUnit reports whether the records of best are inline parts of the one
// row, item or block that is the record of one.
func insideUnit(v *Page, best, one region) bool {
	at := &v.nodes[one.recs[0].lo]
	if at.tag != "li" && at.tag != "tr" && at.tag != "article" {
		return false
	}
	for _, s := range best.recs {
		if s.lo < one.recs[0].lo || s.hi > one.recs[0].hi || v.nodes[s.lo].is&isInline == 0 && v.nodes[s.lo].tag != "#text" {
			return false
		}
	}
	return true
}

// lone finds the one record of a page with a single result: what is left over
// of the page when everything that the background has is taken away. A part that
// only says what was asked is none where nothing was found: "Create the page 'cod'".
func lone(v *Page) region {
	r := leftOver(v)
	r.recs = dropKnown(v, r.recs)
	if len(r.recs) > 0 {
		if t := v.sum(r.recs[0]); t.echo == t.chars && failure(v, region{}, false) != "" {
			r.recs = nil
		}
	}
	return r
}

// leftOver finds the row, item or block around most of the text that is new.
func leftOver(v *Page) region {
	whole := v.total()
	unknown := whole.chars - whole.known
	if v.known.Pages == 0 || len(v.nodes) == 0 || unknown < 10 {
		return region{}
	}
	at := int32(0)
	for !units[v.nodes[at].tag] {
		next := int32(-1)
		for k := v.nodes[at].first; k >= 0; k = v.nodes[k].next {
			t := v.sum(v.subtree(k))
			if n := &v.nodes[k]; n.tag != "#text" && n.is&isInline == 0 && (t.chars-t.known)*10 >= unknown*6 && (t.links > 0 || oneRow(v, k) >= 0) {
				next = k
			}
		}
		if next < 0 {
			break
		}
		if row := oneRow(v, next); row >= 0 {
			return loneRegion(v, row)
		}
		at = next
	}
	if v.nodes[at].zone&(zoneNav|zonePager|zoneCalendar) != 0 {
		return region{}
	}
	if run, ok := newRun(v, at); ok && !units[v.nodes[at].tag] {
		return region{recs: []span{run}, how: "what the background lacks", score: strongScore}
	}
	if at == 0 || !newLink(v, v.subtree(at)) {
		return region{}
	}
	return loneRegion(v, at)
}

// newRun returns the children of a node that make up its new part where other
// parts are known, count the answer or are set off by rules: the longest run
// of them with a link that the background lacks.
func newRun(v *Page, at int32) (span, bool) {
	var best, cur span
	whole := true
	size := func(s span) int32 { t := v.sum(s); return t.chars - t.known }
	flush := func() {
		if cur.hi > cur.lo && size(cur) > size(best) && newLink(v, cur) {
			best = cur
		}
		cur = span{}
	}
	for k := v.nodes[at].first; k >= 0; k = v.nodes[k].next {
		s := v.subtree(k)
		t := v.sum(s)
		n := &v.nodes[k]
		counts := cur.hi == 0 && t.chars > 0 && t.chars < maxLine && !newLink(v, s) && readTotal(v.textOf(s), shown{}).rank > weakTotal
		if n.tag == "hr" || n.tag == "form" || counts || t.chars > 0 && t.known*2 > t.chars || n.zone&(zoneNav|zonePager|zoneCalendar) != 0 {
			whole = false
			flush()
			continue
		}
		if t.chars == 0 && cur.hi == 0 {
			continue
		}
		if cur.hi == 0 {
			cur.lo = s.lo
		}
		cur.hi = s.hi
	}
	flush()
	return best, !whole && best.hi > best.lo && size(best) >= 10
}

func loneRegion(v *Page, at int32) region {
	s := v.subtree(at)
	t := v.sum(s)
	if t.known*2 > t.chars || headerRow(v, s) {
		return region{}
	}
	return region{recs: []span{s}, how: "what the background lacks", score: strongScore}
}

// units are elements that hold a whole record: nothing smaller does.
var units = map[string]bool{"tr": true, "li": true, "article": true, "dl": true}

// oneRow returns the data row of a table that has a header row and one more; else -1.
func oneRow(v *Page, table int32) int32 {
	if v.nodes[table].tag != "table" {
		return -1
	}
	row, header, cells := int32(-1), 0, 0
	for i := table + 1; i < v.nodes[table].end; i++ {
		if v.nodes[i].tag != "tr" {
			continue
		}
		switch {
		case headerRow(v, v.subtree(i)):
			header++
		case v.sum(v.subtree(i)).chars > 0:
			if row >= 0 {
				return -1
			}
			row = i
			for k := v.nodes[i].first; k >= 0; k = v.nodes[k].next {
				cells++
			}
		}
	}
	if header == 0 || cells < 2 {
		return -1
	}
	return row
}

// newLink reports whether a link in s leads where the background does not.
func newLink(v *Page, s span) bool {
	for k := s.lo; k < s.hi; k++ {
		if u, ok := v.target(k); ok && u != v.doc.URL && !v.known.Links[u.Canonical().String()] {
			return true
		}
	}
	return false
}
