package extract

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// Read reads one result page. It takes time linear in the size of the
// document and never fails: a page that holds nothing gives a Result without
// records, and Reasons say what was seen.
func Read(doc *page.Document, o Options) Result {
	v := newView(doc, o.Query)
	v.count(o.Background)
	res := Result{Total: -1}
	reason := func(format string, args ...any) { res.Reasons = append(res.Reasons, fmt.Sprintf(format, args...)) }

	best := v.best(o.Background)
	if len(best.recs) > 0 {
		res.Records = v.records(best)
		if strays := v.strays(best, res.Records, o.Background); len(strays) > 0 {
			reason("%d more records elsewhere on the page, with the same kind of link", len(strays))
			res.Records = append(res.Records, strays...)
		}
		reason("%d records (%s), score %.1f, share of the page's text %.2f", len(res.Records), best.how, best.score, best.f.share)
	}
	p := v.pager(best)
	res.Records = slices.DeleteFunc(res.Records, func(r Record) bool {
		// A pager that was taken for a record.
		return !r.URL.IsZero() && (r.URL == p.next.URL || len(r.Title) < 12 && slices.Contains(p.pages, r.URL))
	})
	res.Next, res.Pages = p.next, p.pages
	if p.why != "" {
		reason("next page: %s", p.why)
	}
	t := v.findTotal(best, o.Background)
	res.Total, res.Capped = t.n, t.capped
	if t.n >= 0 {
		reason("total: %q", t.text)
	}
	if why := v.blocked(len(res.Records)); why != "" {
		res.Blocked = why
		reason("blocked: %s", why)
		return res
	}
	if why := v.empty(best, t, o.Background); why != "" {
		// What a page that found nothing lists all the same (suggestions,
		// popular items) is no answer to the query.
		res.Empty = true
		res.Records, res.Next, res.Pages = nil, Step{}, nil
		reason("empty: %s", why)
	}
	return res
}

// best returns the likeliest list of results, with the lists elsewhere on the
// page that belong to it; its recs are empty where the page has none.
func (v *view) best(b Background) region {
	ranked := v.rank(v.regions())
	if len(ranked) == 0 || ranked[0].score < minScore {
		return v.lone(b)
	}
	best := ranked[0]
	best.recs = v.trim(v.dropHeaders(best.recs))
	return best
}

// minScore is what a region must reach to count as a list of results.
const minScore = 0.2

// dropHeaders leaves out table rows that only name the columns.
func (v *view) dropHeaders(recs []span) []span {
	var keep []span
	for _, s := range recs {
		if v.nodes[s.lo].tag == "tr" && v.headerRow(s) {
			continue
		}
		keep = append(keep, s)
	}
	return keep
}

// headerRow reports whether all cells of a row are th, or it stands in thead.
func (v *view) headerRow(s span) bool {
	cells, heads := 0, 0
	for k := v.nodes[s.lo].first; k >= 0; k = v.nodes[k].next {
		switch v.nodes[k].tag {
		case "td":
			cells++
		case "th":
			heads++
		}
	}
	p := v.nodes[s.lo].parent
	return heads > 0 && cells == 0 || p >= 0 && v.nodes[p].tag == "thead" || heads > 1 && cells <= 1
}

// lone finds the one record of a page with a single result: what is left
// over of the page when everything that the background has is taken away.
func (v *view) lone(b Background) region {
	if b.Pages == 0 || len(v.nodes) == 0 {
		return region{}
	}
	// The smallest element that holds nearly all unknown text and a link.
	whole := v.total()
	unknown := whole.chars - whole.known
	if unknown < 20 {
		return region{}
	}
	at := int32(0)
	for {
		next := int32(-1)
		for k := v.nodes[at].first; k >= 0; k = v.nodes[k].next {
			t := v.sum(v.subtree(k))
			if v.nodes[k].tag != "#text" && (t.chars-t.known)*10 >= unknown*8 && t.links > 0 {
				next = k
			}
		}
		if next < 0 || inline[v.nodes[next].tag] {
			break
		}
		at = next
	}
	t := v.sum(v.subtree(at))
	if at == 0 || t.links == 0 || t.known*2 > t.chars || len(v.query) > 0 && t.hits == 0 {
		return region{}
	}
	return region{recs: []span{v.subtree(at)}, how: "what the background lacks"}
}
