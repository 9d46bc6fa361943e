package page

import (
	"net/http"
	"testing"
)

func TestNextLinkHeader(t *testing.T) {
	for _, c := range []struct {
		header []string
		want   string
	}{
		{[]string{`</books?page=2>; rel="next"`}, "https://books.example/books?page=2"},
		{[]string{`<?page=1>; rel=prev, <?page=3>; rel=next; title="more, please"`}, "https://books.example/find?page=3"},
		{[]string{`<?page=9>; title="a;b,c"; rel="last"`, `<?page=3>; rel="nofollow next"`}, "https://books.example/find?page=3"},
		{[]string{`<?page=3> ; REL = "Next"`}, "https://books.example/find?page=3"},
		{[]string{`<?page=3>; rel="next"; anchor="/other"`}, ""},
		{[]string{`<?page=3>; rel="prev"; rel="next"`}, ""},
		{[]string{`<style.css>; rel=preload; as=style`, `garbage`, `<unclosed`, `<x>; rel="`}, ""},
		{nil, ""},
	} {
		p := Page{Final: MustParseURL("https://books.example/find?page=2"), Body: []byte("<p>x"), Header: http.Header{"Content-Type": {"text/html"}, "Link": c.header}}
		doc, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.Next.String(); got != c.want {
			t.Errorf("%q: %q, want %q", c.header, got, c.want)
		}
	}
}

func FuzzLinkHeader(f *testing.F) {
	f.Add(`<?page=3>; rel="next"; title="x", <y>; rel=prev`)
	f.Add(`<a>;;=,"<`)
	f.Fuzz(func(t *testing.T, value string) {
		nextLink(http.Header{"Link": {value}}) // must end
	})
}
