package dashboard

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// stepStore has the answers of harvests.
type stepStore interface {
	Harvests(ctx context.Context, site string) ([]storage.Harvest, error)
	ShownAt(ctx context.Context, site string, harvest, step int64) ([]storage.Shown, page.Request, error)
	Page(ctx context.Context, harvest, step int64) (*page.Page, error)
}

// steps are the pages of single answers.
type steps struct{ store stepStore }

type stepPage struct {
	Harvest int64           `json:"harvest"`
	Step    int64           `json:"step"`
	Method  string          `json:"method"`
	URL     string          `json:"url"` // requested
	Body    string          `json:"body,omitempty"`
	Rows    []storage.Shown `json:"rows"`
	Kept    *keptHead       `json:"kept"` // the page as it was answered; null where it was not kept
}

type keptHead struct {
	Final  string    `json:"final"` // URL after redirects
	Status int       `json:"status"`
	Type   string    `json:"type"`
	Bytes  int       `json:"bytes"`
	At     time.Time `json:"at"`
	Took   float64   `json:"took_seconds"`
}

const rowsShown = 500

// show shows one answer: what was sent, the page as it was kept, the rows read from it.
func (p steps) show(r *http.Request, of storage.SiteStatus) (view, error) {
	h, n, err := p.at(r)
	if err != nil {
		return view{}, err
	}
	d := stepPage{Harvest: h, Step: n}
	rows, request, err := p.store.ShownAt(r.Context(), of.Name, h, n)
	if err != nil {
		return view{}, err
	}
	d.Rows = append([]storage.Shown{}, rows[:min(len(rows), rowsShown)]...)
	kept, err := p.store.Page(r.Context(), h, n)
	if err != nil {
		return view{}, err
	}
	if kept != nil {
		if request.URL.IsZero() {
			request = kept.Request
		}
		d.Kept = &keptHead{kept.Final.String(), kept.Status, kept.Header.Get("Content-Type"), len(kept.Body), kept.FetchedAt, kept.Elapsed.Seconds()}
	}
	if kept == nil && request.URL.IsZero() && len(rows) == 0 {
		return view{}, notFound("this harvest has no such step")
	}
	d.Method, d.URL, d.Body = request.Method, request.URL.String(), string(request.Body)
	return view{name: "step", title: fmt.Sprintf("Step %d of harvest %d", n, h), site: of.Name, data: d}, nil
}

// at reads a step of the address, which must be of a harvest of the site.
func (p steps) at(r *http.Request) (h, n int64, err error) {
	if h, err = number(r, "harvest"); err == nil {
		n, err = number(r, "step")
	}
	if err != nil {
		return h, n, err
	}
	list, err := p.store.Harvests(r.Context(), r.PathValue("site"))
	for _, one := range list {
		if one.ID == h {
			return h, n, err
		}
	}
	if err == nil {
		err = notFound("this site has no such harvest")
	}
	return h, n, err
}

// detail reports whether a step read a record's own page.
func (p steps) detail(ctx context.Context, site string, h, n int64) (bool, error) {
	rows, _, err := p.store.ShownAt(ctx, site, h, n)
	return len(rows) == 1 && rows[0].Place == 0, err
}

// kept returns a page that was kept.
func (p steps) kept(ctx context.Context, h, n int64) (*page.Page, error) {
	kept, err := p.store.Page(ctx, h, n)
	if err == nil && kept == nil {
		err = notFound("this page was not kept")
	}
	return kept, err
}
