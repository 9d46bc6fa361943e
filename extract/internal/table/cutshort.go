package table

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
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
		hint := strings.TrimSpace(wording.Collapse(page.Attr(v.Nodes[i].H, "title")))
		if len(hint) > len(before)+len(after) && strings.HasPrefix(hint, before) && strings.HasSuffix(hint[len(before):], after) {
			return hint
		}
	}
	return text
}

// nameOf returns what a link of the record from lo on says, all of it.
func nameOf(v *view.Page, link, lo int32) string {
	at := link
	for v.Nodes[at].First >= 0 {
		at = v.Nodes[at].First
	}
	return wholeText(v, v.Label(link), at, lo)
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
