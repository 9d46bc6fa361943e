package pages

import (
	"fmt"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// reading reads a page as a profile says, nil for none, and returns the columns that hold for it.
func reading(doc *page.Document, p *harvest.Profile, query []string, detail bool) (extract.Result, []extract.Column) {
	if p == nil {
		return extract.Read(doc, extract.Options{Query: query}), nil
	}
	if detail {
		fields, _ := extract.ReadDetail(doc, p.Background, p.Details)
		text := page.Text(doc.Root)
		return extract.Result{Total: -1, Records: []extract.Record{{URL: doc.URL, Title: doc.Title, Text: text, Fields: fields}}}, p.Details.Columns
	}
	return extract.Read(doc, p.Reading(query)), p.Wrapper.Columns
}

// printKept shows each record beside its text, and what each column has.
func printKept(env *cli.Env, r extract.Result, columns []extract.Column) error {
	for i, rec := range r.Records {
		fmt.Fprintf(env.Stdout, "%s  %s\n   %s\n", show.Count(i+1), show.Short(rec.Title, 100), show.Short(rec.Text, 300))
		for _, f := range rec.Fields {
			typed := f.Kind
			if f.Kind == "number" || f.Kind == "money" {
				typed = fmt.Sprintf("%s %v", f.Kind, f.Number)
			}
			if f.Currency != "" {
				typed += " " + f.Currency
			}
			if typed != "" {
				typed = "  [" + show.Printable(typed) + "]"
			}
			fmt.Fprintf(env.Stdout, "     %s: %s%s\n", show.Short(f.Name, 40), show.Short(f.Value, 160), typed)
		}
		if rec.Key != "" {
			fmt.Fprintf(env.Stdout, "     key: %s\n", show.Short(rec.Key, 160))
		}
	}
	fmt.Fprintf(env.Stdout, "%s\n", show.Plural(len(r.Records), "record"))
	for _, reason := range r.Reasons {
		fmt.Fprintf(env.Stdout, "because %s\n", show.Printable(reason))
	}
	var rows [][]string
	for _, c := range extract.FilledBy(columns, r.Records) {
		example := ""
		if len(c.Examples) > 0 {
			example = show.Short(c.Examples[0], 60)
		}
		rows = append(rows, []string{show.Short(c.Name, 40), show.Count(c.Records), show.Count(c.Distinct), example})
	}
	return show.Table(env.Stdout, []string{"COLUMN", "RECORDS", "VALUES", "EXAMPLE"}, rows)
}
