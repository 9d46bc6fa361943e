package page_test

import (
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestTablePart(t *testing.T) {
	for markup, want := range map[string]bool{
		"\n <!-- rows --> <tr><td>7</td></tr>": true,
		"<TBODY><tr>":                          true,
		"<table><tr>":                          false,
		"<div><tr>":                            false,
		"text <tr>":                            false,
		"</tr><tr>":                            false,
		"":                                     false,
	} {
		if got := page.TablePart([]byte(markup)); got != want {
			t.Errorf("%q: %t", markup, got)
		}
	}
}
