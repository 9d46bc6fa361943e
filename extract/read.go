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
	v := newView(doc, o.Query, o.Background)
	v.keys = o.Keys
	res := Result{Total: -1}
	if o.Outline {
		res.Outline = v.outline()
	}
	reason := func(format string, args ...any) { res.Reasons = append(res.Reasons, fmt.Sprintf(format, args...)) }

	says := v.claim(o.Background)
	best, ranked, wrapped := v.byWrapper(o.Wrapper, &res)
	if !wrapped {
		best, ranked = v.best(says)
		res.Records = v.records(best)
		if len(best.recs) == 0 {
			res.Misfit = "" // nothing is missed
		} else if res.Misfit != "" {
			reason("the wrapper does not fit: %s", res.Misfit)
		}
	}
	if wrapped {
	} else if one := v.lone(o.Background); len(one.recs) > 0 && v.partsOfOne(best, one, res.Records, says) {
		best, res.Records = one, v.records(one)
	} else if says.one() && !best.strong() && len(best.recs) != 1 {
		best = v.onlyOne(says, best, ranked)
		res.Records = v.records(best)
	} else if one := v.byTemplate(best, says); len(one.recs) > 0 {
		best, res.Records = one, v.records(one)
	} else if all := v.fellowItems(v.kindred(v.alikeLists(best, ranked, says), says), says); len(all.recs) > len(best.recs) {
		best, res.Records = all, v.records(all)
	}
	if len(best.recs) > 0 {
		if strays := v.strays(best, res.Records, o.Background); len(strays) > 0 {
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
		} else if !wrapped && !best.strong() && v.shows(data) {
			best = region{how: "JSON-LD", score: strongScore}
			res.Records = data
			reason("%d records (JSON-LD), whose names the page shows", len(data))
		}
	}
	res.Sure = best.strong()
	p := v.pager(best)
	if o.Wrapper != nil {
		if next, ok := v.nextAt(o.Wrapper.Next); ok && next.URL != p.next.URL {
			p.next, p.why = next, "the wrapper's link "+o.Wrapper.Next
		}
	}
	next, prev, pages := v.bareTarget(p.next.URL), v.bareTarget(p.prev.URL), map[string]bool{}
	for _, u := range p.pages {
		pages[v.bareTarget(u)] = true
	}
	res.Records = slices.DeleteFunc(res.Records, func(r Record) bool {
		// A pager that was taken for a record.
		if r.URL.IsZero() || len(r.Text) >= pagerText {
			return false
		}
		at := v.bareTarget(r.URL)
		return at == next || len(r.Text) < 80 && (at == prev || len(r.Title) < 12 && pages[at])
	})
	res.Next, res.Prev, res.Further, res.Pages, res.Inner = p.next, p.prev, p.further, p.pages, p.inner
	res.Sizes = p.sizes
	if p.why != "" {
		reason("next page: %s", p.why)
	}
	t := v.findTotal(best, shown{rows: len(res.Records), more: !p.next.IsZero(), last: p.last}, o.Background)
	res.Total, res.Capped = t.n, t.capped
	if t.n >= 0 {
		reason("total: %q", t.text)
	}
	several := len(v.query) == 0 && o.Background.Pages == 0 && says.rows < 0 // nothing is known but the lists
	alone := t.n < 0 && p.next.IsZero()
	if several {
		ranked = cardsFirst(ranked)
	}
	for _, r := range v.others(best, ranked) {
		what := "another list"
		if several && (t.n < 0 || len(res.Records)+len(r.recs) <= t.n) && r.ofSeveral(best, alone) {
			what = "one of several lists"
			res.Records = append(res.Records, v.records(r)...)
		} else {
			res.Others = append(res.Others, v.records(r))
		}
		reason("%s of %d (%s), score %.1f: %s", what, len(r.recs), r.how, r.score, r.why())
	}
	if why := v.blocked(best, len(res.Records)); why != "" {
		res.Blocked = why
		reason("blocked: %s", why)
		return res
	}
	why := v.empty(best, t, says, o.Background)
	if why == "" && best.score < doubtfulScore && v.says(o.Nothing) {
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
			res.Says = v.unasked(says)
		}
	}
	return res
}
