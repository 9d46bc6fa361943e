package table

import (
	"slices"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// labelsAdvert are the whole labels of rows that somebody has paid for.
var labelsAdvert = lexicon.Section("advert")

// adverts tells the rows that a label says to be advertisement: they may stand there whatever
// was asked. It is a label where other rows have nothing in its place, and where only the
// lesser part of the rows has one: what all rows have, or a column that says one thing or
// another, tells what the records are.
func adverts(rows [][]Cell) []bool {
	label := make([]uint64, len(rows)) // its path
	out := make([]bool, len(rows))
	n := 0
	for i, row := range rows {
		for _, f := range row {
			if len(f.Text) <= longestAction && f.Image == "" && labelsAdvert.Matches(lexicon.Fold(f.Text)) {
				label[i] = f.path
				n++
				break
			}
		}
	}
	if n == 0 || 2*n > len(rows) {
		return out
	}
	at := func(row []Cell, path uint64) (n int) {
		for _, f := range row {
			if f.path == path {
				n++
			}
		}
		return n
	}
	for i, row := range rows {
		out[i] = label[i] != 0 && slices.ContainsFunc(rows, func(other []Cell) bool { return at(other, label[i]) < at(row, label[i]) })
	}
	return out
}
