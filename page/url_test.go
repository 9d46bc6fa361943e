package page

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestURLParts(t *testing.T) {
	type parts struct{ Href, Origin, Host, PathQuery, Site string }
	for raw, want := range map[string]parts{
		"http://h.example":               {"http://h.example/", "http://h.example", "h.example", "/", "h.example"},
		"HTTP://H.Example:80/a/../b?c#d": {"http://h.example/b?c", "http://h.example", "h.example", "/b?c", "h.example"},
		"https://www.shop.co.uk:8443/?":  {"https://www.shop.co.uk:8443/?", "https://www.shop.co.uk:8443", "www.shop.co.uk", "/?", "shop.co.uk"},
		"http://a.b.github.io/x":         {"http://a.b.github.io/x", "http://a.b.github.io", "a.b.github.io", "/x", "b.github.io"},
		"http://localhost:8080/a@b:c":    {"http://localhost:8080/a@b:c", "http://localhost:8080", "localhost", "/a@b:c", "localhost:8080"},
		"http://0x7f.1:81/":              {"http://127.0.0.1:81/", "http://127.0.0.1:81", "127.0.0.1", "/", "127.0.0.1:81"},
		"http://[::0:1]:81/x":            {"http://[::1]:81/x", "http://[::1]:81", "[::1]", "/x", "[::1]:81"},
		"https://[2001:DB8::1]":          {"https://[2001:db8::1]/", "https://[2001:db8::1]", "[2001:db8::1]", "/", "[2001:db8::1]"},
		"http://u:p@h.example:81/x":      {"http://u:p@h.example:81/x", "http://h.example:81", "h.example", "/x", "h.example"},
		"http://u%40:p/@h.example/":      {"http://u%40:p/@h.example/", "", "", "", ""}, // the first slash ends the authority: no port "p"
		"http://a@b:c@h.example/?@":      {"http://a%40b:c@h.example/?@", "http://h.example", "h.example", "/?@", "h.example"},
		"http://ÜBER.example/ü?ü":        {"http://xn--ber-goa.example/%C3%BC?%C3%BC", "http://xn--ber-goa.example", "xn--ber-goa.example", "/%C3%BC?%C3%BC", "xn--ber-goa.example"},
		"http://www.h.example./":         {"http://www.h.example./", "http://www.h.example.", "www.h.example.", "/", "h.example"},
	} {
		u, err := ParseURL(raw)
		if want.Origin == "" {
			if err == nil {
				t.Errorf("ParseURL(%q) = %s, want an error", raw, u)
			}
			continue
		}
		if err != nil {
			t.Errorf("ParseURL(%q): %v", raw, err)
			continue
		}
		got := parts{u.String(), u.Origin(), u.Host(), u.PathQuery(), u.Site()}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", raw, diff)
		}
	}
}

func TestZeroURL(t *testing.T) {
	var u URL
	if !u.IsZero() || u.String() != "" || u.Origin() != "" || u.Host() != "" || u.Site() != "" || !u.Canonical().IsZero() {
		t.Errorf("the zero URL has parts: %q %q %q %q", u.Origin(), u.Host(), u.Site(), u.Canonical())
	}
	if v, err := u.Resolve("http://h.example/x"); err != nil || v.String() != "http://h.example/x" {
		t.Errorf("zero.Resolve(absolute) = %v, %v", v, err)
	}
	if v, err := u.Resolve("x"); err == nil {
		t.Errorf("zero.Resolve(relative) = %v", v)
	}
}

func TestParseURLErrors(t *testing.T) {
	for raw, scheme := range map[string]bool{
		"": false, "x": false, "http://": false, "http://a b/": false, "http://h:99999/": false, "http://1.2.3.256/": false,
		"mailto:a@h.example": true, "javascript:void(0)": true, "ftp://h.example/": true, "data:,x": true,
	} {
		u, err := ParseURL(raw)
		if err == nil || errors.Is(err, ErrScheme) != scheme || !u.IsZero() {
			t.Errorf("ParseURL(%q) = %v, %v", raw, u, err)
		}
	}
}

func TestResolve(t *testing.T) {
	base := MustParseURL("https://u:p@h.example/a/b?c=d")
	for ref, want := range map[string]string{
		"":                  "https://u:p@h.example/a/b?c=d",
		"x":                 "https://u:p@h.example/a/x",
		"?q=1":              "https://u:p@h.example/a/b?q=1",
		"/x/./y/../z":       "https://u:p@h.example/x/z",
		"../../../x":        "https://u:p@h.example/x",
		"//other.example/x": "https://other.example/x",
		"#frag":             "https://u:p@h.example/a/b?c=d",
		` /a\b `:            "https://u:p@h.example/a/b",
		"/a\n\tb":           "https://u:p@h.example/ab",
		"http:x":            "http://x/",
		"https:x":           "https://u:p@h.example/a/x",
		"/a|b%zz":           "https://u:p@h.example/a|b%zz",
	} {
		u, err := base.Resolve(ref)
		if err != nil || u.String() != want {
			t.Errorf("Resolve(%q) = %v, %v, want %s", ref, u, err, want)
		}
	}
	if _, err := base.Resolve("mailto:x@h.example"); !errors.Is(err, ErrScheme) {
		t.Errorf("Resolve(mailto:) = %v, want ErrScheme", err)
	}
}

func TestURLText(t *testing.T) {
	type holder struct{ A, B URL }
	in := holder{A: MustParseURL("http://h.example/?a=b&c")}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var out holder
	if err := json.Unmarshal(text, &out); err != nil || out != in {
		t.Errorf("%s gave %v, %v", text, out, err)
	}
	if err := json.Unmarshal([]byte(`{"A":"ftp://h.example/"}`), &out); !errors.Is(err, ErrScheme) {
		t.Errorf("an ftp URL was accepted: %v", err)
	}
}

func TestCanonical(t *testing.T) {
	const md5, mixed = "9b2f1a0c8d7e6f5a4b3c2d1e0f9a8b7c", "h3k9x7zq2m5n8p4r6t1v"
	for raw, want := range map[string]string{
		"/":                "/",
		"/a?":              "/a",
		"/a?b=c&d=e&b=&&x": "/a?b=c&d=e&b=&&x",
		"/a?utm_source=x&b=2&UTM_Medium=y&a=1&gclid=z": "/a?b=2&a=1",
		"/a?fbclid=x":                                 "/a",
		"/a?PHPSESSID=x&q=1":                          "/a?q=1",
		"/a?q=1&ASPSESSIONIDQABC=XYZ":                 "/a?q=1",
		"/a?sid=" + md5 + "&q=1":                      "/a?q=1",
		"/a?sid=" + mixed:                             "/a",
		"/a?sid=0f8fad5b-d9cb-469f-a165-70867728950e": "/a",
		"/a?sid=12":                                   "/a?sid=12", // a section
		"/a?sid=international-conference-1":           "/a?sid=international-conference-1",
		"/a?session_id=42":                            "/a?session_id=42",
		"/a?s=" + md5:                                 "/a",
		"/a?s=" + mixed:                               "/a?s=" + mixed, // may be a search
		"/a?s=covid19vaccination2021":                 "/a?s=covid19vaccination2021",
		"/a?ref=home&source=x&page=2":                 "/a?ref=home&source=x&page=2",
		"/a?q=%7Ea%7ea+%20":                           "/a?q=%7Ea%7ea+%20",
		"/a;jsessionid=1A2B.node1?q=1":                "/a?q=1",
		"/a;jsessionid=1A2B/b;v=1;;JSESSIONID=x;w=2":  "/a/b;v=1;;w=2",
		"/a;v=1/b":                                    "/a;v=1/b",
		"/;jsessionid=x":                              "/",
		"/a/.;jsessionid=x/b":                         "/a/b",
		"/a/..;jsessionid=x/b":                        "/b",
		"/(S(abcdefghij0123456789abcd))/a.aspx":       "/a.aspx",
		"/a/(S(abcdefghij0123456789abcd)F(abcdefghij0123456789))/": "/a/",
		"/(S(abcdefghij0123456789abcd))":                           "/",
		"/wiki/Tree_(s(x))":                                        "/wiki/Tree_(s(x))",
		"/(abc)/x":                                                 "/(abc)/x",
		"/a//b/":                                                   "/a//b/",
	} {
		u := MustParseURL("http://h.example:8080" + raw)
		if got, want := u.Canonical().String(), "http://h.example:8080"+want; got != want {
			t.Errorf("Canonical(%s) = %s, want %s", raw, got, want)
		}
	}
	if got := MustParseURL("http://u:p@h.example/x").Canonical().String(); got != "http://h.example/x" {
		t.Errorf("Canonical keeps the password: %s", got)
	}
}

func FuzzParseURL(f *testing.F) {
	for _, s := range []string{
		"http://h.example/a?b#c", "https://u:p@[::1]:81/;jsessionid=x/..;a/b?sid=" + strings.Repeat("0", 32),
		"http://xn--ber-goa.example./(S(abcdefghij0123456789abcd))/.", "HTTP:\\\\1.2\t.3\\%zz?PHPSESSID&&=",
		"//x", "http://ａ.example/\x00\xff", "?x", "http:/;jsessionid=%2e%2e;/.;sid=/x",
	} {
		f.Add(s, "../x?"+s)
	}
	base := MustParseURL("http://b.example/c/d?e=f")
	f.Fuzz(func(t *testing.T, raw, ref string) {
		check := func(u URL) {
			again, err := ParseURL(u.String())
			if err != nil || again != u {
				t.Fatalf("ParseURL(%q) = %q, %v: not idempotent", u, again, err)
			}
			if !strings.HasPrefix(u.PathQuery(), "/") || u.Host() == "" || u.Site() == "" {
				t.Fatalf("%q has parts %q %q %q", u, u.Host(), u.Site(), u.PathQuery())
			}
			if o, err := ParseURL(u.Origin() + u.PathQuery()); err != nil || o.Origin() != u.Origin() || strings.Contains(u.Origin(), "@") {
				t.Fatalf("%q has origin %q: %v", u, u.Origin(), err)
			}
			c := u.Canonical()
			if c != c.Canonical() || c.Origin() != u.Origin() {
				t.Fatalf("Canonical(%q) = %q, and of that %q", u, c, c.Canonical())
			}
			if p, err := ParseURL(c.String()); err != nil || p != c {
				t.Fatalf("Canonical(%q) = %q is no URL: %v", u, c, err)
			}
		}
		if u, err := base.Resolve(ref); err == nil {
			check(u)
		}
		u, err := ParseURL(raw)
		if err != nil {
			return
		}
		check(u)
		if v, err := u.Resolve(ref); err == nil {
			check(v)
		}
	})
}

func BenchmarkParseURL(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseURL("https://www.h.example/catalogue/search?q=deep+web&page=2&sort=title#results"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	u := MustParseURL("https://www.h.example/catalogue/search?q=deep+web&utm_source=x&page=2")
	b.ReportAllocs()
	for b.Loop() {
		if u.Canonical() == u {
			b.Fatal("nothing dropped")
		}
	}
}

// A route is kept where it is asked for, and in what was written down; it is part of no request.
func TestRoutes(t *testing.T) {
	doc := &Document{Base: MustParseURL("http://h.example/app/?utm_source=x")}
	for ref, want := range map[string]string{
		"#/item/7?id=a b":         "http://h.example/app/#/item/7?id=a%20b",
		"#!/item/7":               "http://h.example/app/#!/item/7",
		"/other#/x":               "http://h.example/other#/x",
		"http://i.example/?a=1#/": "http://i.example/?a=1",
		"#/":                      "http://h.example/app/",
		"#!":                      "http://h.example/app/",
		"#top":                    "http://h.example/app/",
		"x#section":               "http://h.example/app/x",
	} {
		u, err := doc.ResolveRoute(ref)
		if got := u.Canonical().String(); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", ref, got, err, want)
		}
		var again URL
		if err := again.UnmarshalText([]byte(u.String())); err != nil || again != u {
			t.Errorf("%s is read as %s, %v", u, again, err)
		}
		plain, err := doc.Resolve(ref)
		if err != nil || u.WithoutRoute() != plain || u.PathQuery() != plain.PathQuery() || u.Origin() != plain.Origin() {
			t.Errorf("%q is requested as %s, want %s", ref, u.WithoutRoute(), plain)
		}
	}
}
