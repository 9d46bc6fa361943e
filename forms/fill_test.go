package forms_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
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

// A script that sends a form presses no button and asks no constraint.
func TestFillByScript(t *testing.T) {
	doc, err := page.ParseDocument([]byte(`<form action=/find role=search><input type=hidden name=target>
		<input type=search name=q required><input type=submit name=go value=Search></form>`), "text/html; charset=utf-8", page.MustParseURL("http://site.example/"))
	if err != nil {
		t.Fatal(err)
	}
	f := forms.Parse(doc)[0]
	r, err := f.Fill(forms.Values{"target": {"page2"}}, forms.Submission{Script: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.URL.String(), "http://site.example/find?target=page2&q="; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	if _, err := f.Fill(forms.Values{"target": {"page2"}}, forms.Submission{}); err == nil {
		t.Error("by a person the empty required box is accepted")
	}
}
