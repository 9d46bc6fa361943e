package finding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

const (
	partsLooked = 4    // pages that a row leads to are looked at: some parts are empty
	rowsDeep    = 2    // rows that stand below one another, beside the first
	leastListed = 3    // records on a page that nothing says is a list
	leavesMost  = 2000 // parts that these lead to
)

// Parts returns a row of links with the parts of a list that it leads to, and has each as an
// option; nil where it leads to none. Two of their pages show records, and hardly the same: what
// else these have in common is no record on any of them. Where the pages of parts have a row of
// links that divides them, to such pages, its links take the place of the part.
func (r *Finder) Parts(ctx context.Context, f forms.Form) (*forms.Form, *ledger.Stop, error) {
	l := looking{r, map[string]part{}}
	deep := false
	for range rowsDeep {
		deeper, stop, err := l.deeper(ctx, f)
		if stop != nil || err != nil {
			return nil, stop, err
		}
		if deeper == nil {
			break
		}
		f, deep = *deeper, true
	}
	if deep {
		return &f, nil, nil
	}
	is, stop, err := l.apart(ctx, f.Fields[0].Options, 1, nil)
	if !is || stop != nil || err != nil {
		return nil, stop, err
	}
	return &f, nil, nil
}

// looking is what was seen of the pages that links of rows lead to, by their addresses.
type looking struct {
	*Finder
	seen map[string]part
}

// part is a page that one link of a row leads to.
type part struct {
	doc   *page.Document // nil where it could not be had
	asked []string
}

// some returns a few of options, those that were looked at first.
func (l looking) some(options []forms.Option) []forms.Option {
	var known, out []forms.Option
	for _, o := range options {
		if _, is := l.seen[o.Leads]; is {
			known = append(known, o)
		}
	}
	bind := slices.DeleteFunc(slices.Clone(options), func(o forms.Option) bool { return o.Any })
	for i := range min(partsLooked, len(bind)) {
		out = append(out, bind[i*len(bind)/min(partsLooked, len(bind))])
	}
	if len(known) > 1 {
		return known[:min(partsLooked, len(known))]
	}
	return out
}

// look returns the page that a link leads to.
func (l looking) look(ctx context.Context, o forms.Option) (part, *ledger.Stop, error) {
	if p, is := l.seen[o.Leads]; is {
		return p, nil, nil
	}
	if stop := l.Budget.Over(); stop != nil {
		return part{}, stop, nil
	}
	v := surface.Visit{URL: forms.Leads(o).URL}
	p, stop, err := l.Look(ctx, v.URL, &v)
	if stop != nil {
		return part{}, stop, nil
	}
	if err := l.tried(ctx, v.URL, fmt.Sprintf("what the link %q leads to", o.Label), err, p); err != nil {
		return part{}, nil, err
	}
	now := part{asked: []string{o.Label}}
	if err == nil && p.Status < 400 {
		now.doc, _ = p.Document()
	}
	l.seen[o.Leads] = now
	return now, nil, nil
}

// apart reports whether two of some links lead to pages that show so many records which the
// other does not, none of which is again a part of one of parts, and learns what is none.
func (l looking) apart(ctx context.Context, options []forms.Option, least int, parts []forms.Option) (is bool, stop *ledger.Stop, err error) {
	var seen []part
	for _, o := range l.some(options) {
		now, stop, err := l.look(ctx, o)
		if stop != nil || err != nil {
			return false, stop, err
		}
		if now.doc == nil {
			continue
		}
		for _, before := range seen {
			if common, apart := before.beside(now, least, parts); apart {
				l.State.Profile.Background = common
				return true, nil, nil
			}
		}
		seen = append(seen, now)
	}
	return false, nil, nil
}

// deeper returns f with the links that its parts are divided by in the places of these; nil where
// they are not.
func (l looking) deeper(ctx context.Context, f forms.Form) (*forms.Form, *ledger.Stop, error) {
	row := f.Fields[0]
	var sample []forms.Option
	divided, least := 0, 1
	for _, o := range l.some(row.Options) {
		p, stop, err := l.look(ctx, o)
		if stop != nil || err != nil {
			return nil, stop, err
		}
		if below, tell := p.below(&f, o); len(below) > 0 {
			if divided++; !tell {
				least = leastListed
			}
			sample = append(sample, below[:min(2, len(below))]...)
		}
	}
	if divided < 2 {
		return nil, nil, nil
	}
	if is, stop, err := l.apart(ctx, sample, least, row.Options); !is || stop != nil || err != nil {
		return nil, stop, err
	}
	l.Tell("note", fmt.Sprintf("the parts that links of %s lead to are divided by further links", f.Page))
	var leaves []forms.Option
	for _, o := range row.Options {
		if o.Any || len(leaves) > leavesMost {
			continue
		}
		p, stop, err := l.look(ctx, o)
		if stop != nil || err != nil {
			return nil, stop, err
		}
		below, _ := p.below(&f, o)
		if len(below) == 0 || p.lists(l.State.Profile.Background, below) {
			leaves = append(leaves, o)
		}
		for _, b := range below {
			if b.Label = strings.Join(strings.Fields(b.Label), " "); !strings.HasPrefix(strings.ToLower(b.Label), strings.ToLower(o.Label)) {
				b.Label = o.Label + " " + b.Label
			}
			if b.Value = b.Label; slices.ContainsFunc(leaves, func(other forms.Option) bool { return strings.EqualFold(other.Value, b.Value) }) {
				b.Value = b.Leads
			}
			if !slices.ContainsFunc(leaves, func(other forms.Option) bool { return other.Leads == b.Leads }) {
				leaves = append(leaves, b)
			}
		}
	}
	f.Fields = slices.Clone(f.Fields)
	f.Fields[0].Options = leaves
	return &f, nil, nil
}

// below returns the links that divide a part.
func (p part) below(f *forms.Form, o forms.Option) (links []forms.Option, tell bool) {
	if p.doc == nil {
		return nil, false
	}
	return forms.Below(p.doc, f, o)
}

// lists reports whether the page of a part shows records beside the links that divide it.
func (p part) lists(common extract.Background, below []forms.Option) bool {
	for _, rec := range extract.Read(p.doc, extract.Options{Background: common}).Records {
		if !slices.ContainsFunc(below, func(o forms.Option) bool { return o.Label == rec.Title || o.Leads == rec.URL.String() }) {
			return true
		}
	}
	return false
}

// beside returns what two parts have in common, and whether each shows so many records beside it
// that the other has not; none of them is a part of parts.
func (a part) beside(b part, least int, parts []forms.Option) (common extract.Background, apart bool) {
	common = extract.Template(a.doc, b.doc, [2][]string{a.asked, b.asked})
	var keys [2][]string
	for i, doc := range []*page.Document{a.doc, b.doc} {
		for _, rec := range extract.Read(doc, extract.Options{Background: common}).Records {
			if !slices.ContainsFunc(parts, func(o forms.Option) bool { return !rec.URL.IsZero() && forms.GoesOn(forms.Leads(o).URL, rec.URL) }) {
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
