package dashboard

import (
	"context"
	"net/http"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/pace"
	"github.com/hadal-crawler/hadal/dashboard/internal/table"
	"github.com/hadal-crawler/hadal/storage"
)

// longPatience is how long is waited where without the table the answer would be wrong.
const longPatience = 2 * time.Minute

// columnStore tells which columns the records of a site have.
type columnStore interface {
	Columns(ctx context.Context, sites ...string) ([]storage.Column, error)
}

// columns is the page of what the columns of a site hold.
type columns struct {
	store  columnStore
	tables *table.Cache
}

type columnsPage struct {
	Records int           `json:"records"`
	Ready   bool          `json:"ready"`
	Read    int           `json:"read"`
	Columns []columnStats `json:"columns"`
}

type columnStats struct {
	*table.Column
	Share  float64       `json:"share"` // of the records that have it
	Min    string        `json:"min,omitempty"`
	Max    string        `json:"max,omitempty"`
	Common []table.Count `json:"common"` // the commonest values
	Unique bool          `json:"unique"` // nearly each record has its own
}

func (d columnsPage) partial() bool { return !d.Ready }

// show shows what the columns of a site hold.
func (c columns) show(r *http.Request, of storage.SiteStatus) (view, error) {
	wait := pace.Patience
	if wantsJSON(r) {
		wait = longPatience
	}
	return ofSite(of.Name, "columns", "Columns", func() (any, error) { return c.find(r.Context(), of, wait) }), nil
}

func (c columns) find(ctx context.Context, of storage.SiteStatus, wait time.Duration) (d columnsPage, err error) {
	t, read, err := c.tables.Get(ctx, of, wait)
	d = columnsPage{Records: of.Records, Read: read, Columns: []columnStats{}}
	if t != nil {
		d.Ready, d.Records = true, len(t.IDs)
		for _, of := range t.Columns {
			st := columnStats{Column: of, Common: of.Common(5), Unique: of.Distinct*10 > of.Filled*9 && of.Distinct > 20}
			if len(t.IDs) > 0 {
				st.Share = float64(of.Filled) / float64(len(t.IDs))
			}
			if of.Numeric() && of.Distinct > 0 {
				st.Min, st.Max = of.Value(1), of.Value(uint32(of.Distinct))
			}
			d.Columns = append(d.Columns, st)
		}
	}
	return d, err
}
