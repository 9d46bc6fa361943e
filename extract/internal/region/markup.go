package region

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Enrich adds to records the fields that data has of the same things: those
// with the same address or name. It returns how many it found, and changes
// nothing where data is about something else.
func Enrich(records, data []record.Record) int {
	byKey, byTitle := map[string]int{}, map[string]int{}
	for i, d := range data {
		if !d.URL.IsZero() {
			byKey[d.URL.Canonical().String()] = i
		}
		byTitle[strings.Join(wording.Words(d.Title), " ")] = i
	}
	of := make([]int, len(records))
	found := 0
	for i, r := range records {
		at, ok := byTitle[strings.Join(wording.Words(r.Title), " ")]
		if !r.URL.IsZero() {
			if k, same := byKey[r.URL.Canonical().String()]; same {
				at, ok = k, true
			}
		}
		if of[i] = -1; ok {
			of[i] = at
			found++
		}
	}
	if found < 2 || found*2 < min(len(records), len(data)) {
		return 0
	}
	for i := range records {
		if of[i] < 0 {
			continue
		}
		r := &records[i]
		have := map[string]bool{"position": true, "name": true, "url": true, "id": true}
		for _, f := range r.Fields {
			have[f.Name] = true
		}
		for _, f := range data[of[i]].Fields {
			if !have[f.Name] {
				r.Fields = append(r.Fields, f)
			}
		}
	}
	return found
}

// Shows reports whether the page shows what data names.
func Shows(v *view.Page, data []record.Record) bool {
	text := strings.Join(wording.Words(v.TextOf(view.Span{Lo: 0, Hi: int32(len(v.Nodes))})), " ")
	seen := 0
	for _, d := range data {
		if w := wording.Words(d.Title); len(w) > 0 && strings.Contains(text, strings.Join(w, " ")) {
			seen++
		}
	}
	return seen*5 >= len(data)*4
}
