package extract

// partCommon gives a path of its own to what most records say alike, where
// several fragments of a record share a path: "Overview" before each name is
// not what the records are called.
func partCommon(rows [][]fragment) {
	if len(rows) < 3 {
		return
	}
	type said struct {
		path uint64
		text string
	}
	counts := map[said]int{}
	shared := map[uint64]bool{}
	for _, row := range rows {
		seen := map[said]bool{}
		paths := map[uint64]bool{}
		for _, f := range row {
			if paths[f.path] {
				shared[f.path] = true
			}
			paths[f.path] = true
			if s := (said{f.path, f.text}); f.text != "" && !seen[s] {
				seen[s] = true
				counts[s]++
			}
		}
	}
	for _, row := range rows {
		for i := range row {
			if f := &row[i]; shared[f.path] && counts[said{f.path, f.text}]*5 >= len(rows)*3 {
				f.path = hashStep(f.path, "common", f.text)
			}
		}
	}
}
