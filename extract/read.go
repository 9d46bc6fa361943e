package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

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
		if res.Cut = cut; cut {
			res.Reasons = append(res.Reasons, "its end is left out: it would take too much memory")
		}
		return res
	}
	if res, ok := feed(doc); ok {
		return res
	}
	v := newView(doc, o.Query, o.Background.known())
	res := Result{Total: -1}
	if o.Outline {
		res.Outline = outline(v)
	}
	reason := func(format string, args ...any) { res.Reasons = append(res.Reasons, fmt.Sprintf(format, args...)) }

	says := claimOf(v, v.known.Counts)
	best, ranked, wrapped := byWrapper(v, o.Wrapper, o.Keys, &res)
	if !wrapped {
		best, ranked = bestOf(v, says)
		res.Records = records(v, best, o.Keys)
		if len(best.recs) == 0 {
			res.Misfit = "" // nothing is missed
		} else if res.Misfit != "" {
			reason("the wrapper does not fit: %s", res.Misfit)
		}
	}
	if wrapped {
	} else if one := lone(v); len(one.recs) > 0 && partsOfOne(v, best, one, res.Records, says) {
		best, res.Records = one, records(v, one, o.Keys)
	} else if says.one() && !best.strong() && len(best.recs) != 1 {
		best = onlyOne(v, says, best, ranked)
		res.Records = records(v, best, o.Keys)
	} else if one := byTemplate(v, best, says); len(one.recs) > 0 {
		best, res.Records = one, records(v, one, o.Keys)
	} else if all := fellowItems(v, kindred(v, alikeLists(v, best, ranked, says), says), says); len(all.recs) > len(best.recs) {
		best, res.Records = all, records(v, all, o.Keys)
	}
	if len(best.recs) > 0 {
		if strays := strays(v, best, res.Records); len(strays) > 0 {
			reason("%d more records elsewhere on the page, with the same kind of link", len(strays))
			res.Records = append(res.Records, strays...)
		}
		reason("%d records (%s), score %.1f: %s", len(res.Records), best.how, best.score, best.why())
	}
	if best.score < doubtfulScore {
		if data, ok := embedded(doc); ok && len(data.Records) > len(best.recs) {
			data.Outline = res.Outline
			return data
		}
	}
	if data := linkedList(doc); len(data) >= 2 {
		if n := enrich(res.Records, data); n > 0 {
			reason("JSON-LD tells more of %d records", n)
		} else if !wrapped && !best.strong() && shows(v, data) {
			best = region{how: "JSON-LD", score: strongScore}
			res.Records = data
			reason("%d records (JSON-LD), whose names the page shows", len(data))
		}
	}
	res.Sure = best.strong()
	p := pagerOf(v, best)
	if o.Wrapper != nil {
		if next, ok := nextAt(v, o.Wrapper.Next); ok && next.URL != p.next.URL {
			p.next, p.why = next, "the wrapper's link "+o.Wrapper.Next
		}
	}
	next, prev, pages := bareTarget(v, p.next.URL), bareTarget(v, p.prev.URL), map[string]bool{}
	for _, u := range p.pages {
		pages[bareTarget(v, u)] = true
	}
	res.Records = slices.DeleteFunc(res.Records, func(r Record) bool {
		// A pager that was taken for a record.
		if r.URL.IsZero() || len(r.Text) >= pagerText {
			return false
		}
		at := bareTarget(v, r.URL)
		return at == next || len(r.Text) < 80 && (at == prev || len(r.Title) < 12 && pages[at])
	})
	res.Next, res.Prev, res.Further, res.Pages, res.Inner = p.next, p.prev, p.further, p.pages, p.inner
	res.Sizes = p.sizes
	if p.why != "" {
		reason("next page: %s", p.why)
	}
	t := findTotal(v, best, shown{rows: len(res.Records), more: !p.next.IsZero(), last: p.last}, v.known.Counts)
	res.Total, res.Capped = t.n, t.capped
	if t.n >= 0 {
		reason("total: %q", t.text)
	}
	several := len(v.query) == 0 && o.Background.Pages == 0 && says.rows < 0 // nothing is known but the lists
	alone := t.n < 0 && p.next.IsZero()
	if several {
		ranked = cardsFirst(ranked)
	}
	for _, r := range others(v, best, ranked) {
		what := "another list"
		if several && (t.n < 0 || len(res.Records)+len(r.recs) <= t.n) && r.ofSeveral(best, alone) {
			what = "one of several lists"
			res.Records = append(res.Records, records(v, r, o.Keys)...)
		} else {
			res.Others = append(res.Others, records(v, r, o.Keys))
		}
		reason("%s of %d (%s), score %.1f: %s", what, len(r.recs), r.how, r.score, r.why())
	}
	if why := blocked(v, best, len(res.Records)); why != "" {
		res.Blocked = why
		reason("blocked: %s", why)
		return res
	}
	why := empty(v, best, t, says, o.Background)
	if why == "" && best.score < doubtfulScore && saysLine(v, o.Nothing) {
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
