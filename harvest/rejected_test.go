package harvest_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// picky is a shop that has another answer for some questions.
type picky struct {
	*shop
	instead func(q string) (status int, body string) // of a question; 0: the shop's own
}

func (s picky) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	p, err := s.shop.Fetch(ctx, r)
	if u, _ := url.Parse(r.URL.String()); err == nil && u.Path == "/find" {
		if status, body := s.instead(u.Query().Get("q")); status > 0 {
			p.Status, p.Body = status, []byte(body)
		}
	}
	return p, err
}

const (
	bare   = "<html><head><title>400 Bad Request</title></head><body><h1>400 Bad Request</h1></body></html>"
	broken = "<html><head><title>Error</title></head><body><h1>Internal Server Error</h1><p>The query could not be parsed.</p></body></html>"
)

// A question that the server steadily says is wrong, while it answers others, is refused:
// nothing is missing for it. One that it fails at may well have records.
func TestSteadilyWrongQuestionsAreRefused(t *testing.T) {
	signs := func(q string) bool {
		return strings.ContainsAny(q, "*%+-\"!") || q != "" && strings.TrimSpace(q) == ""
	}
	framed := func(q string) string {
		return fmt.Sprintf("<html lang=en><title>Results</title><h1>Shop of things</h1><p>Bad request: syntax error near %q</p>", q)
	}
	times := map[string]int{}
	for _, tt := range []struct {
		name    string
		instead func(q string) (int, string)
		well    bool
		least   int
	}{
		{"signs, on the server's bare page", func(q string) (int, string) {
			if signs(q) {
				return 400, bare
			}
			return 0, ""
		}, true, 60},
		{"signs, on a page of the site", func(q string) (int, string) {
			if signs(q) {
				return 422, framed(q)
			}
			return 0, ""
		}, true, 60},
		{"signs, without a word", func(q string) (int, string) {
			if signs(q) {
				return 404, ""
			}
			return 0, ""
		}, true, 60},
		{"signs break the server", func(q string) (int, string) {
			if signs(q) {
				return 500, broken
			}
			return 0, ""
		}, true, 60},
		{"some words", func(q string) (int, string) {
			if q == "lantern" || q == "teal" || q == "olive" || q == "kettle" {
				return 400, bare
			}
			return 0, ""
		}, true, 54},
		{"some words break the server", func(q string) (int, string) {
			if q == "lantern" || q == "teal" || q == "olive" || q == "kettle" {
				return 500, broken
			}
			return 0, ""
		}, false, 30},
		{"now and then", func(q string) (int, string) {
			if times[q]++; times[q] == 1 && len(times)%3 == 0 {
				return 400, bare
			}
			return 0, ""
		}, true, 60},
		{"always", func(q string) (int, string) { return 400, bare }, false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShop(t)
			sum := run(t, harvest.Options{SeedWords: []string{"crimson", "teal", "olive"}}, picky{s, tt.instead}, newMemory())
			well := sum.Stop.Kind == harvest.Complete || sum.Stop.Kind == harvest.Exhausted
			if well != tt.well || sum.Records < tt.least || len(s.asked) > 200 {
				t.Errorf("%d records, %d requests, stop %s: %s", sum.Records, len(s.asked), sum.Stop.Kind, sum.Stop.Reason)
			}
		})
	}
}
