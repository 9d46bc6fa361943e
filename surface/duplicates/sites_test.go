package duplicates_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/surface/duplicates"
)

func TestSessions(t *testing.T) {
	for _, c := range []struct {
		name    string
		link    func(session string, i int) string
		session func(page int) string
		own     bool   // the pages' own addresses have the value
		strip   string // of link("0a1b2c3d4e", 7)
		says    string
	}{
		{"in the query", func(s string, i int) string { return fmt.Sprintf("/item?n=%d&oss=%s", i, s) }, hex, false, "/item?n=7", "parameter oss is a session"},
		{"in the path", func(s string, i int) string { return fmt.Sprintf("/item%d.do;tok=%s?a=1", i, s) }, hex, false, "/item7.do?a=1", "parameter ;tok is a session"},
		{"a segment", func(s string, i int) string { return fmt.Sprintf("/%s/items/%d", s, i) }, hex, false, "/items/7", "segment 1 of the path is a session"},
		{"one value for ever", func(s string, i int) string { return fmt.Sprintf("/item?n=%d&v=%s", i, s) }, func(int) string { return "20240101a" }, false, "", ""},
		{"a word", func(s string, i int) string { return fmt.Sprintf("/%s/items/%d", s, i) }, func(page int) string { return []string{"francais", "deutsche", "espagnol", "italiano"}[page%4] }, false, "", ""},
		{"a user's pages", func(s string, i int) string { return fmt.Sprintf("/%s/items/%d", s, i) }, hex, true, "", ""},
		{"many on a page", func(s string, i int) string { return fmt.Sprintf("/item?key=%s%d", s, i) }, hex, false, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s duplicates.Sessions
			for page := range 6 {
				own := fmt.Sprintf("/page%d", page)
				if c.own {
					own = c.link(c.session(page), 0)
				}
				links := []string{"/about"}
				for i := range 8 {
					links = append(links, c.link(c.session(page), i))
				}
				s.Observe(own, links)
			}
			address := c.link("0a1b2c3d4e", 7)
			want := c.strip
			if want == "" {
				want = address
			}
			got, reason := s.Strip(address)
			if got != want || !strings.HasPrefix(reason, c.says) || (c.says == "") != (reason == "") {
				t.Errorf("%s: %q (%s), want %q (%s)", address, got, reason, want, c.says)
			}
		})
	}
}

func hex(page int) string {
	return fmt.Sprintf("%x", rand.New(rand.NewPCG(uint64(page), 5)).Uint64())
}

func TestMirrors(t *testing.T) {
	var m duplicates.Mirrors
	see := func(host, path, text string) { m.Observe("http://"+host, path, duplicates.Sign(text)) }
	for i := range 20 {
		path := fmt.Sprintf("/doc/%d", i)
		see("a.example", path, words(path, 50))
		see("b.example", path, words(path, 50))
		see("other.example", path, words("other"+path, 50))
		see("parked1.example", path, words("parked", 50))
		see("parked2.example", path, words("parked", 50))
		see("short1.example", path, "not much here")
		see("short2.example", path, "not much here")
		half := path
		if i%2 == 0 {
			half = "half" + path
		}
		see("half.example", path, words(half, 50))
	}
	for host, want := range map[string]string{
		"a.example": "", "b.example": "mirror: 20 of 20 common paths have the text that http://a.example has there",
		"other.example": "", "parked2.example": "", "short2.example": "", "half.example": "", "unknown.example": "",
	} {
		if got := m.Against("http://" + host); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

func TestSoftNotFound(t *testing.T) {
	asked := duplicates.NonsensePath("/shop/item.php?id=7")
	if !strings.HasPrefix(asked, "/shop/") || !strings.HasSuffix(asked, ".php") || len(asked) < 30 || asked != duplicates.NonsensePath("/shop/other.php") || asked == duplicates.NonsensePath("/shop/item.html") {
		t.Errorf("nonsense path %s", asked)
	}
	sorry := "Sorry! The page %s could not be found on this server. Try our front page, or search. " + words("shop", 40)
	says := duplicates.Learn(answer(duplicates.Answer{PathQuery: asked, Final: "http://shop.example" + asked, Status: 200}, fmt.Sprintf(sorry, asked)))
	if says == nil {
		t.Fatal("nothing learned of a page with status 200")
	}
	leads := duplicates.Learn(answer(duplicates.Answer{PathQuery: asked, Final: "http://shop.example/", Redirect: true, Status: 200}, "welcome"))
	gone := "/shop/gone.php"
	for _, c := range []struct {
		name   string
		learnt *duplicates.NotFound
		answer duplicates.Answer
		want   string
	}{
		{"says so", says, answer(duplicates.Answer{PathQuery: gone, Status: 200}, fmt.Sprintf(sorry, gone)), "soft 404: it says what"},
		{"a page", says, answer(duplicates.Answer{PathQuery: "/shop/item.php?id=1", Status: 200}, words("item", 60)), ""},
		{"the root", says, answer(duplicates.Answer{PathQuery: "/", Status: 200}, fmt.Sprintf(sorry, "/")), ""},
		{"a true 404", says, answer(duplicates.Answer{PathQuery: gone, Status: 404}, fmt.Sprintf(sorry, gone)), ""},
		{"leads home", leads, answer(duplicates.Answer{PathQuery: gone, Status: 200, Redirect: true, Final: "http://shop.example/"}, "welcome"), "soft 404: it leads to http://shop.example/"},
		{"leads elsewhere", leads, answer(duplicates.Answer{PathQuery: gone, Status: 200, Redirect: true, Final: "http://shop.example/new"}, "it moved here"), ""},
		{"an honest site", duplicates.Learn(answer(duplicates.Answer{PathQuery: asked, Status: 404}, "no")), answer(duplicates.Answer{PathQuery: gone, Status: 200}, "no"), ""},
	} {
		if got := c.learnt.Judge(c.answer); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func answer(a duplicates.Answer, text string) duplicates.Answer {
	var s duplicates.Signer
	s.LeaveOut(a.PathQuery)
	s.Add(text)
	a.Text = s.Signature()
	return a
}

// A farm of sites that link to each other is told from sites with friends.
func TestFarms(t *testing.T) {
	var f duplicates.Farms
	rnd := rand.New(rand.NewPCG(2, 2))
	farm := make([]string, 12)
	for i := range farm {
		farm[i] = fmt.Sprintf("farm%d.example", i)
	}
	good := make([]string, 30)
	for i := range good {
		good[i] = fmt.Sprintf("good%d.example", i)
	}
	for range 3 {
		for i, s := range farm {
			to := append([]string{}, farm[:i]...)
			f.Observe(s, 40, append(to, farm[i+1:]...))
		}
		for _, s := range good {
			f.Observe(s, 900, []string{good[rnd.IntN(30)], good[rnd.IntN(30)], farm[0]}) // a text with links
			f.Observe(s, 30, good[:3])                                                   // few links
		}
		f.Observe("directory.example", 60, good) // links to all, and nobody back
		f.Observe("feeder.example", 30, farm[:8])
	}
	for _, s := range farm {
		if f.Against(s) == "" {
			t.Errorf("%s is in the farm", s)
		}
	}
	for _, s := range append(good, "directory.example", "unknown.example") {
		if why := f.Against(s); why != "" {
			t.Errorf("%s: %s", s, why)
		}
	}
	if why := f.Against("feeder.example"); !strings.Contains(why, "8 sites that are in one") {
		t.Errorf("feeder: %q", why)
	}
}
