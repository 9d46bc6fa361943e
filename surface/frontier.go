package surface

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/fetch/robots"
	"github.com/hadal-crawler/hadal/internal/heap"
	"github.com/hadal-crawler/hadal/page"
)

// Bounds of a frontier: enough for any site's navigation, small enough that an
// endless calendar costs nothing.
const (
	maxPending    = 5000 // URLs waiting; the rest are not entered
	maxPerPattern = 12   // visits of URLs that differ only in digits and parameter values, while others wait
	maxInChain    = 4    // visits of those found behind each other, as the months of a calendar: never more
)

// Frontier holds the pages of one site that are worth a look, in the order of
// an Ordering, and of equal priorities in the order found. It is a pure fold
// over visits.
type Frontier struct {
	inScope  func(page.URL) bool
	ordering Ordering
	pending  heap.Heap[*waiting]
	held     []*waiting      // of patterns visited often; most maxPending, in no order
	rewarded bool            // a visit was: what is held stays there
	known    map[ID]*waiting // pending or visited
	patterns map[string]int  // visits by URL pattern
	chains   map[string]int  // those of them that were chained
	found    int             // pages entered so far: the tie breaker
}

// waiting is a page that was found.
type waiting struct {
	Found
	priority float64
	order    int
	place    int // in the heap, -1 where it is not there
	pattern  string
	chained  bool // found on a page of the same pattern, or behind one
}

// NewFrontier starts at the seeds. Only URLs that inScope accepts enter. The
// ordering is a fresh one, and the frontier's own from now on.
func NewFrontier(inScope func(page.URL) bool, o Ordering, seeds ...page.URL) *Frontier {
	f := &Frontier{inScope: inScope, ordering: o, known: map[ID]*waiting{}, patterns: map[string]int{}, chains: map[string]int{}}
	f.pending.Before = func(a, b *waiting) bool { return a.compare(b) < 0 }
	f.pending.Place = func(w *waiting, at int) { w.place = at }
	for _, u := range seeds {
		f.enter(Found{Link: Link{URL: u, ID: IDOf(u), Kind: Seed}}, nil)
	}
	return f
}

// Next returns the best page not yet visited and why it was chosen. It returns
// the same page until a visit of it is observed.
//
// Pages of a pattern that was visited often are held back while others wait, and
// where nothing else does they come as long as no visit was rewarded: on a site
// whose pages are all /page?id=17, one of them has the form.
func (f *Frontier) Next() (u page.URL, why string, ok bool) {
	for len(f.pending.Items) > 0 {
		best := f.pending.Items[0]
		if f.open(best) {
			return best.Link.URL, f.ordering.Why(best.Found), true
		}
		f.leave(best)
		if !best.chained && len(f.held) < maxPending {
			f.held = append(f.held, best)
		}
	}
	if f.rewarded || len(f.held) == 0 {
		return page.URL{}, "", false
	}
	best := slices.MinFunc(f.held, func(a, b *waiting) int {
		return cmp.Or(cmp.Compare(f.doublings(a), f.doublings(b)), a.compare(b))
	})
	return best.Link.URL, f.ordering.Why(best.Found), true
}

// open reports whether a page that waits is worth a visit, though many like it
// were visited.
func (f *Frontier) open(w *waiting) bool {
	if w.chained {
		return f.chains[w.pattern] < maxInChain
	}
	return w.Link.Kind == Seed || f.patterns[w.pattern] < maxPerPattern
}

// doublings returns how often maxPerPattern would have to double for a page to
// be worth a visit: of the patterns held, the least visited are next.
func (f *Frontier) doublings(w *waiting) int {
	return bits.Len(uint(f.patterns[w.pattern] / maxPerPattern))
}

// Observe folds one visit in.
func (f *Frontier) Observe(v Visit) {
	v.Identify()
	w := f.known[v.ID]
	if w == nil {
		w = &waiting{place: -1, pattern: pattern(v.URL)}
		f.known[v.ID] = w
	}
	f.patterns[w.pattern]++
	if w.chained {
		f.chains[w.pattern]++
	}
	f.leave(w)
	v.Depth = w.Depth
	if !v.Final.IsZero() {
		if id := IDOf(v.Final); f.known[id] == nil {
			f.known[id] = w
		} else {
			f.leave(f.known[id])
		}
	}
	f.rewarded = f.rewarded || v.Reward > 0
	f.ordering.Visited(&v, f.rank)
	for _, l := range v.Links {
		f.enter(Found{Link: l, Depth: v.Depth + 1, From: v.ID}, &v)
	}
	if f.ordering.Stale() {
		for _, w := range slices.Concat(f.pending.Items, f.held) {
			w.priority = f.ordering.Rescore(w.Found)
		}
		f.pending.Init()
	}
}

func (f *Frontier) enter(found Found, on *Visit) {
	if f.known[found.Link.ID] != nil || len(f.pending.Items) >= maxPending || !f.inScope(found.Link.URL) {
		return
	}
	f.found++
	w := &waiting{Found: found, place: -1, priority: f.ordering.Found(found, on), order: f.found}
	w.pattern = pattern(found.Link.URL)
	for at := f.known[found.From]; at != nil && !w.chained; at = f.known[at.From] {
		w.chained = at.pattern == w.pattern
	}
	f.known[found.Link.ID] = w
	f.pending.Push(w)
}

// rank changes the priority of a page that waits.
func (f *Frontier) rank(id ID, priority float64) {
	if w := f.known[id]; w != nil {
		if w.priority = priority; w.place >= 0 {
			f.pending.Fix(w.place)
		}
	}
}

// leave takes a page out that waits or is held.
func (f *Frontier) leave(w *waiting) {
	if w.place >= 0 {
		f.pending.Remove(w.place)
	} else if i := slices.Index(f.held, w); i >= 0 {
		f.held = slices.Delete(f.held, i, i+1)
	}
}

// Sitemaps returns links to the sitemaps that the robots.txt of u's host names.
func Sitemaps(txt []byte, u page.URL) (links []Link) {
	if len(txt) == 0 {
		return nil
	}
	for _, ref := range robots.Parse(txt).Sitemaps {
		if at, err := u.Resolve(ref); err == nil {
			links = append(links, Link{URL: at, ID: IDOf(at), Kind: Robots})
		}
	}
	return links
}

// pattern is u with runs of digits and parameter values blanked: calendars and
// listings have few patterns however many pages they have.
func pattern(u page.URL) string {
	var b strings.Builder
	b.WriteString(u.Origin())
	value := false
	for _, r := range u.PathQuery() {
		switch {
		case r == '&' || r == '?':
			value = false
			b.WriteRune(r)
		case value:
		case r == '=':
			value = true
			b.WriteRune(r)
		case r >= '0' && r <= '9':
			if s := b.String(); s[len(s)-1] != '0' {
				b.WriteByte('0')
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// compare is negative where w comes before other.
func (w *waiting) compare(other *waiting) int {
	return cmp.Or(cmp.Compare(other.priority, w.priority), cmp.Compare(w.order, other.order))
}
