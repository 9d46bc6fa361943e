package dashboard

import (
	"context"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"slices"

	"github.com/hadal-crawler/hadal/dashboard/internal/table"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// exports are the records of a page as files.
type exports struct {
	records
	log *slog.Logger
}

// write writes the records that a page of records shows, all of them, in a format.
func (p exports) write(w http.ResponseWriter, r *http.Request, of storage.SiteStatus) error {
	ctx, name, q := r.Context(), of.Name, r.URL.Query()
	format, err := export.ParseFormat(q.Get("format"))
	if err != nil {
		return badRequest(err.Error())
	}
	if format == export.WARC {
		attach(w, of.View+".warc.gz")
		return p.whole(export.WriteWARC(ctx, w, "hadal serve", true, p.store.SitePages(ctx, name)))
	}
	all, err := p.columns.store.Columns(ctx, name)
	if err != nil {
		return err
	}
	o := export.Options{Columns: export.Table(all), Safe: true}
	if wanted := q["c"]; len(wanted) > 0 {
		for _, name := range wanted {
			if !slices.ContainsFunc(o.Columns, func(c export.Column) bool { return c.Name == name }) {
				return noColumn(name)
			}
		}
		names := []string{"key", "url", "title"}
		for _, c := range o.Columns {
			if slices.Contains(wanted, c.Name) && !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
		if o.Columns, err = export.Pick(o.Columns, names); err != nil {
			return badRequest(err.Error())
		}
	} else if format == export.JSONL {
		o.Columns = nil
	}
	t, err := p.table(ctx, of)
	if err != nil {
		return err
	}
	rows, _, _, err := p.wanted(ctx, t, name, q, len(t.IDs))
	if err != nil {
		return err
	}
	attach(w, of.View+"."+string(format))
	return p.whole(export.Write(ctx, w, format, p.inOrder(ctx, t, rows), o))
}

// attach says that what follows is a file: after all that may fail, for an error is none.
func attach(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"; filename*=UTF-8''`+url.PathEscape(name))
	w.Header().Set("Content-Type", "application/octet-stream")
}

// whole breaks off an answer that could not be ended: what is there of it must not be taken
// for the whole.
func (p exports) whole(err error) error {
	if err != nil {
		p.log.Warn("a download was broken off", "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// inOrder reads records by their numbers, some at a time.
func (p exports) inOrder(ctx context.Context, t *table.Table, rows []uint32) iter.Seq2[storage.Record, error] {
	const atOnce = 500
	return func(yield func(storage.Record, error) bool) {
		for batch := range slices.Chunk(rows, atOnce) {
			var ids []int64
			for _, row := range batch {
				ids = append(ids, t.IDs[row])
			}
			held, err := p.store.Numbered(ctx, ids)
			if err != nil {
				yield(storage.Record{}, err)
				return
			}
			for _, h := range held {
				if !yield(h.Record, nil) {
					return
				}
			}
		}
	}
}
