package facts

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// A value that follows its menu's name counts before others that stand elsewhere.
func TestNamedValuesAreRead(t *testing.T) {
	traits := NewTraits([]*space.Dimension{{Menu: &space.Menu{Values: []string{"de", "fr"}}}}, func(_, value string) string { return value })
	traits.menus[0].names = []string{" country "}
	for _, text := range []string{"Rue de Lyon, Country: FR", "Hotel de ville", "", "Land: fr"} {
		traits.add(text)
	}
	for record, want := range []float64{1, 0, -1, 1} {
		if got, ok := traits.Value(uint32(record), 0); ok != (want >= 0) || ok && got != want {
			t.Errorf("record %d: value %v %v, want %v", record, got, ok, want)
		}
	}
}
