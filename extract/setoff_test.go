package extract

import (
	"fmt"
	"strings"
	"testing"
)

// A word that a page sets off in the midst of a text does not break the text;
// an element that looks the same and stands for itself is a field.
func TestSetOffWords(t *testing.T) {
	var b strings.Builder
	for _, r := range shelf {
		review := strings.NewReplacer(" the ", ` <span class="searchmatch">the</span> `, " of ", ` <em class="hl-highlighted">of</em> `).Replace(" " + r.review)
		b.WriteString(`<li><h3><a href="/book/` + r.author + `">` + r.title + `</a></h3><div class="summary">` + review + `</div><p><span class="highlight-author">` + r.author + `</span></p></li>`)
	}
	p := Read(parse(t, "http://books.example/find?q=the+of", wrap("<ul>"+b.String()+"</ul>")), Options{Query: []string{"the", "of"}})
	if len(p.Records) != len(shelf) {
		t.Fatalf("%d records", len(p.Records))
	}
	for i, r := range p.Records {
		fields := fieldsOf(r)
		if fields["summary"].Value != shelf[i].review {
			t.Errorf("summary %q, want %q", fields["summary"].Value, shelf[i].review)
		}
		alone := false
		for _, f := range r.Fields {
			alone = alone || f.Value == shelf[i].author
		}
		if len(r.Fields) != 2 || !alone {
			t.Errorf("fields %+v", r.Fields)
		}
	}
}

// A page behind the last one counts from behind the last record and shows none.
func TestPastTheLast(t *testing.T) {
	for _, c := range []struct {
		says  string
		empty bool
	}{
		{"Results 51 – 50 of 50", true},
		{"Showing 1,251 to 1,250 of 1,285 records", true},
		{"Results 41 – 50 of 50", false},
	} {
		p := Read(parse(t, "http://books.example/find?q=words", wrap("<p>"+c.says+`</p><p>Write a <a href="/new?t=words">page</a> on it.</p><p>Or ask <a href="/desk">us</a>.</p>`)), Options{Query: []string{"words"}})
		if p.Empty != c.empty || p.Empty && len(p.Records) > 0 {
			t.Errorf("%s: empty %v, %d records", c.says, p.Empty, len(p.Records))
		}
	}
}

// Buttons that are on or off say what can be chosen: they are no records, and no part of one.
func TestButtonsThatAreOnOrOffAreNoData(t *testing.T) {
	var chips, rows strings.Builder
	for _, town := range []string{"Bath", "Bristol", "Derby", "Leeds", "Lincoln", "Norwich", "Oxford", "Truro", "York"} {
		fmt.Fprintf(&chips, `<span role=button aria-pressed=false>%s</span>`, town)
		fmt.Fprintf(&rows, `<li><a href="/%s">A chair from %s</a> <button aria-pressed=false>Save</button> made of oak</li>`, town, town)
	}
	for name, body := range map[string]string{"alone": "<div>" + chips.String() + "</div>", "beside rows": "<div>" + chips.String() + "</div><ul>" + rows.String() + "</ul>"} {
		got := Read(parse(t, "http://a.test/", wrap(body)), Options{}).Records
		if want := strings.Count(body, "<li>"); len(got) != want {
			t.Errorf("%s: %d records", name, len(got))
		}
		for _, rec := range got {
			if strings.Contains(rec.Text, "Save") {
				t.Errorf("%s: %q", name, rec.Text)
			}
		}
	}
}
