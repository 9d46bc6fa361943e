package harvest_test

import (
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// Run takes one site from its start page to coverage. Here the site is a bundled one on
// this machine, and the store is in memory.
func Example() {
	ctx := context.Background()
	server, err := fixtures.Serve(fixtures.Cars(fixtures.Options{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	client, err := fetch.New(fetch.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	start := page.MustParseURL(server.URL())
	client.AddTarget(start) // a private address must be named

	sum, err := harvest.Run(ctx, harvest.Site{Name: "cars", Start: start}, harvest.Options{Browser: harvest.RenderNever}, client, newMemory(), nil)
	fmt.Println(sum.Records, "records,", sum.Stop.Kind, err)
	// Output:
	// 520 records, exhausted <nil>
}
