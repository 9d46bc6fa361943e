package purpose_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms/purpose"
)

func TestReadWeightsRefuses(t *testing.T) {
	for _, text := range []string{"a\tsearch", "a\tnonsense\t1", "a\tsearch\tmuch", "\n"} {
		if _, err := purpose.ReadWeights(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add("a sign\tsearch\t0.25\nanother\tlogin\t-1\n")
	f.Add("x\t\t")
	f.Fuzz(func(t *testing.T, text string) {
		purpose.ReadWeights(strings.NewReader(text))
	})
}
