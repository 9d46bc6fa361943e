package crawls

import "github.com/hadal-crawler/hadal/surface"

// Whether a page is known stands in the file, in the index crawl_urls_by_page.
// Two tables of fixed size spare most looks at it: recent knows some pages that
// are there, filter many that are not.

// recent remembers pages that are in the store for certain: of the pages that
// share a row, the one met longest ago gives way to a new one. Most links of a
// page lead to pages met a moment ago.
type recent struct{ rows []recentRow }

type recentRow [8]surface.ID // a line of the processor's cache; newest first

const recentRows = 1 << 13 // 512 KiB

// has looks at all of a row without a branch: where many pages are asked about
// in a row, the processor then fetches the rows at the same time.
func (r *recent) has(id surface.ID) bool {
	if r.rows == nil {
		return false
	}
	var zero uint64 // its highest bit is set where a difference is 0
	for _, is := range &r.rows[id%recentRows] {
		d := uint64(is ^ id)
		zero |= ^(d | -d)
	}
	return zero>>63 == 1
}

func (r *recent) add(id surface.ID) {
	if r.rows == nil {
		r.rows = make([]recentRow, recentRows)
	}
	row := &r.rows[id%recentRows]
	copy(row[1:], row[:])
	row[0] = id
}

// filter is a Bloom filter (Communications of the ACM 13/7, 1970) of all pages
// known: what it does not have is new. With a million pages one new page in
// 150 looks known, and the index is asked; with ten million nearly all do.
type filter struct{ bits []uint64 }

const (
	filterBits = 1 << 24 // 2 MiB
	filterAsks = 4       // bits a page
)

func (f *filter) has(id surface.ID) bool {
	if f.bits == nil {
		return false
	}
	for i := range uint64(filterAsks) {
		if b := place(id, i); f.bits[b/64]&(1<<(b%64)) == 0 {
			return false
		}
	}
	return true
}

func (f *filter) add(id surface.ID) {
	if f.bits == nil {
		f.bits = make([]uint64, filterBits/64)
	}
	for i := range uint64(filterAsks) {
		b := place(id, i)
		f.bits[b/64] |= 1 << (b % 64)
	}
}

// place returns the i-th bit of a page: IDs are hashes, multiplying by odd
// numbers makes several of one.
func place(id surface.ID, i uint64) uint64 {
	return uint64(id) * (0x9e3779b97f4a7c15 + 2*i*0x632be59bd9b4e019) >> 40
}
