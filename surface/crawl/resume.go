package crawl

import (
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// resume brings the engine to where the crawl ended, by replaying its visits,
// and enters the seeds.
func (e *engine) resume(ctx context.Context) error {
	st, err := e.store.Open(ctx, e.o.Name, e.o.Fresh)
	if err != nil {
		return err
	}
	e.s.Crawl, e.s.Found = st.Crawl, st.Found
	for past, err := range e.store.Visits(ctx) {
		if err != nil {
			return err
		}
		if err := e.replay(past); err != nil {
			return fmt.Errorf("replay crawl %s: %w", e.o.Name, err)
		}
	}
	var states []fetch.HostState
	touched := map[*host]bool{}
	for _, c := range st.Hosts {
		u, err := page.ParseURL(c.Origin)
		if err != nil {
			return err
		}
		h := e.host(u)
		h.rest, h.held, h.owed, h.booked = c.Waiting, true, c.Owed, c.Owed
		e.pending += c.Waiting
		if c.State.Host != "" {
			states = append(states, c.State)
			h.next, h.mapped = c.State.NotBefore, true
		}
		touched[h] = true
	}
	e.net.Restore(states)
	for _, s := range e.sites {
		s.left = s.enough(&e.o)
	}
	for _, u := range e.o.Seeds {
		e.net.AddTarget(u)
		e.host(u).site.seed = true
		e.enter(surface.Found{Link: surface.Link{URL: u, ID: surface.IDOf(u), Kind: surface.Seed}}, nil, touched)
	}
	for h := range touched {
		e.hosts.settle(h, e.began)
	}
	return e.store.Err()
}

// replay folds a visit of the past in, as foldPage did when it was made.
func (e *engine) replay(p Past) error {
	for _, f := range p.Added {
		if f.From == 0 {
			e.o.Ordering.Found(f, nil)
		}
	}
	v := p.Visit
	if v != nil {
		if e.o.Ordering.ReadsText() {
			// The words of its links stand in the page only.
			body, err := p.Body()
			if err != nil {
				return err
			}
			if body != nil {
				if reading, err := surface.Read(body); err == nil && reading.Document != nil {
					v.Text = reading.Document.Text()
					withWords(v.Links, reading.Links)
				}
			}
		}
		e.s.Pages++
		e.s.Requests += v.Requests
		e.s.Forms += len(p.Forms)
		h := e.host(v.URL)
		h.site.visited(v.URL, p.Novelty, p.Forms, h.copies.sample(v, p.Text))
		most := textsOf(len(e.hosts.byOrigin))
		h.copies.near(v, p.Text, most)
		e.copies.observe(h, v, p.Text, most)
		h.revived = h.copies.known.GivenUp()
		e.o.Ordering.Visited(v, func(surface.ID, float64) {})
	}
	for _, f := range p.Added {
		if f.From != 0 {
			if v != nil && v.URL.Site() == f.Link.URL.Site() {
				e.host(v.URL).site.budget.opens(f.Link.URL, v.URL)
			}
			e.o.Ordering.Found(f, v)
		}
	}
	return nil
}

// withWords gives links the words that they have in their page.
func withWords(links, read []surface.Link) {
	words := map[surface.ID]surface.Link{}
	for _, l := range read {
		words[l.ID] = l
	}
	for i := range links {
		if l, ok := words[links[i].ID]; ok {
			links[i] = l
		}
	}
}
