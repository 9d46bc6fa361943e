package page

import "testing"

// The keys are stored in databases: they must never change.
func TestRequestKeyGolden(t *testing.T) {
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Get(MustParseURL("http://h.example/")), "7cb792688de4ce873de64d8f80048c13"},
		{Get(MustParseURL("http://h.example/search?q=deep+web&page=2")), "1068cffb628d350072db57ef3c484707"},
		{Request{Method: "POST", URL: MustParseURL("http://h.example/search"), ContentType: "application/x-www-form-urlencoded", Body: "q=deep+web"}, "3b3e197d0658c802eafb1df3da818542"},
	} {
		if got := c.r.Key(); got != c.want {
			t.Errorf("Key(%+v) = %s, want %s", c.r, got, c.want)
		}
	}
}

func TestRequestKeyIdentity(t *testing.T) {
	u := MustParseURL("http://h.example/search?q=1")
	base := Get(u)
	for name, r := range map[string]Request{
		"zero method": {URL: u},
		"referer":     {Method: "GET", URL: u, Referer: MustParseURL("http://h.example/")},
		"render":      {Method: "GET", URL: u, Render: true},
		"fragment":    Get(MustParseURL("http://h.example/search?q=1#top")),
		"tracking":    Get(MustParseURL("http://h.example/search?q=1&utm_source=x")),
		"session":     Get(MustParseURL("http://h.example/search;jsessionid=1?q=1")),
		"password":    Get(MustParseURL("http://u:p@h.example/search?q=1")),
	} {
		if r.Key() != base.Key() {
			t.Errorf("%s makes another key", name)
		}
	}
	for name, r := range map[string]Request{
		"method":       {Method: "POST", URL: u},
		"order":        Get(MustParseURL("http://h.example/search?p=2&q=1")),
		"scheme":       Get(MustParseURL("https://h.example/search?q=1")),
		"body":         {Method: "GET", URL: u, Body: "x"},
		"content type": {Method: "GET", URL: u, ContentType: "x"},
	} {
		if r.Key() == base.Key() {
			t.Errorf("another %s makes the same key", name)
		}
	}
}
