package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
)

// Wrapper says where the records of an interface's result pages stand and what
// their columns are. It is learned from several pages (Learning), is stored as
// JSON, and a person can read and change it: all places are CSS selectors. The
// zero Wrapper knows nothing: pages are read one by one.
type Wrapper struct {
	Region   string        `json:"region,omitempty"`   // selector of the element around the records
	Record   string        `json:"record,omitempty"`   // selector, within the region, of a record or of the element that it starts with
	Siblings int           `json:"siblings,omitempty"` // a record goes on behind that element: nodes of the longest one
	Between  string        `json:"between,omitempty"`  // instead of Record: the records are what stands between rules (hr), empty lines (br+br) or line ends (br)
	Next     string        `json:"next,omitempty"`     // selector of the link to the next page, where one names it
	Columns  []Column      `json:"columns,omitempty"`
	Group    string        `json:"group,omitempty"`   // name of the column for the heading that groups of records stand under; "-" leaves it out, "" is group
	Shared   table.Sharing `json:"shared,omitempty"`  // what tells records apart that share their addresses: fragment (of their links), content
	Drop     []string      `json:"drop,omitempty"`    // parameters of the records' addresses that tell no records apart
	Fixed    []string      `json:"fixed,omitempty"`   // those that all records of a page had with one value, name=value, that was not asked for
	Pages    int           `json:"pages,omitempty"`   // that it was learned from
	Records  int           `json:"records,omitempty"` // on them
}

// Unplaced reports whether w does not know where records stand; it may still have columns that a
// person wrote, and the link to the next page.
func (w Wrapper) Unplaced() bool { return w.Region == "" && w.Record == "" && w.Between == "" }

// Check reports what is wrong with a wrapper that a person wrote.
func (w Wrapper) Check() error {
	if w.Unplaced() {
		return cmp.Or(table.CheckSelector("next", w.Next), checkColumns(w.Columns, w.Group))
	}
	if w.Region == "" {
		return fmt.Errorf("region: a wrapper needs the selector of the element around the records")
	}
	if (w.Record == "") == (w.Between == "") {
		return fmt.Errorf("record: a wrapper needs either record or between")
	}
	if w.Between != "" && betweens[w.Between] == "" {
		return fmt.Errorf("between: %q is none of hr, br+br, br", w.Between)
	}
	if w.Shared != table.Apart && w.Shared != table.ByFragment && w.Shared != table.ByContent {
		return fmt.Errorf("shared: %q is neither fragment nor content", w.Shared)
	}
	if w.Siblings < 0 {
		return fmt.Errorf("siblings: must not be negative")
	}
	return cmp.Or(table.CheckSelector("region", w.Region), table.CheckSelector("record", w.Record), table.CheckSelector("next", w.Next), checkColumns(w.Columns, w.Group))
}

// checkColumns reports what is wrong with columns that a person wrote; group is the name of
// another.
func checkColumns(columns []Column, group string) error {
	names, titled, leads := map[string]bool{group: group != ""}, "", ""
	for i, c := range columns {
		if err := c.Check(); err != nil {
			return fmt.Errorf("columns[%d]: %w", i, err)
		}
		if names[c.Name] {
			return fmt.Errorf("columns[%d]: the name %q is given twice", i, c.Name)
		}
		names[c.Name] = true
		if c.Title && titled != "" {
			return fmt.Errorf("columns[%d]: title: %q names the records already: take title out of one of the two", i, titled)
		}
		if c.Title {
			titled = c.Name
		}
		if c.Page && leads != "" {
			return fmt.Errorf("columns[%d]: page: %q leads to the record's own page already: take page out of one of the two", i, leads)
		}
		if c.Page {
			leads = c.Name
		}
	}
	return nil
}

// said returns what a person says of columns: all of them, where nothing tells where records
// stand.
func (w *Wrapper) said() []Column {
	if w == nil {
		return nil
	}
	if w.Unplaced() {
		return w.Columns
	}
	return slices.DeleteFunc(slices.Clone(w.Columns), func(c Column) bool { return !c.Said() })
}

// Named returns what a person says of columns that are found by their names, as those of data
// are, which has no elements; nil where that is nothing.
func (w *Wrapper) Named() *Wrapper {
	said := slices.DeleteFunc(slices.Clone(w.said()), Column.Chosen)
	if len(said) == 0 {
		return nil
	}
	return &Wrapper{Columns: said}
}

// betweens are the values of Wrapper.Between and how regions call them.
var betweens = map[string]string{"hr": "between rules", "br+br": "between empty lines", "br": "lines"}

// wrapped returns the records that w finds. why says why it does not fit the
// page, "" where it fits or the page has nothing of the kind.
func wrapped(v *view.Page, w *Wrapper) (t table.Table, r region.Region, why string) {
	recs := picked(v, w)
	if len(recs) == 0 {
		return t, r, "nothing stands where the wrapper expects records"
	}
	recs = region.Tidy(v, region.Region{Recs: recs}).Recs
	if len(recs) == 0 {
		return t, r, "nothing stands where the wrapper expects records"
	}
	t = table.By(v, recs, w.Columns)
	read := table.NewReader(w.Columns)
	var fitting []int
	poor, fit := 0, 0.0
	for i := range recs {
		row := t.Rows[i]
		share := read.Fits(row, w.Records)
		fit += share / float64(len(recs))
		if share < 0.5 {
			poor++
		}
		if share >= 0.34 || share > 0 && (len(row) > 2 || read.Leads(row)) {
			fitting = append(fitting, i)
		}
	}
	// A lone text before the first title or behind the last one is of the page, not of the list.
	titled := func(i int) bool { return len(t.Rows[i]) > 1 || read.Titled(t.Rows[i], w.Records) }
	if lo := slices.IndexFunc(fitting, titled); lo >= 0 {
		hi := len(fitting)
		for !titled(fitting[hi-1]) {
			hi--
		}
		fitting = fitting[lo:hi]
	}
	kept := t.Only(fitting)
	if poor*2 > len(recs) {
		return t, r, fmt.Sprintf("%d of %d records lack most of what records had so far", poor, len(recs))
	}
	r = region.Region{Recs: kept.Recs, How: "the wrapper: " + w.Region + " " + cmp.Or(w.Record, w.Between)}
	region.Measure(v, &r)
	r.Score = r.F.Score(len(v.Query) > 0)
	if r.Score < region.StrongScore && (fit < 0.9 || read.Usual(w.Records) < 2) {
		// Few records that look little like what is known: does something else
		// on the page look far more like an answer?
		if best, _ := region.Best(v, tally.ClaimOf(v, nil)); best.Strong() && best.Score > 4*r.Score && region.Agreement(best.Recs, r.Recs) == 0 {
			return t, r, fmt.Sprintf("another list on the page looks far more like an answer (%d records, %s)", len(best.Recs), best.How)
		}
	}
	r.Score = max(r.Score, region.StrongScore)
	return kept, r, ""
}

// picked returns what stands where w says, in document order.
func picked(v *view.Page, w *Wrapper) []view.Span {
	regions, err := cascadia.ParseGroup(w.Region)
	if err != nil {
		return nil
	}
	if w.Between != "" {
		var out []view.Span
		for i := range v.Nodes {
			if v.Nodes[i].H.Type != html.ElementNode || !regions.Match(v.Nodes[i].H) {
				continue
			}
			region.Separated(v, kids(v, int32(i)), func(how string, recs []view.Span) {
				if how == betweens[w.Between] {
					out = append(out, recs...)
				}
			})
		}
		return withContent(v, out)
	}
	record, err := cascadia.ParseGroup(w.Record)
	if err != nil {
		return nil
	}
	within := int32(0) // end of the region around i
	var starts []int32
	for i := int32(0); i < int32(len(v.Nodes)); i++ {
		n := &v.Nodes[i]
		if n.H.Type != html.ElementNode {
			continue
		}
		if i < within && record.Match(n.H) {
			starts = append(starts, i)
			if w.Siblings == 0 {
				i = n.End - 1 // no record stands in another
				continue
			}
		}
		if regions.Match(n.H) {
			within = max(within, n.End)
		}
	}
	if w.Siblings == 0 {
		return withContent(v, region.Single(v, starts))
	}
	var out []view.Span
	for len(starts) > 0 {
		parent := v.Nodes[starts[0]].Parent
		n := 1
		for n < len(starts) && v.Nodes[starts[n]].Parent == parent {
			n++
		}
		out = append(out, runs(v, kids(v, parent), starts[:n], w.Siblings)...)
		starts = starts[n:]
	}
	return withContent(v, region.WithoutHeads(v, out))
}

// runs cuts the children of one parent before each start; of a single record
// the end is where the longest one known would end.
func runs(v *view.Page, kids, starts []int32, most int) []view.Span {
	out := slices.Clone(region.Cut(v, kids, func(x int) bool { _, ok := slices.BinarySearch(starts, kids[x]); return ok }))
	if len(starts) == 1 {
		x := slices.Index(kids, starts[0])
		end := min(x+most, len(kids))
		out[0].Hi = v.Nodes[kids[end-1]].End
	}
	return out
}

func kids(v *view.Page, i int32) []int32 {
	var out []int32
	if i < 0 {
		return nil
	}
	for k := v.Nodes[i].First; k >= 0; k = v.Nodes[k].Next {
		out = append(out, k)
	}
	return out
}

// withContent leaves out what holds neither text nor images.
func withContent(v *view.Page, recs []view.Span) []view.Span {
	return slices.DeleteFunc(recs, func(r view.Span) bool {
		s := v.Sum(r)
		return s.Chars == 0 && s.Images == 0 || s.Chars < 2 && s.Links == 0
	})
}

// byWrapper reads the records into res as w says. False where w is nil, zero or
// does not fit the page; then res.Misfit says why not.
func byWrapper(v *view.Page, w *Wrapper, how table.Telling, res *Result) (best region.Region, ok bool) {
	if w == nil || w.Unplaced() {
		return best, false
	}
	t, best, why := wrapped(v, w)
	if why != "" {
		res.Misfit = why
		return region.Region{}, false
	}
	res.Records = t.Records(w.Columns, w.Group, w.telling(how))
	return best, true
}

// byPart reads the records of a section alone, which may stand in fewer elements than where there
// are several.
func byPart(v *view.Page, w *Wrapper, how table.Telling, res *Result) (best region.Region, ok bool) {
	why := res.Misfit
	for part, left := *cmp.Or(w, &Wrapper{}), ""; why != "" && !ok; {
		if _, left, ok = strings.Cut(part.Record, " > "); !ok {
			break
		}
		part.Record, res.Misfit = left, ""
		best, ok = byWrapper(v, &part, how, res)
	}
	if !ok {
		res.Misfit = why
	}
	return best, ok
}

// TellsApart returns the wrapper, or the likeliest candidate for one, by which records are told
// apart; nil where nothing was learned.
func (o Options) TellsApart() *Wrapper {
	if o.Wrapper != nil && !o.Wrapper.Unplaced() {
		return o.Wrapper
	}
	if len(o.Learning.Candidates) > 0 {
		return &o.Learning.Candidates[0].Wrapper
	}
	return nil
}

// telling adds to how records are told apart what w knows of it.
func (w Wrapper) telling(how table.Telling) table.Telling {
	how.Shared, how.Drop, how.Fixed = w.Shared, w.Drop, w.Fixed
	return how
}
