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

// Only what differs between two readings of a page is left out, and only where the rest tells
// the records apart.
func TestUnsteady(t *testing.T) {
	read := func(address func(row, time int) string, time int) (out []Record) {
		for row := range 4 {
			out = append(out, Record{Text: fmt.Sprint("record ", row), URL: page.MustParseURL("http://a.example" + address(row, time))})
		}
		return out
	}
	for name, c := range map[string]struct {
		address func(row, time int) string
		may     bool
		want    []string
	}{
		"a visit":               {func(row, time int) string { return fmt.Sprintf("/item/%d?visit=%d", row, 70000+time) }, true, []string{"visit"}},
		"a number of its own":   {func(row, _ int) string { return fmt.Sprintf("/item/%d?no=%d", row, 70000+row) }, true, nil},
		"nothing else":          {func(row, time int) string { return fmt.Sprintf("/item?no=%d", 70000+row+4*time) }, false, nil},
		"a short one":           {func(row, time int) string { return fmt.Sprintf("/item/%d?v=%d", row, time) }, false, []string{"v"}},
		"the visit in the path": {func(row, time int) string { return fmt.Sprintf("/a%d/item/%d", 70000+time, row) }, true, []string{"/0/3"}},
	} {
		first, again := read(c.address, 1), read(c.address, 2)
		if got := MayChange(first); got != c.may {
			t.Errorf("%s: may change %v, want %v", name, got, c.may)
		}
		if got, ok := Unsteady(first, again); !ok || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", name, got, ok, c.want)
		}
	}
	if _, ok := Unsteady(read(func(row, _ int) string { return fmt.Sprint("/item/", row) }, 1), nil); ok {
		t.Error("two pages with nothing in common say something of addresses")
	}
}
