package numbering

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// Each case is what a harvest saw: addresses of pages 1, 2, 3 ... of the answers
// to questions, the first as the form asks for it. From these the address of
// any page of another question follows, or it does not.
func TestNumbering(t *testing.T) {
	for _, c := range []struct {
		name string
		seen [][]string
		one  string // page 1 of another question
		page int
		want string // its page; "": not known
	}{
		{"pages", [][]string{{"/s?q=a", "/s?q=a&page=2", "/s?q=a&page=3"}}, "/s?q=b+c", 7, "/s?q=b+c&page=7"},
		{"pages from 0", [][]string{{"/s?q=a", "/s?q=a&p=1", "/s?q=a&p=2"}}, "/s?q=b", 2, "/s?q=b&p=1"},
		{"rows", [][]string{{"/s?q=a", "/s?q=a&start=10", "/s?q=a&start=20"}}, "/s?q=b", 5, "/s?q=b&start=40"},
		{"rows from 1", [][]string{{"/s?q=a", "/s?q=a&first=11", "/s?q=a&first=21"}}, "/s?q=b", 3, "/s?q=b&first=21"},
		{"the form has the number", [][]string{{"/s?start=0&q=a", "/s?start=25&q=a", "/s?start=50&q=a"}}, "/s?start=0&q=b", 4, "/s?start=75&q=b"},
		{"a path", [][]string{{"/?s=a", "/page/2/?s=a", "/page/3/?s=a"}, {"/?s=b", "/page/2/?s=b"}}, "/?s=c", 9, "/page/9/?s=c"},
		{"a path, seen once", [][]string{{"/?s=a", "/page/2/?s=a", "/page/3/?s=a"}}, "/?s=c", 9, ""},
		{"a path that the question is in", [][]string{{"/?s=a", "/find/a/2", "/find/a/3"}, {"/?s=b", "/find/b/2"}}, "/?s=c", 9, ""},
		{"text around the number", [][]string{{"/s-1.html?q=a", "/s-2.html?q=a", "/s-3.html?q=a"}}, "/s-1.html?q=b", 12, "/s-12.html?q=b"},
		{"more than the form says", [][]string{{"/s?q=a&go=", "/s?cmd=list&q=a&page=2", "/s?cmd=list&q=a&page=3"}, {"/s?q=b&go=", "/s?cmd=list&q=b&page=2"}}, "/s?q=c&go=", 3, "/s?cmd=list&q=c&page=3"},
		{"more than the form says, seen once", [][]string{{"/s?q=a", "/s?cmd=list&q=a&page=2", "/s?cmd=list&q=a&page=3"}}, "/s?q=c", 3, ""},
		{"what follows from the question", [][]string{{"/s?q=a", "/s?q=a&x=Za&page=2", "/s?q=a&x=Za&page=3"}, {"/s?q=b", "/s?q=b&x=Zb&page=2"}, {"/s?q=d", "/s?q=d&x=Zd&page=2"}}, "/s?q=c", 3, ""},
		{"empty ones left out", [][]string{{"/s?q=a&cat=&lang=", "/s?q=a&page=2", "/s?q=a&page=3"}}, "/s?q=b&cat=5&lang=", 4, "/s?q=b&page=4&cat=5"},
		{"the button left out", [][]string{{"/s?q=a&go=Find", "/s?q=a&page=2", "/s?q=a&page=3"}, {"/s?q=b&go=Find", "/s?q=b&page=2"}}, "/s?q=c&go=Find&cat=5", 4, "/s?q=c&page=4&cat=5"},
		{"several values of one name", [][]string{{"/s?l=x&l=y&q=a", "/s?l=x&l=y&q=a&page=2", "/s?l=x&l=y&q=a&page=3"}}, "/s?l=z&q=b", 2, "/s?l=z&q=b&page=2"},
		{"another spelling", [][]string{{"/s?q=a+b", "/s?q=a%20b&page=2", "/s?q=a%20b&page=3"}}, "/s?q=%E9+c", 2, "/s?q=%E9+c&page=2"},
		{"a session", [][]string{{"/s?q=a", "/s?q=a&PHPSESSID=abc&page=2", "/s?q=a&PHPSESSID=abc&page=3"}}, "/s?q=b", 3, "/s?q=b&page=3"},
		{"cursors", [][]string{{"/s?q=a", "/s?q=a&after=xk3", "/s?q=a&after=pl9"}, {"/s?q=b", "/s?q=b&after=zz2", "/s?q=b&after=qq1"}}, "/s?q=c", 3, ""},
		{"numbers that are cursors", [][]string{{"/s?q=a", "/s?q=a&after=1743", "/s?q=a&after=1802"}, {"/s?q=b", "/s?q=b&after=1211", "/s?q=b&after=1950"}}, "/s?q=c", 3, ""},
		{"semicolons", [][]string{{"/s?q=a", "/s?q=a;page=2", "/s?q=a;page=3"}}, "/s?q=b", 3, "/s?q=b&page=3"},
		{"two numbers", [][]string{{"/s?q=a", "/s?q=a&page=2&from=10", "/s?q=a&page=3&from=20"}}, "/s?q=b", 3, ""},
		{"a page that leads astray", [][]string{{"/s?q=a", "/s?q=a&page=2", "/s?q=a&page=3"}, {"/s?q=b", "/s?q=b&page=2", "/s?q=b&page=9"}}, "/s?q=c", 3, ""},
		{"learned again", [][]string{{"/s?q=a", "/s?q=a&page=2", "/t?q=a&page=3"}, {"/s?q=b", "/s?q=b&page=2", "/s?q=b&page=3"}}, "/s?q=c", 3, "/s?q=c&page=3"},
		{"only second pages", [][]string{{"/s?q=a", "/s?q=a&page=2"}, {"/s?q=b", "/s?q=b&page=2"}}, "/s?q=c", 3, ""},
		{"another host", [][]string{{"/s?q=a", "/s?q=a&page=2", "/s?q=a&page=3"}}, "//b.test/s?q=b", 3, ""},
		{"another path", [][]string{{"/s?q=a", "/s?q=a&page=2", "/s?q=a&page=3"}}, "/old?q=b", 3, "/old?q=b&page=3"},
		{"page 1 itself", [][]string{{"/s?q=a", "/s?q=a&page=2", "/s?q=a&page=3"}}, "/s?q=b", 0, ""},
	} {
		var n Pages
		for _, pages := range c.seen {
			for i := range pages[1:] {
				from, to := resolve(t, pages[i]), resolve(t, pages[i+1])
				if i == 0 {
					n.Second(pages[0], from, to)
				} else {
					n.Further(i+1, from, to)
				}
			}
		}
		got, err := n.Page(resolve(t, c.one), c.page)
		if err != nil || !n.Believed() {
			if c.want != "" {
				t.Errorf("%s: no address (%v, believed %v), want %s", c.name, err, n.Believed(), c.want)
			}
			continue
		}
		if want := strings.TrimPrefix(got.String(), "http://a.test"); want != c.want {
			t.Errorf("%s: %s, want %q", c.name, want, c.want)
		}
	}
}

func resolve(t *testing.T, ref string) page.URL {
	t.Helper()
	u, err := page.MustParseURL("http://a.test/").Resolve(ref)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Of a question whose second page is known, the others follow though its
// address has what the form does not say.
func TestNumberingTurn(t *testing.T) {
	var n Pages
	n.Second("a", resolve(t, "/s?q=a"), resolve(t, "/s?q=a&x=Za&TOPDOC=10"))
	n.Further(2, resolve(t, "/s?q=a&x=Za&TOPDOC=10"), resolve(t, "/s?q=a&x=Za&TOPDOC=20"))
	got, err := n.Turn(resolve(t, "/s?q=b&x=Zb&TOPDOC=10"), 8)
	if want := "http://a.test/s?q=b&x=Zb&TOPDOC=70"; err != nil || got.String() != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if number, ok := n.Number(got); !ok || number != 8 {
		t.Errorf("that is page %d, %v", number, ok)
	}
	for _, other := range []string{"/s?q=b&x=Zb&TOPDOC=15", "/s?q=b", "/s?q=b&TOPDOC=x", "/s?q=b&TOPDOC=010", "/s?TOPDOC=10&TOPDOC=20"} {
		if number, ok := n.Number(resolve(t, other)); ok {
			t.Errorf("%s is page %d", other, number)
		}
	}
}

// Whatever addresses a site has: what is believed agrees with what was seen.
func FuzzNumbering(f *testing.F) {
	f.Add("/s?q=a", "/s?q=a&page=2", "/s?q=a&page=3", "/s?q=b", 7)
	f.Add("/?s=a", "/page/2/?s=a", "/page/3/?s=a", "/?s=%zz&&=", 1<<40)
	f.Add("//x/1", "//x/2?a&b=&c", "//x/3?a&b=&c", "///1", 3)
	f.Fuzz(func(t *testing.T, one, two, three, other string, number int) {
		base := page.MustParseURL("http://a.test/")
		var at [4]page.URL
		for i, ref := range []string{one, two, three, other} {
			u, err := base.Resolve(ref)
			if err != nil {
				return
			}
			at[i] = u
		}
		var n Pages
		n.Second("one", at[0], at[1])
		n.Further(2, at[1], at[2])
		if u, err := n.Page(at[3], number); err == nil {
			if got, ok := n.Number(u); !ok || got != number || u.Origin() != at[3].Origin() {
				t.Fatalf("page %d of %s is %s, which is page %d, %v", number, at[3], u, got, ok)
			}
		}
		if !n.Believed() {
			return
		}
		for i, want := range at[1:3] {
			if u, err := n.Page(at[0], i+2); err != nil || !SamePlace(u, want) {
				t.Fatalf("page %d of %s is %s, %v, want %s", i+2, at[0], u, err, want)
			}
		}
	})
}
