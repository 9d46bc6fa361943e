package extract

import (
	"strings"
	"testing"
)

// What a page says where nothing was found, in the midst of a long text, is
// about something else; at its beginning it is about the page.
func TestWordsOfFailureInAnEssay(t *testing.T) {
	essay := strings.Repeat("<p>The harbour was built of stone from the quarry, and the ships lay there over the winter with their sails taken down.</p>", 120)
	const phrase = "<div>No products were found matching your criteria.</div>"
	for where, html := range map[string]string{
		"midst":     essay + phrase + essay,
		"beginning": phrase + essay,
		"alone":     phrase,
	} {
		r := Read(parse(t, "http://books.example/find?q=xq", "<body><h1>The harbour</h1>"+html), Options{})
		if want := where != "midst"; r.Empty != want {
			t.Errorf("%s: empty %v, want %v (%q)", where, r.Empty, want, r.Reasons)
		}
	}
}
