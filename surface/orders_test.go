package surface

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// Links alike beside each record are left out where each record has one of its own, in
// whatever language; the only way to a record, pagers and ways to searches stay.
func TestOrdersBesideRecords(t *testing.T) {
	for name, c := range map[string]struct {
		row  string // %d is the record
		rows int
		left string // "" where all stay
	}{
		"by a parameter":            {`<p><a href="/item/%[1]d">Libri %[1]d</a> <a href="/go?item=%[1]d">Merr hua</a>`, 4, "/go?"},
		"before it":                 {`<tr><td><a href="/go/B%[1]d/x">წაიღე</a><td><a href="/item?id=B%[1]d&l=ka">წიგნი %[1]d</a>`, 3, "/go/"},
		"of few records":            {`<p><a href="/item/%[1]d">Libri %[1]d</a> <a href="/go?item=%[1]d">Merr hua</a>`, 2, ""},
		"the only way":              {`<p>Libri %[1]d <a href="/item/%[1]d">Merr hua</a>`, 4, ""},
		"to others":                 {`<p><a href="/item/%[1]d">Libri %[1]d</a> <a href="/by/9%[1]d">Autori</a>`, 4, ""},
		"to a search in the record": {`<p><a href="/list/%[1]d">List %[1]d</a> <a href="/in/%[1]d">Search</a>`, 4, ""},
		"with names of their own":   {`<p><a href="/item/%[1]d">Book %[1]d</a> <a href="/more/%[1]d">More of %[1]d</a>`, 4, ""},
	} {
		var body strings.Builder
		for i := range c.rows {
			fmt.Fprintf(&body, c.row, i+1)
		}
		at := page.MustParseURL("http://a.example/")
		read, err := Read(&page.Page{Request: page.Get(at), Final: at, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body.String())})
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Count(body.String(), "href")
		want := all
		if c.left != "" {
			want = all / 2
		}
		if len(read.Links) != want || c.left != "" && slices.ContainsFunc(read.Links, func(l Link) bool { return strings.HasPrefix(l.URL.PathQuery(), c.left) }) {
			t.Errorf("%s: %d of %d links are followed, want %d: %v", name, len(read.Links), all, want, read.Links)
		}
	}
}
