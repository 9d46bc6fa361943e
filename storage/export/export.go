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

	"github.com/hadal-crawler/hadal/storage"
)

// Format is a file format.
type Format string

// The formats of Write.
const (
	JSONL   Format = "jsonl"   // one JSON object a line, see jsonlWriter
	CSV     Format = "csv"     // RFC 4180 with a header line, UTF-8 without a byte order mark
	Parquet Format = "parquet" // typed columns, zstd
	XLSX    Format = "xlsx"    // a workbook
)

// Formats lists the formats, for help texts.
var Formats = []Format{JSONL, CSV, Parquet, XLSX}

// IsText reports whether the format is for eyes and pipes too.
func (f Format) IsText() bool { return f == JSONL || f == CSV }

// ParseFormat returns the format of a name.
func ParseFormat(name string) (Format, error) {
	for _, f := range Formats {
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
}

// recordWriter writes one format.
type recordWriter interface {
	write(storage.Record) error
	close() error // writes what is buffered
}

// Write writes records to w as they come, in flat memory. It ends at the first
// error of records, w or ctx; then what was written is incomplete (see ToFile).
func Write(ctx context.Context, w io.Writer, format Format, records iter.Seq2[storage.Record, error], o Options) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if format != JSONL && len(o.Columns) == 0 {
		o.Columns = Table(nil)
	}
	var to recordWriter
	switch format {
	case JSONL:
		to = newJSONLWriter(b, o.Columns)
	case CSV:
		to = newCSVWriter(b, o.Columns)
	case Parquet:
		to = newParquetWriter(b, o.Columns)
	case XLSX:
		x, err := newXLSXWriter(b, o.Columns)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		defer x.f.Close() // its temporary files
		to = x
	default:
		_, err := ParseFormat(string(format))
		return err
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
