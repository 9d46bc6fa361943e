package page

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// seenTag is a tag for comparison.
type seenTag struct {
	Name     string
	From, To int
	End      bool
}

// tagsByTokenizer lists the tags of a document as x/net/html's own tokenizer
// sees them, told as its parser tells it where the text is markup.
func tagsByTokenizer(body []byte) (out []seenTag) {
	z := html.NewTokenizer(bytes.NewReader(body))
	var foreign foreignness
	at := 0
	for {
		z.AllowCDATA(foreign.inside())
		kind := z.Next()
		if kind == html.ErrorToken {
			return out
		}
		from := at
		at += len(z.Raw())
		if kind != html.StartTagToken && kind != html.EndTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		raw, _ := z.TagName()
		name := strings.ReplaceAll(string(raw), "\ufffd", "\x00")
		if kind == html.EndTagToken {
			foreign.end([]byte(name))
		} else if foreign.start([]byte(name), kind == html.SelfClosingTagToken) || name == "noscript" {
			z.NextIsNotRawText()
		}
		out = append(out, seenTag{name, from, at, kind == html.EndTagToken})
	}
}

func tagsByScanner(body []byte) (out []seenTag) {
	s := tagScanner{body: body}
	for {
		t, ok := s.next()
		if !ok {
			return out
		}
		out = append(out, seenTag{string(lowerASCII(t.name)), t.from, t.to, t.end})
	}
}

func lowerASCII(b []byte) []byte {
	out := bytes.Clone(b)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return bytes.ReplaceAll(out, []byte("\ufffd"), []byte("\x00"))
}

var taggedTexts = []string{
	"<p>a</p><P CLASS=x>b", "<a href='x>y'>z</a>", `<a href="x>y" b=>z`, "<a b=/>", "<a b />", "<svg a=/><title><b></title></svg>", "<svg a/><title><b></title></svg>",
	"<br/>", "< p>", "</>", "</ p>x>", "<!doctype html><p>", "<!--<p>--><b>", "<!--><b>", "<!---><b>", "<!----><b>", "<!--a--!><b>", "<!--a--!-><b>--><i>", "<!--->--><b>", "<!-", "<!-- <b>",
	"<?xml <b> ?><i>", "<![CDATA[<b>]]><i>", "<svg><![CDATA[<b>]]]><p></svg><i>", "<script><b></script><i>", "<script><!--<b></script><i>", "<script><!--<script></script><b></script><i>",
	"<script><!--<script></script>--><b></script><i>", "<script></scriptx></SCRIPT ><i>", "<style></b></style/><i>", "<textarea><b></TEXTAREA", "<title></title", "<plaintext><b>", "<noscript><b></noscript>",
	"<svg><style><b></style></svg><style><b></style>", "<math><mi><style><b></style></mi></math>", "<a =x=y z>", "<a 'b>c'>", "<a\x00b c>", "<a b = 'c'd>e", "<xmp></xmp><b>", "<input", "<a b='", "<a/b/c>", "<a b=c/d>",
}

func TestTagScanner(t *testing.T) {
	for _, text := range taggedTexts {
		if diff := cmp.Diff(tagsByTokenizer([]byte(text)), tagsByScanner([]byte(text))); diff != "" {
			t.Errorf("%q (-tokenizer +scanner):\n%s", text, diff)
		}
	}
}

func FuzzTagScanner(f *testing.F) {
	for _, text := range taggedTexts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if bytes.Contains(body, []byte("\ufffd")) {
			return // what the tokenizer writes for NUL
		}
		a, b := tagsByTokenizer(body), tagsByScanner(body)
		for i := range min(len(a), len(b)) {
			if a[i].From != b[i].From || a[i].To != b[i].To || a[i].End != b[i].End {
				t.Fatalf("%q: tag %d is %v, not %v", body, i, a[i], b[i])
			}
			if a[i].Name != b[i].Name && !strings.Contains(a[i].Name, "\x00") {
				t.Fatalf("%q: tag %d is called %q, not %q", body, i, a[i].Name, b[i].Name)
			}
		}
		if len(a) != len(b) {
			t.Fatalf("%q has %d tags, not %d", body, len(a), len(b))
		}
	})
}
