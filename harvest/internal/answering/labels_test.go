package answering

import (
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
)

// An answer may repeat the question by the label of each control, or by the name of one that
// has none, once.
func TestLabelsOf(t *testing.T) {
	f := &forms.Form{Fields: []forms.Field{{Name: "a", Label: "Author"}, {Name: "c"}, {Name: "b", Label: "Author"}}}
	if got := labelsOf(f); !slices.Equal(got, []string{"Author", "c"}) {
		t.Errorf("%q", got)
	}
}
