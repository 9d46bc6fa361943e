package page_test

import (
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/hadal-crawler/hadal/page"
)

// What is no CBOR is none, be it text, cut short, or keyed by what JSON has no names for.
func TestBinaryJSON(t *testing.T) {
	list, err := cbor.Marshal([]any{"a", 1, map[string]any{"b": nil}})
	if err != nil {
		t.Fatal(err)
	}
	keyed, _ := cbor.Marshal(map[int]int{1: 2})
	for _, c := range []struct {
		body, want string
	}{
		{string(list), `["a",1,{"b":null}]` + "\n"},
		{"lamps_dcd" + string(list), `["a",1,{"b":null}]` + "\n"},
		{"lamps, " + string(list), ""},
		{string(list[:len(list)-1]), ""},
		{string(list) + "x", ""},
		{string(keyed), ""},
		{`["a",1]`, ""},
		{"größer", ""},
		{"", ""},
	} {
		if got, ok := page.BinaryJSON([]byte(c.body)); got != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q, %v, want %q", c.body, got, ok, c.want)
		}
	}
}
