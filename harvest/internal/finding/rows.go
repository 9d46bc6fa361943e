package finding

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// The pages that a row of links leads to list records, or have rows of links themselves that
// lead to further ones, or both, some so and some so. A few links of each row are followed down to
// where pages list something; then all are that lead to rows, and what lists is asked.

const (
	partsLooked = 4    // pages that a row leads to are looked at, and as many again: some parts are empty
	looksBefore = 40   // pages in all, before two are known that list something
	leastListed = 3    // records on a page that nothing says is a list
	mostDivided = 2000 // pages that are looked at for the rows that they have
)

// Parts returns a row of links with the parts of a list as options that it leads to, by whatever
// rows below it; nil where it leads to none. Two of their pages show records, and hardly the
// same: what else these have in common is no record on any of them.
func (r *Finder) Parts(ctx context.Context, f forms.Form) (*forms.Form, *ledger.Stop, error) {
	f, stop, err := r.over(ctx, f)
	if stop != nil || err != nil {
		return nil, stop, err
	}
	l := looking{r, map[string]*part{}, map[string]bool{}, map[int][]*part{}, leastListed}
	links := f.Fields[0].Options
	l.know(links, true)
	rows, stop, err := l.lists(ctx, links, nil, 1)
	if rows < 0 || stop != nil || err != nil {
		return nil, stop, err
	}
	if rows > 0 {
		l.Tell("note", fmt.Sprintf("the parts that links of %s lead to are divided by further links, %d rows deep", f.Page, rows))
	}
	l.least = 1
	links, stop, err = l.spread(ctx, links, rows)
	if stop != nil || err != nil {
		return nil, stop, err
	}
	f.Fields = slices.Clone(f.Fields)
	f.Fields[0].Options = forms.Distinct(links)
	return &f, nil, nil
}

// over returns the row whose links lead to f and to rows like it, which divide what it parts;
// f where there is none.
func (r *Finder) over(ctx context.Context, f forms.Form) (forms.Form, *ledger.Stop, error) {
	options, _, _ := r.Survey.Choices(&f)
	found := 0
	for _, o := range options[:min(len(options), partsLooked)] {
		g, seen := r.Survey.At(forms.Leads(o), &f)
		if !seen {
			if stop, err := r.Reach(ctx, forms.Leads(o), "a link beside that to the row of links"); stop != nil || err != nil {
				return f, stop, err
			}
			g, _ = r.Survey.At(forms.Leads(o), &f)
		}
		if g != nil && g.IsRow() && forms.Leads(o).Script == "" {
			found++
		}
	}
	if found < 2 {
		return f, nil, nil
	}
	for i := range options {
		options[i].Value = options[i].Label
	}
	f.Fields = slices.Clone(f.Fields)
	f.Fields[0].Options = forms.Distinct(options)
	return f, nil, nil
}

// looking is what was seen of the pages that links of rows lead to.
type looking struct {
	*Finder
	seen  map[string]*part // by address
	known map[string]bool  // addresses of links of rows
	above map[int][]*part  // by how many rows below them the pages are that list something
	least int              // so many links that say that they lead to parts do
}

// part is a page that one link of a row leads to.
type part struct {
	forms.Option
	doc   *page.Document // nil where it could not be had
	under forms.Under
}

func (l looking) know(links []forms.Option, is bool) {
	for _, o := range links {
		l.known[o.Leads] = is
	}
}

// some returns n of options.
func some(options []forms.Option, n int) (out []forms.Option) {
	bind := slices.DeleteFunc(slices.Clone(options), func(o forms.Option) bool { return o.Any })
	n = min(n, len(bind))
	for i := range n {
		out = append(out, bind[i*len(bind)/n])
	}
	return out
}

// look returns the page that a link leads to, with the links that divide it.
func (l looking) look(ctx context.Context, o forms.Option) (*part, *ledger.Stop, error) {
	if p, is := l.seen[o.Leads]; is {
		return p, nil, nil
	}
	if stop := l.Budget.Over(); stop != nil {
		return nil, stop, nil
	}
	v := surface.Visit{URL: forms.Leads(o).URL}
	p, stop, err := l.Look(ctx, v.URL, &v)
	if stop != nil {
		return nil, stop, nil
	}
	if err := l.tried(ctx, v.URL, fmt.Sprintf("what the link %q leads to", o.Label), err, p); err != nil {
		return nil, nil, err
	}
	now := &part{Option: o}
	if err == nil && p.Status < 400 {
		now.doc, _ = p.Document()
	}
	if now.doc != nil {
		next := extract.Read(now.doc, extract.Options{}).Next.URL
		now.under = forms.Below(now.doc, o, next, l.least, func(b forms.Option) bool { return l.known[b.Leads] })
	}
	l.seen[o.Leads] = now
	return now, nil, nil
}

// lists returns how many rows below some links the pages are that list something, at least so
// many records each; -1 where none are found. Over are links that lead to the pages of these links.
func (l looking) lists(ctx context.Context, links, over []forms.Option, least int) (rows int, stop *ledger.Stop, err error) {
	var pages []*part
	for n := partsLooked; n <= 2*partsLooked; n += partsLooked {
		if pages, stop, err = l.looks(ctx, some(links, n)); stop != nil || err != nil {
			return -1, stop, err
		}
		if rows, stop, err = l.listing(ctx, pages, links, over, least); rows >= 0 || stop != nil || err != nil {
			l.above[rows] = pages
			break
		}
	}
	return rows, stop, err
}

// looks returns the pages that some links lead to, as far as they could be had.
func (l looking) looks(ctx context.Context, links []forms.Option) (pages []*part, stop *ledger.Stop, err error) {
	for _, o := range links {
		p, stop, err := l.look(ctx, o)
		if stop != nil || err != nil {
			return nil, stop, err
		}
		if p.doc != nil {
			pages = append(pages, p)
		}
	}
	l.leaveOut(pages)
	return pages, nil, nil
}

// listing is lists for the pages that some of the links lead to.
func (l looking) listing(ctx context.Context, pages []*part, links, over []forms.Option, least int) (rows int, stop *ledger.Stop, err error) {
	below := least
	var further []forms.Option
	for _, p := range pages {
		if len(p.under.Links) == 0 || p.under.Apart && l.shows(p, pages) {
			continue
		}
		if !p.under.Says || p.under.Apart {
			below = leastListed
		}
		further = append(further, p.under.Links[:min(2, len(p.under.Links))]...)
		l.know(p.under.Links, p.under.Says && !p.under.Apart)
	}
	if len(further) > 1 && len(l.seen) < looksBefore {
		if rows, stop, err := l.lists(ctx, further, slices.Concat(over, links), below); rows >= 0 || stop != nil || err != nil {
			return rows + 1, stop, err
		}
	}
	for _, p := range pages { // what says that it is a part may be a record, but for a year
		l.know(p.under.Links, p.under.Dates)
	}
	for i, a := range pages {
		for _, b := range pages[:i] {
			if common, apart := l.beside(b, a, over, least); apart {
				l.State.Profile.Background = common
				return 0, nil, nil
			}
		}
	}
	return -1, nil, nil
}

// leaveOut has links that stand on several of some pages divide none of them.
func (l looking) leaveOut(pages []*part) {
	count := map[string]int{}
	for _, p := range pages {
		for _, o := range p.under.Links {
			count[o.Leads]++
		}
	}
	for _, p := range pages {
		p.under.Links = slices.DeleteFunc(p.under.Links, func(o forms.Option) bool { return count[o.Leads] > 1 })
	}
	for at, n := range count {
		if n > 1 {
			l.known[at] = true
		}
	}
}

// spread returns the parts that so many rows below some links lead to.
func (l looking) spread(ctx context.Context, links []forms.Option, rows int) (leaves []forms.Option, stop *ledger.Stop, err error) {
	if rows == 0 {
		return links, nil, nil
	}
	for _, o := range links {
		if o.Any {
			continue
		}
		p := &part{}
		if len(l.seen) <= mostDivided {
			if p, stop, err = l.look(ctx, o); stop != nil || err != nil {
				return nil, stop, err
			}
		}
		shows := p.doc == nil || len(p.under.Links) == 0 || l.shows(p, l.above[rows])
		if shows {
			leaves = append(leaves, o)
		}
		if shows && p.under.Apart {
			continue
		}
		l.know(p.under.Links, true)
		further, stop, err := l.spread(ctx, forms.Named(o, p.under.Links), rows-1)
		if stop != nil || err != nil {
			return nil, stop, err
		}
		leaves = append(leaves, further...)
	}
	return leaves, nil, nil
}

// shows reports whether the page of a part shows records beside the links that divide it, or
// says more of these than what they are called, and beside what it has in common with another of some pages.
func (l looking) shows(p *part, pages []*part) bool {
	common := l.State.Profile.Background
	if i := slices.IndexFunc(pages, func(other *part) bool { return other.Leads != p.Leads }); i >= 0 {
		common = extract.Template(p.doc, pages[i].doc, [2][]string{{p.Label}, {pages[i].Label}})
	}
	return slices.ContainsFunc(l.records(p, common), func(rec extract.Record) bool {
		return p.under.Beside(rec.Title, rec.Text, rec.URL)
	})
}

// records returns what the page of a part shows that is no link of a row.
func (l looking) records(p *part, common extract.Background) []extract.Record {
	return slices.DeleteFunc(extract.Read(p.doc, extract.Options{Background: common}).Records, func(rec extract.Record) bool { return l.known[rec.URL.String()] })
}

// beside returns what two parts have in common, and whether each shows so many records beside it
// that the other has not; none of them is a part as they are, or stands below the links over them alone.
func (l looking) beside(a, b *part, over []forms.Option, least int) (common extract.Background, apart bool) {
	common = extract.Template(a.doc, b.doc, [2][]string{{a.Label}, {b.Label}})
	var keys [2][]string
	for i, p := range []*part{a, b} {
		own := forms.Leads(p.Option).URL
		for _, rec := range l.records(p, common) {
			sibling := least > 1 && forms.Beside(own, rec.URL) || slices.ContainsFunc(over, func(o forms.Option) bool { return forms.GoesOn(forms.Leads(o).URL, rec.URL) })
			if rec.URL.IsZero() || !sibling || forms.GoesOn(own, rec.URL) {
				keys[i] = append(keys[i], rec.Key)
			}
		}
	}
	shared := 0
	for _, key := range keys[0] {
		if slices.Contains(keys[1], key) {
			shared++
		}
	}
	fewest := min(len(keys[0]), len(keys[1]))
	return common, fewest >= least && 2*shared < fewest
}
