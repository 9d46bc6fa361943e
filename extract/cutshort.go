package extract

import (
	"strings"
	"unicode"
)

// Sites cut long names short ("Believe ranges of up to 2,000 rows, and..."), and give
// the whole as a hint, the title of an element around.

// wholeText returns what a text at a node of the record from lo on is cut from, where a
// hint of an element around it says that; else the text.
func wholeText(v *Page, text string, at, lo int32) string {
	before, after, cut := ellipsis(text)
	if !cut {
		return text
	}
	for i := at; i >= lo; i = v.nodes[i].parent {
		hint := strings.TrimSpace(collapse(attr(v.nodes[i].h, "title")))
		if len(hint) > len(before)+len(after) && strings.HasPrefix(hint, before) && strings.HasSuffix(hint[len(before):], after) {
			return hint
		}
	}
	return text
}

// longestAge bounds what stands for a date: "16 years, 6 months ago".
const longestAge = 40

// hintedDate returns the date that the hint of an element says, where its text, no
// link, says only how long ago that is, or the like.
func hintedDate(v *Page, i int32) string {
	n := &v.nodes[i]
	if n.link >= 0 || n.tag == "time" {
		return ""
	}
	hint := strings.TrimSpace(collapse(attr(n.h, "title")))
	if !isDate(hint) || n.end == i+1 {
		return ""
	}
	for k := i + 1; k < n.end; k++ {
		if v.nodes[k].is&isText == 0 {
			return ""
		}
	}
	if text := strings.TrimSpace(v.textOf(v.subtree(i))); len(text) > longestAge || isDate(text) {
		return ""
	}
	return hint
}

// nameOf returns what a link of the record from lo on says, all of it.
func nameOf(v *Page, link, lo int32) string {
	at := link
	for v.nodes[at].first >= 0 {
		at = v.nodes[at].first
	}
	return wholeText(v, v.label(link), at, lo)
}

// wordless reports whether an element within a link holds neither letters nor digits:
// its text, the ellipsis that is marked because what was asked for is in what was cut
// off, belongs to what stands around it.
func wordless(v *Page, i int32) bool {
	n := &v.nodes[i]
	if n.link < 0 || n.link == i {
		return false
	}
	for k := i + 1; k < n.end; k++ {
		if c := &v.nodes[k]; c.tag != "#text" || strings.ContainsFunc(c.text(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return false
		}
	}
	return true
}

// ellipsis returns what stands before and after the one ellipsis of a text; false where
// it has none, or nothing is left but that.
func ellipsis(text string) (before, after string, ok bool) {
	for _, mark := range []string{"…", "..."} {
		if before, after, ok = strings.Cut(text, mark); ok {
			before, after = strings.TrimRight(before, " .…"), strings.TrimLeft(after, " .…")
			return before, after, useful(before) || useful(after)
		}
	}
	return "", "", false
}
