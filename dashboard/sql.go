package dashboard

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/storage"
)

// sqlStore answers queries that only read.
type sqlStore interface {
	Sites(ctx context.Context) ([]storage.SiteStatus, error)
	Select(ctx context.Context, query string, most int, limit time.Duration) (storage.RowsRead, error)
}

// sql is the page on which a person writes queries.
type sql struct {
	store  sqlStore
	asking chan struct{} // a place for each query that may run
}

type sqlPage struct {
	Query   string            `json:"query"`
	Views   []string          `json:"views"` // a table of each site
	Result  *storage.RowsRead `json:"result"`
	Error   string            `json:"error,omitempty"`
	Seconds float64           `json:"seconds"`
	Limit   int               `json:"limit"` // rows
}

const (
	sqlRows = 500
	sqlTime = 5 * time.Second
)

// show runs a person's own query.
func (p sql) show(r *http.Request, _ storage.SiteStatus) (view, error) {
	return view{name: "sql", title: "SQL", find: func() (any, error) {
		return p.find(r.Context(), strings.TrimSpace(r.URL.Query().Get("q")), wantsJSON(r))
	}}, nil
}

func (p sql) find(ctx context.Context, query string, strict bool) (sqlPage, error) {
	d := sqlPage{Query: query, Views: []string{}, Limit: sqlRows}
	sites, err := p.store.Sites(ctx)
	if err != nil {
		return d, err
	}
	for _, of := range sites {
		d.Views = append(d.Views, of.View)
	}
	if d.Query != "" {
		select {
		case p.asking <- struct{}{}:
			defer func() { <-p.asking }()
		case <-time.After(sqlTime):
			return d, status{http.StatusServiceUnavailable, "other queries are running: ask again"}
		case <-ctx.Done():
			return d, ctx.Err()
		}
		began := time.Now()
		t, err := p.store.Select(ctx, d.Query, sqlRows, sqlTime)
		d.Seconds = time.Since(began).Seconds()
		switch {
		case errors.Is(err, storage.ErrSQL) && strict:
			return d, err
		case errors.Is(err, storage.ErrSQL):
			d.Error = err.Error()
		case err != nil:
			return d, err
		default:
			d.Result = &t
		}
	}
	return d, nil
}
