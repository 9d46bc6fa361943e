package stored

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// Export is the command hadal export.
func Export(env *cli.Env) *cobra.Command {
	var x exporter
	cmd := &cobra.Command{
		Use:   "export [SITE...]",
		Short: "Write what was harvested out: JSON Lines, CSV, Parquet, XLSX, WARC",
		Long: `Write the harvested records out, of all sites or of those named, to standard
output or into a file that is written whole or not at all. The format is what the
file's name ends with: .jsonl, .csv, .parquet, .xlsx, .warc or .warc.gz; --format
says it elsewhere, and must not say another one. Format warc writes the kept pages
as they were answered (WARC 1.1, gzip but in a file .warc).

What sites show is left harmless: control characters and those that turn the
direction of text are escaped in JSON, and left out of CSV and XLSX. In a CSV file
a cell that a spreadsheet would compute, as it begins with = + - @, a tab or a line
break and is no number, gets a single quote before it; --csv-safe=never leaves that
out, always does it on standard output too. XLSX holds 32,767 characters a cell:
which columns were cut is told (with --json and --out, as JSON on standard output).

--where takes a condition in SQL over the columns of a site's table: title, its
fields, text, queries, first_seen, last_seen and so on.`,
		Example: `  hadal export > records.jsonl
  hadal export books.example --out books.csv
  hadal export --out books.parquet --where "price < 20 and title like '%garden%'"
  hadal export --format csv --columns title,author,price --since 2026-11-01
  hadal export --format csv --csv-safe=always | less
  hadal export --out pages.warc.gz`,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			x.sites = append(x.sites, args...)
			x.chosen = cmd.Flags().Changed("format")
			if err := x.check(env.Stdout); err != nil {
				return exit.Usage(err)
			}
			return nil
		},
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			write, err := x.writer(cmd.Context(), db)
			if err != nil {
				return err
			}
			if x.out == "" {
				err = write(env.Stdout)
			} else {
				err = export.ToFile(x.out, write)
			}
			if err != nil {
				return exit.AsUsage(err, storage.ErrCondition)
			}
			return printExport(env, x)
		}),
	}
	f := cmd.Flags()
	f.StringArrayVar(&x.sites, "site", nil, "site to export, by name (may be repeated; default all)")
	f.StringVar(&x.name, "format", string(export.JSONL), "one of "+formatNames()+" (default what --out ends with)")
	f.StringVar(&x.safe, "csv-safe", "auto", "of csv: a quote before cells that a spreadsheet would compute: auto (in files), always or never")
	f.StringVar(&x.out, "out", "", "file to write (default standard output)")
	f.StringSliceVar(&x.columns, "columns", nil, "columns to write, in this order (default all); of jsonl: fields to keep")
	f.StringVar(&x.since, "since", "", "only records that are new or read differently since then: a date, a time, or 72h (ago)")
	f.StringVar(&x.filter.Where, "where", "", "only records for which this SQL condition holds")
	f.BoolVar(&x.filter.Current, "current", false, "only records that the latest harvest of their site saw")
	return cmd
}

// exporter is one call of `hadal export`.
type exporter struct {
	sites, columns   []string
	name, out, since string
	safe             string
	chosen           bool // the user named a format
	filter           storage.Filter

	format  export.Format
	written int            // records, or pages
	cut     map[string]int // cells that were cut, by column
}

func (x *exporter) check(stdout io.Writer) (err error) {
	if x.format, err = x.chooseFormat(); err != nil {
		return err
	}
	if x.format == export.WARC && (x.filter.Where != "" || x.filter.Current || x.columns != nil) {
		return errors.New("format warc holds pages, not records: --where, --current and --columns do not go with it")
	}
	if !x.format.IsText() && x.out == "" && show.IsTerminal(stdout) {
		return fmt.Errorf("format %s is not for terminals: name a file with --out, or lead it into a pipe", x.format)
	}
	if !slices.Contains([]string{"auto", "always", "never"}, x.safe) {
		return fmt.Errorf("--csv-safe must be auto, always or never, not %q", x.safe)
	}
	x.filter.Since, err = parseSince(x.since, time.Now())
	return err
}

// chooseFormat returns the format that the file's name and --format say, if they
// agree: nothing is overwritten by what its name does not say.
func (x *exporter) chooseFormat() (export.Format, error) {
	named, err := export.ParseFormat(x.name)
	if err != nil {
		return "", fmt.Errorf("unknown format %q: want one of %s", x.name, formatNames())
	}
	of, err := export.FormatOf(x.out)
	switch {
	case err != nil:
		return "", fmt.Errorf("--out: %w", err)
	case of == "" || of == named:
		return named, nil
	case x.chosen:
		return "", fmt.Errorf("--format %s and --out %s do not go together: the name says %s; leave --format out, or name the file otherwise", named, x.out, of)
	}
	return of, nil
}

// printExport tells how a file was written, and that it is empty where it is.
func printExport(env *cli.Env, x exporter) error {
	if x.written == 0 {
		what, why := "records", "hadal status tells what was harvested"
		if x.format == export.WARC {
			what = "pages"
		}
		if x.filter.Where != "" || x.filter.Current || x.since != "" {
			why = "none fits --where, --since or --current"
		}
		env.Log.Warn("the export is empty: there are no such "+what+" in the database", "hint", why)
	}
	columns := slices.Sorted(maps.Keys(x.cut))
	if len(columns) > 0 {
		cells := 0
		for _, n := range x.cut {
			cells += n
		}
		env.Log.Warn("texts were cut: a cell of an XLSX file holds 32,767 characters; other formats have them whole", "cells", cells, "columns", strings.Join(columns, ", "))
	}
	if !env.JSON || x.out == "" {
		return nil
	}
	return visible.Encode(env.Stdout, struct {
		File   string         `json:"file"`
		Format export.Format  `json:"format"`
		Cut    map[string]int `json:"cut"` // cells, by column
	}{x.out, x.format, x.cut})
}

// writer returns what writes the export.
func (x *exporter) writer(ctx context.Context, db *storage.DB) (func(io.Writer) error, error) {
	sites, err := cli.KnownSites(ctx, db, x.sites)
	if err != nil {
		return nil, err
	}
	x.cut = map[string]int{}
	if x.format == export.WARC {
		compress := !strings.HasSuffix(strings.ToLower(x.out), ".warc")
		return func(w io.Writer) error {
			return export.WriteWARC(ctx, w, "hadal "+cli.BuildInfo().Version, compress, count(&x.written, pagesOf(ctx, db, sites, x.filter.Since)))
		}, nil
	}
	fields, err := db.Columns(ctx, sites...)
	if err != nil {
		return nil, err
	}
	o := export.Options{Columns: export.Table(fields), Safe: x.safe == "always" || x.safe == "auto" && x.out != "", Cut: func(column string) { x.cut[column]++ }}
	switch {
	case len(x.columns) > 0:
		if o.Columns, err = export.Pick(o.Columns, x.columns); err != nil {
			return nil, exit.Usage(err)
		}
	case x.format == export.JSONL:
		o.Columns = nil
	}
	return func(w io.Writer) error {
		return export.Write(ctx, w, x.format, count(&x.written, recordsOf(ctx, db, sites, x.filter)), o)
	}, nil
}

func formatNames() string {
	var names []string
	for _, f := range export.Formats {
		names = append(names, string(f))
	}
	return strings.Join(append(names, string(export.WARC)), ", ")
}

// count adds to n how many come.
func count[T any](n *int, all iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for v, err := range all {
			if err == nil {
				*n++
			}
			if !yield(v, err) {
				return
			}
		}
	}
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
