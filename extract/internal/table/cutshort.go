package table

import (
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page/dates"
)

// Sites cut long names short ("Believe ranges of up to 2,000 rows, and..."), and give
// the whole as a hint, the title of an element around.

// wholeText returns what a text at a node of the record from lo on is cut from, where a
// hint of an element around it says that; else the text.
func wholeText(v *view.Page, text string, at, lo int32) string {
	before, after, cut := ellipsis(text)
	if !cut {
		return text
	}
	for i := at; i >= lo; i = v.Nodes[i].Parent {
		hint := strings.TrimSpace(wording.Collapse(view.Attr(v.Nodes[i].H, "title")))
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
func hintedDate(v *view.Page, i int32) string {
	n := &v.Nodes[i]
	if n.Link >= 0 || n.Tag == "time" {
		return ""
	}
	hint := strings.TrimSpace(wording.Collapse(view.Attr(n.H, "title")))
	if !dates.Is(hint) || n.End == i+1 {
		return ""
	}
	for k := i + 1; k < n.End; k++ {
		if v.Nodes[k].Is&view.IsText == 0 {
			return ""
		}
	}
	if text := strings.TrimSpace(v.TextOf(v.Subtree(i))); len(text) > longestAge || dates.Is(text) {
		return ""
	}
	return hint
}

// nameOf returns what a link of the record from lo on says, all of it.
func nameOf(v *view.Page, link, lo int32) string {
	at := link
	for v.Nodes[at].First >= 0 {
		at = v.Nodes[at].First
	}
	return wholeText(v, v.Label(link), at, lo)
}

// wordless reports whether an element within a link holds neither letters nor digits:
// its text, the ellipsis that is marked because what was asked for is in what was cut
// off, belongs to what stands around it.
func wordless(v *view.Page, i int32) bool {
	n := &v.Nodes[i]
	if n.Link < 0 || n.Link == i {
		return false
	}
	for k := i + 1; k < n.End; k++ {
		if c := &v.Nodes[k]; c.Tag != "#text" || strings.ContainsFunc(c.Text(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
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
			return before, after, wording.Useful(before) || wording.Useful(after)
		}
	}
	return "", "", false
}
