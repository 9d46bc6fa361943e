package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
)

// answer is a label line of the result pages.
type answer struct {
	source
	SplitKey    string   `json:"split_key"`
	Source      string   `json:"source"`
	Empty       bool     `json:"empty"`
	Partial     bool     `json:"partial"`
	Silver      bool     `json:"silver"`
	Synthetic   bool     `json:"synthetic"`
	MultiRegion bool     `json:"multi_region"`
	Duplicates  bool     `json:"duplicates_possible"`
	Records     []item   `json:"records"`
	Count       int      `json:"record_count"`
	Total       *int     `json:"total_count"`
	Next        optional `json:"next"`
	NextAlt     []string `json:"next_alt"`
}

// optional tells a null from a value that is not there.
type optional struct {
	given bool
	value string
}

func (o *optional) UnmarshalJSON(b []byte) error {
	o.given = true
	if string(b) == "null" {
		return nil
	}
	return json.Unmarshal(b, &o.value)
}

// judged is how well one page was read.
type judged struct {
	answer
	p, r, f float64
}

// counts are the scores beside those of the records.
type counts struct {
	pages, exact, near, none                   int // record counts
	totals, totalRight, totalGiven, totalExtra int
	next, nextRight, nextGiven, last, lastNone int
	emptyTP, emptyFN, emptyFP, emptyTN         int
	blocked                                    int // pages taken for a wall; none of them is one
	partial                                    []float64
}

// sheet is how well the pages of some folds were read.
type sheet struct {
	headline, silver, one, several, lists, once, single []judged
	counts
	matched, given, wanted int
}

func scoreRecords(w io.Writer, dir, verbose string, watch *clock) error {
	var s sheet
	if err := s.score(w, dir, func(answer) bool { return true }, verbose, watch); err != nil {
		return err
	}
	s.report(w)
	watch.print(w)
	return nil
}

// score adds the pages of a folder that are wanted.
func (s *sheet) score(w io.Writer, dir string, wanted func(answer) bool, verbose string, watch *clock) error {
	answers, err := watch.answers(dir)
	if err != nil {
		return err
	}
	for _, a := range answers {
		if !wanted(a) {
			continue
		}
		res, err := watch.read(a.source, dir)
		if err != nil {
			return err
		}
		s.judge(a, res, func(kind, format string, args ...any) {
			if verbose == kind || verbose == "all" {
				fmt.Fprintf(w, "%s: %s: %s\n", kind, a.ID, fmt.Sprintf(format, args...))
			}
		})
	}
	return nil
}

// judge adds one page.
func (s *sheet) judge(a answer, res extract.Result, tell func(kind, format string, args ...any)) {
	s.counts.add(a, res, tell)
	if len(a.Records) == 0 {
		return
	}
	got := predicted(res.Records)
	n, left := match(a.Records, got, a.URL)
	if a.Partial && !a.Silver {
		s.partial = append(s.partial, float64(n)/float64(len(a.Records)))
		return
	}
	all := len(got)
	if a.Duplicates && !a.Silver {
		all -= left
	}
	j := judged{answer: a}
	j.p, j.r, j.f = prf(n, all, len(a.Records))
	kind := "records"
	switch {
	case a.Silver:
		kind, s.silver = "silver", append(s.silver, j)
	case a.Synthetic && a.MultiRegion:
		kind, s.several = "several", append(s.several, j)
		// The labels are of all lists, the score of the records alone; how
		// much of the rest is among the further lists is told beside it.
		for _, other := range res.Others {
			got = append(got, predicted(other)...)
		}
		m, _ := match(a.Records, got, a.URL)
		k := judged{answer: a}
		k.p, k.r, k.f = prf(m, len(got), len(a.Records))
		s.lists = append(s.lists, k)
		// Some regions are labelled twice, as the rows and as what is in them.
		distinct := labelledOnce(a.Records)
		m, _ = match(distinct, predicted(res.Records), a.URL)
		k.p, k.r, k.f = prf(m, len(res.Records), len(distinct))
		s.once = append(s.once, k)
	case a.Synthetic:
		kind, s.one = "one", append(s.one, j)
	case a.Count < 2:
		kind, s.single = "single", append(s.single, j)
	default:
		s.headline = append(s.headline, j)
		s.matched, s.given, s.wanted = s.matched+n, s.given+all, s.wanted+len(a.Records)
	}
	if j.f < 0.999 {
		tell(kind, "P %.2f R %.2f, %d records read, %d wanted; %v", j.p, j.r, len(res.Records), len(a.Records), res.Reasons)
	}
}

func (s *sheet) report(w io.Writer) {
	report(w, "HEADLINE real pages, >=2", s.headline)
	p, r, f := prf(s.matched, s.given, s.wanted)
	fmt.Fprintf(w, "micro over records: P %.3f R %.3f F1 %.3f\n", p, r, f)
	var sources []string
	for _, j := range s.headline {
		if !slices.Contains(sources, j.Source) {
			sources = append(sources, j.Source)
		}
	}
	slices.Sort(sources)
	for _, source := range sources {
		report(w, "  "+source, slices.DeleteFunc(slices.Clone(s.headline), func(j judged) bool { return j.Source != source }))
	}
	report(w, "silver (ViNTs/TBDW)", s.silver)
	report(w, "next-eval, one region", s.one)
	report(w, "next-eval, several regions", s.several)
	report(w, "  with all further lists", s.lists)
	report(w, "  each record labelled once", s.once)
	report(w, "single-record pages", s.single)
	s.counts.print(w)
}

// labelledOnce leaves out what is labelled again with the same title and link.
func labelledOnce(records []item) []item {
	type name struct{ title, link string }
	seen := map[name]bool{}
	return slices.DeleteFunc(slices.Clone(records), func(r item) bool {
		n := name{r.Title, r.Link}
		again := seen[n]
		seen[n] = true
		return again
	})
}

// predicted returns what was read of the records, in the shape for matching.
func predicted(recs []extract.Record) []item {
	out := make([]item, len(recs))
	for i, x := range recs {
		out[i] = item{Title: x.Title, Link: x.URL.String(), text: x.Text}
	}
	return out
}

// add counts what the page says apart from its records.
func (c *counts) add(a answer, res extract.Result, tell func(kind, format string, args ...any)) {
	if res.Blocked != "" {
		c.blocked++
		tell("blocked", "%s, %v", res.Blocked, res.Reasons)
	}
	switch {
	case a.Empty && res.Empty:
		c.emptyTP++
	case a.Empty:
		c.emptyFN++
		tell("empty", "missed, %v", res.Reasons)
	case res.Empty:
		c.emptyFP++
		tell("empty", "false alarm, %v", res.Reasons)
	default:
		c.emptyTN++
	}
	if !a.Empty && a.Count > 0 && (strings.HasPrefix(a.Source, "vints") || strings.HasPrefix(a.Source, "tbdw")) {
		c.pages++
		n, off := len(res.Records), len(res.Records)-a.Count
		if off == 0 {
			c.exact++
		} else {
			tell("count", "%d records read, %d wanted; %v", n, a.Count, res.Reasons)
		}
		if max(off, -off)*10 <= a.Count {
			c.near++
		}
		if n == 0 {
			c.none++
		}
	}
	switch {
	case a.Empty:
	case a.Total != nil:
		c.totals++
		if res.Total >= 0 {
			c.totalGiven++
		}
		if res.Total == *a.Total {
			c.totalRight++
		} else {
			tell("total", "%d read, %d wanted; %v", res.Total, *a.Total, res.Reasons)
		}
	case res.Total >= 0:
		c.totalExtra++
	}
	if !a.Next.given {
		return
	}
	var right []string
	for _, n := range append([]string{a.Next.value}, a.NextAlt...) {
		if n != "" {
			right = append(right, canon(join(a.URL, n)))
		}
	}
	got := ""
	if s := res.Next.Address(); s != "" {
		got = canon(join(a.URL, s))
	}
	if len(right) == 0 {
		c.last++
		if got == "" {
			c.lastNone++
		} else {
			tell("next", "%s read, none wanted", got)
		}
		return
	}
	c.next++
	if got != "" {
		c.nextGiven++
	}
	if slices.Contains(right, got) {
		c.nextRight++
	} else {
		tell("next", "%s read, %s wanted", got, right[0])
	}
}

func (c counts) print(w io.Writer) {
	sum := 0.0
	for _, r := range c.partial {
		sum += r
	}
	fmt.Fprintf(w, "partial pages: %d, mean recall %.3f\n", len(c.partial), sum/float64(max(1, len(c.partial))))
	fmt.Fprintf(w, "record counts: %d pages, exact %.3f, within 10%% %.3f, nothing found on %d\n", c.pages, share(c.exact, c.pages), share(c.near, c.pages), c.none)
	fmt.Fprintf(w, "totals: right on %d of %d pages (given on %d: %.3f of those right); given on %d pages without a label\n", c.totalRight, c.totals, c.totalGiven, share(c.totalRight, c.totalGiven), c.totalExtra)
	fmt.Fprintf(w, "next: right on %d of %d pages (%.3f), wrong on %d; none on %d of %d last pages\n", c.nextRight, c.next, share(c.nextRight, c.next), c.nextGiven-c.nextRight, c.lastNone, c.last)
	fmt.Fprintf(w, "empty pages: %d found, %d missed, %d false alarms on %d others; taken for blocked %d\n", c.emptyTP, c.emptyFN, c.emptyFP, c.emptyFP+c.emptyTN, c.blocked)
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

// mean is a sum of scores of pages, and how many.
type mean struct{ p, r, f, n float64 }

func (m *mean) add(p, r, f float64) { m.p += p; m.r += r; m.f += f; m.n++ }

// means adds up the scores by page and by site, and counts the perfect pages.
func means(js []judged) (pages, sites mean, perfect int) {
	bySite := map[string]*mean{}
	var order []*mean
	for _, j := range js {
		pages.add(j.p, j.r, j.f)
		if j.f > 0.999 {
			perfect++
		}
		m := bySite[j.SplitKey]
		if m == nil {
			m = &mean{}
			bySite[j.SplitKey] = m
			order = append(order, m)
		}
		m.add(j.p, j.r, j.f)
	}
	for _, m := range order {
		sites.add(m.p/m.n, m.r/m.n, m.f/m.n)
	}
	return pages, sites, perfect
}

// report prints the means over pages and over sites.
func report(w io.Writer, name string, js []judged) {
	if len(js) == 0 {
		return
	}
	pages, sites, perfect := means(js)
	fmt.Fprintf(w, "%-26s pages %4d sites %4.0f | by page P %.3f R %.3f F1 %.3f | by site P %.3f R %.3f F1 %.3f | perfect %.3f\n",
		name, len(js), sites.n, pages.p/pages.n, pages.r/pages.n, pages.f/pages.n, sites.p/sites.n, sites.r/sites.n, sites.f/sites.n, share(perfect, len(js)))
}
