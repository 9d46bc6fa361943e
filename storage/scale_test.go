//go:build unix

package storage_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// population makes up records: texts of words with the frequencies of a
// language, keys in no order, as answers bring them.
type population struct {
	words []string
	pick  func() uint64
	rand  *rand.Rand
	page  []byte // of some 30 KB, mostly the same for all answers
}

func newPopulation() *population {
	rnd := rand.New(rand.NewPCG(1, 2))
	p := &population{rand: rnd, pick: rand.NewZipf(rnd, 1.07, 3, 50_000-1).Uint64}
	for i := range 50_000 {
		var b strings.Builder
		for n := i + 26; n > 0; n /= 17 { // frequent words are short
			b.WriteByte("bcdfghklmnprstvwz"[n%17])
			b.WriteByte("aeiou"[(n/3)%5])
		}
		p.words = append(p.words, b.String()+strconv.Itoa(i%7))
	}
	p.page = []byte(strings.Repeat("<li class=record><a href=/item/>"+p.text(20)+"</a></li>\n", 30) + p.text(3000))
	return p
}

func (p *population) text(words int) string {
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.words[p.pick()])
	}
	return b.String()
}

func (p *population) record(id int) extract.Record {
	url := fmt.Sprintf("https://books.example/item/%016x", uint64(id+1)*0x9e3779b97f4a7c15)
	title := p.text(6)
	price := float64(id%10_000) / 4
	author := p.words[id%20_000] + " " + p.words[id%977]
	return extract.Record{Key: url, URL: page.MustParseURL(url), Title: title, Text: title + " by " + author + " " + p.text(50),
		Fields: []extract.Field{{Name: "author", Value: author}, {Name: "price", Value: fmt.Sprintf("£%.2f", price), Kind: "money", Number: price}}}
}

// answer is the commit of step seq: n new records from id on, and the page.
func (p *population) answer(h, seq int64, id, n int) harvest.Commit {
	records := make([]extract.Record, n)
	for i := range records {
		records[i] = p.record(id + i)
	}
	c := answer(h, seq, noon.Add(time.Duration(seq)*time.Second), fmt.Sprint("w", seq), records...)
	body := append(bytes.Clone(p.page), strconv.Itoa(int(seq))...)
	u := page.MustParseURL("https://books.example/")
	c.Page = &page.Page{Request: page.Get(u), Sent: page.Get(u), Final: u, Status: 200, Body: body, FetchedAt: noon}
	return c
}

// BenchmarkScale measures a file as it grows to the numbers of records that
// $HADAL_SCALE says (default 100000). For 100000,1000000,5000000 it takes an
// hour and 8 GB.
func BenchmarkScale(b *testing.B) {
	sizes := []int{100_000}
	if text := os.Getenv("HADAL_SCALE"); text != "" {
		sizes = nil
		for _, s := range strings.Split(text, ",") {
			n, err := strconv.Atoi(s)
			if err != nil {
				b.Fatal(err)
			}
			sizes = append(sizes, n)
		}
	}
	ctx := context.Background()
	p := newPopulation()
	path := filepath.Join(b.TempDir(), "hadal.db")
	db := mustOpen(b, path)
	h := mustBegin(b, db, "books.example", false).Harvest
	seq, id := int64(0), 0
	commit := func(b *testing.B, records int) {
		seq++
		mustCommit(b, db, p.answer(h, seq, id, records))
		id += records
	}
	for _, n := range sizes {
		before, began, used := id, time.Now(), processorTime(b)
		for id < n {
			commit(b, 100)
		}
		rates := [2]float64{float64(id-before) / time.Since(began).Seconds(), float64(id-before) / (processorTime(b) - used).Seconds()}
		b.Run(fmt.Sprint("records=", n), func(b *testing.B) {
			benchFile(ctx, b, db, path, p, rates, &id, commit)
		})
	}
}

// benchFile measures a file that was filled at rates (records a second, by the
// clock and of processor time); commit adds records to it.
func benchFile(ctx context.Context, b *testing.B, db *storage.DB, path string, p *population, rates [2]float64, id *int, commit func(*testing.B, int)) {
	b.Run("fill", func(b *testing.B) {
		b.ReportMetric(rates[0], "records/s")
		b.ReportMetric(rates[1], "records/cpu-s")
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/1e6, "MB")
		b.ReportMetric(resident(b), "MB-memory")
		b.ReportMetric(0, "ns/op")
	})
	// As a harvest does it: a page of ten records, a commit of its own each.
	b.Run("harvest", func(b *testing.B) {
		from, before, used := time.Now(), *id, processorTime(b)
		for *id < before+20_000 {
			commit(b, 10)
		}
		b.ReportMetric(float64(*id-before)/time.Since(from).Seconds(), "records/s")
		b.ReportMetric(float64(*id-before)/(processorTime(b)-used).Seconds(), "records/cpu-s")
		b.ReportMetric(0, "ns/op")
	})
	b.Run("status", func(b *testing.B) {
		for b.Loop() {
			if s, err := db.Sites(ctx); err != nil || s[0].Records != *id {
				b.Fatal(s, err)
			}
		}
	})
	b.Run("search", func(b *testing.B) { benchSearch(b, db, p) })
	// What a refresh reads before it decides.
	b.Run("past", func(b *testing.B) {
		from := time.Now()
		past, err := db.Past(ctx, "books.example", math.MaxInt64)
		if err != nil || len(past.Records) != *id {
			b.Fatal(len(past.Records), err)
		}
		b.ReportMetric(time.Since(from).Seconds(), "s")
		b.ReportMetric(resident(b), "MB-memory")
		b.ReportMetric(0, "ns/op")
	})
	for _, format := range []export.Format{export.CSV, export.Parquet} {
		b.Run("export-"+string(format), func(b *testing.B) {
			columns, err := db.Columns(ctx, "books.example")
			if err != nil {
				b.Fatal(err)
			}
			from := time.Now()
			err = export.Write(ctx, io.Discard, format, db.Records(ctx, "books.example"), export.Options{Columns: export.Table(columns)})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(time.Since(from).Seconds(), "s")
			b.ReportMetric(float64(*id)/time.Since(from).Seconds(), "records/s")
			b.ReportMetric(resident(b), "MB-memory")
		})
	}
}

// benchSearch asks for one to three words of records and shows ten.
func benchSearch(b *testing.B, db *storage.DB, p *population) {
	var times []time.Duration
	for i := range 300 {
		words := strings.Fields(p.text(1 + i%3))
		from := time.Now()
		shown := 0
		for _, err := range db.Search(context.Background(), strings.Join(words, " "), storage.SearchOptions{}) {
			if err != nil {
				b.Fatal(err)
			}
			if shown++; shown == 10 {
				break
			}
		}
		times = append(times, time.Since(from))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "ms-worst")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkBare is what the driver does at best with the same records: a loop
// of inserts into one table with a unique key, a hundred (as BenchmarkScale
// fills) or ten (as a harvest) a transaction, as safe against a power cut.
func BenchmarkBare(b *testing.B) {
	for _, size := range []int{100, 10} {
		b.Run(fmt.Sprint("at-once=", size), func(b *testing.B) {
			p := newPopulation()
			db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-65536)")
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			db.SetMaxOpenConns(1)
			if _, err := db.Exec("CREATE TABLE bare (id INTEGER PRIMARY KEY, key TEXT UNIQUE, title TEXT, text TEXT, author TEXT, price REAL)"); err != nil {
				b.Fatal(err)
			}
			n, from := 0, time.Now()
			for b.Loop() {
				tx, err := db.Begin()
				if err != nil {
					b.Fatal(err)
				}
				insert, err := tx.Prepare("INSERT INTO bare (key, title, text, author, price) VALUES (?, ?, ?, ?, ?)")
				for i := 0; i < size && err == nil; i++ {
					r := p.record(n)
					n++
					_, err = insert.Exec(r.Key, r.Title, r.Text, r.Fields[0].Value, r.Fields[1].Number)
				}
				if err := errors.Join(err, tx.Commit()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)/time.Since(from).Seconds(), "records/s")
		})
	}
}

// processorTime returns what this process has used: it tells more than the
// clock where others share the machine.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident returns the memory of this process, in MB.
func resident(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0 // not on this system
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		b.Fatal(err)
	}
	return float64(pages*os.Getpagesize()) / 1e6
}
