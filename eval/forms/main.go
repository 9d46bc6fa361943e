// Command forms judges package forms by forms that others labelled.
//
//	go run ./eval/forms [-v] [-hand | -shipped | -write FILE] DIR
//
// DIR holds labels.jsonl, silver_search.jsonl, the pages in html/ and
// structured/tel8.jsonl. Weights are learned anew for each tenth of the sites
// from the other nine tenths, so that no form is judged by what was learned
// from its own site. With -hand only the weights given by hand are used, with
// -shipped those in the program, which were learned from all sites. -write
// learns from all sites and writes the weights, which package forms embeds:
//
//	go run ./eval/forms -write forms/purpose/weights.tsv DIR
//
// With -v, all errors are listed.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
)

func main() {
	var o options
	flag.BoolVar(&o.verbose, "v", false, "list all errors")
	flag.BoolVar(&o.hand, "hand", false, "use the weights given by hand only")
	flag.BoolVar(&o.shipped, "shipped", false, "use the weights in the program")
	flag.StringVar(&o.write, "write", "", "learn from all sites, write the weights to this `FILE` and score nothing")
	flag.StringVar(&o.ablate, "ablate", "", "leave out the mechanisms of this `FILE` one at a time, with the weights in the program; of use to eval/ablate alone")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, flag.Arg(0), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type options struct {
	verbose, hand, shipped bool
	write, ablate          string
}

func run(w io.Writer, dir string, o options) error {
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
	interfaces, err := jsonLines[interface8](filepath.Join(dir, "structured", "tel8.jsonl"))
	if err != nil {
		return err
	}
	if o.ablate != "" {
		return ablate(w, pages, interfaces, o.ablate)
	}
	var byFold [folds]weights
	if !o.hand && !o.shipped {
		var all weights
		if byFold, all, err = learnEach(pages); err != nil {
			return err
		}
		if o.write != "" {
			return os.WriteFile(o.write, []byte(all.text(2)), 0o666)
		}
	}
	var read [folds]*purpose.Weights
	for f := range byFold {
		read[f] = byFold[f].read()
	}
	all, err := judgeAll(pages, func(p *labelledPage, doc *page.Document) []forms.Form {
		if o.shipped {
			return forms.Parse(doc)
		}
		return forms.ParseWith(doc, read[fold(p.labels[0].Site)])
	})
	if err != nil {
		return err
	}
	report(w, all, o.verbose)
	printInterfaces(w, interfaces, o.verbose)
	printConcepts(w, interfaces)
	return speed(w, pages)
}

// report prints the tables over HTML forms.
func report(w io.Writer, all []judged, verbose bool) {
	var counted, labelled, declared []judged
	for _, j := range all {
		switch {
		case j.silver():
			declared = append(declared, j)
			continue
		case j.counted():
			counted = append(counted, j)
		}
		labelled = append(labelled, j)
	}
	printSearch(w, counted, verbose)
	printTypes(w, counted, verbose)
	printCalibration(w, counted)
	printRoles(w, counted, verbose)
	printSilver(w, declared)
	printHarm(w, labelled)
}
