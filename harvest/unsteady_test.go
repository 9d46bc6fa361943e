package harvest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// restless is a site whose records have other addresses each time that they are shown.
type restless struct {
	*late
	link func(id string, page, row int) string
	no   int
}

var itemLink = regexp.MustCompile(`href=/item/(\d+)`)

func (r *restless) Fetch(_ context.Context, q page.Request) (*page.Page, error) {
	r.asked = append(r.asked, q)
	u, err := url.Parse(q.URL.String())
	if err != nil {
		r.t.Fatal(err)
	}
	r.no++
	row := 0
	body := itemLink.ReplaceAllStringFunc(r.page(u), func(link string) string {
		row++
		return "href='" + r.link(itemLink.FindStringSubmatch(link)[1], r.no, row) + "'"
	})
	return &page.Page{Request: q, Final: q.URL, Status: 200, Body: []byte(body), Requests: 1, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

// What an address has of who asks, and when, is no part of what tells its record apart: that is
// learned as records come again, and those that were held twice until then become one.
func TestAddressesThatChange(t *testing.T) {
	for name, link := range map[string]func(id string, page, row int) string{
		"a number for each row": func(id string, page, row int) string {
			return fmt.Sprintf("/item/%s?x=%d&amp;pos=%d", id, page*104729%900000+row*7919, row)
		},
		"the visit":           func(id string, page, _ int) string { return fmt.Sprintf("/item?visit=v%05dq&amp;id=%s", page*7919, id) },
		"the moment":          func(id string, page, _ int) string { return fmt.Sprintf("/item/%s?at=17000%05d", id, page) },
		"a parameter in path": func(id string, page, _ int) string { return fmt.Sprintf("/item;w=%08d/%s", page*7919, id) },
		"a part of the path":  func(id string, page, _ int) string { return fmt.Sprintf("/z%07d/item/%s", page*7919, id) },
		"a number that stays": func(id string, _, _ int) string { return fmt.Sprintf("/item/%s?no=70000%s", id, id) },
	} {
		r := &restless{late: newLate(t, 1), link: link}
		r.says = true
		db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sum := run(t, harvest.Options{}, r, db)
		different := map[string]bool{}
		for rec, err := range db.Records(t.Context(), site.Name) {
			if err != nil {
				t.Fatal(err)
			}
			different[rec.Text] = true
		}
		db.Close()
		if sum.Records != 300 || len(different) != 300 || sum.Stop.Kind != harvest.Complete {
			t.Errorf("%s: %d records, %d different ones, after %d requests: %+v", name, sum.Records, len(different), len(r.asked), sum.Stop)
		}
	}
}
