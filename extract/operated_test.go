package extract

import (
	"fmt"
	"strings"
	"testing"
)

// A pager whose links lead nowhere is operated by a script: its address is none,
// and no other link's is taken for it.
func TestPagerThatScriptsOperate(t *testing.T) {
	const at = "http://shop.example/find?q=salt"
	list := func(pager string) string {
		var b strings.Builder
		for i := range 8 {
			fmt.Fprintf(&b, `<div class=hit><a href="/item/%d">Salt of the sea no. %d</a><p>A bag of salt, %d g</p></div>`, i, i, 100+i)
		}
		return `<body><h1>Salt</h1><div id=hits>` + b.String() + `</div>` + pager
	}
	for _, c := range []struct{ name, pager, next string }{
		{"bare", `<ul><li><b>1</b><li><a href="#">2</a><li><a href="#">3</a><li><a href="#">Next</a></ul>`, "#"},
		{"own address", `<ul><li><b>1</b><li><a href="/find?q=salt#">2</a><li><a href="/find?q=salt#">3</a><li><a href="/find?q=salt#">Next</a></ul>`, "/find?q=salt#"},
		{"void", `<p><b>1</b> <a href="javascript:;">2</a> <a href="javascript:void(0)">3</a> <a href="javascript:;">»</a></p>`, "javascript:;"},
		{"left over", `<p><a href="/find?q=salt&amp;data-key=2">Next</a></p><ul><li><b>1</b><li><a href="#">2</a><li><a href="#">3</a><li><a href="#">Next</a></ul>`, "#"},
		{"with addresses", `<p><a href="#">1</a> <a href="/find?q=salt&amp;p=2">2</a> <a href="/find?q=salt&amp;p=3">3</a> <a href="/find?q=salt&amp;p=2">Next</a></p><p><a href="#">1</a> <a href="#">2</a> <a href="#">Next</a></p>`, "http://shop.example/find?q=salt&p=2"},
		{"pictures", `<div class=gallery><a href="#">Previous</a> <img src=a.jpg> <a href="#">Next</a></div>`, ""},
		{"last page", `<ul><li><a href="#">1</a><li><a href="#">2</a><li><b>3</b><li class=disabled><a href="#">Next</a></ul>`, ""},
	} {
		if got := Read(parse(t, at, list(c.pager)), Options{}).Next.Address(); got != c.next {
			t.Errorf("%s: next %q, want %q", c.name, got, c.next)
		}
	}
}
