package region

import (
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// trim leaves out records that are none: captions, column names and pager
// rows that stand in line with the records but lack what these have in common.
func trim(v *view.Page, recs []view.Span) []view.Span {
	if len(recs) < 4 {
		return recs
	}
	paths := make([]map[uint64]bool, len(recs))
	support := map[uint64]int{}
	linked := 0
	for i, s := range recs {
		paths[i] = map[uint64]bool{}
		for _, l := range leaves(v, s) {
			if !paths[i][l.path] {
				paths[i][l.path] = true
				support[l.path]++
			}
		}
		if hasLink(v, s) {
			linked++
		}
	}
	core := 0
	for _, n := range support {
		if n*10 >= len(recs)*7 {
			core++
		}
	}
	// Without a common core nothing can be missing.
	fits := func(i int) bool {
		if core == 0 {
			return true
		}
		have := 0
		for p := range paths[i] {
			if support[p]*10 >= len(recs)*7 {
				have++
			}
		}
		return have*3 >= core
	}
	needsLink := linked*10 >= len(recs)*8
	ok := func(i int) bool { return fits(i) && (!needsLink || hasLink(v, recs[i])) }
	lo, hi := 0, len(recs)
	for lo < hi && !ok(lo) {
		lo++
	}
	for hi > lo && !ok(hi-1) {
		hi--
	}
	if (hi-lo)*2 < len(recs) {
		return recs
	}
	var keep []view.Span
	for i := lo; i < hi; i++ {
		if fits(i) || !needsLink || hasLink(v, recs[i]) {
			keep = append(keep, recs[i])
		}
	}
	return keep
}

func hasLink(v *view.Page, s view.Span) bool {
	for i := s.Lo; i < s.Hi; i++ {
		if _, ok := v.Target(v.Nodes[i].Link); ok {
			return true
		}
	}
	return false
}
