package forms_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

func TestFill(t *testing.T) {
	at := page.MustParseURL("http://site.example/case")
	for _, c := range submissions {
		t.Run(c.name, func(t *testing.T) {
			r, err := c.filled(t, at)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, describe(r)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if r.Referer != at {
				t.Errorf("Referer = %q, want %q", r.Referer, at)
			}
		})
	}
}

// describe writes a request as the cases do, with its boundary replaced.
func describe(r page.Request) string {
	return sent(r.Method, r.URL.PathQuery(), r.ContentType, r.Body)
}

func sent(method, target, contentType, body string) string {
	if method == "GET" {
		return "GET " + target
	}
	if _, boundary, ok := strings.Cut(contentType, "boundary="); ok {
		contentType = strings.ReplaceAll(contentType, boundary, "BOUNDARY")
		body = strings.ReplaceAll(body, boundary, "BOUNDARY")
	}
	return method + " " + target + " " + contentType + "\n" + body
}
