package harvest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// boastful is a site that says something else than how many records match.
type boastful struct {
	*late
	says func(found, page int) string
}

var resultCount = regexp.MustCompile(`(\d+) results`)

func (b *boastful) Fetch(_ context.Context, q page.Request) (*page.Page, error) {
	b.asked = append(b.asked, q)
	u, err := url.Parse(q.URL.String())
	if err != nil {
		b.t.Fatal(err)
	}
	number, _ := strconv.Atoi(u.Query().Get("page"))
	body := resultCount.ReplaceAllStringFunc(b.page(u), func(said string) string {
		n, _ := strconv.Atoi(resultCount.FindStringSubmatch(said)[1])
		return b.says(n, max(number, 1))
	})
	return &page.Page{Request: q, Final: q.URL, Status: 200, Body: []byte(body), Requests: 1, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

// A total that the ends of answers refute, that differs from page to page, or that is said of
// everything is no number of records: all of these are held, the run ends well and claims no
// such size.
func TestTotalsThatAreWrong(t *testing.T) {
	for name, says := range map[string]func(found, page int) string{
		"seven times too high": func(found, _ int) string { return fmt.Sprintf("%d results", 7*found+3) },
		"about as many":        func(found, _ int) string { return fmt.Sprintf("About %d results", found+found/30+1) },
		"more on each page":    func(found, page int) string { return fmt.Sprintf("%d results", found+7*(page-1)) },
		"a thousand and more":  func(int, int) string { return "1,000+ results" },
	} {
		b, m := &boastful{late: newLate(t, 1), says: says}, newMemory()
		sum := run(t, harvest.Options{}, b, m)
		e := sum.Estimate
		if sum.Records != 300 || sum.Stop.Kind != harvest.Exhausted || e.Exact && e.Size != 300 || e.Low > 300 || len(b.asked) > 200 {
			t.Errorf("%s: %d records after %d requests, estimate %+v: %+v", name, sum.Records, len(b.asked), e, sum.Stop)
		}
	}
}
