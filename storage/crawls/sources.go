package crawls

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

const (
	// A crawl's page has one row in crawl_pages; what a site cost is summed once.
	selectInterfaces = `WITH cost AS (
			SELECT h.site AS site, sum(p.requests) AS requests
			FROM crawls c JOIN crawl_pages p ON p.crawl = c.id JOIN crawl_urls u ON u.id = p.id JOIN crawl_hosts h ON h.id = u.host
			WHERE c.name = ?1 GROUP BY h.site)
		SELECT h.site, u.depth, cost.requests, f.definition
		FROM crawls c JOIN crawl_pages p ON p.crawl = c.id JOIN crawl_forms f ON f.page = p.id
			JOIN crawl_urls u ON u.id = p.id JOIN crawl_hosts h ON h.id = u.host JOIN cost ON cost.site = h.site
		WHERE c.name = ?1 AND f.purpose = 'search' ORDER BY f.id`
	sourceColumns = `site, name, page, action, form, kind, score, others, depth, status, topic, records, size, low, high, method, on_topic, relevance, requests, asked, note, at`
	selectSources = `SELECT ` + sourceColumns + ` FROM sources ORDER BY site`
	upsertSource  = `INSERT INTO sources (` + sourceColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (site) DO UPDATE SET name = excluded.name, page = excluded.page, action = excluded.action, form = excluded.form,
			kind = excluded.kind, score = excluded.score, others = excluded.others, depth = excluded.depth, status = excluded.status,
			topic = excluded.topic, records = excluded.records, size = excluded.size, low = excluded.low, high = excluded.high,
			method = excluded.method, on_topic = excluded.on_topic, relevance = excluded.relevance, requests = excluded.requests, asked = excluded.asked,
			note = excluded.note, at = excluded.at`
)

// Crawl implements locate.Store.
func (st *Store) Crawl() (store crawl.Store, done func() error) {
	c := New(st.DB)
	return c, c.Close
}

// Interfaces implements locate.Store.
func (st *Store) Interfaces(ctx context.Context, name string) ([]locate.Found, error) {
	var out []locate.Found
	err := dbfile.Each(ctx, st.file.R, selectInterfaces, []any{name}, func(rows *sql.Rows) error {
		var f locate.Found
		var text string
		if err := rows.Scan(&f.Site, &f.Depth, &f.Requests, &text); err != nil {
			return err
		}
		out = append(out, f)
		return dbfile.FromJSON("form", text, &out[len(out)-1].Form)
	})
	if err != nil {
		return nil, fmt.Errorf("read what crawl %s located: %w", name, dbfile.Explain(st.file.Path, err))
	}
	return out, nil
}

// Sources implements locate.Store.
func (st *Store) Sources(ctx context.Context, sites ...string) ([]locate.Source, error) {
	var out []locate.Source
	err := dbfile.Each(ctx, st.file.R, selectSources, nil, func(rows *sql.Rows) error {
		var s locate.Source
		var at, action, status string
		var ms int64
		err := rows.Scan(&s.Site, &s.Name, &at, &action, &s.FormID, &s.Kind, &s.Score, &s.Others, &s.Depth, &status, &s.Topic, &s.Records,
			&s.Size, &s.Low, &s.High, &s.Method, &s.OnTopic, &s.Share, &s.Requests, &s.Asked, &s.Note, &ms)
		if err != nil || len(sites) > 0 && !slices.Contains(sites, s.Site) {
			return err
		}
		s.Status, s.At = locate.Status(status), time.UnixMilli(ms).UTC()
		if s.Page, err = page.ParseURL(at); err != nil {
			return err
		}
		if s.Action, err = page.ParseURL(action); err != nil {
			return err
		}
		out = append(out, s)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the sources: %w", dbfile.Explain(st.file.Path, err))
	}
	return out, nil
}

// SaveSource implements locate.Store.
func (st *Store) SaveSource(ctx context.Context, s locate.Source) error {
	if st.file.W == nil {
		return fmt.Errorf("%s: %w: it was opened for reading", st.file.Path, dbfile.ErrReadOnly)
	}
	_, err := st.file.W.ExecContext(ctx, upsertSource, s.Site, s.Name, s.Page.String(), s.Action.String(), s.FormID, s.Kind, s.Score, s.Others, s.Depth,
		string(s.Status), s.Topic, s.Records, s.Size, s.Low, s.High, s.Method, s.OnTopic, s.Share, s.Requests, s.Asked, s.Note, s.At.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep source %s: %w", s.Site, dbfile.Explain(st.file.Path, err))
	}
	return nil
}

// Unfollowed returns the links that crawls found and did not follow, whose
// words or address have one of the words: those with most of them first, and
// of equal ones those with the highest priority.
func (st *Store) Unfollowed(ctx context.Context, words []string, limit int) ([]page.URL, error) {
	if len(words) == 0 {
		return nil, nil
	}
	var has []string
	var args []any
	for _, w := range words {
		has = append(has, `(instr(lower(anchor || ' ' || around || ' ' || url), lower(?)) > 0)`)
		args = append(args, w)
	}
	query := `SELECT url FROM (SELECT url, priority, ` + strings.Join(has, " + ") + ` AS n FROM crawl_urls WHERE state <> 1)
		WHERE n > 0 ORDER BY n DESC, priority DESC, url LIMIT ?`
	var out []page.URL
	err := dbfile.Each(ctx, st.file.R, query, append(args, limit), func(rows *sql.Rows) error {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		u, err := page.ParseURL(text)
		out = append(out, u)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read links not followed: %w", dbfile.Explain(st.file.Path, err))
	}
	return out, nil
}
