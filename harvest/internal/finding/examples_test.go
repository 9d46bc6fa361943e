package finding

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
)

func TestExamplesOfABoxAreWords(t *testing.T) {
	for _, c := range []struct{ placeholder, want string }{
		{"Search the collection, e.g. tea", "tea"},
		{"Title, author (for example: Moby Dick or Melville)", "moby dick melville"},
		{"Stichwort, z. B. Hafen", "hafen"},
		{"Mot-clé (p. ex. Bordeaux)", "bordeaux"},
		{"Слова, например: маяк", "маяк"},
		{"例：図書館", "図 書 館"},
		{"Try searching for “lamps”", "lamps"},
		{"Search the country house", ""},
		{"Entry no. 12, e.g. 12", ""},
		{"", ""},
	} {
		f := forms.Form{Fields: []forms.Field{{Name: "q", Control: "text", Role: forms.QueryRole, Placeholder: c.placeholder}}}
		if got := strings.Join(Examples(f), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.placeholder, got, c.want)
		}
	}
	if got := Examples(forms.Form{}); got != nil {
		t.Errorf("a form without a box has %q", got)
	}
}
