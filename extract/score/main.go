// Command score judges package extract by pages that others labelled.
//
//	go run ./extract/score records DIR [-v KIND]
//	go run ./extract/score together DIR [-v KIND]
//	go run ./extract/score pager DIR [-v pager]
//
// DIR holds labels.jsonl and the pages, gzipped, in html/. Each page is read by
// itself, without a query and without an empty answer to compare it with;
// together learns a wrapper from three pages of a site at a time and reads them
// by it. With -v, the pages of a kind that are wrong are listed: records, silver,
// one, several, single, count, next, total, empty, blocked; of together: together,
// wrapper, fields.
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
)

func main() {
	flags := flag.NewFlagSet("score", flag.ExitOnError)
	verbose := flags.String("v", "", "list the wrong pages of this kind")
	usage := func() {
		fmt.Fprintln(os.Stderr, "usage: score records|together|pager DIR [-v KIND]")
		os.Exit(2)
	}
	if len(os.Args) < 3 {
		usage()
	}
	what, dir := os.Args[1], os.Args[2]
	flags.Parse(os.Args[3:])
	var err error
	switch what {
	case "records":
		err = scoreRecords(os.Stdout, dir, *verbose)
	case "together":
		err = scoreTogether(os.Stdout, dir, *verbose)
	case "pager":
		err = scorePagers(os.Stdout, dir, *verbose)
	default:
		usage()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// source is what the label lines of both data sets say about a page itself.
type source struct {
	ID       string `json:"id"`
	URL      string `json:"page_url"`
	HTMLFile string `json:"html_file"`
}

// document reads the page of a label line.
func (s source) document(dir string) (*page.Document, error) {
	f, err := os.Open(filepath.Join(dir, s.HTMLFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	u, err := page.ParseURL(s.URL)
	if err != nil {
		return nil, err
	}
	return page.ParseDocument(body, "text/html; charset=utf-8", u)
}

// clock adds up the time that reading takes, parsing apart.
type clock struct {
	pages int
	spent time.Duration
}

func (c *clock) read(doc *page.Document) extract.Result {
	start := time.Now()
	r := extract.Read(doc, extract.Options{})
	c.spent += time.Since(start)
	c.pages++
	return r
}

func (c *clock) print(w io.Writer) {
	fmt.Fprintf(w, "speed: %.0f pages/s without parsing\n", float64(c.pages)/c.spent.Seconds())
}

// eachLine calls f with every line of a file of JSON lines.
func eachLine[T any](name string, f func(T) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	for n := 1; lines.Scan(); n++ {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		if err := f(line); err != nil {
			return fmt.Errorf("%s, line %d: %w", name, n, err)
		}
	}
	return lines.Err()
}
