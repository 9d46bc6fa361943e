package extract_test

import (
	"fmt"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
)

// What a result page says: how many there are, its records, and where it goes on.
func Example() {
	html := `<h1>Search</h1><p>3 results for "lamp"</p>
	<ul>
		<li><a href="/lamp/1">Brass lamp</a> <span class="price">12 EUR</span></li>
		<li><a href="/lamp/2">Paper lamp</a> <span class="price">7 EUR</span></li>
	</ul>
	<a href="/find?q=lamp&amp;page=2">Next page</a>`
	doc, err := page.ParseDocument([]byte(html), "text/html; charset=utf-8", page.MustParseURL("https://lamps.example/find?q=lamp"))
	if err != nil {
		fmt.Println(err)
		return
	}
	res := extract.Read(doc, extract.Options{Query: []string{"lamp"}})
	fmt.Println("total:", res.Total)
	for _, rec := range res.Records {
		fmt.Println(rec.Title, rec.URL)
	}
	fmt.Println("next:", res.Next.URL)
	// Output:
	// total: 3
	// Brass lamp https://lamps.example/lamp/1
	// Paper lamp https://lamps.example/lamp/2
	// next: https://lamps.example/find?q=lamp&page=2
}
