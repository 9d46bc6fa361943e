// colly, asked for the same: follow all links of a site. It parses no forms and
// stores nothing. colly URL
package main

import (
	"fmt"
	"log"
	"net/url"
	"os"
	"sync/atomic"

	"github.com/gocolly/colly/v2"
)

func main() {
	start, err := url.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	c := colly.NewCollector(colly.AllowedDomains(start.Hostname(), start.Host), colly.Async(true))
	c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 16})
	var pages atomic.Int64
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { e.Request.Visit(e.Attr("href")) })
	c.OnResponse(func(*colly.Response) { pages.Add(1) })
	c.Visit(os.Args[1])
	c.Wait()
	fmt.Println(pages.Load())
}
