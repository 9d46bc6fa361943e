package text

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
)

// A record whose rows say something else each time does not grow for ever.
func TestChangingTextsAreBounded(t *testing.T) {
	c := NewCollection()
	c.See(querygen.Row{Key: "/1", Text: "first"})
	for i := range 10 * widestText {
		c.Widen(0, fmt.Sprintf("w%dx", i), nil)
	}
	if n := len(c.WordsOf(0)); n > widestText {
		t.Errorf("%d words", n)
	}
}
