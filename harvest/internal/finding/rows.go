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

// partsLooked bounds the pages that a row leads to which are looked at: some parts are empty.
const partsLooked = 4

// Parts reports whether a row of links leads to the parts of a list: two of their pages show
// records, and hardly the same. What else these have in common is no record on any of them.
func (r *Finder) Parts(ctx context.Context, f forms.Form) (is bool, stop *ledger.Stop, err error) {
	var options []forms.Option
	for _, o := range f.Fields[0].Options {
		if !o.Any {
			options = append(options, o)
		}
	}
	var seen []part
	for i := range min(partsLooked, len(options)) {
		o := options[i*len(options)/min(partsLooked, len(options))]
		v := surface.Visit{URL: forms.Leads(o)}
		p, stop, err := r.Look(ctx, v.URL, &v)
		if stop != nil {
			return false, stop, nil
		}
		if err := r.tried(ctx, v.URL, fmt.Sprintf("what the link %q leads to", o.Label), err, p); err != nil {
			return false, nil, err
		}
		if err != nil || p.Status >= 400 {
			continue
		}
		doc, err := p.Document()
		if err != nil {
			continue
		}
		now := part{doc, []string{o.Label}}
		for _, before := range seen {
			if common, apart := before.beside(now); apart {
				r.State.Profile.Background = common
				return true, nil, nil
			}
		}
		seen = append(seen, now)
	}
	return false, nil, nil
}

// part is a page that one link of a row leads to.
type part struct {
	doc   *page.Document
	asked []string
}

// beside returns what two parts have in common, and whether each shows records beside it that
// the other has not.
func (a part) beside(b part) (common extract.Background, apart bool) {
	common = extract.Template(a.doc, b.doc, [2][]string{a.asked, b.asked})
	var keys [2][]string
	for i, doc := range []*page.Document{a.doc, b.doc} {
		for _, rec := range extract.Read(doc, extract.Options{Background: common}).Records {
			keys[i] = append(keys[i], rec.Key)
		}
	}
	shared := 0
	for _, key := range keys[0] {
		if slices.Contains(keys[1], key) {
			shared++
		}
	}
	least := min(len(keys[0]), len(keys[1]))
	return common, least > 0 && 2*shared < least
}
