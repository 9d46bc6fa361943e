// Command score judges package forms by forms that others labelled.
//
//	go run ./forms/score [-v] [-hand] DIR
//
// DIR holds labels.jsonl, silver_search.jsonl, the pages in html/ and
// structured/tel8.jsonl. Weights that were learned from such forms are learned
// anew for each tenth of the sites from the other nine tenths, so that no form
// is judged by what was learned from its own site. With -hand, the weights
// written by hand are scored; with -v, all errors are listed.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
)

func main() {
	verbose := flag.Bool("v", false, "list all errors")
	hand := flag.Bool("hand", false, "score the weights written by hand")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: score [-v] [-hand] DIR")
		os.Exit(2)
	}
	if err := score(os.Stdout, flag.Arg(0), *hand, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func score(w io.Writer, dir string, hand, verbose bool) error {
	labels, err := jsonLines[label](filepath.Join(dir, "labels.jsonl"))
	if err != nil {
		return err
	}
	silver, err := jsonLines[label](filepath.Join(dir, "silver_search.jsonl"))
	if err != nil {
		return err
	}
	pages, err := readPages(dir, append(labels, silver...))
	if err != nil {
		return err
	}
	var all []judged
	start := time.Now()
	for _, p := range pages {
		js, err := p.judge(&forms.Weights{})
		if err != nil {
			return fmt.Errorf("%s: %w", p.url, err)
		}
		all = append(all, js...)
	}
	spent := time.Since(start)
	var counted, rest, declared []judged
	for _, j := range all {
		switch {
		case strings.HasPrefix(j.ID, "silver/"):
			declared = append(declared, j)
			continue
		case j.counted():
			counted = append(counted, j)
		}
		rest = append(rest, j)
	}
	printSearch(w, counted, verbose)
	printTypes(w, counted, verbose)
	printSilver(w, declared)
	printHarm(w, rest)
	fmt.Fprintf(w, "speed: %.0f pages/s (%d pages, one core)\n", float64(len(pages))/spent.Seconds(), len(pages))
	return nil
}
