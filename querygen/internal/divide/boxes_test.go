package divide

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// What is picked from what a box suggests is asked as a menu is: nothing else is typed.
func TestABoxThatIsPickedFromIsNoBox(t *testing.T) {
	for _, suggests := range []bool{false, true} {
		form := forms.Form{ID: "f", Submit: true, Purpose: forms.Search, Fields: []forms.Field{
			{Name: "town", Label: "Town", Control: "text", Role: forms.CategoryRole, Suggests: suggests, Options: []forms.Option{{Value: "1", Label: "Bath"}, {Value: "2", Label: "York"}}}}}
		f := facts.New(space.NewSearchInterface(form, nil), 1, querygen.Capabilities{})
		if got := len(NewBoxes(f, querygen.Options{}).slots); got > 0 == suggests {
			t.Errorf("suggests %t: %d boxes", suggests, got)
		}
	}
}
