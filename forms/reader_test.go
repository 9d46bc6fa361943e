package forms

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms/control"
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
		{"/a", `<form action=/s itemscope itemtype="https://schema.org/SearchAction"><input name=q><button>Search</button></form>`},
		{"/a", `<a href="/s?q=cats">cats</a><form action=/s><input name=q><button>Search</button></form>`},
		{"/a", `<link rel=search type=application/opensearchdescription+xml href=/o><form action=/s><input name=q><button>Search</button></form>`},
		{"/a", `<a itemprop=target content="/s?q={q}"></a><form action=/s><input name=q><button>Search</button></form>`},
		{"/a", `<a itemprop=target content="/s?x={q}"></a><form action=/s><input name=q><button>Search</button></form>`},
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

// Whatever is read of a control is in its key.
func TestKeyOfControlIsWhole(t *testing.T) {
	var seen []string
	note := func(what string, c control.Field) {
		key := string(keyOf(&c, nil))
		for _, other := range seen {
			if key == other {
				t.Errorf("a change of %s does not show", what)
			}
		}
		seen = append(seen, key)
	}
	note("nothing", control.Field{Options: []control.Option{{}}})
	for i := range reflect.TypeFor[control.Field]().NumField() {
		c := control.Field{Options: []control.Option{{}}}
		if at := reflect.ValueOf(&c).Elem().Field(i); at.Kind() != reflect.Slice {
			change(t, at)
			note(fmt.Sprint("Field.", reflect.TypeFor[control.Field]().Field(i).Name), c)
		}
	}
	for i := range reflect.TypeFor[control.Option]().NumField() {
		c := control.Field{Options: []control.Option{{}}}
		change(t, reflect.ValueOf(&c.Options[0]).Elem().Field(i))
		note(fmt.Sprint("Option.", reflect.TypeFor[control.Option]().Field(i).Name), c)
	}
	note("the number of options", control.Field{})
}

func change(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Slice:
		v.Set(reflect.ValueOf([]string{"x"}))
	default:
		t.Fatalf("a field of kind %s: teach this test and the key about it", v.Kind())
	}
}

// Pages of a crawl do not fill the memory.
func TestReaderIsBounded(t *testing.T) {
	r := NewReader()
	for i := range maxKnown + 10 {
		doc, err := page.ParseDocument(fmt.Appendf(nil, `<form action=/%d><input name=q></form>`, i), "text/html", page.MustParseURL("http://site.example/"))
		if err != nil {
			t.Fatal(err)
		}
		r.Parse(doc)
	}
	if len(r.memory.known) > maxKnown {
		t.Errorf("%d judgements are remembered", len(r.memory.known))
	}
}
