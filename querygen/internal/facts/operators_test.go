package facts

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

func TestCompoundsAreReadAsWritten(t *testing.T) {
	c := text.NewCollection()
	for _, mark := range marks {
		want := text.Compound{With: []uint32{c.Intern("red"), c.Intern("cod")}, Without: []uint32{c.Intern("blue"), c.Intern("eel")}}
		written := c.Write(want, mark)
		got, ok := c.Parse(written)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(text.Compound{})); diff != "" || !ok {
			t.Errorf("%q: %s", written, diff)
		}
	}
	for _, text := range []string{"red", "", "-red", "-red -cod"} {
		if got, ok := c.Parse(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
