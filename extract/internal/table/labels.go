package table

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Cell is a fragment that is a value, with its label where it has one.
type Cell struct {
	*Fragment
	Label string       // as a field name
	head  string       // what the table's header row calls the cell that it is all of; "" where it is not
	Shown string       // as it stands on the page
	Value string       // the text without its label
	Typed record.Field // what it says, typed by itself

	target  string // where its link leads
	claimed bool   // it is part of the value of a column that is read by its selector
}

// Cells tells values from their labels: "Author: Jane Doe" in one fragment,
// "Author:" in the one before, dt and dd. Labels are what labels holds; title
// tells the fragments that name the record, which have none.
func Cells(row []Fragment, labels map[string]bool, headed bool, title func(*Fragment) bool) []Cell {
	out := make([]Cell, 0, len(row))
	var pending, shown string
	for x := range row {
		f := &row[x]
		c := Cell{Fragment: f, Value: f.Text}
		if l, rest, _ := labelled(f.Text); labels[l] && f.Image == "" && !title(f) {
			text := strings.TrimLeft(f.Text[:strings.IndexAny(f.Text, ":：")], "(") + ":"
			if rest == "" {
				pending, shown = l, text
				continue
			}
			c.Label, c.Shown, c.Value = l, text, rest
		} else if f.tells != 0 && !title(f) {
			l := wording.Snake(f.Text)
			if f.tells > 0 {
				pending, shown = l, f.Text
			} else if n := len(out) - 1; n >= 0 && out[n].Label == "" {
				out[n].Label, out[n].Shown = l, f.Text
			}
			continue
		} else if !headed && f.names(row, title) && labels[wording.Snake(f.Text)] && x+1 < len(row) && !row[x+1].Labels {
			pending, shown = wording.Snake(f.Text), f.Text
			continue
		} else if pending != "" {
			c.Label, c.Shown = pending, shown
			pending = ""
		}
		c.Typed = c.field()
		out = append(out, c)
	}
	return out
}

// RowLabels returns the field names that labels in the rows give. A label
// counts if several rows have it: "Error: disk full" is a title, not a field
// called error. One whose value follows without a space counts if most have it.
func RowLabels(rows [][]Fragment, title func(*Fragment) bool) map[string]bool {
	counts, tight := map[string]int{}, map[string]int{}
	for _, row := range rows {
		seen := map[string]bool{}
		for i := range row {
			f := &row[i]
			l, _, apart := labelled(f.Text)
			if l == "" && f.names(row, title) {
				l, apart = wording.Snake(f.Text), true
			}
			if l == "" || seen[l] || title(f) {
				continue
			}
			if seen[l] = true; apart {
				counts[l]++
			} else {
				tight[l]++
			}
		}
	}
	out := map[string]bool{}
	for l, n := range counts {
		if n >= 2 || len(rows) <= 2 {
			out[l] = true
		}
	}
	for l, n := range tight {
		if n >= labelledRows && n*5 >= len(rows)*3 {
			out[l] = true
		}
	}
	return out
}

// names reports whether a text in dt or th names what follows: not where the record's title
// stands in there with it, nor where it is no word.
func (f *Fragment) names(row []Fragment, title func(*Fragment) bool) bool {
	return f.Labels && len(f.Text) <= longestLabel && wording.Useful(f.Text) &&
		!slices.ContainsFunc(row, func(other Fragment) bool { return title(&other) && other.Labels && term(other.h) == term(f.h) })
}

// term returns the dt or th that an element stands in.
func term(h *html.Node) *html.Node {
	for h != nil && h.Data != "dt" && h.Data != "th" {
		h = h.Parent
	}
	return h
}

// labelled splits "Author: Jane Doe" into a field name and a value; apart where they are told
// apart by more than a colon, as "住所:東京都" is not. The name is "" where there is none.
func labelled(text string) (name, value string, apart bool) {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		text = text[1 : len(text)-1]
	}
	i := strings.IndexAny(text, ":：")
	if i <= 1 || i > 40 {
		return "", "", false
	}
	label := text[:i]
	rest := strings.TrimLeft(text[i:], ":： ")
	if n := len(wording.Words(label)); n == 0 || n > 4 || strings.HasPrefix(text[i:], "://") || strings.ContainsAny(label, ".,;!?()[]{}<>=/\"") {
		return "", "", false
	}
	if strings.ContainsFunc(label, unicode.IsDigit) || strings.HasPrefix(text[i:], "::") {
		return "", "", false
	}
	return wording.Snake(label), rest, rest == "" || strings.HasPrefix(text[i:], ": ") || strings.HasPrefix(text[i:], "：")
}
