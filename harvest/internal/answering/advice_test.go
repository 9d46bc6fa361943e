package answering

import (
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// What a page advises where it finds nothing leads to other sites and other questions, and is
// among what every page has; what is popular there may be an answer, too.
func TestWhatIsAdvisedIsNoRecord(t *testing.T) {
	advised := []string{"https://reference.example/", "https://books.example/first", "/find?q=lamp+or+desk", "/find?q=lamp*", "/news/4"}
	popular := []string{"/item/4", "/item/5", "/item?id=6", "https://reference.example/"}
	for _, c := range []struct {
		leads []string
		want  bool
	}{{advised, true}, {popular, false}} {
		at := page.MustParseURL("http://lamps.example/find?q=zzz")
		html := "<p>Nothing was found.</p><ul>"
		var records []extract.Record
		for _, to := range c.leads {
			u, err := at.Resolve(to)
			if err != nil {
				t.Fatal(err)
			}
			html += `<li><a href="` + to + `">Have a look at ` + to + `</a></li>`
			records = append(records, extract.Record{Key: u.String(), URL: u, Title: "Have a look at " + to})
		}
		doc, err := page.ParseDocument([]byte(html+"</ul>"), "text/html; charset=utf-8", at)
		if err != nil {
			t.Fatal(err)
		}
		profile := ledger.Profile{Form: &forms.Form{Fields: []forms.Field{{Name: "q", Role: forms.QueryRole}}}}
		learnNothing(&profile, manner.Sight{Page: &page.Page{Final: at}, Doc: doc, Res: extract.Result{Records: records}, Words: []string{"zzz"}})
		if got := slices.Contains(profile.Background.Links, records[0].Key); got != c.want || len(profile.Instead) > 0 == c.want {
			t.Errorf("%v: in the background %v, want %v; instead %v", c.leads, got, c.want, profile.Instead)
		}
	}
}
