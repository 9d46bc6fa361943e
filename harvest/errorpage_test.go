package harvest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// touchy is a shop that answers some questions with an error page, or all of them
// with the status of one.
type touchy struct {
	*shop
	hates string // questions with this word fail
	all   int    // the status of answers; 0: 200
}

func (s touchy) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	p, err := s.shop.Fetch(ctx, r)
	if err != nil || !strings.HasPrefix(r.URL.PathQuery(), "/find") {
		return p, err
	}
	if s.all > 0 {
		p.Status = s.all
	}
	if q := r.URL.String(); s.hates != "" && strings.Contains(q, s.hates) {
		p.Status = 400
		p.Body = fmt.Appendf(nil, `<html lang=en><title>Results</title><div class=header><h1>Shop of things</h1>Bad Request <a href="/login">Log in</a></div>
			<div class=content><p class=generalError>The engine fails: unknown special query {SELECT things.label FROM things WHERE words MATCH '%s'%s}</p></div>
			<div class=footer>This page was made in about 0.006s by Engine 2.21 [%[1]s] <a href="/about">About</a></div>`,
			s.hates, strings.Repeat(" AND things.rowid=words.rowid", 12))
	}
	return p, nil
}

// What stands on an error page is no record, but an answer is one whatever its status.
func TestErrorPages(t *testing.T) {
	for _, c := range []touchy{{hates: "q=teal"}, {hates: "lantern"}, {all: 400}} {
		s, m := newShop(t), newMemory()
		c.shop = s
		sum := run(t, harvest.Options{SeedWords: []string{"teal", "olive"}}, c, m)
		for _, r := range m.rows {
			if !strings.HasPrefix(r.URL.PathQuery(), "/item/") {
				t.Errorf("%s %d: a record that is none: %s %.60q", c.hates, c.all, r.URL, r.Text)
			}
		}
		if sum.Records < 54 {
			t.Errorf("%s %d: %d records: %s", c.hates, c.all, sum.Records, sum.Stop.Reason)
		}
	}
}
