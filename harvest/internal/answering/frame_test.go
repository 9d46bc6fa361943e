package answering

import (
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/ledger"
)

// What stands on every page is no record. A record that has the title of a page that all
// others link to is one by what else it says.
func TestOnlyFrame(t *testing.T) {
	m := ledger.Manner{Frame: []uint64{extract.LineHash("Main page"), extract.LineHash("Read more")}}
	slices.Sort(m.Frame)
	link := extract.Record{Title: "Main page", Fields: []extract.Field{{Name: "more", Value: "Read more"}}}
	home := extract.Record{Title: "Main page", Fields: []extract.Field{{Name: "text", Value: "Welcome to the archive"}}}
	for _, c := range []struct {
		records []extract.Record
		want    bool
	}{{nil, false}, {[]extract.Record{link}, true}, {[]extract.Record{link, home}, false}, {[]extract.Record{{Title: "Owls"}}, false}} {
		if got := onlyFrame(m, c.records); got != c.want {
			t.Errorf("%v: %v, want %v", c.records, got, c.want)
		}
	}
}
