package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// A box for authors finds no word of titles: what is not found is told apart by where it
// stands, and what is found says nothing of the other columns that it stands in.
func TestWordsOfColumnsThatAreNotSearched(t *testing.T) {
	c, w := text.NewCollection(), facts.WordColumns{}
	for i := range 40 {
		title, author := fmt.Sprintf("title%d common", i), fmt.Sprintf("author%d common", i)
		c.See(querygen.Row{Key: fmt.Sprint(i), Text: title + " " + author})
		w.Add(&c, []page.Pair{pair("title", title), pair("author", author)})
	}
	id := func(word string) uint32 { return c.Intern(word) }
	if w.Found(id("title1")) != 1 || w.Doubtful(id("title1")) {
		t.Error("nothing was asked, and words of titles are doubted")
	}
	for i := range 8 {
		w.Asked(id(fmt.Sprint("title", i)), false)
	}
	if w.Found(id("title9")) != 1 || w.Doubtful(id("title9")) {
		t.Error("no word of any column was found: columns do not tell why")
	}
	for i := range 8 {
		w.Asked(id(fmt.Sprint("author", i)), true)
		w.Asked(id("common"), true)
	}
	if x := w.Found(id("title9")); x > 0.2 || !w.Doubtful(id("title9")) {
		t.Errorf("words of titles are found with a chance of %.2f", x)
	}
	for _, word := range []string{"author9", "common"} {
		if w.Found(id(word)) < 1 || w.Doubtful(id(word)) {
			t.Errorf("%s is doubted", word)
		}
	}
}
