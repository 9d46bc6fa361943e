// Command extract judges package extract by pages that others labelled.
//
//	go run ./eval/extract records DIR [-v KIND]
//	go run ./eval/extract together DIR [-v KIND]
//	go run ./eval/extract robust DIR [-v CHANGE]
//	go run ./eval/extract pager DIR [-v pager]
//
// DIR holds labels.jsonl and the pages, gzipped, in html/. Each page is read by
// itself, without a query and without an empty answer to compare it with;
// together learns a wrapper from three pages of a site at a time and reads them
// by it. With -v, the pages of a kind that are wrong are listed: records, silver,
// one, several, single, count, next, total, empty, blocked, or all of these; of
// together: together, wrapper, fields.
//
// With -fold, records judges the pages of some folds, which one looks at, beside those
// of the others; sites are cut into five folds by a hash of what they are split by. Then
// -v lists pages of the folds that are looked at alone.
//
// robust changes each page as sites change theirs (other class names, advertisements
// between the records, end tags left out) and tells how much is lost by that.
//
// ablate is run by the program in eval/ablate, which builds this one anew.
//
// nasty reads every file below DIR as a page, whatever it is, and tells how
// much time and memory the worst of them take; it fails above the limits.
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
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/internal/cputime"
	"github.com/hadal-crawler/hadal/page"
)

func main() {
	flags := flag.NewFlagSet("extract", flag.ExitOnError)
	verbose := flags.String("v", "", "list the wrong pages of this kind")
	looked := flags.String("fold", "", "the folds that are looked at, of 0 to 4, by commas")
	usage := func() {
		fmt.Fprintln(os.Stderr, "usage: extract records|together|robust|pager|nasty DIR [-v KIND] [-fold 0,1 [DIR...]]")
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
		if *looked != "" {
			var at []int
			for _, f := range strings.Split(*looked, ",") {
				n, err := strconv.Atoi(f)
				if err != nil || n < 0 || n >= folds {
					usage()
				}
				at = append(at, n)
			}
			err = scoreFolds(os.Stdout, append([]string{dir}, flags.Args()...), at, *verbose)
			break
		}
		err = scoreRecords(os.Stdout, dir, *verbose, &clock{})
	case "together":
		err = scoreTogether(os.Stdout, dir, *verbose)
	case "robust":
		err = scoreRobust(os.Stdout, dir, *verbose)
	case "pager":
		err = scorePagers(os.Stdout, dir, *verbose, &clock{})
	case "ablate":
		err = ablate(os.Stdout, dir, *verbose)
	case "nasty":
		err = measureNasty(os.Stdout, dir)
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
	body, u, err := s.load(dir)
	if err != nil {
		return nil, err
	}
	return page.ParseDocument(body, "text/html; charset=utf-8", u)
}

// load reads the bytes of the page and its address.
func (s source) load(dir string) ([]byte, page.URL, error) {
	u, err := page.ParseURL(s.URL)
	if err != nil {
		return nil, u, err
	}
	f, err := os.Open(filepath.Join(dir, s.HTMLFile))
	if err != nil {
		return nil, u, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, u, err
	}
	body, err := io.ReadAll(z)
	return body, u, err
}

// clock adds up the processor time that pages take, that of other work on the
// machine left out.
type clock struct {
	pages          int
	parsing, spent time.Duration
	memory         *memory // nil: every page is read anew
}

func (c *clock) read(s source, dir string) (extract.Result, error) {
	if c.memory != nil {
		return c.memory.read(s, dir)
	}
	body, u, err := s.load(dir)
	if err != nil {
		return extract.Result{}, err
	}
	start, err := cputime.Used()
	if err != nil {
		return extract.Result{}, err
	}
	doc, err := page.ParseDocument(body, "text/html; charset=utf-8", u)
	if err != nil {
		return extract.Result{}, err
	}
	parsed, err := cputime.Used()
	if err != nil {
		return extract.Result{}, err
	}
	r := extract.Read(doc, extract.Options{})
	end, err := cputime.Used()
	c.parsing += parsed - start
	c.spent += end - parsed
	c.pages++
	return r, err
}

func (c *clock) print(w io.Writer) {
	rate := func(d time.Duration) float64 { return float64(c.pages) / max(d, time.Nanosecond).Seconds() }
	fmt.Fprintf(w, "speed on one core: %.0f pages/s read, %.0f with parsing, by processor time\n", rate(c.spent), rate(c.spent+c.parsing))
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
