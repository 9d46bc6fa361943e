package table

import (
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

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
	paths := map[uint64]bool{}
	for _, row := range rows {
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
	for _, row := range rows {
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
			if f := &row[i]; shared[f.path] && counts[said{f.path, f.Text}]*5 >= len(rows)*3 {
				f.path = wording.HashStep(f.path, "common", f.Text)
			}
		}
	}
}
