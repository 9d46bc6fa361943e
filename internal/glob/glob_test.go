package glob

import "testing"

func TestGlob(t *testing.T) {
	for _, c := range []struct{ glob, url, other string }{
		{"/catalogue/**", "https://a.test/catalogue/x/y?q=1", "https://a.test/news/catalogue/x"},
		{"/catalogue/**", "https://a.test/catalogue/", "https://a.test/catalogue"},
		{"/catalogue/*", "https://a.test/catalogue/x", "https://a.test/catalogue/x/y"},
		{"/book/*/print", "https://a.test/book/12/print", "https://a.test/book/1/2/print"},
		{"*/print", "https://a.test/a/b/print", "https://a.test/a/printer"},
		{"*.pdf", "https://a.test/a/b.pdf?x", "https://a.test/a/b.html"},
		{"*?lang=*", "https://a.test/?q=1&lang=de", "https://a.test/?language=de"},
		{"*?lang=de", "https://a.test/x?lang=de", "https://a.test/x?lang=den"},
		{"/s?a=*&b=1", "https://a.test/s?b=1&c=2&a=x/y", "https://a.test/s?a=x"},
		{"*?*", "https://a.test/x?y", "https://a.test/x"},
		{"https://a.test/**", "https://a.test/x", "https://www.a.test/x"},
		{"/b\u00fccher/*", "https://a.test/b%C3%BCcher/1", "https://a.test/bucher/1"},
		{"/b%c3%bccher/*", "https://a.test/b%C3%BCcher/1", "https://a.test/bucher/1"},
		{"/bu\u0308cher/*", "https://a.test/b%C3%BCcher/1", "https://a.test/bucher/1"},
		{"/logout", "https://a.test/%6Cogout", "https://a.test/logouts"},
		{"/logout", "https://a.test/logout;jsessionid=1?x", "https://a.test/a;/logout/x"},
		{"/a;v=*", "https://a.test/a;v=1", "https://a.test/a"},
		{"*?f%6Fo=%C3%BC", "https://a.test/?foo=\u00fc", "https://a.test/?foo=u"},
		{"https://B\u00fccher.Test:443/**", "https://xn--bcher-kva.test/x", "https://xn--bcher-kva.test:8443/x"},
		{"http://*.A.test:80*/**", "http://b.a.test:8080/x", "http://a.test:8080/x"},
		{"/a.b/(c)", "https://a.test/a.b/(c)", "https://a.test/aXb/(c)"},
	} {
		g, err := parse(c.glob)
		if err != nil {
			t.Errorf("%s: %v", c.glob, err)
			continue
		}
		if !g.Match(c.url) {
			t.Errorf("%s does not match %s", c.glob, c.url)
		}
		if g.Match(c.other) {
			t.Errorf("%s matches %s", c.glob, c.other)
		}
	}
	for _, bad := range []string{"", " ", "catalogue/**", "/a b", "*?", "?lang=de", "ftp://a/", "/a#b"} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q is taken for a pattern", bad)
		}
	}
}
