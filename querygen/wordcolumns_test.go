package querygen

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// A box for authors finds no word of titles: what is not found is told apart by where it
// stands, and what is found says nothing of the other columns that it stands in.
func TestWordsOfColumnsThatAreNotSearched(t *testing.T) {
	c, w := newCollection(), wordColumns{}
	for i := range 40 {
		title, author := fmt.Sprintf("title%d common", i), fmt.Sprintf("author%d common", i)
		c.see(Row{Key: fmt.Sprint(i), Text: title + " " + author})
		w.add(&c, []page.Pair{pair("title", title), pair("author", author)})
	}
	id := func(word string) uint32 { return c.ids[word] }
	if w.found(id("title1")) != 1 || w.doubtful(id("title1")) {
		t.Error("nothing was asked, and words of titles are doubted")
	}
	for i := range 8 {
		w.asked(id(fmt.Sprint("title", i)), false)
	}
	if w.found(id("title9")) != 1 || w.doubtful(id("title9")) {
		t.Error("no word of any column was found: columns do not tell why")
	}
	for i := range 8 {
		w.asked(id(fmt.Sprint("author", i)), true)
		w.asked(id("common"), true)
	}
	if x := w.found(id("title9")); x > 0.2 || !w.doubtful(id("title9")) {
		t.Errorf("words of titles are found with a chance of %.2f", x)
	}
	for _, word := range []string{"author9", "common"} {
		if w.found(id(word)) < 1 || w.doubtful(id(word)) {
			t.Errorf("%s is doubted", word)
		}
	}
}

// An answer that was supposed to go on as far as what is in hand tells, and does not, is not
// asked for the same page again, and the first one tells what there is.
func TestEmptyPageInFrontOfTheSupposedEnd(t *testing.T) {
	var q question
	q.status = Answered
	q.turn(8, 0, false, 10)
	q.last, q.counted, q.more = 7, 70, true // by what is in hand
	q.turn(7, 0, false, 10)
	if q.last != 0 || q.counted != 0 || !q.misread || !q.more {
		t.Errorf("%+v, more %t", q.numbering, q.more)
	}
	if at := q.nextPage().Page; at != 1 {
		t.Errorf("page %d is next", at)
	}
}
