package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// counter is a made-up site with one box beside the one for words: it shows the
// records that have exactly what is in it.
type counter struct {
	field  string             // of the records that the box is for
	fields []func(int) string // of record i, by name in names
	names  []string
	n      int
	asked  []string
}

func (c *counter) answer(a querygen.Ask) querygen.Outcome {
	o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
	value := ""
	for _, p := range a.Query.Bind {
		if p.Name == "x" {
			value = p.Value
		}
	}
	if value == "" {
		if slices.ContainsFunc(a.Query.Bind, func(p page.Pair) bool { return p.Name == "q" && p.Value == "start" }) {
			o.Status = querygen.Answered
			for i := c.n / 3; i < 2*c.n/3; i += c.n / 20 {
				o.Rows = append(o.Rows, c.row(i))
			}
		}
		return o
	}
	c.asked = append(c.asked, value)
	for i := range c.n {
		if c.fields[slices.Index(c.names, c.field)](i) == value {
			o.Status = querygen.Answered
			o.Rows = append(o.Rows, c.row(i))
		}
	}
	o.Total = len(o.Rows)
	return o
}

func (c *counter) row(i int) querygen.Row {
	r := querygen.Row{Key: fmt.Sprint("c", i), Text: fmt.Sprint("thing ", i)}
	for k, name := range c.names {
		if name != "hidden" {
			v := c.fields[k](i)
			r.Text += " " + v
			r.Fields = append(r.Fields, pair(name, v))
		}
	}
	return r
}

// A box whose label or type tells what it wants gets such values: those of the
// column that has its name in any language, or values of its type, as the box
// wants them written; and from a value that was answered the ones beside it, up
// to the boundaries.
func TestTypedBoxesFindTheirValues(t *testing.T) {
	start := time.Date(2019, 5, 6, 0, 0, 0, 0, time.UTC)
	day := func(layout string, each int) func(int) string {
		return func(i int) string { return start.AddDate(0, 0, i/each).Format(layout) }
	}
	cities := []string{"Berlin", "Porto", "Toronto", "Leeds", "Ulm", "Bath", "Madrid", "Gera"}
	for _, tt := range []struct {
		name  string
		field forms.Field
		site  counter
		held  int // at least
		asked int // values of the box, at most
	}{
		{"dates day by day", forms.Field{Label: "Date", Control: "text", Role: forms.Date, Format: "dd.mm.yyyy"},
			counter{field: "day", names: []string{"day"}, fields: []func(int) string{day("02.01.2006", 2)}, n: 120}, 120, 85},
		{"dates, written otherwise by the site", forms.Field{Label: "Day of hearing", Control: "date", Role: forms.Date},
			counter{field: "hidden", names: []string{"hidden", "heard"}, fields: []func(int) string{day("2006-01-02", 2), day("January 2, 2006", 2)}, n: 120}, 120, 85},
		{"dates in a notation that the site shows", forms.Field{Label: "Datum", Control: "text", Role: forms.Date},
			counter{field: "when", names: []string{"when"}, fields: []func(int) string{day("02/01/2006", 1)}, n: 60}, 50, 85},
		{"zip codes beside each other", forms.Field{Label: "PLZ", Control: "text", Role: forms.Place, MaxLength: 5},
			counter{field: "code", names: []string{"code"}, fields: []func(int) string{func(i int) string { return fmt.Sprintf("%05d", 4109+i/2) }}, n: 100}, 100, 70},
		{"zip codes of addresses", forms.Field{Label: "Zip code", Control: "text", Role: forms.Place},
			counter{field: "hidden", names: []string{"hidden", "address"}, fields: []func(int) string{
				func(i int) string { return fmt.Sprintf("%05d", 60601+40*(i/4)) },
				func(i int) string {
					return fmt.Sprintf("%d Elm St, Chicago, IL %05d, near %05d", i, 60601+40*(i/4), 60601+40*((i/4+1)%25))
				}}, n: 100}, 100, 90},
		{"authors under a name in another language", forms.Field{Label: "Verfasser", Control: "text", Role: forms.QueryRole, Score: 0.5},
			counter{field: "author", names: []string{"author", "also by"}, fields: []func(int) string{func(i int) string { return fmt.Sprintf("Roe %c", 'A'+i/5) }, func(i int) string { return fmt.Sprint("n", i) }}, n: 100}, 35, 7},
		{"places", forms.Field{Label: "Near", Control: "text", Role: forms.Place},
			counter{field: "hidden", names: []string{"hidden"}, fields: []func(int) string{func(i int) string { return cities[i%8] }}, n: 80}, 40, 120},
		{"places of a column that has another name", forms.Field{Label: "Where", Control: "text", Role: forms.Place},
			counter{field: "seat", names: []string{"seat"}, fields: []func(int) string{func(i int) string { return cities[i%8] }}, n: 80}, 40, 130},
		{"prices", forms.Field{Label: "Price", Control: "text", Role: forms.Number},
			counter{field: "hidden", names: []string{"hidden"}, fields: []func(int) string{func(i int) string { return fmt.Sprint(10 + i/4) }}, n: 100}, 100, 140},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.field.Name = "x"
			form := boxForm(tt.field)
			form.Fields[0].Label = "Words"
			p := mustPlan(t, querygen.Options{Form: form, Seeds: []string{"start"}})
			for range 400 {
				a, ok := p.Next()
				if !ok {
					break
				}
				p.Observe(tt.site.answer(a))
			}
			t.Logf("held %d of %d after %d values: %s", p.Held(), tt.site.n, len(tt.site.asked), strings.Join(tt.site.asked[:min(len(tt.site.asked), 12)], " | "))
			if p.Held() < tt.held || len(tt.site.asked) > tt.asked {
				t.Errorf("held %d of %d after %d values: %s", p.Held(), tt.site.n, len(tt.site.asked), p.Why())
			}
		})
	}
}
