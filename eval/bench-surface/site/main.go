// The site that the crawlers crawl: site ADDRESS PAGES. It prints its URL and
// serves until its input ends.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"strconv"

	"github.com/hadal-crawler/hadal/fixtures"
)

func main() {
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	s, err := fixtures.ServeOn(os.Args[1], fixtures.Pages(fixtures.Options{}, n))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.URL())
	io.Copy(io.Discard, os.Stdin)
	s.Close()
}
