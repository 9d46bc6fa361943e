package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// withLongTexts puts a text that is left out in place of each ~, with white
// space around it that counts for the parser.
func withLongTexts(body string) string {
	var b strings.Builder
	for i, part := range strings.Split(body, "~") {
		if i > 0 {
			b.WriteString([]string{"", "\n", " \t\n "}[i%3] + strings.Repeat("wörds; and 12 more, ", 6+i) + []string{"end", "end\n\n"}[i%2])
		}
		b.WriteString(part)
	}
	return b.String()
}

var aroundLongTexts = []string{
	"~", "<p>~</p>~<b>~</b>~", "<p>~&amp;~<p>a~<!-- ~ -->~", "<title>~</title><style>~</style><script>~</script>~<textarea>~</textarea><p>~",
	"<table>~<tr>~<td>~</td>~</table>~", "<table><colgroup>~<col>~<caption>~</table>", "<select>~<option>~</select>~",
	"<pre>~</pre><listing>~</listing><p>~", "<html>~<head>~<link>~<body>~</body>~</html>~<p>", "<head><noscript>~</noscript></head>~<p>",
	"<frameset>~<frame>~</frameset>~</html>~<noframes>~</noframes>", "<svg>~<title>~</title><style>~</style><desc>~<b>~</svg>~<i>", "<math><mi>~</mi>~<annotation-xml>~</math>~<i>",
	"<template>~<tr>~<td>~</template>~<i>", "<p>~</x>~</y>~<p>", "<table>~<b>~<tr>~<i>", "<p title='>~<b>'>~<p>", "<xmp>~</xmp>~<plaintext>~<b>~",
	"<p>&#95;._0451:0;<p>~<p>", "<p>~<p>&#95;._0451:0;<p>", "<p>~<p title='&#95;._0451:0;'>~<p>&#95;._0451:99;<p>&#95;._0451:;<p>", "<p>_._0451:0;<p>~<p>",
	"<svg><textarea>~<a title='</textarea>~<form>x'><input>~<p>", "<form>~<input>~</form>~<select>~<button>", "<p>~\r\n<p>~\x00<p>",
}

// Leaving texts out must leave the tree as the parser alone would make it.
func TestLongTextsComeBack(t *testing.T) {
	for _, body := range aroundLongTexts {
		checkLongTexts(t, withLongTexts(body))
	}
	var d Document
	if d.parse([]byte(withLongTexts("<p>~<p>~")), false, 1<<20); strings.Count(rendered(t, d.Root), "end") != 2 {
		t.Error(rendered(t, d.Root))
	}
	if m := markTags([]byte(withLongTexts("<p>~<p>x<script>~</script><p>~<b>")), new([]byte), true, 1<<20); len(m.texts) != 3 {
		t.Errorf("%d texts are left out: %s", len(m.texts), m.text)
	}
}

func checkLongTexts(t *testing.T, body string) {
	t.Helper()
	want, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return
	}
	var d Document
	d.parse([]byte(body), false, 1<<20)
	if diff := cmp.Diff(rendered(t, want), rendered(t, d.Root)); diff != "" {
		t.Fatalf("%q (-alone +with texts left out):\n%s", body, diff)
	}
}

func FuzzLongTexts(f *testing.F) {
	for _, body := range aroundLongTexts {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) < 5000 && strings.Count(body, "~") < 50 {
			checkLongTexts(t, withLongTexts(body))
		}
	})
}
