// Package export writes stored records out in the formats that other tools
// read.
//
// It knows the formats and writes files whole or not at all. It reads nothing
// itself: the records come as an iterator.
package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/storage"
)

// Format is a file format.
type Format string

// The formats of records, which Write writes.
const (
	JSONL   Format = "jsonl"   // one JSON object a line, see jsonlWriter
	CSV     Format = "csv"     // RFC 4180 with a header line, UTF-8 without a byte order mark
	Parquet Format = "parquet" // typed columns, zstd
	XLSX    Format = "xlsx"    // a workbook
)

// WARC is the format of the pages themselves, which WriteWARC writes.
const WARC Format = "warc"

// Formats lists the formats of records, for help texts.
var Formats = []Format{JSONL, CSV, Parquet, XLSX}

// IsText reports whether the format is for eyes and pipes too.
func (f Format) IsText() bool { return f == JSONL || f == CSV }

// formatsByEnding are the formats that endings of file names say.
var formatsByEnding = map[string]Format{".jsonl": JSONL, ".ndjson": JSONL, ".csv": CSV, ".parquet": Parquet, ".xlsx": XLSX, ".warc": WARC, ".warc.gz": WARC}

// FormatOf returns the format that a file's name says. It is "" for a name
// without an ending, and an error for one that says another format.
func FormatOf(name string) (Format, error) {
	base := strings.ToLower(filepath.Base(name))
	for ending, f := range formatsByEnding {
		if strings.HasSuffix(base, ending) {
			return f, nil
		}
	}
	switch ending := filepath.Ext(base); ending {
	case "", ".", base: // a hidden file has none
		return "", nil
	case ".json":
		return "", fmt.Errorf("%s: records are written as JSON Lines: name it .jsonl", name)
	case ".gz", ".zst", ".bz2", ".xz", ".zip", ".lz4", ".br":
		return "", fmt.Errorf("%s: of the formats only warc is compressed as a whole (.warc.gz): leave --out out, and lead the output through a compressor", name)
	default:
		return "", fmt.Errorf("%s: no format has the ending %s; the endings are .jsonl, .csv, .parquet, .xlsx, .warc and .warc.gz", name, ending)
	}
}

// ParseFormat returns the format of a name.
func ParseFormat(name string) (Format, error) {
	for _, f := range append(slices.Clone(Formats), WARC) {
		if string(f) == name {
			return f, nil
		}
	}
	return "", fmt.Errorf("unknown format %q: want one of %v", name, Formats)
}

// Options of Write.
type Options struct {
	// Columns of a table, in order; see Table and Pick. JSONL has one shape and
	// holds all fields; with Columns it holds the fields among them only.
	Columns []Column
	// Safe makes CSV harmless to open in a spreadsheet: see csvWriter.
	Safe bool
	// Cut is called for each cell that had to be cut to the length that the
	// format allows, with the column's name; nil: nobody wants to know.
	Cut func(column string)
}

// recordWriter writes one format.
type recordWriter interface {
	write(storage.Record) error
	close() error // writes what is buffered
}

// Write writes records to w as they come, in flat memory. It ends at the first
// error of records, w or ctx; then what was written is incomplete (see ToFile).
func Write(ctx context.Context, w io.Writer, format Format, records iter.Seq2[storage.Record, error], o Options) error {
	b := bufio.NewWriterSize(untilDone{ctx, w}, 1<<16)
	if o.Cut == nil {
		o.Cut = func(string) {}
	}
	if format != JSONL && len(o.Columns) == 0 {
		o.Columns = Table(nil)
	}
	var to recordWriter
	switch format {
	case JSONL:
		to = newJSONLWriter(b, o.Columns)
	case CSV:
		to = newCSVWriter(b, o.Columns, o.Safe)
	case Parquet:
		to = newParquetWriter(b, o.Columns)
	case XLSX:
		x, err := newXLSXWriter(b, o.Columns, o.Cut)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		defer x.f.Close() // its temporary files
		to = x
	default:
		return fmt.Errorf("format %q holds no records: want one of %v", format, Formats)
	}
	for r, err := range records {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if err := to.write(r); err != nil {
			return fmt.Errorf("export record %q of %s: %w", r.Key, r.Site, err)
		}
	}
	if err := to.close(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// untilDone fails where its context has ended: closing a large file writes much.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(p)
}
