package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// check reports what must hold for the Result of any page.
func check(t *testing.T, r Result) {
	t.Helper()
	for _, x := range r.Records {
		if x.Key == "" {
			t.Errorf("record without a key: %+v", x)
		}
		for _, f := range x.Fields {
			if f.Name == "" || f.Value == "" {
				t.Errorf("field without a name or value: %+v", f)
			}
		}
	}
	for _, u := range append([]page.URL{r.Next.URL}, r.Pages...) {
		if s := u.String(); s != "" && !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
			t.Errorf("page link %q", s)
		}
	}
	if r.Total < -1 || r.Empty && len(r.Records) > 0 || r.Empty && r.Blocked != "" {
		t.Errorf("total %d, empty %v with %d records, blocked %q", r.Total, r.Empty, len(r.Records), r.Blocked)
	}
}

func FuzzRead(f *testing.F) {
	for _, layout := range []string{"table", "list", "definitions", "between rules", "grid", "groups"} {
		f.Add([]byte(wrap(layouts[layout](shelf)+`<a rel=next href="?p=2">2</a>`)), "salt")
	}
	f.Add([]byte(`<p>No results</p><form><input type=submit name=n value=Next>`), "")
	f.Add([]byte(`<table><tr><th>A<tr><td colspan=9999999999>1.<td>٣٬٤<a href="?a=%zz&b">x</a>`), "a b")
	f.Add([]byte(`<p>1-8 of 99999999999999999999 results</p><a href="http://[">1</a> 2 <a href="?3">3</a>`), "\xff")
	f.Fuzz(func(t *testing.T, body []byte, query string) {
		doc, err := page.ParseDocument(body, "text/html; charset=utf-8", page.MustParseURL("http://books.example/find?q=salt"))
		if err != nil {
			t.Skip("not HTML by its first bytes")
		}
		b := Background{}.Learn(doc, []string{"zz"})
		check(t, Read(doc, Options{Query: strings.Fields(query)}))
		check(t, Read(doc, Options{Query: strings.Fields(query), Background: b}))
	})
}

// hostile makes pages of a given size that a careless extractor takes
// quadratic time for.
var hostile = map[string]func(int) string{
	"flat list": func(n int) string { return strings.Repeat("<li><a href='/x'>word and word</a> text</li>", n/45) },
	"bare links": func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "<a href='/p?page=%d'>%d</a> ", i, i)
		}
		return b.String()
	},
	"deep": func(n int) string {
		return strings.Repeat(strings.Repeat("<div><p>x y</p>", 400)+strings.Repeat("</div>", 400), n/8400)
	},
	"every tag another": func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "<x%c%c%c class=c%s>some text</x%c%c%c>", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26, strings.Repeat("z", i%9), 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
		}
		return b.String()
	},
	"lines with numbers": func(n int) string { return strings.Repeat("<p>1-10 of 1,234 results found 12 hits</p>", n/43) },
	"rules and breaks":   func(n int) string { return strings.Repeat("<hr>a<br><br>b<br>", n/18) },
	"one text":           func(n int) string { return "<p>" + strings.Repeat("1,234 no results 12 ", n/20) },
	"table":              func(n int) string { return "<table>" + strings.Repeat("<tr><td>1<td><b>x</b><td>y", n/27) },
}

func TestHostilePages(t *testing.T) {
	for name, gen := range hostile {
		doc := parse(t, "http://books.example/find?q=salt", gen(400_000))
		start := time.Now()
		check(t, Read(doc, Options{Query: []string{"salt"}}))
		// Takes 0.1 s on one core; anything quadratic takes minutes.
		if d := time.Since(start); d > 15*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
}

// BenchmarkHostile reads pages of five megabytes, two seconds for each being
// the target.
func BenchmarkHostile(b *testing.B) {
	for name, gen := range hostile {
		b.Run(name, func(b *testing.B) {
			doc := parse(b, "http://books.example/find?q=salt", gen(5_000_000))
			b.ResetTimer()
			for b.Loop() {
				Read(doc, Options{Query: []string{"salt"}})
			}
		})
	}
}
