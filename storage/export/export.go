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
	JSONL Format = "jsonl" // one JSON object a line, see the fields of a record in appendRecord
	CSV   Format = "csv"   // RFC 4180 with a header line, UTF-8 without a byte order mark
)

// Formats lists the formats, for help texts.
var Formats = []Format{JSONL, CSV}

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
	// Columns are the fields that get a column in a table, in order:
	// storage.DB.Columns gives all. JSONL needs none: it always holds all fields.
	Columns []storage.Column
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
	var to recordWriter
	switch format {
	case JSONL:
		to = &jsonlWriter{w: b}
	case CSV:
		to = newCSVWriter(b, o.Columns)
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
