package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
)

// titles returns the titles of the records that Read finds in a page.
func titles(t *testing.T, body string) []string {
	t.Helper()
	var out []string
	for _, r := range Read(parse(t, "http://books.example/find?q=salt", body), Options{}).Records {
		out = append(out, r.Title)
	}
	return out
}

func shelfTitles() []string {
	var out []string
	for _, b := range shelf {
		out = append(out, b.title)
	}
	return out
}

// A link that every record has is not what the records are called, be it the
// first one and of the same kind as the link that is.
func TestTitleIsWhatDiffers(t *testing.T) {
	var b strings.Builder
	for _, x := range shelf {
		fmt.Fprintf(&b, "<div class=book><div>No. %d: <a href='/short/%d'>Summary</a><br><a href='/book/%d'>%s</a><br>%s</div></div>", x.id, x.id, x.id, x.title, x.review)
	}
	if diff := cmp.Diff(shelfTitles(), titles(t, wrap(b.String()))); diff != "" {
		t.Error(diff)
	}
}

// Column names that a table repeats above each of its groups are no records,
// even in ordinary cells.
func TestRepeatedColumnNames(t *testing.T) {
	var b strings.Builder
	b.WriteString("<table>")
	for i, x := range shelf {
		if i%2 == 0 {
			b.WriteString("<tr><td>Title<td>Author<td>What it is about")
		}
		fmt.Fprintf(&b, "<tr><td><a href='/book/%d'>%s</a><td>%s<td>%s", x.id, x.title, x.author, x.review)
	}
	if diff := cmp.Diff(shelfTitles(), titles(t, wrap(b.String()+"</table>"))); diff != "" {
		t.Error(diff)
	}
}

// What stands around the main part of a page is no side bar, whatever its
// class names say of the layout.
func TestZonesSpareTheMainPart(t *testing.T) {
	var b strings.Builder
	b.WriteString("<section class='page page--with-filters sidebar-layout'><div class=filters><a href='/f/1'>Old books</a> <a href='/f/2'>New books</a></div><main>")
	for _, x := range shelf[:3] {
		fmt.Fprintf(&b, "<article><a href='/book/%d'>%s</a> <span>%s</span></article>", x.id, x.title, x.author)
	}
	b.WriteString("</main></section>")
	for range 4 {
		b.WriteString("<p>The reading room is open to everybody from nine to five on all days but Sunday, and to members in the evening too.</p><p>Groups should write to us a week before they come.</p>")
	}
	v := view.New(parse(t, "http://books.example/", wrap(b.String())), nil, view.Known{})
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Tag == "article" && n.Zone&view.ZoneNav != 0 {
			t.Error("a record in <main> is taken for a part of a side bar")
		}
		if n.Tag == "a" && strings.Contains(page.Attr(n.H, "href"), "/f/") && n.Zone&view.ZoneNav == 0 {
			t.Error("a filter is not taken for one")
		}
	}
}

// A few rows of data are the likelier answer than a site's whole tree of
// pages, and than the two sections that the page consists of.
func TestFewRowsBeatManyLinks(t *testing.T) {
	var tree, rows strings.Builder
	for i := range 5 {
		fmt.Fprintf(&tree, "<li><a href='/about/%d'>Department number %c</a><ul>", i, 'A'+i)
		for k := range 4 {
			fmt.Fprintf(&tree, "<li><a href='/about/%d/%d'>Office %c%c and its duties</a></li>", i, k, 'A'+i, 'a'+k)
		}
		tree.WriteString("</ul></li>")
	}
	for _, x := range shelf[:3] {
		fmt.Fprintf(&rows, "<tr><td>2021-04-%02d<td><a href='/book/%d'>%s</a><td>%s", x.id%28, x.id, x.title, x.author)
	}
	want := shelfTitles()[:3]
	for name, body := range map[string]string{
		"in one column": "<div><ul>" + tree.String() + "</ul></div><table>" + rows.String() + "</table>",
		"in sections":   "<section><h2>Departments</h2><ul>" + tree.String() + "</ul></section><section><h2>Found</h2><table>" + rows.String() + "</table></section>",
	} {
		if diff := cmp.Diff(want, titles(t, wrap(body))); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// Of two lists the one in the main part is likelier, be it a little smaller.
func TestMainListIsLikelier(t *testing.T) {
	var main, beside strings.Builder
	for _, x := range shelf {
		fmt.Fprintf(&main, "<div class=row><a href='/book/%d'>%s</a><i>%s, No. %[1]d</i><p>%s</p></div>", x.id, x.title, x.author, x.review)
		fmt.Fprintf(&beside, "<div class=pick><p>%s Read by %d people.</p><h4><a href='/pick/%[2]d'>%[3]s</a></h4></div>", x.review, x.id, x.title)
	}
	r := Read(parse(t, "http://books.example/find?q=salt", wrap("<main><div>"+main.String()+"</div></main><div>"+beside.String()+"</div>")), Options{})
	if len(r.Records) == 0 || !strings.Contains(r.Records[0].URL.String(), "/book/") {
		t.Errorf("not the list of the main part: %v", r.Reasons)
	}
}
