package extract

import (
	"slices"
	"strings"
)

// setOffWords are in the classes of elements that set off, in the midst of a text,
// a word that was asked for.
var setOffWords = []string{"highlight", "hilit", "searchmatch", "search_match", "matched", "searchterm", "search_term", "searchword", "search_word", "searchhit", "search_hit", "queryword", "query_word", "queryterm", "query_term"}

// setsOff reports whether a class says so.
func setsOff(class string) bool {
	for _, c := range strings.Fields(class) {
		s := snake(c)
		if slices.ContainsFunc(setOffWords, func(w string) bool { return strings.Contains(s, w) }) {
			return true
		}
	}
	return false
}

// withinText reports whether a small inline element stands in the midst of a
// text, and holds nothing but text.
func withinText(v *Page, i int32) bool {
	n := &v.nodes[i]
	if n.is&isInline == 0 || n.tag == "a" || hasProperty(n.h) {
		return false
	}
	for k := i + 1; k < n.end; k++ {
		if v.nodes[k].tag != "#text" {
			return false
		}
	}
	for k := v.nodes[n.parent].first; k >= 0; k = v.nodes[k].next {
		if v.nodes[k].tag == "#text" && useful(v.nodes[k].text()) {
			return true
		}
	}
	return false
}
