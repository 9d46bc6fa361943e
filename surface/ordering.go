package surface

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/hadal-crawler/hadal/page"
)

// ID identifies a page: the first 64 bits of the SHA-256 of its canonical URL.
// Among a hundred million pages two share one with a chance of 1 in 3,700. It
// is never 0, which stands for no page.
type ID uint64

// IDOf returns the ID of the page at u.
func IDOf(u page.URL) ID {
	var room [256]byte // most addresses fit, and need no other
	sum := sha256.Sum256(append(room[:0], u.Canonical().String()...))
	return max(1, ID(binary.BigEndian.Uint64(sum[:8])))
}

// Found is a page that is known and not yet fetched.
type Found struct {
	Link  Link // by which it was found first; of a seed its Kind is Seed
	Depth int  // links from the nearest seed, as known when it was found
	From  ID   // the page that the link stands on; 0 for a seed
}

// Ordering decides which of the pages found is fetched first. It is a fold
// over visits: the same calls give the same priorities, so that a crawl which
// goes on is one replayed. One goroutine calls it.
//
// For each page fetched, Visited is called first, with all links of the page;
// then Found for each link that leads to a page not known before.
type Ordering interface {
	// Found returns the priority of a page just found, the larger the sooner.
	// on is the page that the link stands on, nil for a seed.
	Found(f Found, on *Visit) float64
	// Visited folds in a page that was fetched, or failed. It calls rank for
	// each page whose priority has changed; a page that does not wait to be
	// fetched (already visited, never found, skipped) is passed over there.
	Visited(v *Visit, rank func(ID, float64))
}

// Rescorer is an Ordering that learns: when Stale reports true, Rescore is
// called for the pages that wait, and Stale is false again after that.
type Rescorer interface {
	Ordering
	Stale() bool
	Rescore(f Found) float64
}

// Reader is an Ordering that needs Visit.Text where ReadsText reports true, or
// the words of a visit's links also when a crawl is replayed: these are stored
// with the pages only.
type Reader interface {
	Ordering
	ReadsText() bool
}
