// Package export writes stored records out in the formats that other tools
// read.
//
// It knows the formats and writes files whole or not at all. It reads nothing
// itself: the records come as an iterator.
package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
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
	if f := Format(name); f == WARC || slices.Contains(Formats, f) {
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q: want one of %v, or %s for the kept pages", name, Formats, WARC)
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

// ToFile makes the file path hold what write writes, as a whole or not at all:
// it is written beside path, flushed to the disk and then renamed over it. On
// an error path is as it was. What exists and is no regular file (a pipe,
// /dev/stdout) is written to directly; a symbolic link keeps pointing to its
// target, whose content is replaced.
func ToFile(path string, write func(io.Writer) error) (err error) {
	mode := fs.FileMode(0o666) // less the umask
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return fmt.Errorf("write %s: it is a directory: name a file", path)
	case err == nil && !info.Mode().IsRegular():
		return toDevice(path, write)
	case err == nil:
		mode = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}

	// Opened by name and not as a temporary file, so that the umask applies.
	part := dbfile.Part(path)
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close() // a second Close does no harm
			os.Remove(part)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func toDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// syncDir makes a rename survive a power cut. Some systems cannot do this for
// a directory; the file itself is whole there too.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	d.Sync()
	return d.Close()
}
