package page

import (
	"mime"
	"testing"
)

// What plainMediaType reads at all, it reads as the library does.
func FuzzPlainMediaType(f *testing.F) {
	for _, s := range []string{
		"text/html", "text/html; charset=utf-8", "text/html;charset=UTF-8", "application/xhtml+xml; charset=ISO-8859-1", "text/html;", "text/html; charset=", "text/", "/html",
		"text/html; charset=utf-8; charset=utf-8", "text/html ; charset=utf-8", "text/html; Charset=utf-8", `text/html; charset="utf-8"`, "text", "", "a/b/c", "text/html;  charset=x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		kind, charset, ok := plainMediaType(s)
		if !ok {
			return
		}
		want, params, err := mime.ParseMediaType(s)
		if err != nil || kind != want || charset != params["charset"] {
			t.Errorf("%q is %q with %q, the library says %q with %q (%v)", s, kind, charset, want, params["charset"], err)
		}
	})
}

// Of the content types that pages have, these need no more.
func TestPlainMediaType(t *testing.T) {
	for _, s := range []string{"text/html", "text/html; charset=utf-8", "text/html;charset=UTF-8", "application/xhtml+xml; charset=ISO-8859-1"} {
		if _, _, ok := plainMediaType(s); !ok {
			t.Errorf("%q is not plain", s)
		}
	}
}
