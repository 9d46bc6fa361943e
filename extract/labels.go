package extract

import (
	"strings"
	"unicode"
)

// cell is a fragment that is a value, with its label where it has one.
type cell struct {
	*fragment
	label string // as a field name
	head  string // what the table's header row calls the cell that it is all of; "" where it is not
	shown string // as it stands on the page
	value string // the text without its label
	typed Field  // what it says, typed by itself
}

// cells tells values from their labels: "Author: Jane Doe" in one fragment,
// "Author:" in the one before, dt and dd. Labels are what labels holds; title
// tells the fragments that name the record, which have none.
func cells(row []fragment, labels map[string]bool, headed bool, title func(*fragment) bool) []cell {
	out := make([]cell, 0, len(row))
	var pending, shown string
	for x := range row {
		f := &row[x]
		c := cell{fragment: f, value: f.text}
		if l, rest, ok := labelled(f.text); ok && labels[l] && f.image == "" && !title(f) {
			text := strings.TrimLeft(f.text[:strings.IndexAny(f.text, ":：")], "(") + ":"
			if rest == "" {
				pending, shown = l, text
				continue
			}
			c.label, c.shown, c.value = l, text, rest
		} else if f.labels && !headed && labels[snake(f.text)] && x+1 < len(row) && !row[x+1].labels {
			pending, shown = snake(f.text), f.text
			continue
		} else if pending != "" {
			c.label, c.shown = pending, shown
			pending = ""
		}
		c.typed = c.field()
		out = append(out, c)
	}
	return out
}

// rowLabels returns the field names that labels in the rows give. A label
// counts if several rows have it: "Error: disk full" is a title, not a field
// called error.
func rowLabels(rows [][]fragment, title func(*fragment) bool) map[string]bool {
	counts := map[string]int{}
	for _, row := range rows {
		seen := map[string]bool{}
		for i := range row {
			f := &row[i]
			l, _, ok := labelled(f.text)
			if !ok && f.labels && len(f.text) <= 40 {
				l = snake(f.text)
			}
			if l != "" && !seen[l] && !title(f) {
				seen[l] = true
				counts[l]++
			}
		}
	}
	out := map[string]bool{}
	for l, n := range counts {
		if n >= 2 || len(rows) <= 2 {
			out[l] = true
		}
	}
	return out
}

// labelled splits "Author: Jane Doe" into a field name and a value.
func labelled(text string) (name, value string, ok bool) {
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		text = text[1 : len(text)-1]
	}
	i := strings.IndexAny(text, ":：")
	if i <= 1 || i > 40 {
		return "", "", false
	}
	label := text[:i]
	rest := strings.TrimLeft(text[i:], ":： ")
	if n := len(words(label)); n == 0 || n > 4 || strings.HasPrefix(text[i:], "://") || strings.ContainsAny(label, ".,;!?()[]{}<>=/\"") {
		return "", "", false
	}
	if strings.ContainsFunc(label, unicode.IsDigit) || rest != "" && !strings.HasPrefix(text[i:], ": ") && !strings.HasPrefix(text[i:], "：") {
		return "", "", false
	}
	return snake(label), rest, true
}
