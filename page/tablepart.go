package page

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// TablePart reports whether markup is a piece of a table without the table, as
// scripts fetch it to put it into one: an HTML parser would drop its rows and
// cells where they stand alone.
func TablePart(markup []byte) bool {
	for z := html.NewTokenizer(bytes.NewReader(markup)); ; {
		switch z.Next() {
		case html.StartTagToken:
			name, _ := z.TagName()
			switch string(name) {
			case "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup":
				return true
			}
			return false
		case html.CommentToken:
		case html.TextToken:
			if strings.TrimSpace(string(z.Text())) != "" {
				return false
			}
		default:
			return false
		}
	}
}
