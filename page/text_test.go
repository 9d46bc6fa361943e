package page

import (
	"testing"

	"golang.org/x/net/html"
)

func parse(t testing.TB, body string) *Document {
	t.Helper()
	d, err := ParseDocument([]byte(body), "text/html; charset=utf-8", MustParseURL("http://h.example/dir/page"))
	if err != nil {
		t.Fatalf("ParseDocument(%.60q): %v", body, err)
	}
	return d
}

func TestText(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"white space", " a \n\t b&nbsp; c ", "a b c"},
		{"inline", "fo<b>o</b>bar <i> baz</i>", "foobar baz"},
		{"blocks", "<div>a</div><p>b<p>c", "a b c"},
		{"line break", "a<br>b", "a b"},
		{"cells", "<table><tr><td>a<td>b<tr><th>c</table>d", "a b c d"},
		{"options", "<select><option>a<option>b</select>c", "a b c"},
		{"image", "a<img alt=x>b", "a b"},
		{"soft hyphen", "Donau&shy;dampf", "Donaudampf"},
		{"word break", "long<wbr>word", "longword"},
		{"invisible elements", "<title>t</title>a<script>s</script><style>y</style><template>m</template>b", "ab"},
		{"noscript is shown", "a <noscript><p>b</p></noscript>", "a b"},
		{"hidden", "a<p hidden>b</p><p style='color:red; DISPLAY : none !important'>c</p>d", "ad"},
		{"display block", "<p style='display:block'>c", "c"},
		{"comment", "a<!-- b -->c", "ac"},
		{"CJK", "<p>東京\n<p>大阪", "東京 大阪"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := parse(t, c.body)
			if got := d.Text(); got != c.want {
				t.Errorf("Text(%q) = %q, want %q", c.body, got, c.want)
			}
		})
	}
}

func TestTextOfHiddenNode(t *testing.T) {
	d := parse(t, "<title> A  title </title><p hidden>shown when asked for")
	if got, want := Text(d.Find("title").Get(0)), "A title"; got != want {
		t.Errorf("Text(title) = %q, want %q", got, want)
	}
	if got, want := Text(d.Find("p").Get(0)), "shown when asked for"; got != want {
		t.Errorf("Text(hidden p) = %q, want %q", got, want)
	}
	if got := Text(&html.Node{Type: html.TextNode, Data: " x "}); got != "x" {
		t.Errorf("Text(text node) = %q", got)
	}
	if got := Text(nil); got != "" {
		t.Errorf("Text(nil) = %q", got)
	}
}

func TestAttr(t *testing.T) {
	d := parse(t, "<input disabled value=' x '>")
	n := d.Find("input").Get(0)
	if got := Attr(n, "value"); got != " x " {
		t.Errorf("value = %q", got)
	}
	if !HasAttr(n, "disabled") || HasAttr(n, "checked") || HasAttr(nil, "x") || Attr(n, "checked") != "" {
		t.Error("HasAttr confuses absent and empty attributes")
	}
}
