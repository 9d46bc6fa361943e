package forms_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// FuzzParse: no page breaks Parse; every form survives JSON; no form with a
// password is ever filled; what is filled is a request of the form's method.
func FuzzParse(f *testing.F) {
	for _, c := range submissions {
		f.Add(c.body, "cat")
	}
	f.Add(certain(`<input type=password name=p>`), "x")
	f.Add(`<label for=a><label><input id=a aria-labelledby="a a"><table><td><th><input role=searchbox>`, "\xff\r\n")
	f.Fuzz(func(t *testing.T, body, word string) {
		doc, err := page.ParseDocument([]byte(body), "text/html; charset=utf-8", page.MustParseURL("http://site.example/"))
		if err != nil {
			return
		}
		for _, form := range forms.Parse(doc) {
			data, err := json.Marshal(form)
			if err != nil {
				t.Fatal(err)
			}
			var back forms.Form
			if err := json.Unmarshal(data, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(form, back, cmp.Comparer(func(a, b page.URL) bool { return a == b })); diff != "" {
				t.Fatalf("JSON round trip (-before +after)\n%s", diff)
			}
			values, password := forms.Values{}, false
			for _, c := range form.Fields {
				password = password || c.Control == "password"
				if c.Role == forms.QueryRole {
					values[c.Name] = []string{word}
				}
			}
			r, err := back.Fill(values, forms.Submission{Named: true})
			if err != nil {
				continue
			}
			if password {
				t.Fatal("filled a form with a password")
			}
			if r.URL.IsZero() || r.Method != "GET" && r.Method != "POST" || r.Method == "GET" && r.Body != "" {
				t.Fatalf("odd request %+v", r)
			}
			if _, err := form.Fill(values, forms.Submission{}); err == nil && !form.Submit {
				t.Fatalf("filled without the user's word in spite of the verdict %q", form.Reasons)
			}
		}
	})
}

// BenchmarkParse understands a page of ordinary size with several forms.
func BenchmarkParse(b *testing.B) {
	var body strings.Builder
	body.WriteString(`<header role=search><form action=/search><input name=q placeholder=Search><button>Go</button></form></header>`)
	for i := range 300 {
		fmt.Fprintf(&body, `<div class=item><h2><a href="/item/%d?from=list">Item %d</a></h2><p>%s</p></div>`, i, i, lorem)
	}
	body.WriteString(`<table><form action=/adv>`)
	for i := range 12 {
		fmt.Fprintf(&body, `<tr><td>Field %d</td><td><select name=s%d><option value="">Any`, i, i)
		for j := range 20 {
			fmt.Fprintf(&body, "<option value=%d>Choice %d", j, j)
		}
		body.WriteString("</select></td></tr>")
	}
	body.WriteString(`</form></table><form method=post action=/login><input name=u><input type=password name=p></form>`)
	doc, err := page.ParseDocument([]byte(body.String()), "text/html; charset=utf-8", page.MustParseURL("http://site.example/"))
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		n += len(forms.Parse(doc))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "forms/s")
}
