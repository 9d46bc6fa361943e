package table

import (
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// withinText reports whether a small inline element stands in the midst of a
// text, and holds nothing but text.
func withinText(v *view.Page, i int32) bool {
	n := &v.Nodes[i]
	if n.Is&view.IsInline == 0 || n.Tag == "a" || view.HasProperty(n.H) {
		return false
	}
	for k := i + 1; k < n.End; k++ {
		if v.Nodes[k].Tag != "#text" {
			return false
		}
	}
	for k := v.Nodes[n.Parent].First; k >= 0; k = v.Nodes[k].Next {
		if v.Nodes[k].Tag == "#text" && wording.Useful(v.Nodes[k].Text()) {
			return true
		}
	}
	return false
}
