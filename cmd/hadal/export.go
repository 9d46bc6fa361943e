package main

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

func (a *app) exportCommand() *cobra.Command {
	var sites, columns []string
	var formatName, out string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the harvested records out as JSON Lines or CSV",
		Long: `Write the harvested records out, of all sites or of those named, to standard
output or into a file that is written whole or not at all.`,
		Example: `  hadal export > records.jsonl
  hadal export --site books.example --format csv --out books.csv
  hadal export --format csv --columns title,author,price`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			format, err := export.ParseFormat(formatName)
			if err != nil {
				return &usageError{err}
			}
			db, err := storage.Open(cmd.Context(), s.DB, storage.Options{ReadOnly: true})
			if err != nil {
				return err
			}
			defer db.Close()
			if sites, err = knownSites(cmd, db, sites); err != nil {
				return err
			}
			o, err := exportOptions(cmd, db, sites, columns)
			if err != nil {
				return err
			}
			write := func(w io.Writer) error {
				return export.Write(cmd.Context(), w, format, recordsOf(cmd, db, sites), o)
			}
			if out == "" {
				return write(a.stdout)
			}
			return export.ToFile(out, write)
		},
	}
	cmd.Flags().StringArrayVar(&sites, "site", nil, "site to export, by name (may be repeated; default all)")
	cmd.Flags().StringVar(&formatName, "format", string(export.JSONL), "one of "+formatNames())
	cmd.Flags().StringVar(&out, "out", "", "file to write (default standard output)")
	cmd.Flags().StringSliceVar(&columns, "columns", nil, "of CSV: the fields to write, in this order (default all)")
	return cmd
}

func formatNames() string {
	var names []string
	for _, f := range export.Formats {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// knownSites checks the names of wanted sites; none means all.
func knownSites(cmd *cobra.Command, db *storage.DB, wanted []string) ([]string, error) {
	status, err := db.Sites(cmd.Context())
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

// exportOptions picks the columns that were asked for.
func exportOptions(cmd *cobra.Command, db *storage.DB, sites, wanted []string) (export.Options, error) {
	all, err := db.Columns(cmd.Context(), sites...)
	if err != nil || len(wanted) == 0 {
		return export.Options{Columns: all}, err
	}
	o := export.Options{Columns: []storage.Column{}}
	var names []string
	for _, c := range all {
		names = append(names, c.Heading)
	}
	for _, name := range wanted {
		i := slices.Index(names, name)
		if i < 0 {
			return o, &usageError{fmt.Errorf("no field %q; there are %s", name, orNone(names))}
		}
		o.Columns = append(o.Columns, all[i])
	}
	return o, nil
}

func recordsOf(cmd *cobra.Command, db *storage.DB, sites []string) iter.Seq2[storage.Record, error] {
	return func(yield func(storage.Record, error) bool) {
		for _, site := range sites {
			for r, err := range db.Records(cmd.Context(), site) {
				if !yield(r, err) || err != nil {
					return
				}
			}
		}
	}
}
