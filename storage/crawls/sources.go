// Package crawls keeps what crawls found and what was located by them, in tables of their
// own in the file of a storage.DB: the pages that wait and those that were visited, why
// others were left out, and the sources.
//
// [Crawl] implements crawl.Store on a connection of its own: what it was told between two
// Flushes is one transaction. [Store] is the database with these tables beside those of
// the harvests, which locating needs.
package crawls

import (
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

const (
	// A crawl's page has one row in crawl_pages; what a site cost is summed once.
	selectInterfaces = `WITH cost AS (
			SELECT h.site AS site, sum(p.requests) + (SELECT sum(owed) FROM crawl_hosts o WHERE o.crawl = c.id AND o.site = h.site) AS requests
			FROM crawls c JOIN crawl_pages p ON p.crawl = c.id JOIN crawl_urls u ON u.id = p.id JOIN crawl_hosts h ON h.id = u.host
			WHERE c.name = ?1 GROUP BY h.site)
		SELECT h.site, u.depth, cost.requests, f.definition
		FROM crawls c JOIN crawl_pages p ON p.crawl = c.id JOIN crawl_forms f ON f.page = p.id
			JOIN crawl_urls u ON u.id = p.id JOIN crawl_hosts h ON h.id = u.host JOIN cost ON cost.site = h.site
		WHERE c.name = ?1 AND f.purpose = 'search' ORDER BY f.id`
	selectUnfollowed = `SELECT url FROM (SELECT url, priority,
			(SELECT count(*) FROM json_each(?1) w WHERE instr(lower(anchor || ' ' || around || ' ' || url), lower(w.value)) > 0) AS n FROM crawl_urls WHERE state <> 1)
		WHERE n > 0 ORDER BY n DESC, priority DESC, url LIMIT ?2`
	sourceColumns = `site, name, page, action, form, kind, score, others, depth, status, topic, records, size, low, high, method, on_topic, relevance, requests, asked, note, at`
	selectSources = `SELECT ` + sourceColumns + ` FROM sources ORDER BY site`
	saveSource    = `INSERT OR REPLACE INTO sources (` + sourceColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

// Crawl implements locate.Store.
func (st *Store) Crawl() (store crawl.Store, done func() error) {
	c := New(st.DB)
	return c, c.Close
}

// Interfaces implements locate.Store.
func (st *Store) Interfaces(ctx context.Context, name string) (out []locate.Found, err error) {
	defer st.file.Wrap(&err, "read what crawl %s located", name)
	return dbfile.All(ctx, st.file.R, selectInterfaces, []any{name}, func(row dbfile.Row, f *locate.Found) error {
		return row.Scan(&f.Site, &f.Depth, &f.Requests, dbfile.JSON("form", &f.Form))
	})
}

// Sources implements locate.Store.
func (st *Store) Sources(ctx context.Context, sites ...string) (out []locate.Source, err error) {
	defer st.file.Wrap(&err, "read the sources")
	out, err = dbfile.All(ctx, st.file.R, selectSources, nil, func(row dbfile.Row, s *locate.Source) error {
		return row.Scan(&s.Site, &s.Name, dbfile.Text(&s.Page), dbfile.Text(&s.Action), &s.FormID, &s.Kind, &s.Score, &s.Others, &s.Depth, &s.Status, &s.Topic, &s.Records,
			&s.Size, &s.Low, &s.High, &s.Method, &s.OnTopic, &s.Share, &s.Requests, &s.Asked, &s.Note, dbfile.Time(&s.At))
	})
	return slices.DeleteFunc(out, func(s locate.Source) bool { return len(sites) > 0 && !slices.Contains(sites, s.Site) }), err
}

// Asked implements locate.Store.
func (st *Store) Asked(ctx context.Context, name string) (int, error) {
	sites, err := st.Sites(ctx)
	if i := slices.IndexFunc(sites, func(held storage.SiteStatus) bool { return held.Name == name }); i >= 0 {
		return sites[i].Requests, err
	}
	return 0, err
}

// SaveSource implements locate.Store.
func (st *Store) SaveSource(ctx context.Context, s locate.Source) (err error) {
	defer st.file.Wrap(&err, "keep source %s", s.Site)
	if err := st.file.Writable(); err != nil {
		return err
	}
	_, err = st.file.W.ExecContext(ctx, saveSource, s.Site, s.Name, s.Page.String(), s.Action.String(), s.FormID, s.Kind, s.Score, s.Others, s.Depth,
		string(s.Status), s.Topic, s.Records, s.Size, s.Low, s.High, s.Method, s.OnTopic, s.Share, s.Requests, s.Asked, s.Note, s.At.UnixMilli())
	return err
}

// Unfollowed returns the links that crawls found and did not follow, whose
// words or address have one of the words: those with most of them first, and
// of equal ones those with the highest priority.
func (st *Store) Unfollowed(ctx context.Context, words []string, limit int) (out []page.URL, err error) {
	defer st.file.Wrap(&err, "read links not followed")
	return dbfile.All(ctx, st.file.R, selectUnfollowed, []any{dbfile.JSON("words", words), limit}, func(row dbfile.Row, u *page.URL) error {
		return row.Scan(dbfile.Text(u))
	})
}

// Store implements locate.Store.
type Store struct {
	*storage.DB
	file *dbfile.File
}

// Of returns the database with its tables of crawls.
func Of(db *storage.DB) *Store {
	file, _ := db.Shared()
	return &Store{db, file}
}

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
