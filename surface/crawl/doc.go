// Package crawl fetches pages of many hosts, best first.
//
// A Crawl takes seeds to pages: one conductor goroutine owns the frontier (the
// heap of hosts by the time when each may next be asked, in the manner of
// Mercator's back queues; the pages that wait stand in the Store, by host and
// priority), and a number of fetchers fetch, parse and judge. One request is
// in flight a host, under the politeness of the Network. Each page's effects
// (the page, what it links to, its host's state) enter the store together or
// not at all; what was not entered when the process died is fetched again.
//
// It knows budgets: a site has limits of pages, depth and rewards, and each
// pattern of paths within it a budget that grows with what its pages bring, so
// that traps cost little. Nothing is left out without a reason in the Store.
// It knows nothing of forms (a Judge says what a page is worth) and of orders
// (a surface.Ordering gives priorities).
package crawl
