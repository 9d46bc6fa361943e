package duplicates

import "fmt"

// Host learns which addresses of one host lead to pages that were fetched: by
// Sessions, as far as pages show that those say nothing, and by Rules. The zero
// Host has seen nothing.
type Host struct {
	rules     Rules
	sessions  Sessions
	confirmed bool           // sessions may be stripped
	fetched   map[string]int // page in rules, by the address without its session
	samples   int
	next      int // pages after which sessions are confirmed again
}

// sameSession is the number of pages that were fetched with two sessions and
// had the same text each time, before sessions count as such.
const sameSession = 2

// Observe adds a page that was fetched with success, and its links to its own
// host as paths with queries.
func (h *Host) Observe(pathQuery string, text Signature, links []string) {
	h.rules.Observe(pathQuery, text)
	page, ok := h.rules.numbers[pathQuery]
	if !ok {
		return // too short, or one too many
	}
	h.sessions.Observe(pathQuery, links)
	if len(h.sessions.found) == 0 {
		return
	}
	if len(h.rules.pages) >= h.next {
		h.confirm()
		return
	}
	if stripped, _ := h.sessions.Strip(pathQuery); h.confirmed {
		h.enter(stripped, int(page))
	}
}

func (h *Host) enter(stripped string, page int) {
	if _, ok := h.fetched[stripped]; !ok {
		h.fetched[stripped] = page
	}
}

// confirm tests whether pages that differ by their session only have one text.
func (h *Host) confirm() {
	h.next = len(h.rules.pages) + max(4, len(h.rules.pages)/3)
	h.fetched = map[string]int{}
	same, differ := 0, 0
	for i, p := range h.rules.pages {
		stripped, reason := h.sessions.Strip(p.address)
		first, ok := h.fetched[stripped]
		switch {
		case !ok:
			h.fetched[stripped] = i
		case reason == "":
		case h.rules.pages[first].text == p.text:
			same++
		default:
			differ++
		}
	}
	h.confirmed = same >= sameSession && float64(differ) <= maxDiffer*float64(same+differ)
}

// Against says why an address is not worth a request.
func (h *Host) Against(pathQuery string) string {
	if h.confirmed {
		if stripped, reason := h.sessions.Strip(pathQuery); reason != "" {
			if i, ok := h.fetched[stripped]; ok && h.rules.pages[i].address != pathQuery && !sample(pathQuery) {
				return fmt.Sprintf("duplicate: %s; %s was fetched", reason, h.rules.pages[i].address)
			}
		}
	}
	return h.rules.Against(pathQuery)
}

// maxSamples is the number of pages of a host that are Samples.
const maxSamples = 20

// Sample reports whether a page that was fetched, and is not yet observed, was
// worth its request though it says nothing new: it shows whether a difference
// between addresses counts. There are only so many of a host.
func (h *Host) Sample(pathQuery string, text Signature) bool {
	if h.samples >= maxSamples || !h.rules.Tests(pathQuery, text) {
		return false
	}
	h.samples++
	return true
}

// GivenUp returns how many rules held once and do not any more: addresses that
// were not worth a request may be now.
func (h *Host) GivenUp() int { return h.rules.givenUp }

// Limit bounds the pages that are remembered, for a host among many.
func (h *Host) Limit(pages int) { h.rules.limit = pages }
