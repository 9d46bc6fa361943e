package crawls

import (
	"context"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Skips are pages of a site that a crawl left out, by what became of them and
// the reason why. What a reason says of one page only, behind a semicolon, is
// not told.
type Skips struct {
	Crawl   string   `json:"crawl"`
	Site    string   `json:"site"`
	Kind    SkipKind `json:"kind"`
	Reason  string   `json:"reason"`
	Pages   int      `json:"pages"`
	Example string   `json:"example"` // a URL
}

// SkipKind is what became of pages that a crawl left out.
type SkipKind string

// The kinds of Skips.
const (
	Skipped SkipKind = "skipped" // known, and not asked for
	Held    SkipKind = "held"    // known, and asked for only if more of their kind turn out well
	Passed  SkipKind = "passed"  // links that were counted and not entered
	Unused  SkipKind = "unused"  // asked for, and nothing of the answer was used
)

const selectSkips = `SELECT c.name, h.site, iif(u.state = 2, 'held', 'skipped') AS what, substr(u.reason, 1, instr(u.reason || ';', ';') - 1) AS why, count(*), min(u.url)
		FROM crawls c JOIN crawl_hosts h ON h.crawl = c.id JOIN crawl_urls u INDEXED BY crawl_urls_skipped ON u.crawl = c.id AND u.host = h.id AND u.state >= 2
		GROUP BY c.name, h.site, what, why
	UNION ALL SELECT c.name, s.site, 'passed', s.reason, s.links, s.example FROM crawl_skips s JOIN crawls c ON c.id = s.crawl
	UNION ALL SELECT c.name, h.site, 'unused', substr(p.note, 1, instr(p.note || ';', ';') - 1) AS why, count(*), min(u.url)
		FROM crawls c JOIN crawl_pages p ON p.crawl = c.id JOIN crawl_urls u ON u.id = p.id JOIN crawl_hosts h ON h.id = u.host
		WHERE p.note <> '' AND p.status BETWEEN 200 AND 399 GROUP BY c.name, h.site, why
	ORDER BY 1, 2, 5 DESC, 4`

// Skips returns what crawls left out and why, by crawl and site, the commonest
// reasons first.
func (st *Store) Skips(ctx context.Context) (out []Skips, err error) {
	defer st.file.Wrap(&err, "read what crawls left out")
	return dbfile.All(ctx, st.file.R, selectSkips, nil, func(row dbfile.Row, s *Skips) error {
		return row.Scan(&s.Crawl, &s.Site, &s.Kind, &s.Reason, &s.Pages, &s.Example)
	})
}
