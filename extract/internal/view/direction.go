package view

import (
	"strings"
)

// rightToLeft reports whether the page is written from right to left, where
// arrows that are not mirrored with the text point the other way.
func rightToLeft(v *Page) bool {
	for _, tag := range []string{"html", "body"} {
		for _, n := range v.Doc.Find(tag).Nodes {
			if d := strings.ToLower(Attr(n, "dir")); d != "" {
				return d == "rtl"
			}
		}
	}
	lang, _, _ := strings.Cut(v.Doc.Lang, "-")
	switch lang {
	case "ar", "fa", "he", "iw", "ur", "ps", "yi", "dv", "sd", "ug", "ckb":
		return true
	}
	return false
}
