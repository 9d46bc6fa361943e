package page

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// sameTree says where two trees differ, "" where they do not.
func sameTree(a, b *html.Node) string {
	if a.Type != b.Type || a.DataAtom != b.DataAtom || a.Data != b.Data || a.Namespace != b.Namespace || !slices.Equal(a.Attr, b.Attr) {
		return "<" + a.Data + "> is not <" + b.Data + ">"
	}
	x, y := a.FirstChild, b.FirstChild
	for ; x != nil && y != nil; x, y = x.NextSibling, y.NextSibling {
		if y.Parent != b || (y.PrevSibling == nil) != (x.PrevSibling == nil) || y.NextSibling == nil && b.LastChild != y {
			return a.Data + ": nodes are linked wrongly"
		}
		if diff := sameTree(x, y); diff != "" {
			return a.Data + " > " + diff
		}
	}
	if x != nil || y != nil {
		return a.Data + ": one has more nodes"
	}
	return ""
}

// checkPlain compares the plain tree, where there is one, with the parser's, and
// the owners of its controls with those that are followed tag by tag.
func checkPlain(t *testing.T, body string) (plain bool) {
	t.Helper()
	got, _ := plainTree([]byte(body), 1<<20)
	if got == nil {
		return false
	}
	want, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatalf("%q: the parser does not take it: %v", body, err)
	}
	if diff := sameTree(want, got); diff != "" {
		t.Fatalf("%q: %s\nparser %s\nplain  %s", body, diff, rendered(t, want), rendered(t, got))
	}
	var d Document
	d.parse([]byte(body), false, 1<<20)
	if got, want := owned(&d), owned(parseMarked(body)); got != want {
		t.Fatalf("%q: forms have %s, not %s", body, got, want)
	}
	return true
}

func TestPlainTree(t *testing.T) {
	for body, want := range map[string]bool{
		"": true, " x": true, "<p>a<p>b<ul><li>c<li>d</ul>e": true, "<dl><dt>a<dd>b<dt>c</dl>": true,
		"<!doctype html>\n<html lang=en>\n<head>\n<title>a &amp; b</title>\n</head>\n<body class=x>\n<p>c</p>\n</body>\n</html>\n<!-- d -->": true,
		"<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'><title>a</title><p>b":                                                             true,
		"<head><noscript><link rel=x> <style>a</style></noscript><script><!-- <script></script> --></script></head><body>b":                  true,
		"<head><noscript><img src=x></noscript></head><body class=y>a":                                                                       true,
		"</head><link rel=x><body>a": false, "<head></head> <link rel=x> <body>a</body><p>b": true,
		"<table><caption>a</caption><colgroup><col></colgroup><thead><tr><th>b</thead><tr><td>c<td>d<tr><td>e</table>f": true,
		"<table><tr><td><table><tr><td><b>a</table></b></table>":                                                        true,
		"<table><tr><td><b>a<td>c</table>d":                                                                             true,
		"<table>a<tr><td>b</table>":                                                                                     false,
		"<table><form><tr><td><input></table>":                                                                          false,
		"<form action=a><input name=b><select name=c><option>d<option>e</select><textarea>\n\nf&lt;</textarea></form>":  true,
		"<form><div></form></div>":                                                                                      false, "<form><p>a</form>b": true, "<form><form>a</form>b</form>": true,
		"<b>a<i>b</b>c</i>": false, "<b>a</b></i></b>": true, "<p><b>a</p>b": false, "<b><p>a</p></b>": true, "<b><b><b><b>a</b></b></b></b>c": true,
		"<a href=x>a<a href=y>b": false, "<a href=x>a</a><a href=y>b</a>": true, "<a><table><tr><td><a>b</a></table></a>": true,
		"<svg viewbox='0 0 1 1'><path d=x /><title>a</title></svg>b": true, "<svg><p>a</svg>": false, "<svg/>a": true, "<svg><title><b>a</b></title></svg>": false,
		"<math><mi>x</mi></math>": true, "<template>a</template>": false, "<frameset><frame></frameset>": false, "<plaintext>a": false,
		"<p>a<!-- b -->c<!---->d": true, "<!--->a": false, "<!a>b": false, "<?a>b": false, "a<b": false, "a < b": false, "a<p title='": false, "<title>a": false,
		"<a title='&lt;&#65;&copy;&nosuch;&b=c&' href='?a&copy=b'>d</a>": false, "<a title='&lt;&#65;&copy;&b=c&'>d</a>": true,
		"<p a=1 A=2 b = '3' c=\"4\"d e=/>f": true, "<IMG SRC=a/><bR/ ><p/>": true, "a\r\nb\rc<p title='\r\n'>": true, "a\x00b": false,
		"<pre>\n\na</pre><pre>\r\nb</pre>": true, "a</p>b</br>c": false, "a</p>b</h1></x>": true, "<h1>a</h2>b": true, "<h1><h2>a": false,
		"<button>a<button>b": false, "<select><input>": false, "<x-y>a<div>b</x-y>c": true, "<ul><li><b>a<li>c": false,
	} {
		if got := checkPlain(t, body); got != want {
			t.Errorf("%q: plain is %v", body, got)
		}
	}
}

// What would take long is left to the parser, which bounds it.
func TestPlainTreeIsBounded(t *testing.T) {
	for what, body := range map[string]string{
		"elements in one another": strings.Repeat("<div>", 600),
		"texts that become one":   strings.Repeat("a</x>", 10_000),
		"attributes":              "<p" + strings.Repeat(" a", 10) + manyAttributes(10_000) + ">",
		"shapes in one another":   "<svg>" + strings.Repeat("<g>", 600) + strings.Repeat("</g>", 600) + "</svg>",
	} {
		if root, _ := plainTree([]byte(body), 1<<20); root != nil {
			t.Errorf("too many %s are taken", what)
		}
	}
}

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(" a")
		b.WriteString(strings.Repeat("x", i%100))
		b.WriteByte(byte('a' + i%26))
	}
	return b.String()
}

// soup makes up a document that is more or less well-formed.
func soup(r *rand.Rand) string {
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	wild := r.IntN(4)
	var b strings.Builder
	b.WriteString(pick([]string{"", "<!DOCTYPE html>", "<!doctype HTML>", "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'>\n", "<!-- a -->"}))
	b.WriteString(pick([]string{"", "<html><head><title>t</title></head><body>"}))
	var open []string
	for range 1 + r.IntN(25) {
		switch k := r.IntN(10); {
		case k < 4:
			tag := pick(soupTags)
			b.WriteString("<" + tag + pick(soupAttrs) + ">")
			if !isVoid(tagAtom([]byte(tag))) {
				open = append(open, tag)
			}
		case k < 7 && len(open) > 0:
			i := len(open) - 1
			if r.IntN(12) < wild {
				i = r.IntN(len(open))
			}
			b.WriteString("</" + open[i] + ">")
			open = slices.Delete(open, i, i+1)
		case k == 7 && r.IntN(12) < wild:
			b.WriteString("</" + pick(soupTags) + ">")
		default:
			b.WriteString(pick(soupTexts))
		}
	}
	if r.IntN(2) > 0 {
		for _, tag := range slices.Backward(open) {
			b.WriteString("</" + tag + ">")
		}
	}
	b.WriteString(pick([]string{"", "</body></html>\n", "</body>x", "</html> <!-- e --> x"}))
	return b.String()
}

var (
	soupTags = strings.Fields(`a b i p p div div span ul li li ol dl dt dd table table tr tr td td th tbody thead tfoot caption colgroup col form input select option
		optgroup textarea button label h1 h2 pre script style title meta link head body html noscript iframe svg path g desc math mi br img hr nobr object marquee
		strong em font section search dialog fieldset ruby rt template frameset x-y`)
	soupTexts = []string{"x", " ", "\n", "a b", "&amp;", "&copy", "&nbsp;", "\r\n", "&#10;", "<!-- c -->", "<!--&lt;-->", " \n ", "&notit;", "&#x26;"}
	soupAttrs = []string{"", "", "", " class=x", " id='f' name=\"q\"", " href=\"?a=1&b=2&amp;c\"", " type=hidden", "/", " /", " B=2 a=1 b=3", " x", " form=f", " a=/",
		" title='&lt;&copy;'", " =x y", " href=?a&copy=1"}
)

func TestPlainTreeOfSoup(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const documents = 4_000
	plain := 0
	for range documents {
		if checkPlain(t, soup(r)) {
			plain++
		}
	}
	if plain < documents/3 {
		t.Errorf("only %d of %d documents are plain", plain, documents)
	}
}

func FuzzPlainTree(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		f.Add(soup(r))
	}
	f.Fuzz(func(t *testing.T, body string) { checkPlain(t, body) })
}
