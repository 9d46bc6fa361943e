package page

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestScriptsThatBringDataAreRead(t *testing.T) {
	for script, want := range map[string]string{
		`Search.setIndex({docnames:["a","b"],titles:["A","B \"q\""],})`:         `{"docnames":["a","b"],"titles":["A","B \"q\""]}`,
		"const e=`{\"n\":1,\"t\":\"a\\\\nb and so on\"}`;export{e as default};": `{"n":1,"t":"a\nb and so on"}`,
		`window.store = {"1": {'title': 'It\'s', u: "\x2fa\u{1F600}"}};`:        `{"1":{"title":"It's","u":"/a😀"}}`,
		`var docs = [ // all
			{id: 1, on: !0, off: !1, n: .5, none: void 0, /* x */ h: 0x10}, ]`: `[{"id":1,"on":true,"off":false,"n":0.5,"none":null,"h":16}]`,
		`export default JSON.parse('[{"a":"b\\"c and a little more"}]')`:                                    `[{"a":"b\"c and a little more"}]`,
		`window.found = "data:application/octet-stream;base64,` + packed(gzip.NewWriter, `[{"a":1}]`) + `"`: `[{"a":1}]`,
		`window.found = "` + packed(zlib.NewWriter, `{"a":[2]}`) + `";`:                                     `{"a":[2]}`,
		`loaded("docs", [1,2,3,4,5,6,7,8,9])`:                                                               `[1,2,3,4,5,6,7,8,9]`,
	} {
		got := BareJSON(script)
		var g, w any
		if json.Unmarshal([]byte(got), &g) != nil || json.Unmarshal([]byte(want), &w) != nil {
			t.Errorf("%s: %s", script, got)
			continue
		}
		a, _ := json.Marshal(g)
		b, _ := json.Marshal(w)
		if string(a) != string(b) {
			t.Errorf("%s: %s, want %s", script, a, b)
		}
	}
}

// packed packs a text and writes it in base64.
func packed[W io.WriteCloser](by func(io.Writer) W, text string) string {
	var b bytes.Buffer
	w := by(&b)
	io.WriteString(w, text)
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// Nothing is run: what a script works out, or does beside, is not what it says.
func TestScriptsThatDoSomethingAreNoData(t *testing.T) {
	for _, script := range []string{
		`var a = {x: f(1), y: "data that goes on for a while"}`,
		"var a = [`${x}`, 'data that goes on for a while']",
		`var a = ["x"]; for (var i = 0; i < a.length; i++) { document.write(a[i]) }`,
		`(function(){ return {a: 1} })()`,
		`var a = [1, ...b]`,
		`const e="a text"; show(e)`,
		`window.found = "` + packed(gzip.NewWriter, "a text that is no data") + `"`,
		"var a = [\"", "f({a", "x='\\", "x='\\u", "x=[/*",
	} {
		if got, ok := scriptData(script); ok {
			t.Errorf("%s: %s", script, got)
		}
	}
}

func TestDataInScriptsOfPages(t *testing.T) {
	long := `"` + strings.Repeat("a word ", 200) + `"`
	doc, err := ParseDocument([]byte(`<script>run()</script><script type="application/json">[{"a":`+long+`}]</script><script>var docs = [{a: `+long+`}]</script><script>var few = [1]</script>`), "text/html", MustParseURL("http://x.example/"))
	if err != nil {
		t.Fatal(err)
	}
	got := InlineData(doc)
	if len(got) != 4 || got[0] != "" || got[3] != "" || got[1] != got[2] || !json.Valid([]byte(got[1])) {
		t.Errorf("%d: %.80q", len(got), got)
	}
}

// A script may begin with as many literals as it likes, each of which has no end.
func TestLiteralsWithoutEndAreReadAFewTimes(t *testing.T) {
	script := strings.Repeat("[1,", 130) + strings.Repeat("2,", 1<<15)
	if _, read := literalIn(script); read > (literalTries+1)*len(script) {
		t.Errorf("%d bytes of %d are read", read, len(script))
	}
}

func FuzzScriptData(f *testing.F) {
	f.Add(`Search.setIndex({docnames:["a","b"],})`)
	f.Add("const e=`{\"t\":\"\\\\n\"}`;")
	f.Add(`x={'a':"\x2f\u{1F600}",b:!0,c:void 0,/* d */e:.5}`)
	f.Add(`export default JSON.parse('[{"a":1}]')`)
	f.Fuzz(func(t *testing.T, script string) {
		if data, ok := scriptData(script); ok && !json.Valid([]byte(data)) {
			t.Errorf("%q is read as %q, which is no JSON", script, data)
		}
	})
}

// Indexes that scripts load are written in XML, too.
func TestListsInXML(t *testing.T) {
	list := func(n int, row string) string {
		return "<?xml version=\"1.0\"?>\n<search>" + strings.Repeat(row, n) + "</search>"
	}
	row := `<entry><title>Brass lamp</title><link href="/n1"/><content type="html"><![CDATA[<p>Old & bright]]></content><tags><tag>brass</tag><tag>old</tag></tags><tag>a</tag><tag>b</tag></entry>`
	var got map[string][]map[string]any
	if err := json.Unmarshal([]byte(BareJSON(list(10, row))), &got); err != nil || len(got["entry"]) != 10 {
		t.Fatalf("%v: %v", err, got)
	}
	want := map[string]any{"title": "Brass lamp", "link": "/n1", "content": "<p>Old & bright", "tags": "brass old", "tag": []any{"a", "b"}}
	if !reflect.DeepEqual(got["entry"][0], want) {
		t.Errorf("got %v, want %v", got["entry"][0], want)
	}
	for why, text := range map[string]string{"few": list(9, row), "plain": list(10, "<a>1</a>"), "a page": strings.ReplaceAll(list(10, row), "search>", "html>"), "cut": list(10, row)[:900]} {
		if BareJSON(text) != text {
			t.Errorf("%s: taken for a list", why)
		}
	}
}
