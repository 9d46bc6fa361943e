package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
)

// triple is how many pages of a site are read together.
const triple = 3

// scoreTogether groups the pages of each site in threes, learns a wrapper from
// each group and reads its pages by it. Sites are told apart by host, for a
// software family has many.
func scoreTogether(w io.Writer, dir, verbose string) error {
	var order []string
	sites := map[string][]answer{}
	err := eachLine(filepath.Join(dir, "labels.jsonl"), func(a answer) error {
		if len(a.Records) == 0 || a.Silver || a.Synthetic || a.Partial {
			return nil
		}
		site := a.Source + " " + a.host()
		if sites[site] == nil {
			order = append(order, site)
		}
		sites[site] = append(sites[site], a)
		return nil
	})
	if err != nil {
		return err
	}
	results := map[string][]judged{}
	var sources []string
	alone, together := map[string]*purity{}, map[string]*purity{}
	fields := map[string]bool{}
	fitted, pages := 0, 0
	var spent time.Duration
	for _, site := range order {
		for group := range slices.Chunk(sites[site], triple) {
			if len(group) < 2 {
				continue
			}
			var l extract.Learning
			for _, a := range group {
				doc, err := a.document(dir)
				if err != nil {
					return err
				}
				l = l.See(doc, extract.Options{})
			}
			wrapper := l.Wrapper()
			if verbose == "wrapper" {
				fmt.Fprintf(w, "%s: %s | %s siblings %d %s, %d columns, %d candidates\n", site, wrapper.Region, wrapper.Record, wrapper.Siblings, wrapper.Between, len(wrapper.Columns), len(l.Candidates))
			}
			for _, a := range group {
				doc, err := a.document(dir)
				if err != nil {
					return err
				}
				start := time.Now()
				res := extract.Read(doc, extract.Options{Wrapper: &wrapper})
				spent += time.Since(start)
				pages++
				if res.Misfit == "" && !wrapper.Unplaced() {
					fitted++
				}
				n, left := match(a.Records, predicted(res.Records), a.URL)
				given := len(res.Records)
				if a.Duplicates {
					given -= left
				}
				j := judged{answer: a}
				j.p, j.r, j.f = prf(n, given, len(a.Records))
				if results[a.Source] == nil {
					sources = append(sources, a.Source)
				}
				results[a.Source] = append(results[a.Source], j)
				if j.f < 0.999 && verbose == "together" {
					fmt.Fprintf(w, "%s: P %.2f R %.2f, %d read, %d wanted; %s %v\n", a.ID, j.p, j.r, len(res.Records), len(a.Records), wrapper.Region, res.Reasons)
				}
				if slices.ContainsFunc(a.Records, func(i item) bool { return len(i.Fields) > 0 }) {
					if together[site] == nil {
						alone[site], together[site] = newPurity(), newPurity()
					}
					fields[site] = true
					together[site].add(a.Records, res.Records, a.URL)
					alone[site].add(a.Records, extract.Read(doc, extract.Options{}).Records, a.URL)
				}
			}
		}
	}
	slices.Sort(sources)
	var all []judged
	for _, s := range sources {
		all = append(all, results[s]...)
		report(w, s, results[s])
	}
	report(w, "all, two or three together", all)
	fmt.Fprintf(w, "the wrapper fitted %d of %d pages; %.0f pages/s by it\n", fitted, pages, float64(pages)/spent.Seconds())
	for _, kind := range []struct {
		name string
		of   map[string]*purity
	}{{"page by page", alone}, {"together", together}} {
		fmt.Fprintf(w, "columns, %s:\n", kind.name)
		bySource := map[string][2]float64{}
		for _, site := range order {
			p := kind.of[site]
			if p == nil {
				continue
			}
			source, _, _ := strings.Cut(site, " ")
			if source == "wien" || source == "webdext" || verbose == "fields" {
				p.report(w, site, verbose == "fields")
			}
			pure, _, found := p.score()
			if found == 0 {
				continue // what the labels call fields stands outside the records
			}
			sum := bySource[source]
			bySource[source] = [2]float64{sum[0] + pure, sum[1] + 1}
		}
		for _, s := range sources {
			if sum := bySource[s]; sum[1] > 0 {
				fmt.Fprintf(w, "  %-28s mean over sites: columns pure %.3f\n", s, sum[0]/sum[1])
			}
		}
	}
	return nil
}

// host returns the host of the page's address.
func (s source) host() string {
	_, rest, _ := strings.Cut(s.URL, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}
