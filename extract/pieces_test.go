package extract

import (
	"fmt"
	"strings"
	"testing"
)

// Whatever element of a record is chosen, the column made of it reads that element again, and
// goes by what elements are called before it goes by where they stand.
func TestColumnsOfChosenPieces(t *testing.T) {
	layout := func(bs []book) string {
		s := ""
		for i, b := range bs {
			state := ""
			if i == 2 {
				state = "class=visited"
			}
			s += fmt.Sprintf("<div class=hit data-id=%d><h3><a "+state+" href='/book/%d'>%s</a></h3><p><span class=who>%s</span> <b>%d</b> <b>%d</b></p><p class=where><b>shelf %d</b></p><meta itemprop=isbn content=978-%d><img src=/c/%d.png><div><p>%s <mark>in</mark></p></div></div>",
				b.id, b.id, b.title, b.author, b.id, b.id+1, b.id+2, b.id, b.id, b.review)
		}
		return s
	}
	bs := volumes(0, 6)
	doc := parse(t, "http://books.example/find?q=north", wrap(layout(bs)))
	p := PiecesOf(doc, Options{})
	if p.Records() != len(bs) {
		t.Fatalf("%d records", p.Records())
	}
	want := map[string]string{
		bs[2].title: "a", bs[2].author: "span.who", fmt.Sprint(bs[2].id): "b", fmt.Sprint(bs[2].id + 1): "b 2", fmt.Sprint("shelf ", bs[2].id+2): "p.where b", bs[2].review + " in": "p 3",
	}
	seen := 0
	for _, piece := range p.Of(2) {
		c := p.Column(piece)
		c.Name = "chosen"
		if c.Select == ":scope" {
			if piece.Node.Data != "div" || len(piece.Attributes) == 0 || piece.Attributes[0].Name != "data-id" {
				t.Errorf("the record itself: %+v", piece)
			}
			c.Attribute = "data-id"
		}
		if err := c.Check(); err != nil {
			t.Errorf("%q: %v", piece.Text, err)
		}
		res := Read(doc, Options{Wrapper: &Wrapper{Columns: []Column{c}}})
		value := strings.TrimPrefix(strings.SplitN(typedFields(res.Records[2], "chosen")[0], "|", 2)[0], "chosen: ")
		if c.Attribute == "" && value != piece.Text {
			t.Errorf("%q: %+v reads %q", piece.Text, c, value)
		}
		if c.Attribute != "" && !strings.Contains(value, fmt.Sprint(bs[2].id)) {
			t.Errorf("%+v reads %q", c, value)
		}
		got := c.Select
		if c.Nth > 0 {
			got += fmt.Sprint(" ", c.Nth)
		}
		if of, ok := want[piece.Text]; ok {
			seen++
			if got != of {
				t.Errorf("%q: selector %q, want %q", piece.Text, got, of)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d pieces were offered", seen, len(want))
	}
}
