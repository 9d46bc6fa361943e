package drift

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// answered is a step that asked for books and got some, in elements of the name.
func answered(seq int, tag string) Seen {
	var b strings.Builder
	b.WriteString("<h1>Books</h1><ol class=found>")
	rows := make([]querygen.Row, 4)
	for i := range rows {
		fmt.Fprintf(&b, "<%s><a href='/book/%d'>Harbour lights, volume %d</a><p>In %d chapters, with maps.</p></%[1]s>", tag, 10*seq+i, 10*seq+i, 3+i)
	}
	u := page.MustParseURL(fmt.Sprintf("http://books.example/find?q=%d", seq))
	return Seen{
		harvest.Step{Seq: int64(seq), Answer: &harvest.Answer{Outcome: querygen.Outcome{Rows: rows}}},
		&page.Page{Request: page.Get(u), Final: u, Status: 200, Body: []byte(b.String() + "</ol>")},
	}
}

// A few answers that a wrapper does not fit are told, but are no drift; many are.
func TestFewMisfitsAreNoDrift(t *testing.T) {
	was := harvest.Profile{Wrapper: extract.Wrapper{Region: "ol.found", Record: "li", Columns: []extract.Column{{Name: "title", Title: true, Select: "a", Nth: 1, Rows: 9}}, Pages: 3, Records: 9}}
	now := harvest.Summary{Profile: harvest.Profile{Form: &forms.Form{}}}
	for odd, want := range []string{"", "more: it does not fit 1 of 8", "more: it does not fit 2 of 8", "changed: it does not fit 3 of 8"} {
		var steps []Seen
		for i := range 8 {
			tag := "li"
			if i < odd {
				tag = "article"
			}
			steps = append(steps, answered(i, tag))
		}
		got := ""
		for _, d := range wrapperDrift(steps, was, now) {
			got = "more: "
			if d.Change {
				got = "changed: "
			}
			got += d.Message
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%d of 8 do not fit: %q, want %q", odd, got, want)
		}
	}
}

// A column that a person wrote and that selects nothing any more is told; what a person leaves
// out is not missed.
func TestColumnsThatAPersonWroteAreChecked(t *testing.T) {
	was := harvest.Profile{Wrapper: extract.Wrapper{Region: "ol.found", Record: "li", Pages: 3, Records: 9, Columns: []extract.Column{{Name: "title", Title: true, Select: "a", Nth: 1, Rows: 9, Drop: true},
		{Name: "size", Select: "p", Pattern: `In (\d+) chapters`, Kind: "integer"}, {Name: "isbn", Select: "b"}, {Name: "short", Select: "p", Pattern: `In ([34]) chapters`, Required: true}}}}
	var steps []Seen
	for i := range 4 {
		steps = append(steps, answered(i, "li"))
	}
	got := wrapperDrift(steps, was, harvest.Summary{Profile: harvest.Profile{Form: &forms.Form{}}})
	if len(got) != 1 || got[0].Message != "column isbn is in none of 16 records" {
		t.Errorf("%+v", got)
	}
}
