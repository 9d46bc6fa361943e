package storage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// One answer is one commit. What was acknowledged is there for the next run and for
// whoever reads.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "hadal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	db, err := storage.Open(ctx, filepath.Join(dir, "hadal.db"), storage.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()

	site := harvest.Site{Name: "lamps.example", Start: page.MustParseURL("https://lamps.example/")}
	state, err := db.Begin(ctx, site, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	lamp := extract.Record{Key: "1", Title: "Brass lamp", Text: "Brass lamp 12 EUR", Fields: []extract.Field{{Name: "price", Value: "12 EUR"}}}
	answer := harvest.Answer{
		Request: page.Get(page.MustParseURL("https://lamps.example/find?q=lamp")),
		Records: []extract.Record{lamp},
		Outcome: querygen.Outcome{
			Query: querygen.Query{Form: "lamps", Bind: []page.Pair{{Name: "q", Value: "lamp"}}},
			Page:  1, Status: querygen.Answered, Total: 1, Requests: 1, Rows: []querygen.Row{{Key: lamp.Key, Text: lamp.Text}},
		},
	}
	if err := db.Commit(ctx, harvest.Commit{Harvest: state.Harvest, Step: &harvest.Step{Seq: 1, Answer: &answer}}); err != nil {
		fmt.Println(err)
		return
	}
	for rec, err := range db.Records(ctx, site.Name) {
		fmt.Println(rec.Title, rec.Fields[0].Name, rec.Fields[0].Value, err)
	}
	// Output: Brass lamp price 12 EUR <nil>
}
