package extract

import (
	"cmp"
	"fmt"
	"maps"
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
	res := read(doc, o)
	said := o.Wrapper.said()
	if len(said) == 0 || o.Objects != nil && o.Objects.HTML != "" { // whose inner page has them kept
		return o.keyed(res)
	}
	res.Records, res.Without = table.Keep(said, res.Records)
	for _, name := range slices.Sorted(maps.Keys(res.Without)) {
		res.Reasons = append(res.Reasons, fmt.Sprintf("%d more are no records: they have no %s, which is required", res.Without[name], name))
	}
	if n := merged(res.Records, said); n > 0 {
		res.Reasons = append(res.Reasons, fmt.Sprintf("%d more have another address and the key of one of them: its columns do not tell records apart", n))
	}
	if slices.ContainsFunc(said, func(c Column) bool { return c.Required }) {
		res.Total, res.Capped = -1, false // what the site counts is not what is kept
	}
	for i := range res.Others {
		res.Others[i], _ = table.Keep(said, res.Others[i])
	}
	res.Others = slices.DeleteFunc(res.Others, func(list []Record) bool { return len(list) == 0 })
	return o.keyed(res)
}

// keyed gives the records the keys that they had before.
func (o Options) keyed(res Result) Result {
	for _, list := range slices.Concat([][]Record{res.Records, res.Instead}, res.Others) {
		for i := range list {
			list[i].Key = cmp.Or(o.Former[list[i].Key], list[i].Key)
		}
	}
	return res
}

// merged counts the records that are taken for another one of their page by the columns that
// a person names as the key, though their addresses tell them apart.
func merged(records []Record, said []Column) (n int) {
	if !slices.ContainsFunc(said, func(c Column) bool { return c.Key }) {
		return 0
	}
	first := map[string]page.URL{}
	for _, r := range records {
		if u, met := first[r.Key]; !met {
			first[r.Key] = r.URL
		} else if u != r.URL {
			n++
		}
	}
	return n
}

// byItself returns the region of a page's records, with them, as the page shows it without a
// wrapper, and the regions that are less likely.
func byItself(v *view.Page, says tally.Claim, how table.Telling, o Options) (region.Region, []region.Region, []Record) {
	best, ranked := region.Best(v, says)
	records := table.Records(v, best, how)
	other := region.Region{}
	if around := o.Learning.around(v, best, records); len(around.Recs) > 0 {
		other = around
	} else if one := region.Lone(o.against(v)); len(one.Recs) > 0 && region.PartsOfOne(v, best, one, records, says) {
		other = one
		if named := region.ByTemplate(v, best, says); len(named.Recs) > 0 && one.Holds(named.Recs[0].Lo) {
			other = named // what else is new beside it is said of the question
		}
	} else if says.One() && !best.Strong() {
		other = region.OnlyOne(v, says, best, ranked)
	} else if one := region.ByTemplate(v, best, says); len(one.Recs) > 0 {
		other = one
	} else if all := region.Kindred(v, region.AlikeLists(v, best, ranked, says), says); len(all.Recs) > len(best.Recs) {
		other = all
	} else if len(best.Recs) > 0 || says.Rows < 2 && says.Total < 2 {
		return best, ranked, records
	} else {
		// It counts records and lists none: they may be images. Flags, logos and buttons to
		// share are lists of images, too, but not as many as it counts.
		v.ReadPictures()
		if other, ranked = region.Best(v, says); !says.Counts(len(other.Recs)) {
			return best, nil, nil
		}
	}
	return other, ranked, table.Records(v, other, how)
}

// against returns the page with what it shares with the template told apart: with answers that
// found nothing, or with the form's page where none is known yet.
func (o Options) against(v *view.Page) *view.Page {
	if v.Known.Pages > 0 || len(o.Idle) == 0 {
		return v
	}
	idle := view.Known{Pages: 1, Lines: make(map[uint64]bool, len(o.Idle))}
	for _, h := range o.Idle {
		idle.Lines[h] = true
	}
	return v.Against(idle)
}

func read(doc *page.Document, o Options) Result {
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
	if data, ok := shown(doc); ok {
		data.Outline = res.Outline
		return data
	}
	reason := func(format string, args ...any) { res.Reasons = append(res.Reasons, fmt.Sprintf(format, args...)) }

	says, how := tally.ClaimOf(v, v.Known.Counts), table.Telling{By: o.Keys, Unsteady: o.Unsteady, Said: o.Wrapper.said()}
	if w := o.TellsApart(); w != nil {
		how = w.telling(how)
	}
	var ranked []region.Region
	best, wrapped := byWrapper(v, o.Wrapper, how, &res)
	if !wrapped && o.Section {
		best, wrapped = byPart(v, o.Wrapper, how, &res)
	}
	if !wrapped {
		best, ranked, res.Records = byItself(v, says, how, o)
		if len(best.Recs) == 0 {
			res.Misfit = "" // nothing is missed
		} else if res.Misfit != "" {
			reason("the wrapper does not fit: %s", res.Misfit)
		}
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
	switch {
	case o.Next != "":
		p.Next, _ = pager.NextAt(v, o.Next)
		p.Why = "the user's link " + o.Next
	case o.Wrapper != nil:
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
	res.Sizes, res.Whole = p.Sizes, p.Sections.Whole
	if p.Why != "" {
		reason("next page: %s", p.Why)
	}
	t := tally.FindTotal(v, best.Certain(), tally.Shown{Rows: answers(res.Records), More: !p.Next.IsZero(), Last: p.Last}, v.Known.Counts)
	if s := p.Sections; s.Total > s.Rows && (t.Rank <= tally.WeakTotal+1 || t.N < s.Total) {
		t = tally.Total{N: s.Total, Text: "of all sections", Rank: t.Rank}
	}
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
		if res.Sure {
			res.Instead = res.Records
		}
		res.Records, res.Next, res.Prev, res.Further, res.Whole, res.Pages, res.Inner = nil, Step{}, Step{}, nil, nil, nil, nil
		reason("empty: %s", why)
		if _, says, ok := strings.Cut(why, ": "); ok {
			res.Says = unasked(v, says)
		}
	}
	return res
}
