package page

import "testing"

var plainRefs = []string{
	"", "/", "/a/b?c=d&e=f", "a.html", "?page=2", "#top", "/a#b", "a/b/../c", "./a", "../a", "/.", "/a/.", "/a/..", "/%2e/x", "/a/%2E%2e", "%2e%2e/x", "a..b", "..a", "a/.b",
	"//other.example/x", "///x", "/\\x", "http://h.example/x", "http://h.example", "http://h.example:80/x", "http://h.examplez/x", "https://h.example/x", "HTTP://h.example/x", "http://other.example/a?b#c", "https://cdn-1.other.example/x.jpg", "http://1.2.3.4/x", "http://a.0x7f/x", "http://xn--a.example/x", "http://a..b/x", "http://-a.b/x", "http://h.example:443/x", "https://h.example:443/x", "http://u@h.example/", "http://h.example?x/y", "http://A.example/x", "http://localhost/x", "http://h.example./x", "http://a_b.example/x", "http:x", "mailto:a@b", "data:image/png;base64,AAAA", "DATA:,", "file:///etc", "ht+tp:x", "https:x", "1a:b", "da\tta:x", "javascript:void(0)", "a:b", "/a:b", "?a:b",
	"a?b=http://x/../y", "?q=a'b", "?q=a b", "/a b", "/ä", "?ä", "/a|b", "/a^b", "/a\"b", "/<a>", "/{a}", "/a`b", "/[a]", "/%zz", "?%zz", "/a;jsessionid=1", "/a\tb", " /a", "/a ", "/a?", "?", "a?#", "/a//b", "/a/?b?c#d#e", "/a/./b", "x/./", "/~u/$1,2!(3)*4@5+6",
}

var plainBases = []string{"http://h.example/", "http://h.example/dir/page.html?q=1", "https://h.example:8080/a/b/", "http://u:p@h.example/x", "http://h.example:443/", "http://[::1]/x?y"}

func checkResolve(t *testing.T, base, ref string) {
	t.Helper()
	b, err := ParseURL(base)
	if err != nil {
		return
	}
	if scheme := otherScheme(ref); scheme != "" {
		if u, err := b.Resolve(ref); err == nil {
			t.Errorf("%q against %q has the scheme %q, but is %v by the standard", ref, base, scheme, u)
		}
	}
	fast, ok := resolvePlain(b, ref)
	if !ok {
		return
	}
	if slow, err := b.Resolve(ref); err != nil || slow != fast {
		t.Errorf("%q against %q is %v, but by the standard %v (%v)", ref, base, fast, slow, err)
	}
}

func TestResolvePlain(t *testing.T) {
	for _, base := range plainBases {
		for _, ref := range plainRefs {
			checkResolve(t, base, ref)
		}
	}
	b := MustParseURL(plainBases[1])
	for _, ref := range []string{"/a/b?c=d", "a.html", "?page=2", "http://h.example/x"} {
		if _, ok := resolvePlain(b, ref); !ok {
			t.Errorf("%q is not plain", ref)
		}
	}
}

func FuzzResolvePlain(f *testing.F) {
	for _, base := range plainBases {
		for _, ref := range plainRefs {
			f.Add(base, ref)
		}
	}
	f.Fuzz(checkResolve)
}
