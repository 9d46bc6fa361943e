package harvest

import (
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/querygen"
)

// A page that was taken for one record is told from one whose records are the same by now, or
// were read into other words.
func TestMisreads(t *testing.T) {
	page := []querygen.Row{{Key: "page", Text: "Catalogue Search One A Two B"}}
	one, two := extract.Record{Key: "1", Text: "One A"}, extract.Record{Key: "2", Text: "Two B"}
	for name, c := range map[string]struct {
		rows  []querygen.Row
		again []extract.Record
		want  bool
	}{
		"a page for two":      {page, []extract.Record{one, two}, true},
		"a page for one":      {page, []extract.Record{one}, true},
		"the same":            {[]querygen.Row{{Key: "1", Text: "One A"}}, []extract.Record{one}, false},
		"one more":            {[]querygen.Row{{Key: "1", Text: "One A"}}, []extract.Record{one, two}, false},
		"another key of one":  {[]querygen.Row{{Key: "x", Text: "One A"}}, []extract.Record{one}, false},
		"a text that is kept": {[]querygen.Row{{Key: "x"}}, []extract.Record{one}, false},
		"fewer than before":   {append(page, page...), []extract.Record{one}, false},
		"none":                {page, nil, false},
	} {
		if got := misreads(c.rows, c.again); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
