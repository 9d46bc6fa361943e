package crawl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/duplicates"
)

// fold takes a result in.
func (e *engine) fold(r *result) {
	h := r.host
	if !r.final || r.err != nil { // the host has answered, or failed to
		h.busy = false
		if r.state.Host != "" {
			h.next = r.state.NotBefore
		}
	}
	if r.final {
		e.inFlight--
		delete(h.out, r.page.Row)
		h.owed += r.sent
		if r.err != nil {
			e.foldFailure(r)
		} else {
			e.foldPage(r)
		}
	}
	e.hosts.settle(h, time.Now())
}

// foldFailure tries again later, or gives the page up.
func (e *engine) foldFailure(r *result) {
	h := r.host
	tryAgain := func() {
		if h.site.left == "" {
			h.again(r.page)
		} else {
			e.pending--
		}
	}
	if errors.Is(r.err, context.Canceled) {
		tryAgain()
		return
	}
	if refused, ok := errors.AsType[*fetch.RefusedError](r.err); ok {
		e.pending--
		reason := refused.Guard + ": " + refused.Rule
		e.tell(Event{Kind: "skip", Site: h.site.name, Reason: reason, Guard: refused.Guard})
		e.store.Skip(r.page.Row, reason)
		e.touch()
		return
	}
	until, asked, isLater := later(r.err)
	if isLater {
		h.next = until
		if !asked {
			tryAgain()
			return
		}
		if wait := time.Until(until); wait > e.o.MaxWait {
			tryAgain()
			reason := fmt.Sprintf("host: not to be asked for %s (%s)", wait.Round(time.Second), r.err)
			e.leaveHost(h, reason)
			e.tell(Event{Kind: "site", Site: h.site.name, Reason: reason})
			return
		}
		e.tell(Event{Kind: "wait", Site: h.site.name, Reason: r.err.Error()})
	}
	if e.failed[r.page.Row]++; e.failed[r.page.Row] < e.o.Attempts {
		tryAgain()
		return
	}
	delete(e.failed, r.page.Row)
	r.visit.Note = r.err.Error()
	e.foldPage(r)
}

// foldPage books a page, had or given up, and what it links to.
func (e *engine) foldPage(r *result) {
	h, s, v := r.host, r.host.site, &r.visit
	e.pending--
	e.s.Pages++
	v.Requests, h.owed = h.owed, 0
	if h.booked > 0 {
		e.owe(h)
	}
	e.s.Requests += v.Requests
	delete(e.failed, r.page.Row)
	if r.err == nil {
		e.sitemaps(h, r)
	}
	if !v.Final.IsZero() {
		if id := surface.IDOf(v.Final); id != v.ID && e.reached(id, v) {
			v.Note = "it leads to a page that was fetched before"
			v.Links, r.phrases, r.answer = nil, nil, nil
		}
	}
	if r.page.Found.Link.Kind == nonsense {
		h.copies.learn(r)
	} else if reason := h.copies.judge(r); reason != "" {
		v.Note = reason
		v.Links, r.phrases, r.answer = nil, nil, nil
	}
	novelty := s.memory.novelty(r.phrases, phrasesOf(len(e.sites)))
	if r.phrases == nil && len(v.Links) > 0 { // a sitemap, a feed: its links are what it says
		novelty = e.unknown(v.Links)
	}
	most := textsOf(len(e.hosts.byOrigin))
	if h.copies.near(v, r.text, most) {
		novelty = 0 // whatever of it is written in another way
	}
	fresh := s.visited(v.URL, novelty, r.forms, h.copies.sample(v, r.text))
	e.s.Forms += len(fresh)
	touched := map[*host]bool{}
	e.o.Ordering.Visited(v, func(id surface.ID, priority float64) { e.rank(id, priority, touched) })
	e.enterLinks(r, touched)
	e.copies.observe(h, v, r.text, most)
	e.revive(h)
	e.store.Save(Record{Row: r.page.Row, At: r.at, Visit: v, Page: r.answer, Forms: fresh, Novelty: novelty, Text: r.text, Host: r.state})
	e.touch()
	e.tell(Event{Kind: "page", Visit: v, Forms: fresh, Site: s.name, Reason: v.Note})
	if s.pardon {
		for _, h := range s.hosts {
			if !h.held {
				continue
			}
			n := e.store.Release(h.origin, 1)
			h.rest += n
			e.pending += n
			touched[h] = true
		}
	}
	e.wonder(h, v, r.text, touched)
	if reason := s.enough(&e.o); reason != "" && s.left == "" {
		e.leave(s, reason)
	}
	if reason, site := e.copies.against(h); reason != "" && s.left == "" && h.copies.left == "" {
		if h.copies.left = reason; site {
			e.leave(s, reason)
		} else {
			e.leaveHost(h, reason)
			e.tell(Event{Kind: "site", Site: s.name, Reason: reason})
		}
	}
	if e.o.Ordering.Stale() {
		e.store.Rescore(e.o.Ordering.Rescore)
		for _, h := range e.hosts.byOrigin {
			h.changed()
			touched[h] = true
		}
	}
	e.trim(touched)
	now := time.Now()
	for h := range touched {
		e.hosts.settle(h, now) // the order does not matter: a heap's order is total
	}
}

// revive lets pages wait again that a rule kept from being asked for which is
// given up.
func (e *engine) revive(h *host) {
	given := h.copies.known.GivenUp()
	if given == h.revived {
		return
	}
	h.revived = given
	n := e.store.Revive(h.origin, duplicateReason)
	if h.site.left == "" && h.copies.left == "" {
		h.rest += n
		e.pending += n
	}
}

// duplicateReason begins the reasons that rules about addresses give.
const duplicateReason = "duplicate: "

// wonder asks for a page that no host has, where many pages of this one say the
// same.
func (e *engine) wonder(h *host, v *surface.Visit, text duplicates.Signature, touched map[*host]bool) {
	if !says(v, text) || h.site.left != "" || h.copies.left != "" {
		return
	}
	path := h.copies.wonders(v, text, textsOf(len(e.hosts.byOrigin)))
	if path == "" {
		return
	}
	u, err := page.ParseURL(h.origin + path)
	if err != nil {
		return
	}
	f := surface.Found{Link: surface.Link{URL: u, ID: surface.IDOf(u), Kind: nonsense}, Depth: v.Depth + 1, From: v.ID}
	if e.store.Has(f.Link.ID) {
		return // asked for in an earlier run
	}
	e.o.Ordering.Found(f, v) // it is visited like any other
	row := e.store.Add(Entry{Found: f, Origin: h.origin, Site: h.site.name, Priority: nonsensePriority})
	e.s.Found++
	e.pending++
	h.add(Waiting{Row: row, Found: f, Priority: nonsensePriority})
	touched[h] = true
}

// sitemaps adds to a host's first page the sitemaps and pages that its
// robots.txt names.
func (e *engine) sitemaps(h *host, r *result) {
	if h.mapped || len(r.state.Robots) == 0 || !e.o.Sitemaps {
		return
	}
	h.mapped = true
	file := robots.Parse(r.state.Robots)
	for _, ref := range slices.Concat(file.Sitemaps, file.Mentions("hadal")) {
		if strings.Contains(ref, "ajax") || strings.Contains(ref, "/api") {
			continue // what is let through for scripts is no page
		}
		if u, err := r.visit.URL.Resolve(ref); err == nil && deeds.Judge(deeds.Act{By: deeds.Follow, URL: u}).OK() {
			r.visit.Links = append(r.visit.Links, surface.Link{URL: u, ID: surface.IDOf(u), Kind: surface.Robots})
			r.follow = true
		}
	}
}

// reached notes that a redirect led to a page, and reports whether that had
// been fetched before.
func (e *engine) reached(id surface.ID, v *surface.Visit) bool {
	waited, before := e.store.Reached(id)
	if before {
		return true
	}
	if waited {
		e.pending--
		if h := e.hosts.byOrigin[v.Final.Origin()]; h != nil {
			if i := slices.IndexFunc(h.front, func(w Waiting) bool { return w.Found.Link.ID == id }); i >= 0 {
				h.front = slices.Delete(h.front, i, i+1)
			} else {
				h.rest = max(0, h.rest-1)
			}
			e.hosts.settle(h, time.Now())
		}
		return false
	}
	if !e.store.Has(id) {
		e.store.Add(Entry{
			Found:  surface.Found{Link: surface.Link{URL: v.Final, ID: id, Kind: surface.Location}, Depth: v.Depth, From: v.ID},
			Origin: v.Final.Origin(), Site: v.Final.Site(), Reason: "fetched: a redirect led there",
		})
	}
	return false
}

// unknown returns the share of new pages among the first of some links.
func (e *engine) unknown(links []surface.Link) float64 {
	const first = 200
	links = links[:min(len(links), first)]
	fresh := 0
	for _, l := range links {
		if !e.store.Has(l.ID) {
			fresh++
		}
	}
	return float64(fresh) / float64(len(links))
}

func (e *engine) rank(id surface.ID, priority float64, touched map[*host]bool) {
	origin, waits := e.store.Rank(id, priority)
	if h := e.hosts.byOrigin[origin]; waits && h != nil {
		h.rerank(id, priority)
		touched[h] = true
	}
}

// leave asks nothing more of a site.
func (e *engine) leave(s *site, reason string) {
	s.left = reason
	for _, h := range s.hosts {
		e.leaveHost(h, reason)
	}
	e.tell(Event{Kind: "site", Site: s.name, Reason: reason})
}

func (e *engine) leaveHost(h *host, reason string) {
	e.pending -= h.waiting()
	h.front, h.rest, h.held = nil, 0, false
	e.store.SkipHost(h.origin, reason)
	e.touch()
	e.hosts.settle(h, time.Now())
}

// trim keeps the frontier within its bound. It waits until a quarter is too
// much, so that the work for a page stays small.
func (e *engine) trim(touched map[*host]bool) {
	if e.o.MaxPending == 0 || e.pending <= e.o.MaxPending+e.o.MaxPending/4 {
		return
	}
	e.store.Trim(e.o.MaxPending, "full: the frontier holds better pages")
	e.pending = 0
	for _, c := range e.store.Waiting() {
		e.pending += c.Waiting
		if h := e.hosts.byOrigin[c.Origin]; h != nil {
			h.front, h.rest = nil, max(0, c.Waiting-len(h.out))
			touched[h] = true
		}
	}
}

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
