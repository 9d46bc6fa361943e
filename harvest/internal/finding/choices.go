package finding

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// looks is how many other values of a choice before the search are looked at to see
// whether they lead to such a form; of what may be any list of pages, one is.
const looks = 3

// Beyond returns f with the choice that was made on the way to it, if another value of that
// leads to a form that is alike; else f. What was looked at last comes first: there the
// site's session is.
func (r *Finder) Beyond(ctx context.Context, f forms.Form) (forms.Form, *ledger.Stop, error) {
	options, asks, sure := r.Survey.Choices(&f)
	most := 1
	if sure {
		most = looks
	}
	for i := 1; i < min(len(options), most+1); i++ {
		g, seen := r.Survey.At(forms.Leads(options[i]), &f)
		if !seen {
			if stop, err := r.Reach(ctx, forms.Leads(options[i]), "another choice before the search"); stop != nil || err != nil {
				return f, stop, err
			}
			g, _ = r.Survey.At(forms.Leads(options[i]), &f)
		}
		if g == nil {
			continue
		}
		options = slices.Insert(slices.Delete(slices.Clone(options), i, i+1), 0, options[i])
		choice := forms.ChoiceBefore(options, asks...)
		return g.Behind(choice, choice.Options[0].Value), nil, nil
	}
	return f, nil, nil
}

// Forms fetches a page and returns the form on it that is alike to f; nil where there is
// none, and why.
func (r *Finder) Forms(ctx context.Context, to page.Request, f *forms.Form) (*forms.Form, *ledger.Stop, error) {
	steps, err := to.Steps()
	if err != nil {
		return nil, nil, err
	}
	var v surface.Visit
	var p *page.Page
	var stop *ledger.Stop
	if len(steps) > 0 {
		p, stop, err = r.Fetch(ctx, to)
	} else {
		p, stop, err = r.Look(ctx, to.URL, &v)
	}
	if stop != nil || err != nil {
		return nil, stop, err
	}
	r.Last = to
	doc, err := p.Document()
	if err != nil {
		return nil, nil, err
	}
	found := forms.Parse(doc)
	if g := f.Likest(found); g != nil {
		g.Opened = steps
		return g, nil, nil
	}
	return nil, nil, fmt.Errorf("status %d, %d forms", p.Status, len(found))
}

// ShownWith shows a page in a browser and returns the form on it that is f; nil where there is
// none, or the page cannot be had.
func (r *Finder) ShownWith(ctx context.Context, req page.Request, what string, f *forms.Form) (*forms.Form, *ledger.Stop, error) {
	p, stop, err := r.Fetch(ctx, req)
	if stop != nil {
		return nil, stop, nil
	}
	if err := r.tried(ctx, req.URL, what, err, p); err != nil {
		return nil, nil, err
	}
	if err != nil {
		return nil, nil, nil
	}
	doc, err := p.Document()
	if err != nil {
		return nil, nil, nil
	}
	return f.Likest(forms.Parse(doc)), nil, nil
}
