package page

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// owned writes each form's controls by name: "form: a b; form: c; none: d".
func owned(d *Document) string {
	var parts []string
	list := func(label string, form *html.Node) {
		for _, c := range d.Controls(form) {
			label += " " + Attr(c, "name")
		}
		parts = append(parts, label)
	}
	for _, f := range d.Forms() {
		list(Attr(f, "id")+":", f)
	}
	if len(d.Controls(nil)) > 0 {
		list("none:", nil)
	}
	return strings.Join(parts, "; ")
}

func TestOwners(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"plain", "<form id=f><input name=a><p><select name=b></select></form><input name=c>", "f: a b; none: c"},
		{"all kinds", "<form id=f><button name=a></button><fieldset name=b></fieldset><object name=c></object><output name=d></output><textarea name=e></textarea></form>", "f: a b c d e"},
		{"form between table and row", "<table><form id=f><tr><td><input name=a></td></tr><tr><td><input name=b></td></tr></form></table><input name=c>", "f: a b; none: c"},
		{"form between rows", "<table><tr><form id=f><td><input name=a></td></form></tr><tr><form id=g><td><input name=b></td></form></tr></table>", "f: a; g: b"},
		{"ended in another cell", "<table><tr><td><form id=f><input name=a></td><td><input name=b></form></td><td><input name=c></table>", "f: a b; none: c"},
		{"never ended", "<div><form id=f><input name=a></div><input name=b>", "f: a b"},
		{"hidden inputs in a table", "<table><form id=f><input type=hidden name=a><tr><td><input name=b></table></form>", "f: a b"},
		{"nested form ignored", "<form id=f><input name=a><form id=g><input name=b></form><input name=c></form>", "f: a b; none: c"},
		{"stray end tag", "</form><form id=f><div></form><input name=a></div><input name=b>", "f: a; none: b"},
		{"the pointer beats the ancestor", "<form id=f><div></form><form id=g><input name=a></form><input name=b></div>", "f: b; g: a"},
		{"form attribute", "<input form=g name=a><form id=f><input name=b form=g></form><form id=g></form>", "f:; g: a b"},
		{"form attribute without its form", "<form id=f><input name=a form=x><input name=b form></form>", "f:; none: a b"},
		{"first element with the id is no form", "<p id=g></p><form id=f><input name=a form=g></form><form id=g></form>", "f:; g:; none: a"},
		{"form attribute and broken table", "<table><form id=f><tr><td><input name=a form=g></table></form><form id=g></form>", "f:; g: a"},
		{"template", "<template id=g><form id=g><input name=x></template><form id=f><input name=a><template></form><input name=y></template><input name=b form=g><input name=c></form>", "f: a c; none: b"},
		{"end tag in a template", "<form id=f><template></form></template><input name=a>", "f: a"},
		{"text that looks like tags", "<form id=f><textarea name=t></form></textarea><script>'</form>'</script><title></form></title><input name=a>", "f: t a"},
		{"comment", "<form id=f><!--</form>--><input name=a>", "f: a"},
		{"attribute value", "<form id=f title='</form>'><input title='<form>' name=a>", "f: a"},
		{"noscript", "<form id=f><noscript></form></noscript><input name=a>", "f:; none: a"},
		{"HTML in an SVG title", "<svg><title><form id=f></title></svg><form id=g><input name=a></form>", "f: a"},
		{"SVG style is no raw text", "<svg><style><input name=x><form></style></svg><form id=f><input name=a></form>", "f: a"},
		{"form inside select", "<form id=f><select name=s><option><form></select><input name=a></form>", "f: s a"},
		{"in the head", "<head><form id=f></head><body><input name=a>", "f: a"},
		{"upper case", "<TABLE><FORM ID=f><TR><TD><INPUT NAME=a></TD></TR></FORM></TABLE>", "f: a"},
		{"odd spellings", "<form id=f><input/name=a><input\nname=b /><input name=c", "f: a b"},
		{"after the body", "<body><form id=f></body></html><input name=a></form><input name=b>", "f: a; none: b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := parse(t, c.body)
			if got := owned(d); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
			}
			checkOwners(t, d)
		})
	}
}

// The pass must leave the tree as the parser alone would make it.
func TestMarksAreInvisible(t *testing.T) {
	for _, body := range []string{
		"<table><form id=f><tr><td><input name=a><button>x</table>",
		"<svg><title><form><input></title><p><textarea><input></textarea>",
		"<svg><desc><textarea><form><input></desc></textarea></svg><input>",
		"<svg><textarea><a title='</textarea><form>x'><input>", "<svg><foreignobject><textarea><form></svg></textarea></foreignobject><style><input></style>",
		"<svg><annotation-xml><title><textarea></title></annotation-xml><input></svg><input/ =x><input =y>",
		"<svg><font color=x><textarea><a title='</textarea><form>x'><input>", "<svg></p><textarea><a title='</textarea><form>x'><input>",
		"<math><annotation-xml encoding=text/html><textarea><a title='</textarea><form>x'><input>",
		"<math><mi><textarea><select></mi></textarea>&lt;input",
		"<select><option><input><form>", "<input", "<form <input <select>", "<template><tr><form><td><input>",
		"<frameset><frame><noframes><form></noframes>", "<plaintext><form><input>",
		"<p title='<input>'>x<form\x00y><input\x00>\r\n<input>\r",
	} {
		want, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rendered(t, want), rendered(t, parseMarked(body).Root)); diff != "" {
			t.Errorf("%s (-alone +marked):\n%s", body, diff)
		}
	}
}

func parseMarked(body string) *Document {
	var d Document
	d.parse([]byte(body), false, 1<<20)
	return &d
}

func rendered(t *testing.T, n *html.Node) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Render(&b, n); err != nil && !strings.Contains(err.Error(), "void element") {
		t.Fatal(err)
	}
	return b.String()
}

// A page cannot know the attribute name that is used for it; it can quote the
// one that was used for another page.
func TestMarksCannotBeForged(t *testing.T) {
	const body = "<table><form id=f><tr><td><input name=a></table>"
	name := markTags([]byte(body), new([]byte), 1<<20).name
	forged := fmt.Sprintf(`<input name=b %s="0" title=' %[1]s="1"'>%s<p %[1]s=x>`, name, body)
	d := parseMarked(forged)
	if got := owned(d); got != "f: a; none: b" {
		t.Errorf("owners are %s", got)
	}
	b := d.Controls(nil)[0]
	if Attr(b, name) != "0" || !strings.Contains(Attr(b, "title"), name) || !HasAttr(d.Find("p").Get(0), name) {
		t.Errorf("the page's own attributes were taken away: %v", b.Attr)
	}
}

func checkOwners(t *testing.T, d *Document) {
	t.Helper()
	forms := map[*html.Node]bool{nil: true}
	for _, f := range d.Forms() {
		if f.Data != "form" || forms[f] {
			t.Fatalf("%s is not a form or listed twice", f.Data)
		}
		forms[f] = true
	}
	total := 0
	for f := range forms {
		for _, c := range d.Controls(f) {
			total++
			if d.Owner(c) != f || !isControl(c.Data) {
				t.Fatalf("%s %v: wrong owner", c.Data, c.Attr)
			}
		}
	}
	found := 0
	inTree := map[*html.Node]bool{nil: true}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Data == "template" && c.Namespace == "" && c.Type == html.ElementNode {
				continue
			}
			inTree[c] = true
			if c.Type == html.ElementNode && c.Namespace == "" && isControl(c.Data) {
				found++
			}
			walk(c)
		}
	}
	walk(d.Root)
	if found != total {
		t.Fatalf("%d controls in the tree, %d in the index", found, total)
	}
	for f := range forms {
		if !inTree[f] {
			t.Fatal("a form is not in the tree")
		}
	}
}
