package view

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Lists that are plain text number their items, and where only a link or a bold
// name is an element, the number of an item stands at the end of the text before
// it, which belongs to the item before: "by Jane Doe, 2010    2. ".

// fewOrdinals is how many numbers in a row make a numbered list.
const fewOrdinals = 3

// cutOrdinals takes the numbers of further items off the ends of texts.
func (v *Page) cutOrdinals() {
	var run []int32
	for i := range v.Nodes {
		run = run[:0]
		want := 0
		for k := v.Nodes[i].First; k >= 0; k = v.Nodes[k].Next {
			if v.Nodes[k].Is&IsText == 0 {
				continue
			}
			_, n, ok := endsInOrdinal(v.Nodes[k].Text())
			if !ok || len(run) > 0 && n != want {
				v.cutEach(run)
				run = run[:0]
			}
			if ok {
				run, want = append(run, k), n+1
			}
		}
		v.cutEach(run)
	}
}

func (v *Page) cutEach(run []int32) {
	if len(run) < fewOrdinals {
		return
	}
	for _, k := range run {
		n := &v.Nodes[k]
		if before, _, _ := endsInOrdinal(n.Text()); wording.Useful(before) {
			n.words = before
			n.Shape, n.Digits = wording.Digest(before)
		}
	}
}

// endsInOrdinal splits a text that ends in a number as lists have it in front.
func endsInOrdinal(text string) (before string, n int, ok bool) {
	t := strings.TrimRight(text, " ")
	if t == "" || !strings.ContainsRune(".)]", rune(t[len(t)-1])) {
		return "", 0, false
	}
	before, number := "", t
	if i := strings.LastIndexByte(t, ' '); i >= 0 {
		before, number = t[:i+1], t[i+1:]
	}
	n, ok = wording.Atoi(strings.Trim(number, ".()[]"))
	return before, n, ok && wording.IsRank(number)
}
