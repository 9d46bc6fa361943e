package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// group shows books as cards of the class, under a heading.
func group(heading, list, card string, bs []book) string {
	s := fmt.Sprintf("<section><h2>%s</h2><div class='%s'>", heading, list)
	for _, b := range bs {
		s += fmt.Sprintf("<div class='%s'><h3><a href='/book/%d'>%s</a></h3><p>%s</p><span>%s</span><em>No. %d</em></div>", card, b.id, b.title, b.review, b.author, b.id)
	}
	return s + "</div></section>"
}

// An answer in groups of one template is one answer, however its groups are
// called and wherever they stand.
func TestGroupsOfOneTemplate(t *testing.T) {
	exact := group("Exact matches", "exact", "first", shelf[:3])
	body := exact + "<div><div>" + group("Further matches", "further", "more", shelf[3:]) + "</div></div>"
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"both":                   {body, shelfTitles()},
		"as many as it says":     {"<p>Showing 1 to 8 of 8 books</p>" + body, shelfTitles()},
		"fewer by its own words": {"<p>Showing 1 to 5 of 90 books</p>" + body, shelfTitles()[3:]},
	} {
		if diff := cmp.Diff(c.want, titles(t, wrap(c.body))); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// Where words were asked for, a list of the same template that never says
// them is something else: recommendations.
func TestRecommendationsAreNoAnswer(t *testing.T) {
	found := []book{shelf[0], shelf[1], shelf[2], shelf[3], shelf[4]}
	for i := range found {
		found[i].review += " With notes on zither making."
	}
	doc := parse(t, "http://books.example/find?q=zither", wrap("<div><div>"+group("Found", "found", "first", found)+"</div></div>"+group("Others bought", "bought", "more", shelf[5:])))
	r := Read(doc, Options{Query: []string{"zither"}})
	if len(r.Records) != 5 || len(r.Others) != 1 || len(r.Others[0]) != 3 {
		t.Errorf("%d records, other lists %d: %v", len(r.Records), len(r.Others), r.Reasons)
	}
}

// shelves is a page of three lists of different templates, none of which has
// most of the text.
func shelves(before string) string {
	cards := func(bs []book, format string) string {
		var s strings.Builder
		for _, b := range bs {
			fmt.Fprintf(&s, format, b.id, b.title, b.author, b.id)
		}
		return s.String()
	}
	text := "<p>The house lends books to everybody who lives in the valley, and to those who visit it for more than a week. "
	return wrap(before + "<h2>New</h2><ul class=new>" + cards(shelf[:4], "<li><img src=/i/%d.png alt=''><b><a href='/new/%[1]d'>%[2]s</a></b><i>%[3]s</i></li>") +
		"</ul>" + strings.Repeat(text, 6) + "<h2>Lent most</h2><div class=most>" + cards(shelf[4:], "<div><div><a href='/most/%d'><img src=/m/%[1]d.png alt=''></a></div><p>%[2]s</p><p>by %[3]s, lent %[1]d times</p></div>") + "</div>")
}

// Several lists of which none is the main one are all the answer, unless the
// page was asked for something or says what its answer is.
func TestSeveralLists(t *testing.T) {
	for name, c := range map[string]struct {
		before  string
		query   []string
		records int
	}{
		"nothing known": {"", nil, 8},
		"asked":         {"", []string{"salt"}, 4},
		"counted":       {"<p>4 results found</p>", nil, 4},
	} {
		r := Read(parse(t, "http://books.example/", shelves(c.before)), Options{Query: c.query})
		if len(r.Records) != c.records {
			t.Errorf("%s: %d records, want %d: %v", name, len(r.Records), c.records, r.Reasons)
		}
	}
}

// Cards in the main part of a page belong to its answer as far as the page says
// that there are so many; elsewhere they are something else once it counts.
func TestCardsInTheMainPart(t *testing.T) {
	cards := func(bs []book, list, format string) string {
		s := "<div class=" + list + ">"
		for _, b := range bs {
			s += fmt.Sprintf(format, b.id, b.title, b.author)
		}
		return s + "</div>"
	}
	lists := cards(shelf[:4], "new", "<div><a href='/new/%d'><img src=/i/%[1]d.png alt=''><b>%s</b></a><i>%s, No. %[1]d</i></div>") +
		"<h2>Lent most</h2>" + cards(shelf[4:], "most", "<div><div><a href='/most/%d'><img src=/m/%[1]d.png alt=''></a></div><p>%s</p><p>by %s, lent %[1]d times</p></div>")
	for name, c := range map[string]struct {
		body    string
		records int
	}{
		"nothing said":   {"<main>" + lists + "</main>", 8},
		"room for both":  {"<main><p>90 books found</p>" + lists + "</main>", 8},
		"no room":        {"<main><p>4 books found</p>" + lists + "</main>", 4},
		"no main part":   {"<div><p>90 books found</p>" + lists + "</div>", 4},
		"says its range": {"<main><p>Showing 1 to 4 of 90 books</p>" + lists + "</main>", 4},
	} {
		if r := Read(parse(t, "http://books.example/", wrap(c.body)), Options{}); len(r.Records) != c.records {
			t.Errorf("%s: %d records, want %d: %v", name, len(r.Records), c.records, r.Reasons)
		}
	}
}

// The notes below a list are no list of the answer, in the main part or not.
func TestNotesAreNoAnswer(t *testing.T) {
	var rows, notes strings.Builder
	for i, b := range shelf {
		fmt.Fprintf(&rows, "<tr><td><a href='/book/%d'>%s</a><td>%s<td>%d copies<sup><a href='#note-%d'>[%d]</a></sup></tr>", b.id, b.title, b.author, b.id, i, i)
		fmt.Fprintf(&notes, "<li id=note-%d><a href='#back-%d'>^</a> <cite>Letters of the house, no. %d</cite>, kept in the <a href='/archive/%d'>archive</a>.</li>", i, i, b.id, i)
	}
	for _, list := range []string{"<ol>", "<ol class=references>"} {
		body := "<main><table>" + rows.String() + "</table><h2>Notes</h2>" + list + notes.String() + "</ol></main>"
		if list == "<ol class=references>" {
			body = strings.ReplaceAll(body, "#back-", "/back/")
		}
		if diff := cmp.Diff(shelfTitles(), titles(t, wrap(body))); diff != "" {
			t.Errorf("%s:\n%s", list, diff)
		}
	}
}

// Blocks of the main part that have little in common hide no list of cards in them.
func TestCardsInsideOfBlocks(t *testing.T) {
	var hits, cards strings.Builder
	for _, b := range volumes(0, 12) {
		fmt.Fprintf(&hits, "<div class=hit><img src=/i/%d.png alt=''><h3><a href='/book/%[1]d'>%s</a></h3><p>%s %[3]s</p><span>No. %[1]d</span></div>", b.id, b.title, b.review)
	}
	for _, b := range shelf {
		fmt.Fprintf(&cards, "<a class=card href='/lent/%d'><img src=/l/%[1]d.png alt=''><b>%s</b><i>lent %[1]d times</i></a>", b.id, b.title)
	}
	text := strings.Repeat("The house lends books to everybody who lives in the valley. ", 4)
	blocks := "<section itemscope itemtype='http://schema.org/Thing'><h2><a href=/a>Lent most in 2024</a></h2><div>" + cards.String() + "</div></section>" +
		"<section itemscope itemtype='http://schema.org/Thing'><h2><a href=/b>Opening hours in 2024</a></h2><img src=/house.png><p>" + text + "</p></section>" +
		"<section itemscope itemtype='http://schema.org/Thing'><h2><a href=/c>Lectures in 2024</a></h2><img src=/hall.png><ul><li>" + text + "</ul></section>"
	r := Read(parse(t, "http://books.example/", wrap("<main><div>"+hits.String()+"</div>"+blocks+"</main>")), Options{})
	if len(r.Records) != 20 {
		t.Errorf("%d records, want 20: %v", len(r.Records), r.Reasons)
	}
}
