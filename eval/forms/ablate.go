package main

import (
	"bytes"
	"io"

	"github.com/hadal-crawler/hadal/eval/ablate/ablated"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// remembered is how a page's forms were judged, and which mechanisms made a difference.
type remembered struct {
	judged []judged
	fired  map[int]bool
	calls  int
}

// read judges one page's forms with a mechanism left out, -1 for none.
func (r *remembered) read(p *labelledPage, out int) (js []judged, err error) {
	defer func() {
		if recover() != nil { // a mechanism that the rest cannot do without
			for _, l := range p.labels {
				js = append(js, judged{label: l})
			}
		}
	}()
	doc, err := page.ParseDocument(p.body, "text/html; charset=utf-8", p.url)
	if err != nil {
		return nil, err
	}
	ablated.Start(out, 20*r.calls)
	return pair(p, forms.Parse(doc)), nil
}

// ablate tells, for each mechanism of the list, what changes without it.
func ablate(w io.Writer, pages []*labelledPage, interfaces []interface8, list string) error {
	mechanisms, err := ablated.Mechanisms(list, "forms/")
	if err != nil {
		return err
	}
	known := make([]remembered, len(pages))
	for i, p := range pages {
		if known[i].judged, err = known[i].read(p, -1); err != nil {
			return err
		}
		known[i].fired, known[i].calls = ablated.Fired()
	}
	figures := func(out int, all []judged) (of map[string]float64) {
		var said bytes.Buffer
		defer func() {
			if recover() != nil { // as in read
				of = ablated.Figures("forms", said.String())
			}
		}()
		report(&said, all, false)
		ablated.Start(out, 0)
		printInterfaces(&said, interfaces, false)
		return ablated.Figures("forms", said.String())
	}
	var all []judged
	for _, k := range known {
		all = append(all, k.judged...)
	}
	whole := figures(-1, all)
	without8, _ := ablated.Fired() // by interfaces without HTML
	return ablated.Each(w, mechanisms, func(n int) int {
		fired := 0
		for _, k := range known {
			if k.fired[n] {
				fired++
			}
		}
		if without8[n] {
			fired++
		}
		return fired
	}, func(n, _ int) (ablated.Change, error) {
		var all []judged
		for i, k := range known {
			if k.fired[n] {
				if k.judged, err = k.read(pages[i], n); err != nil {
					return ablated.Change{}, err
				}
			}
			all = append(all, k.judged...)
		}
		var c ablated.Change
		c.Add(whole, figures(n, all))
		return c, nil
	})
}
