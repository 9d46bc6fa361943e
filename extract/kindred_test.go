package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// blocks shows books as elements of a class.
func blocks(bs []book, class string) string {
	var s strings.Builder
	for _, b := range bs {
		fmt.Fprintf(&s, "<div class='%s'><h3><a href='/book/%d'>%s</a></h3><p>%s</p></div>", class, b.id, b.title, b.review)
	}
	return s.String()
}

// What has the element and class names of the records is one of them wherever it
// stands; where these mean other things too, or the page counts its records, not.
func TestRecordsByTheirClass(t *testing.T) {
	lead := func(class string) string {
		b := shelf[0]
		return fmt.Sprintf("<section><div><div class='%s'><div><h3><a href='/book/%d'>%s</a></h3></div><div><p>%s</p><p>The book of the month, by %s.</p></div></div></div></section>", class, b.id, b.title, b.review, b.author)
	}
	list := func(class string) string { return "<div>" + blocks(shelf[1:], class) + "</div>" }
	other := strings.Repeat("<div class='pane'><p>All that we lend</p><p>Ask at the desk</p></div>", 2)
	menu := "<div class='menu'><div class='book-card'><a href='/top'>All books</a><p>by name</p></div></div>"
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"one that is larger":  {lead("book-card") + list("book-card"), shelfTitles()},
		"of another class":    {lead("essay") + list("book-card"), shelfTitles()[1:]},
		"counted":             {"<p>Showing 1 to 7 of 7 books</p>" + lead("book-card") + list("book-card"), shelfTitles()[1:]},
		"a class of all kind": {other + lead("pane") + list("pane"), shelfTitles()[1:]},
		"a menu":              {menu + list("book-card"), shelfTitles()[1:]},
	} {
		if diff := cmp.Diff(c.want, titles(t, wrap(c.body))); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// A record is all that stands in its own element, and an item of a list is one record.
func TestRecordsAreWhole(t *testing.T) {
	var boxes, items strings.Builder
	for i, b := range shelf {
		// What stands above differs so much that the descriptions alone are more regular.
		tags := []string{"section", "figure", "blockquote", "pre", "h4", "aside", "h5", "article"}
		above := ""
		for j, tag := range tags {
			above += fmt.Sprintf("<%s><%s>%s</%[2]s></%[1]s>", tags[i], tag, strings.Fields(b.author)[j%2])
		}
		above += "<p>" + b.author + "</p>"
		fmt.Fprintf(&boxes, "<div class=box>%s<div class=item><h3><a href='/book/%d'>%s</a></h3><p>%s</p><p>Copy %[2]d</p><em>No. %[2]d</em></div></div>", above, b.id, b.title, b.review)
		if day := "<div class=line><b>Day %d</b><i>%s</i></div>"; i%3 == 0 {
			fmt.Fprintf(&items, "<li><span>"+day, i+1, "The house is open from nine to five")
		} else {
			items.WriteString("<li><span>")
		}
		fmt.Fprintf(&items, "<div class=line><b><a href='/book/%d'>%s</a></b><i>%s</i></div></span></li>", b.id, b.title, b.review)
	}
	for name, body := range map[string]string{"boxes": boxes.String(), "items": "<ul>" + items.String() + "</ul>"} {
		r := Read(parse(t, "http://books.example/", wrap(body)), Options{})
		if len(r.Records) != len(shelf) {
			t.Errorf("%s: %d records: %v", name, len(r.Records), r.Reasons)
			continue
		}
		for i, rec := range r.Records {
			for _, part := range []string{shelf[i].title, shelf[i].review} {
				if !strings.Contains(rec.Text, part) {
					t.Errorf("%s: %q is not in %q", name, part, rec.Text)
				}
			}
			if name == "boxes" && !strings.Contains(rec.Text, shelf[i].author) {
				t.Errorf("the author is not in %q", rec.Text)
			}
		}
	}
}

// Where a link says nothing but the alternative text of its image, that is what the record says,
// if the page counts as many: flags and logos are such lists, too.
func TestRecordsThatAreImages(t *testing.T) {
	var s strings.Builder
	for _, b := range shelf {
		fmt.Fprintf(&s, "<figure><a href='/book/%d'><img src='/cover/%d.jpg' alt='%s'></a></figure>", b.id, b.id, b.title)
	}
	list := "<div>" + s.String() + "</div>"
	if diff := cmp.Diff(shelfTitles(), titles(t, wrap(fmt.Sprintf("<p>Showing 1-%d of 90 books</p>", len(shelf))+list))); diff != "" {
		t.Error(diff)
	}
	if got := titles(t, wrap(list)); len(got) > 0 {
		t.Errorf("nothing counts them, and %q are records", got)
	}
}
