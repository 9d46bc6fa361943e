package harvest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// sponsored is a site that sets a row before the second one of each list.
type sponsored struct {
	*late
	row func(no int, first string) string // first is the first row of the list; nil: some rows lead elsewhere
}

func (s *sponsored) Fetch(_ context.Context, q page.Request) (*page.Page, error) {
	s.asked = append(s.asked, q)
	u, err := url.Parse(q.URL.String())
	if err != nil {
		s.t.Fatal(err)
	}
	body := s.page(u)
	if s.row == nil {
		body = regexp.MustCompile(`/item/(\d*[36])>`).ReplaceAllString(body, "https://library.example/item/$1>")
	} else if before, after, ok := strings.Cut(body, "</em></li><li>"); ok {
		_, first, _ := strings.Cut(before, "<li>")
		body = before + "</em></li><li class=promo>" + s.row(len(s.asked), first) + "</em></li><li>" + after
	}
	return &page.Page{Request: q, Final: q.URL, Status: 200, Body: []byte(body), Requests: 1, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

// A row that is advertisement by its label, or because it alone leads elsewhere, and does not have what the others have, is no
// record, and the total that the site shows is not held against it. Records of the site's own
// that it sets before others are, and those that lead elsewhere and have what was asked.
func TestSponsoredRows(t *testing.T) {
	for name, row := range map[string]func(no int, first string) string{
		"of others": func(no int, _ string) string {
			return fmt.Sprintf("<small>Sponsored</small> <a href=/item/z%d>foreign gadget of maker %d</a> <span class=kind>Kind9</span> <em>%d", no%50, no%50, no%50)
		},
		"of its own": func(_ int, first string) string { return "<small>Sponsored</small> " + first },
		"of another site": func(no int, _ string) string {
			return fmt.Sprintf("<a href=https://other.example/z%d>foreign gadget of maker %d</a> <span class=kind>Kind9</span> <em>%d", no%50, no%50, no%50)
		},
		"all that match, some on another site": nil,
	} {
		s, m := &sponsored{late: newLate(t, 1), row: row}, newMemory()
		s.says = true
		sum := run(t, harvest.Options{}, s, m)
		foreign := 0
		for _, rec := range m.rows {
			if strings.Contains(rec.Text, "foreign") {
				foreign++
			}
		}
		// Nothing was asked for the first six pages, which shows nothing of those that lead elsewhere.
		if most := map[bool]int{true: 6}[name == "of another site"]; sum.Records != 300+foreign || foreign > most || foreign == 0 && sum.Stop.Kind != harvest.Complete {
			t.Errorf("%s: %d records, %d of them foreign, after %d requests: %+v", name, sum.Records, foreign, len(s.asked), sum.Stop)
		}
	}
}
