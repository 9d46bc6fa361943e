package table

import (
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// manyRows are enough rows to see what they have in common.
const manyRows = 500

// someRows returns rows, or of many of them as many as are needed, evenly spread.
func someRows(rows [][]Fragment) [][]Fragment {
	if len(rows) <= manyRows {
		return rows
	}
	out := make([][]Fragment, manyRows)
	for i := range out {
		out[i] = rows[i*len(rows)/manyRows]
	}
	return out
}

// commonTo gives, to a row like these, a path of its own to what most records say
// alike, where several fragments of a record share a path: "Overview" before each
// name is not what the records are called.
func commonTo(rows [][]Fragment) (part func(row []Fragment)) {
	nothing := func([]Fragment) {}
	if len(rows) < 3 {
		return nothing
	}
	type said struct {
		path uint64
		text string
	}
	counts := map[said]int{}
	shared := map[uint64]bool{}
	some := someRows(rows)
	paths := map[uint64]bool{}
	for _, row := range some {
		clear(paths)
		for _, f := range row {
			if paths[f.path] {
				shared[f.path] = true
			}
			paths[f.path] = true
		}
	}
	if len(shared) == 0 {
		return nothing
	}
	seen := map[said]bool{}
	for _, row := range some {
		clear(seen)
		for _, f := range row {
			if s := (said{f.path, f.Text}); f.Text != "" && shared[f.path] && !seen[s] {
				seen[s] = true
				counts[s]++
			}
		}
	}
	return func(row []Fragment) {
		for i := range row {
			if f := &row[i]; shared[f.path] && counts[said{f.path, f.Text}]*5 >= len(some)*3 {
				f.path = wording.HashStep(f.path, "common", f.Text)
			}
		}
	}
}
