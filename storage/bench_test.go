package storage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// benchCommit is the answer of step seq: ten records of some 600 bytes. The
// first fresh of them are new, the others were seen before at scattered places.
func benchCommit(h, seq int64, fresh int) harvest.Commit {
	var records []extract.Record
	for i := range 10 {
		id := seq*int64(fresh) + int64(i)
		if i >= fresh && seq > 1 {
			id = (seq*7919 + int64(i)*104729) % (seq * int64(fresh))
		}
		records = append(records, extract.Record{
			Key: fmt.Sprintf("https://books.example/item/%d", id), URL: page.MustParseURL(fmt.Sprintf("https://books.example/item/%d", id)),
			Title: fmt.Sprintf("The title of item %d", id), Text: strings.Repeat(fmt.Sprintf("words about item %d ", id), 18),
			Fields: []extract.Field{{Name: "author", Value: fmt.Sprint("Author ", id%997)}, {Name: "price", Value: "£9.50", Kind: "money", Number: 9.5}},
		})
	}
	return answer(h, seq, noon, fmt.Sprint("w", seq), records...)
}

// fill brings a new file to n records.
func fill(b *testing.B, n int) (db *storage.DB, h int64) {
	path := filepath.Join(b.TempDir(), "hadal.db")
	db = mustOpen(b, path)
	h = mustBegin(b, db, "books.example", false).Harvest
	for seq := range int64(n / 10) {
		mustCommit(b, db, benchCommit(h, seq+1, 10))
	}
	if info, err := os.Stat(path); err == nil && n > 0 {
		b.Logf("%d records: %d bytes a record", n, info.Size()/int64(n))
	}
	return db, h
}

func BenchmarkCommit(b *testing.B) {
	for _, n := range []int{0, 20_000, 100_000} {
		db, h := fill(b, n)
		seq := int64(n / 10)
		for _, fresh := range []int{10, 2} {
			b.Run(fmt.Sprintf("at=%d/new=%d", n, fresh), func(b *testing.B) {
				for b.Loop() {
					seq++
					mustCommit(b, db, benchCommit(h, seq, fresh))
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
			})
		}
		db.Close()
	}
}

func BenchmarkReplay(b *testing.B) {
	const n = 100_000
	db, h := fill(b, n)
	for _, c := range []struct {
		name string
		read func() int
	}{
		{"Steps", func() (rows int) {
			for s, err := range db.Steps(context.Background(), h) {
				if err != nil {
					b.Fatal(err)
				}
				rows += len(s.Answer.Outcome.Rows)
			}
			return rows
		}},
		{"Records", func() (rows int) {
			for _, err := range db.Records(context.Background(), "books.example") {
				if err != nil {
					b.Fatal(err)
				}
				rows++
			}
			return rows
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			for b.Loop() {
				if rows := c.read(); rows != n {
					b.Fatalf("%d rows", rows)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric((float64(after.HeapInuse)-float64(before.HeapInuse))/1e6, "MB-kept")
		})
	}
	b.Run("Sites", func(b *testing.B) {
		for b.Loop() {
			if _, err := db.Sites(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
