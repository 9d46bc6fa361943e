package record

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestStrip(t *testing.T) {
	for _, c := range []struct{ address, part, want string }{
		{"http://a.example/b?p=1&a=2", "p", "http://a.example/b?a=2"},
		{"http://a.example/b;w=1;v=2/c;w=3?p=1", ";w", "http://a.example/b;v=2/c?p=1"},
		{"http://a.example/b/c/d", "/1/3", "http://a.example/b/d"},
		{"http://a.example/b/c/d/e", "/1/3", "http://a.example/b/c/d/e"},
		{"http://a.example/b/c", "b", "http://a.example/b/c"},
	} {
		if got := Strip(page.MustParseURL(c.address), map[string]bool{c.part: true}); got != c.want {
			t.Errorf("%s without %s: %s, want %s", c.address, c.part, got, c.want)
		}
	}
}

// Only what differs where two records say the same is left out, and only where the rest tells
// the records apart.
func TestStrayed(t *testing.T) {
	for name, c := range map[string]struct {
		address func(row, time int) string
		want    []string
	}{
		"a visit":               {func(row, time int) string { return fmt.Sprintf("/item/%d?visit=%d", row, 70000+time) }, []string{"visit"}},
		"a number of its own":   {func(row, _ int) string { return fmt.Sprintf("/item/%d?no=%d", row, 70000+row) }, nil},
		"nothing else":          {func(row, time int) string { return fmt.Sprintf("/item?no=%d", 70000+row+4*time) }, nil},
		"a short one":           {func(row, time int) string { return fmt.Sprintf("/item/%d?v=%d", row, time) }, []string{"v"}},
		"the visit in the path": {func(row, time int) string { return fmt.Sprintf("/a%d/item/%d", 70000+time, row) }, []string{"/0/3"}},
	} {
		var pairs [][2]page.URL
		var all []page.URL
		for row := range 4 {
			at := func(time int) page.URL { return page.MustParseURL("http://a.example" + c.address(row, time)) }
			if all = append(all, at(1)); at(1) != at(2) {
				pairs = append(pairs, [2]page.URL{at(1), at(2)})
			}
		}
		if got := Strayed(pairs, all, nil); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
