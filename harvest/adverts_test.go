package harvest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// sponsored is a site that sets a row with a label before the second one of each list.
type sponsored struct {
	*late
	row func(no int, first string) string // first is the first row of the list
}

func (s *sponsored) Fetch(_ context.Context, q page.Request) (*page.Page, error) {
	s.asked = append(s.asked, q)
	u, err := url.Parse(q.URL.String())
	if err != nil {
		s.t.Fatal(err)
	}
	body := s.page(u)
	if before, after, ok := strings.Cut(body, "</em></li><li>"); ok {
		_, first, _ := strings.Cut(before, "<li>")
		body = before + "</em></li><li class=promo><small>Sponsored</small> " + s.row(len(s.asked), first) + "</em></li><li>" + after
	}
	return &page.Page{Request: q, Final: q.URL, Status: 200, Body: []byte(body), Requests: 1, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

// A row that is advertisement by its label, and does not have what the others have, is no
// record, and the total that the site shows is not held against it. Records of the site's own
// that it sets before others are.
func TestSponsoredRows(t *testing.T) {
	for name, row := range map[string]func(no int, first string) string{
		"of others": func(no int, _ string) string {
			return fmt.Sprintf("<a href=/item/z%d>foreign gadget of maker %d</a> <span class=kind>Kind9</span> <em>%d", no%50, no%50, no%50)
		},
		"of its own": func(_ int, first string) string { return first },
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
		if sum.Records != 300 || foreign > 0 || sum.Stop.Kind != harvest.Complete {
			t.Errorf("%s: %d records, %d of them foreign, after %d requests: %+v", name, sum.Records, foreign, len(s.asked), sum.Stop)
		}
	}
}
