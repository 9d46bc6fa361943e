package table

import "testing"

// Of texts that nearly each record has its own of, it is not told which records have one:
// that none has it would be wrong.
func TestUniqueTextsAreNotTold(t *testing.T) {
	tab := &Table{Columns: []*Column{{Head: Head{"title", "text"}}, {Head: Head{"make", "text"}, words: []string{"Fiat"}}, {Head: Head{"price", "number"}}}}
	for name, want := range map[string]bool{"title": false, "make": true, "price": true} {
		if tab.Told(name) != want {
			t.Errorf("%s is told: %v", name, !want)
		}
	}
}
