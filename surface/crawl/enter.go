package crawl

import (
	"fmt"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// enterLinks enters the pages that a page links to.
func (e *engine) enterLinks(r *result, touched map[*host]bool) {
	v := &r.visit
	if !r.follow {
		if len(v.Links) > 0 {
			e.store.Pass(r.host.site.name, "nofollow: the page asks robots not to follow its links", len(v.Links), v.Links[0].URL)
		}
		return
	}
	outside := 0
	var example page.URL
	e.met = e.store.Met(v.Links, e.met[:0])
	for i := range v.Links {
		l := &v.Links[i]
		if !e.o.Scope(l.URL) {
			outside++
			example = l.URL
			continue
		}
		if e.met[i] {
			continue
		}
		e.enter(surface.Found{Link: *l, Depth: v.Depth + 1, From: v.ID}, v, touched)
	}
	if outside > 0 {
		e.store.Pass(r.host.site.name, "scope: another site's", outside, example)
	}
}

// enter enters a page unless it is known.
func (e *engine) enter(f surface.Found, on *surface.Visit, touched map[*host]bool) {
	if e.store.Has(f.Link.ID) {
		return
	}
	u := f.Link.URL
	h := e.host(u)
	entry := Entry{Found: f, Origin: h.origin, Site: h.site.name, Priority: e.o.Ordering.Found(f, on)}
	if f.From != 0 {
		if on.URL.Site() == h.site.name {
			h.site.budget.opens(u, on.URL)
		}
		entry.Reason, entry.Held = e.against(h, f)
	}
	row := e.store.Add(entry)
	e.s.Found++
	e.touch()
	if entry.Reason == "" {
		h.add(Waiting{Row: row, Found: f, Priority: entry.Priority})
		e.pending++
		touched[h] = true
		return
	}
	h.held = h.held || entry.Held
	e.tell(Event{Kind: "skip", Site: h.site.name, Reason: entry.Reason})
}

// against says why a page found is not to be asked for, or not now.
func (e *engine) against(h *host, f surface.Found) (reason string, held bool) {
	if h.site.left != "" {
		return h.site.left, false
	}
	if h.copies.left != "" {
		return h.copies.left, false
	}
	if e.o.SiteDepth > 0 && f.Depth > e.o.SiteDepth {
		return fmt.Sprintf("depth: more than %d links from a seed", e.o.SiteDepth), false
	}
	if reason := malformed(f.Link.URL); reason != "" {
		return reason, false
	}
	if e.o.Skip != nil {
		if reason := e.o.Skip(f); reason != "" {
			return reason, false
		}
	}
	if reason := h.copies.known.Against(f.Link.URL.PathQuery()); reason != "" {
		return reason, false
	}
	reason = h.site.budget.against(f.Link.URL)
	return reason, reason != ""
}

// host returns the host of a page, made where it is new.
func (e *engine) host(u page.URL) *host {
	origin := u.Origin()
	h := e.hosts.byOrigin[origin]
	if h == nil {
		name := u.Site()
		s := e.sites[name]
		if s == nil {
			s = &site{name: name}
			e.sites[name] = s
		}
		h = &host{origin: origin, site: s, at: -1, out: map[int64]bool{}}
		s.hosts = append(s.hosts, h)
		e.hosts.byOrigin[origin] = h
	}
	return h
}
