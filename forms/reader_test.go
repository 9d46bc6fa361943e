package forms

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// A Reader finds what Parse finds, whatever it has read before: pages that
// differ in one thing that counts stand side by side.
func TestReaderAgreesWithParse(t *testing.T) {
	const person = `<form action=/f method=post><input name=fname><input name=city></form>`
	pages := []struct{ url, html string }{
		{"/a", `<title>One</title><form action=/s><input name=q><button>Search</button></form>`},
		{"/a", `<title>Two</title><form action=/s><input name=q><button>Search</button></form>`},
		{"/s?q=1", `<title>Two</title><form action=/s><input name=q><button>Search</button></form>`},
		{"/a", `<form action=/find><input name=q><button>Search</button></form>`},
		{"/a", `<form action=/s method=post><input name=q><button>Search</button></form>`},
		{"/a", `<div role=search><form action=/s><input name=q><button>Search</button></form></div>`},
		{"/a", `<h2>Newsletter</h2><form action=/s><input name=q><button>Search</button></form>`},
		{"/a", `<form action=/s id=login><input name=q><button>Search</button></form>`},
		{"/a", `<form action=/s>Vote <input name=q><button>Search</button></form>`},
		{"/a", `<form action=/s><input name=q><button class=login-go>Search</button></form>`},
		{"/a", `<title>Contact us</title>` + person},
		{"/a", `<title>Register</title>` + person},
		{"/a", `<title>Nothing</title>` + person},
		{"/a", `<form action=/s><select name=t><option value="">Any<option>x<option>y</select><input name=q></form>`},
		{"/a", `<form action=/s><select name=t><option value="">One<option>x<option>y</select><input name=q></form>`},
		{"/a", `<div><input type=search name=q><button>Go</button></div>`},
		{"/a", `<form action=/s><input name=p type=password><input name=q></form>`},
	}
	r := NewReader()
	for round := range 2 {
		for _, p := range pages {
			doc, err := page.ParseDocument([]byte(p.html), "text/html; charset=utf-8", page.MustParseURL("http://site.example"+p.url))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Parse(doc), r.Parse(doc), cmp.Comparer(func(a, b page.URL) bool { return a == b })); diff != "" {
				t.Errorf("round %d, %s %s: (-Parse +Reader)\n%s", round, p.url, p.html, diff)
			}
		}
	}
}
