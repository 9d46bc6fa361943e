package main

import (
	"hash/fnv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
)

const folds = 10

// fold assigns a site to a tenth.
func fold(site string) int {
	h := fnv.New32a()
	h.Write([]byte(site))
	return int(h.Sum32() % folds)
}

// cases turns a page's labelled forms into cases to learn from. Fragments that
// were collected as hard cases, with types told by file names, count less than
// forms of whole pages labelled by people.
func (p *labelledPage) cases() ([]purpose.Case, error) {
	doc, err := page.ParseDocument(p.body, "text/html; charset=utf-8", p.url)
	if err != nil {
		return nil, err
	}
	all := forms.Cases(doc)
	var out []purpose.Case
	for _, l := range p.labels {
		if l.DupOf != nil || l.silver() || l.Index >= len(all) {
			continue
		}
		c := all[l.Index]
		c.Purpose = purposes[l.FormType]
		c.NotSearch = c.Purpose == ""
		if !strings.Contains(l.Source, "Formasaurus") {
			c.Weight = 0.3
		}
		out = append(out, c)
	}
	return out, nil
}

// learnEach learns weights for every fold from the sites of the others, and
// last from all.
func learnEach(pages []*labelledPage) (byFold [folds]*purpose.Weights, all *purpose.Weights, err error) {
	var cases [folds][]purpose.Case
	for _, p := range pages {
		cs, err := p.cases()
		if err != nil {
			return byFold, nil, err
		}
		f := fold(p.labels[0].Site)
		cases[f] = append(cases[f], cs...)
	}
	var every []purpose.Case
	for f := range folds {
		var others []purpose.Case
		for g := range folds {
			if g != f {
				others = append(others, cases[g]...)
			}
		}
		byFold[f] = purpose.Learn(others)
		every = append(every, cases[f]...)
	}
	return byFold, purpose.Learn(every), nil
}
