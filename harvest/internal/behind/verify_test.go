package behind

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/page"
)

// What a button for more appends is not the whole answer: it lacks what the page came with.
func TestARequestForMoreIsNotTheAnswer(t *testing.T) {
	rows := func(from, to int) (html string, records []extract.Record) {
		for i := from; i < to; i++ {
			html += fmt.Sprintf("<div class=hit><a href=/w/%d>Work number %s of the shelf</a><p>and what is said of it</p></div>", i, strings.Repeat("i", i+1))
			records = append(records, extract.Record{URL: page.MustParseURL(fmt.Sprintf("http://a.test/w/%d", i))})
		}
		return html, records
	}
	_, shown := rows(0, 12)
	e := endpoint.Endpoint{Parts: []endpoint.Part{{Is: endpoint.PartPage}}}
	for from, want := range map[int]bool{0: true, 4: false, 2: true} {
		html, _ := rows(from, from+8)
		_, why := compare(e, &page.Page{Final: page.MustParseURL("http://a.test/part"), Body: []byte("<!doctype html><body>" + html)}, shown, "")
		if (why == "") != want {
			t.Errorf("from the record %d on: %q", from, why)
		}
	}
}
