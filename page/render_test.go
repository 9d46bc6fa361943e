package page_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

func TestSteps(t *testing.T) {
	get := page.Get(page.MustParseURL("http://shop.example/"))
	steps := []page.Step{{Do: page.TypeText, At: `input[name="q"]`, Text: `"tea" & <milk>`}, {Do: page.Press, At: "#q", Text: "Enter"}, {Do: page.More, Times: 3}}
	r := get.Rendered(steps...)
	got, err := r.Steps()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(steps, got); d != "" {
		t.Errorf("steps (-want +got):\n%s", d)
	}
	if !r.Render || r.Key() == get.Key() || r.Key() == get.Rendered(steps[:2]...).Key() {
		t.Error("requests with other steps have the same key")
	}
	if plain := get.Rendered(); plain.Key() != get.Key() || !plain.Render {
		t.Error("a page without steps is another page when rendered")
	}
	r.Script = "{"
	if _, err := r.Steps(); err == nil {
		t.Error("no error for steps that are not JSON")
	}
}
