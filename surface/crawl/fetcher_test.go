package crawl

import "testing"

func TestScripted(t *testing.T) {
	for body, want := range map[string]bool{
		"":                                       false,
		"<":                                      false,
		"<scrip":                                 false,
		"<p>a script</p> <b>&lt;script</b>":      false,
		"<p>text<ScRipt>x()</sCript>":            true,
		"<<script src=a.js>":                     true,
		"<svg><script/></svg>":                   true,
		"\xff\xfe<\x00s\x00c\x00r\x00i\x00p\x00": true,
	} {
		if got := scripted([]byte(body)); got != want {
			t.Errorf("%q: %v, want %v", body, got, want)
		}
	}
}
