package visible

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ in, line, without string }{
		{"plain", "plain", "plain"},
		{"naïve ツ שלום", "naïve ツ שלום", "naïve ツ שלום"},
		{"a\x1b[31mred", "a␛[31mred", "a[31mred"},
		{"a\u009b31mred", "a<U+009B>31mred", "a31mred"},
		{"a\x7fb\x00c", "a<U+007F>b␀c", "abc"},
		{"pay \u202e0001\u202c", "pay <U+202E>0001<U+202C>", "pay 0001"},
		{"\u2066x\u2069\u200f\u061c", "<U+2066>x<U+2069><U+200F><U+061C>", "x"},
		{"a\nb\tc\r\u2028d\u0085e", "a b c  d e", "a\nb\tc\r\u2028de"},
		{"\a\b", "␇␈", ""},
		{"bad \xff utf", "bad \ufffd utf", "bad \ufffd utf"},
		{"می\u200cخواهم 👩\u200d🚀", "می\u200cخواهم 👩\u200d🚀", "می\u200cخواهم 👩\u200d🚀"}, // joiners are letters' business
	} {
		if got := Line(c.in); got != c.line {
			t.Errorf("Line(%q) = %q, want %q", c.in, got, c.line)
		}
		if got := Without(c.in); got != c.without {
			t.Errorf("Without(%q) = %q, want %q", c.in, got, c.without)
		}
	}
	if got := Lines("a\n\tb\x1b\u2028"); got != "a\n\tb␛ " {
		t.Errorf("Lines gives %q", got)
	}
	var b strings.Builder
	in := "<a>\u009b \u202e \x7f \u2028 \x1b 👩"
	if err := Encode(&b, in); err != nil {
		t.Fatal(err)
	}
	if want := `"<a>\u009b \u202e \u007f \u2028 \u001b 👩"` + "\n"; b.String() != want {
		t.Errorf("Encode writes %s want %s", b.String(), want)
	}
	var back string
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back != in {
		t.Errorf("read back as %q, %v", back, err)
	}
}
