package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/pager"
	"github.com/hadal-crawler/hadal/page"
)

// leftOut notes that the end of data was left out.
func (r *Result) leftOut(cut bool) {
	if cut {
		r.Cut = true
		r.Reasons = append(r.Reasons, "the end of its data is left out: it would take too much memory")
	}
}

// answers counts the records that are no advertisement.
func answers(records []Record) (n int) {
	for _, rec := range records {
		if !rec.Advert {
			n++
		}
	}
	return n
}

// Read reads one result page. It takes time linear in the size of the
// document and never fails: a page that holds nothing gives a Result without
// records, and Reasons say what was seen.
func Read(doc *page.Document, o Options) Result {
	if v, cut, ok := jsonAnswer(doc); ok {
		var res Result
		if o.Objects != nil {
			res = o.Objects.read(v, doc, o)
		} else {
			res = fromJSON(v, doc)
		}
		res.leftOut(cut)
		return res
	}
	if res, ok := feed(doc); ok {
		return res
	}
	v := view.New(doc, o.Query, o.Background.known())
	res := Result{Total: -1}
	if o.Outline {
		res.Outline = outline(v)
	}
	reason := func(format string, args ...any) { res.Reasons = append(res.Reasons, fmt.Sprintf(format, args...)) }

	says, how := tally.ClaimOf(v, v.Known.Counts), table.Telling{By: o.Keys, Unsteady: o.Unsteady}
	best, ranked, wrapped := byWrapper(v, o.Wrapper, how, &res)
	if !wrapped {
		best, ranked = region.Best(v, says)
		res.Records = table.Records(v, best, how)
		if len(best.Recs) == 0 {
			res.Misfit = "" // nothing is missed
		} else if res.Misfit != "" {
			reason("the wrapper does not fit: %s", res.Misfit)
		}
	}
	if wrapped {
	} else if around := o.Learning.around(v, best, res.Records); len(around.Recs) > 0 {
		best, res.Records = around, table.Records(v, around, how)
	} else if one := region.Lone(v); len(one.Recs) > 0 && region.PartsOfOne(v, best, one, res.Records, says) {
		best, res.Records = one, table.Records(v, one, how)
	} else if says.One() && !best.Strong() {
		best = region.OnlyOne(v, says, best, ranked)
		res.Records = table.Records(v, best, how)
	} else if one := region.ByTemplate(v, best, says); len(one.Recs) > 0 {
		best, res.Records = one, table.Records(v, one, how)
	} else if all := region.Kindred(v, region.AlikeLists(v, best, ranked, says), says); len(all.Recs) > len(best.Recs) {
		best, res.Records = all, table.Records(v, all, how)
	}
	if len(best.Recs) > 0 {
		reason("%d records (%s), score %.1f: %s", len(res.Records), best.How, best.Score, best.Why())
	}
	if best.Score < region.DoubtfulScore {
		if data, ok := embedded(doc); ok && len(data.Records) > len(best.Recs) {
			data.Outline = res.Outline
			return data
		}
	}
	res.Sure = best.Strong()
	p := pager.Of(v, best)
	if o.Wrapper != nil {
		if next, ok := pager.NextAt(v, o.Wrapper.Next); ok && next.URL != p.Next.URL {
			p.Next, p.Why = next, "the wrapper's link "+o.Wrapper.Next
		}
	}
	next, prev, pages := pager.BareTarget(v, p.Next.URL), pager.BareTarget(v, p.Prev.URL), map[string]bool{}
	for _, u := range p.Pages {
		pages[pager.BareTarget(v, u)] = true
	}
	res.Records = slices.DeleteFunc(res.Records, func(r Record) bool {
		// A pager that was taken for a record.
		if r.URL.IsZero() || len(r.Text) >= pager.PagerText {
			return false
		}
		at := pager.BareTarget(v, r.URL)
		return at == next || len(r.Text) < 80 && (at == prev || len(r.Title) < 12 && pages[at])
	})
	res.Next, res.Prev, res.Further, res.Pages, res.Inner = p.Next, p.Prev, p.Further, p.Pages, p.Inner
	res.Sizes = p.Sizes
	if p.Why != "" {
		reason("next page: %s", p.Why)
	}
	t := tally.FindTotal(v, best.Certain(), tally.Shown{Rows: answers(res.Records), More: !p.Next.IsZero(), Last: p.Last}, v.Known.Counts)
	res.Total, res.Capped = t.N, t.Capped
	if t.N >= 0 {
		reason("total: %q", t.Text)
	}
	several := len(v.Query) == 0 && o.Background.Pages == 0 && says.Rows < 0 // nothing is known but the lists
	alone := t.N < 0 && p.Next.IsZero()
	for _, r := range region.Others(v, best, ranked) {
		what := "another list"
		if several && (t.N < 0 || len(res.Records)+len(r.Recs) <= t.N) && r.OfSeveral(best, alone) {
			what = "one of several lists"
			res.Records = append(res.Records, table.Records(v, r, how)...)
		} else {
			res.Others = append(res.Others, table.Records(v, r, how))
		}
		reason("%s of %d (%s), score %.1f: %s", what, len(r.Recs), r.How, r.Score, r.Why())
	}
	if why := blocked(v, best, len(res.Records)); why != "" {
		res.Blocked = why
		reason("blocked: %s", why)
		return res
	}
	why := empty(v, best, t, says, o.Background)
	if why == "" && best.Score < region.DoubtfulScore && saysLine(v, o.Nothing) {
		why = "it says: " + o.Nothing
	}
	if why != "" {
		// What a page that found nothing lists all the same (suggestions,
		// popular items) is no answer to the query.
		res.Empty = true
		res.Others = nil
		res.Records, res.Next, res.Prev, res.Further, res.Pages, res.Inner = nil, Step{}, Step{}, nil, nil, nil
		reason("empty: %s", why)
		if _, says, ok := strings.Cut(why, ": "); ok {
			res.Says = unasked(v, says)
		}
	}
	return res
}
