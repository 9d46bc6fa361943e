package text

import "testing"

func TestWordClasses(t *testing.T) {
	for word, want := range map[string]string{"fox": "", "63r": "99a", "1794": "9999", "1234567": "99999", "b2b": "a9a", "二": ""} {
		if got := classOf(word); got != want {
			t.Errorf("classOf(%q) = %q, want %q", word, got, want)
		}
	}
	var c WordClasses
	for range 20 {
		c.Add("fox", false) // plain words are never given up
		c.Add("7x", true)
	}
	n := 0
	for ; c.Hopes("63r") && n < 50; n++ {
		c.Add("12v", false)
	}
	if n < 3 || n > 10 || !c.Hopes("fox") || !c.Hopes("8y") || !c.Hopes("1794") {
		t.Errorf("a kind of words was given up after %d questions; %+v", n, c.kinds)
	}
}
