package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// warc is the format of the pages themselves; the others hold records.
const warc = "warc"

func (a *app) exportCommand() *cobra.Command {
	var x exporter
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write what was harvested out: JSON Lines, CSV, Parquet, XLSX, WARC",
		Long: `Write the harvested records out, of all sites or of those named, to standard
output or into a file that is written whole or not at all. Format warc writes
the kept pages as they were answered instead (WARC 1.1, gzip).

--where takes a condition in SQL over the columns of a site's table: title, its
fields, text, queries, first_seen, last_seen and so on.`,
		Example: `  hadal export > records.jsonl
  hadal export --site books.example --format csv --out books.csv
  hadal export --format parquet --out books.parquet --where "price < 20 and title like '%garden%'"
  hadal export --format csv --columns title,author,price --since 2026-11-01
  hadal export --format warc --out pages.warc.gz`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			if err := x.check(a.stdout); err != nil {
				return &usageError{err}
			}
			db, err := storage.Open(cmd.Context(), s.DB, storage.Options{ReadOnly: true})
			if err != nil {
				return err
			}
			defer db.Close()
			write, err := x.writer(cmd.Context(), db)
			if err != nil {
				return err
			}
			if x.out == "" {
				err = write(a.stdout)
			} else {
				err = export.ToFile(x.out, write)
			}
			return asUsage(err, storage.ErrCondition)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&x.sites, "site", nil, "site to export, by name (may be repeated; default all)")
	f.StringVar(&x.format, "format", string(export.JSONL), "one of "+formatNames())
	f.StringVar(&x.out, "out", "", "file to write (default standard output)")
	f.StringSliceVar(&x.columns, "columns", nil, "columns to write, in this order (default all); of jsonl: fields to keep")
	f.StringVar(&x.since, "since", "", "only records that are new or read differently since then: a date, a time, or 72h (ago)")
	f.StringVar(&x.filter.Where, "where", "", "only records for which this SQL condition holds")
	f.BoolVar(&x.filter.Current, "current", false, "only records that the latest harvest of their site saw")
	return cmd
}

// exporter is one call of `hadal export`.
type exporter struct {
	sites, columns     []string
	format, out, since string
	filter             storage.Filter
}

func (x *exporter) check(stdout io.Writer) (err error) {
	text := false
	if x.format != warc {
		format, err := export.ParseFormat(x.format)
		if err != nil {
			return fmt.Errorf("unknown format %q: want one of %s", x.format, formatNames())
		}
		text = format.IsText()
	} else if x.filter.Where != "" || x.filter.Current || x.columns != nil {
		return errors.New("format warc holds pages, not records: --where, --current and --columns do not go with it")
	}
	if !text && x.out == "" && isTerminal(stdout) {
		return fmt.Errorf("format %s is not for terminals: name a file with --out, or lead it into a pipe", x.format)
	}
	x.filter.Since, err = parseSince(x.since, time.Now())
	return err
}

// parseSince reads a date, an RFC 3339 time, or a duration before now.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time: want 2026-11-21, 2026-11-21T08:00:00Z or 72h (ago)", text)
}

// writer returns what writes the export.
func (x *exporter) writer(ctx context.Context, db *storage.DB) (func(io.Writer) error, error) {
	sites, err := knownSites(ctx, db, x.sites)
	if err != nil {
		return nil, err
	}
	if x.format == warc {
		return func(w io.Writer) error {
			return export.WriteWARC(ctx, w, "hadal "+buildInfo().Version, pagesOf(ctx, db, sites, x.filter.Since))
		}, nil
	}
	fields, err := db.Columns(ctx, sites...)
	if err != nil {
		return nil, err
	}
	o := export.Options{Columns: export.Table(fields)}
	switch {
	case len(x.columns) > 0:
		if o.Columns, err = export.Pick(o.Columns, x.columns); err != nil {
			return nil, &usageError{err}
		}
	case x.format == string(export.JSONL):
		o.Columns = nil
	}
	return func(w io.Writer) error {
		return export.Write(ctx, w, export.Format(x.format), recordsOf(ctx, db, sites, x.filter), o)
	}, nil
}

func formatNames() string {
	var names []string
	for _, f := range export.Formats {
		names = append(names, string(f))
	}
	return strings.Join(append(names, warc), ", ")
}

// knownSites checks the names of wanted sites; none means all.
func knownSites(ctx context.Context, db *storage.DB, wanted []string) ([]string, error) {
	status, err := db.Sites(ctx)
	if err != nil {
		return nil, err
	}
	var held []string
	for _, s := range status {
		held = append(held, s.Name)
	}
	if len(wanted) == 0 {
		return held, nil
	}
	for _, name := range wanted {
		if !slices.Contains(held, name) {
			return nil, &usageError{fmt.Errorf("no site %q in the database; it holds %s", name, orNone(held))}
		}
	}
	return wanted, nil
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func recordsOf(ctx context.Context, db *storage.DB, sites []string, f storage.Filter) iter.Seq2[storage.Record, error] {
	return func(yield func(storage.Record, error) bool) {
		for _, site := range sites {
			for r, err := range db.RecordsWhere(ctx, site, f) {
				if !yield(r, err) || err != nil {
					return
				}
			}
		}
	}
}

func pagesOf(ctx context.Context, db *storage.DB, sites []string, since time.Time) iter.Seq2[storage.KeptPage, error] {
	return func(yield func(storage.KeptPage, error) bool) {
		for _, site := range sites {
			for p, err := range db.SitePages(ctx, site) {
				if err == nil && p.Page.FetchedAt.Before(since) {
					continue
				}
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}
