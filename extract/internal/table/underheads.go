package table

import (
	"cmp"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
)

// nameGroups adds to records the headings that they stand under, as a column of the
// given name, unless there is another of that name.
func (t Table) nameGroups(records []record.Record, name string, named func(string) bool) {
	name = cmp.Or(name, region.GroupField)
	if name == region.NoGroup || named(name) {
		return
	}
	heads := region.UnderHeads(t.v, t.Recs)
	fields := make([]record.Field, len(heads))
	for i, head := range heads {
		head, _ = tally.Counted(head) // which is about the answer
		fields[i] = record.Typed(name, strings.TrimSpace(head))
	}
	for i, f := range fields {
		if f.Value != "" {
			records[i].Fields = append(records[i].Fields, f)
		}
	}
}
