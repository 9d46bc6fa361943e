package export_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// readParquet returns the schema and all rows as text.
func readParquet(t *testing.T, data []byte) (schema string, rows []string) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r := parquet.NewReader(f)
	defer r.Close()
	for {
		var buf [10]parquet.Row
		n, err := r.ReadRows(buf[:])
		for _, row := range buf[:n] {
			var cells []string
			for _, v := range row {
				cells = append(cells, v.String())
			}
			rows = append(rows, strings.Join(cells, "|"))
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return f.Schema().String(), rows
}

func TestParquetReadsBack(t *testing.T) {
	plain := books[:1]
	schema, rows := readParquet(t, []byte(write(t, export.Parquet, plain)))
	want := `message record {
	required binary site (STRING);
	required binary key (STRING);
	optional binary url (STRING);
	required binary title (STRING);
	optional double price;
	optional binary author (STRING);
	optional binary tag (STRING);
	optional binary year (STRING);
	required binary text (STRING);
	required int64 queries (INT(64,true));
	required int64 first_seen (TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS));
	required int64 last_seen (TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS));
}`
	if diff := cmp.Diff(want, schema); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
	wantRow := fmt.Sprintf("books.example|1|https://books.example/1?a=1&b=2|One|1012.5|A|x; y, z|1999|One by A|3|%d|%d", noon.UnixMilli(), noon.Add(time.Hour).UnixMilli())
	if diff := cmp.Diff([]string{wantRow}, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	_, rows = readParquet(t, []byte(write(t, export.Parquet, books)))
	if len(rows) != 2 || !strings.HasPrefix(rows[1], "books.example|2|<null>|"+hard+"|<null>|"+hard+"|<null>|n. d.|") {
		t.Errorf("a record that lacks fields: %q", rows)
	}
	if _, rows := readParquet(t, []byte(write(t, export.Parquet, nil))); len(rows) != 0 {
		t.Errorf("no records give %q", rows)
	}
	// Integers stay what they are.
	var b bytes.Buffer
	whole := export.Table([]storage.Column{{Field: "year", Heading: "year", Numeric: true, Whole: true}})
	if err := export.Write(context.Background(), &b, export.Parquet, each(plain), export.Options{Columns: whole}); err != nil {
		t.Fatal(err)
	}
	if schema, rows := readParquet(t, b.Bytes()); !strings.Contains(schema, "optional int64 year (INT(64,true));") || !strings.Contains(rows[0], "|1999|") {
		t.Errorf("integers are written as %s\n%q", schema, rows)
	}
	// Several row groups, the last page half full.
	var many []storage.Record
	for i := range 60_001 {
		many = append(many, storage.Record{Site: "s", Key: fmt.Sprint(i), FirstSeen: noon, LastSeen: noon})
	}
	if _, rows := readParquet(t, []byte(write(t, export.Parquet, many))); len(rows) != len(many) || !strings.HasPrefix(rows[60_000], "s|60000|") {
		t.Errorf("%d rows of %d", len(rows), len(many))
	}
}

func TestXLSXReadsBack(t *testing.T) {
	records := append([]storage.Record{}, books...)
	records = append(records, storage.Record{Site: "s", Key: "3", Title: "a\x00\x01b\n<&>\"", Text: strings.Repeat("𝄞", 20_000), FirstSeen: noon, LastSeen: noon,
		Fields: []extract.Field{{Name: "author", Value: "=1+1"}}})
	f, err := excelize.OpenReader(strings.NewReader(write(t, export.XLSX, records)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("records", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"site", "key", "url", "title", "price", "author", "tag", "year", "text", "queries", "first_seen", "last_seen"}, rows[0]); diff != "" {
		t.Errorf("headings:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"books.example", "1", "https://books.example/1?a=1&b=2", "One", "1012.5", "A", "x; y, z", "1999", "One by A", "3"}, rows[1][:10]); diff != "" {
		t.Errorf("first row:\n%s", diff)
	}
	if rows[2][3] != hard || rows[2][4] != "" {
		t.Errorf("second row: %q", rows[2])
	}
	if rows[3][3] != "ab\n<&>\"" || rows[3][5] != "=1+1" || len([]rune(rows[3][8])) != 16_383 {
		t.Errorf("third row: title %q, author %q, text of %d characters", rows[3][3], rows[3][5], len([]rune(rows[3][8])))
	}
	for cell, want := range map[string]excelize.CellType{"E2": excelize.CellTypeUnset, "F4": excelize.CellTypeInlineString} {
		if got, err := f.GetCellType("records", cell); err != nil || got != want {
			t.Errorf("%s has type %v (%v), want %v: numbers are numbers, and no text a formula", cell, got, err, want)
		}
	}
	shown, err := f.GetCellValue("records", "K2")
	if err != nil || shown != "11/21/26 11:00" {
		t.Errorf("first_seen is shown as %q (%v)", shown, err)
	}
}

func TestPick(t *testing.T) {
	all := export.Table(columns)
	got, err := export.Pick(all, []string{"price", "Title", "last_seen"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := export.Write(context.Background(), &b, export.CSV, each(books[:1]), export.Options{Columns: got}); err != nil {
		t.Fatal(err)
	}
	if want := "price,title,last_seen\n1012.5,One,2026-11-21T12:00:00Z\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	b.Reset()
	if err := export.Write(context.Background(), &b, export.JSONL, each(books[:1]), export.Options{Columns: got}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"fields":{"price":1012.5},"text":`) {
		t.Errorf("JSONL with columns: %s", b.String())
	}
	for name, hint := range map[string]string{"nothing": `no column "nothing"; there are site, key, url, title, price`, "PRICE": "named twice"} {
		if _, err := export.Pick(all, []string{"price", name}); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
