package dashboard_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/dashboard"
	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/cputime"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// slowest is the server's time for any page, however large the file is, and soonest for its
// first byte.
const slowest, soonest = 300 * time.Millisecond, 50 * time.Millisecond

// begun notes when an answer begins to be written.
type begun struct {
	*httptest.ResponseRecorder
	note func()
}

func (w *begun) Write(b []byte) (int, error) {
	if w.note != nil {
		w.note()
		w.note = nil
	}
	return w.ResponseRecorder.Write(b)
}

// large makes a file of that many records, five a question.
func large(b *testing.B, path string, records int) *storage.DB {
	ctx := context.Background()
	db, err := storage.Open(ctx, path, storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	start := page.MustParseURL("https://books.example/")
	state, err := db.Begin(ctx, harvest.Site{Name: "books.example", Start: start}, true)
	if err != nil {
		b.Fatal(err)
	}
	form := forms.Form{ID: "f", Page: start, Method: "GET", Action: start, Fields: []forms.Field{{Name: "q", Control: "text", Role: forms.QueryRole}}}
	if err := db.Commit(ctx, harvest.Commit{Harvest: state.Harvest, Profile: &harvest.Profile{Form: &form}}); err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 30_000)
	for i := range words {
		words[i] = strconv.FormatInt(rnd.Int64N(1<<40)+1<<30, 36)
	}
	pick := rand.NewZipf(rnd, 1.1, 3, uint64(len(words)-1)).Uint64
	text := func(n int) string {
		var t []string
		for range n {
			t = append(t, words[pick()])
		}
		return strings.Join(t, " ")
	}
	strategies := []string{"frequency", "drilldown", "correlated", "probe"}
	const aQuestion, atOnce = 5, 4000
	id := 0
	commit := func() error {
		seq := int64(id/aQuestion + 1)
		var list []extract.Record
		var rows []querygen.Row
		for range aQuestion {
			title := text(5)
			price := float64(rnd.IntN(10_000)) / 4
			list = append(list, extract.Record{Key: fmt.Sprint("k", id), URL: page.MustParseURL(fmt.Sprint("https://books.example/item/", id)), Title: title, Text: title + " " + text(25),
				Fields: []extract.Field{{Name: "author", Value: words[id%20_000]}, {Name: "price", Value: fmt.Sprint("£", price), Kind: "money", Number: price}, {Name: "genre", Value: "genre " + strconv.Itoa(rnd.IntN(40))},
					{Name: "year", Value: strconv.Itoa(1900 + id%120), Kind: "number", Number: float64(1900 + id%120)}, {Name: "place", Value: "place " + strconv.Itoa(rnd.IntN(500))}}})
			rows = append(rows, querygen.Row{Key: list[len(list)-1].Key, Text: list[len(list)-1].Text})
			id++
		}
		u := page.MustParseURL(fmt.Sprint("https://books.example/?q=", seq))
		return db.Commit(ctx, harvest.Commit{Harvest: state.Harvest, Estimate: &querygen.Estimate{Held: id, Size: float64(records), Low: float64(id), High: 2 * float64(records), Coverage: .5, Method: "made up"},
			Step: &harvest.Step{Seq: seq, At: noon.Add(time.Duration(seq) * time.Second), Answer: &harvest.Answer{Request: page.Get(u), Records: list, Outcome: querygen.Outcome{
				Query: querygen.Query{Form: "f", Bind: []page.Pair{{Name: "q", Value: text(1) + strconv.FormatInt(seq, 10)}}, Strategy: strategies[rnd.IntN(4)], Why: "the word is frequent", Expected: float64(rnd.IntN(9))},
				Page:  1, Status: querygen.Answered, Rows: rows, Total: -1, Requests: 1}}}})
	}
	for id < records {
		err := db.Atomically(ctx, func() error {
			for k := 0; k < atOnce && id < records; k++ {
				if err := commit(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	return opened(b, path)
}

// again is a second harvest, which asks a hundredth again: of that each tenth record has
// changed, and each fiftieth is new. The pages of its answers are kept.
func again(b *testing.B, path string, records int) {
	ctx := context.Background()
	db, err := storage.Open(ctx, path, storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	profile, err := db.Profile(ctx, "books.example")
	if err != nil {
		b.Fatal(err)
	}
	profile.Wrapper = extract.Wrapper{Region: "ul", Record: "li", Columns: []extract.Column{{Name: "author", Select: "b", Rows: 5}, {Name: "price", Kind: "money", Select: "i", Rows: 5}}}
	start := page.MustParseURL("https://books.example/")
	state, err := db.Begin(ctx, harvest.Site{Name: "books.example", Start: start}, true)
	if err != nil {
		b.Fatal(err)
	}
	err = db.Atomically(ctx, func() error {
		for seq := range int64(records / 500) {
			var list []extract.Record
			var rows []querygen.Row
			body := "<ul>"
			for k := range int64(5) {
				id := seq*5 + k
				key := fmt.Sprint("k", id)
				if id%50 == 0 {
					key = fmt.Sprint("new", id)
				}
				r := extract.Record{Key: key, URL: page.MustParseURL(fmt.Sprint("https://books.example/item/", id)), Title: fmt.Sprint("Again ", id/10), Text: fmt.Sprint("again ", id/10),
					Fields: []extract.Field{{Name: "author", Value: "the same"}, {Name: "price", Value: "£1", Kind: "money", Number: 1}}}
				body += fmt.Sprintf("<li><a href=/item/%d>Again</a> <b>the same</b> <i>£1</i> <u>%d pages</u></li>", id, id%700)
				list, rows = append(list, r), append(rows, querygen.Row{Key: key, Text: r.Text})
			}
			u := page.MustParseURL(fmt.Sprint("https://books.example/?q=again", seq))
			if err := db.Commit(ctx, harvest.Commit{Harvest: state.Harvest, Profile: &profile,
				Page: &page.Page{Request: page.Get(u), Sent: page.Get(u), Final: u, Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, FetchedAt: noon, Body: []byte(body + "</ul>")},
				Step: &harvest.Step{Seq: seq + 1, At: noon.Add(time.Duration(1e6+seq) * time.Second), Answer: &harvest.Answer{Request: page.Get(u), Records: list, Outcome: querygen.Outcome{
					Query: querygen.Query{Form: "f", Bind: []page.Pair{{Name: "q", Value: fmt.Sprint("again", seq)}}, Strategy: "frequency"}, Page: 1, Status: querygen.Answered, Rows: rows, Total: -1, Requests: 1}}}}); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		b.Fatal(err)
	}
}

func opened(b *testing.B, path string) *storage.DB {
	db, err := storage.Open(context.Background(), path, storage.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// spent is the processor time of this process.
func spent(b *testing.B) time.Duration {
	used, err := cputime.Used()
	if err != nil {
		b.Fatal(err)
	}
	return used
}

// BenchmarkPages measures each page over a file of $HADAL_PAGES records (default 20000), five
// a question; it fails where one takes longer than a person should wait.
func BenchmarkPages(b *testing.B) {
	records := 20_000
	if text := os.Getenv("HADAL_PAGES"); text != "" {
		var err error
		if records, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	began := time.Now()
	path := filepath.Join(b.TempDir(), "hadal.db")
	s, err := dashboard.New(dashboard.Options{Store: large(b, path, records), Addr: addr, Runs: &runs.Keeper{}})
	if err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d records, %d questions, %d MB, made in %s", records, records/5, info.Size()>>20, time.Since(began).Round(time.Second))
	h := s.Handler()
	measure := func(name, at string) {
		b.Run(name, func(b *testing.B) {
			var w *begun
			longest, least, first := time.Duration(0), time.Hour, time.Hour
			for b.Loop() {
				from, used := time.Now(), spent(b)
				w = &begun{httptest.NewRecorder(), func() { first = min(first, spent(b)-used) }}
				r := httptest.NewRequest("GET", at, nil)
				r.Host = addr
				if h.ServeHTTP(w, r); w.Code != http.StatusOK {
					b.Fatalf("status %d: %s", w.Code, w.Body)
				}
				longest, least = max(longest, time.Since(from)), min(least, spent(b)-used)
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest")
			b.ReportMetric(float64(w.Body.Len())/1000, "kB")
			b.ReportMetric(float64(least.Microseconds())/1000, "ms-cpu-least")
			b.ReportMetric(float64(first.Microseconds())/1000, "ms-cpu-first-byte")
			if least > slowest || first > soonest { // of the processor: whatever else the machine does
				b.Errorf("%s takes %s of the processor, and %s before its first byte; at most %s and %s", at, least, first, slowest, soonest)
			}
		})
	}
	measure("records, before the columns were read", theSite+"/records")
	var middle struct{ Record struct{ Title string } }
	if err := json.Unmarshal(ask(h, "GET", theSite+"/record.json?key=k"+strconv.Itoa(records/2), nil, nil).Body.Bytes(), &middle); err != nil {
		b.Fatal(err)
	}
	words := url.QueryEscape(middle.Record.Title[:strings.LastIndex(middle.Record.Title, " ")])
	word, _, _ := strings.Cut(words, "+")
	from := time.Now()
	if w := ask(h, "GET", theSite+"/columns.json", nil, nil); w.Code != http.StatusOK { // waits for them
		b.Fatalf("status %d", w.Code)
	}
	b.Logf("the columns were read in %s", time.Since(from).Round(time.Millisecond))
	each := func(pages ...[2]string) {
		for _, p := range pages {
			measure(p[0], p[1])
		}
	}
	each([][2]string{{"sites", "/"}, {"site", theSite}, {"records", theSite + "/records"}, {"records, sorted", theSite + "/records?sort=price&desc=1"},
		{"records, by title", theSite + "/records?sort=title"}, {"records, narrowed", theSite + "/records?f.genre=genre+7&min.price=100&max.price=900&sort=year"},
		{"records, deep", theSite + "/records?sort=author&offset=" + strconv.Itoa(records*9/10)}, {"records, a word", theSite + "/records?sort=price&q=" + word}, {"records, words", theSite + "/records?q=" + words}, {"search", "/search?q=" + words},
		{"record", theSite + "/record?key=k" + strconv.Itoa(records/2)}, {"columns", theSite + "/columns"}, {"questions", theSite + "/questions"}, {"questions, sorted", theSite + "/questions?sort=expected&desc=1"},
		{"questions, filtered", theSite + "/questions?strategy=drilldown&sort=new"}, {"questions, words", theSite + "/questions?q=zz9"}, {"questions, deep", theSite + "/questions?offset=" + strconv.Itoa(records/6)},
		{"question", theSite + "/questions/7"}, {"step", theSite + "/steps/1/9"}, {"looked", theSite + "/looked"}, {"history", theSite + "/history"}, {"sql", "/sql?q=" + url.QueryEscape("SELECT * FROM books_example WHERE rowid < 100")}, {"harvest", "/start"}, {"runs", "/runs"}, {"beliefs", theSite + "/beliefs"}, {"metrics", "/metrics"}}...)
	again(b, path, records)
	each([2]string{"what changed, first", theDiff}, [2]string{"step, with its page", theSite + "/steps/2/9"}, [2]string{"kept page", theSite + "/steps/2/9/page?pick=1"},
		[2]string{"choose a column", theSite + "/steps/2/9/pick"}, [2]string{"column chosen", theSite + "/steps/2/9/pick?record=1&piece=4"})
	from = time.Now()
	if w := ask(h, "GET", strings.Replace(theDiff, "?", ".json?", 1), nil, nil); w.Code != http.StatusOK || w.Body.Len() < 1000 { // waits for it
		b.Fatalf("status %d: %s", w.Code, w.Body)
	}
	b.Logf("what changed was found %s after that", time.Since(from).Round(time.Millisecond))
	measure("what changed", theDiff)
}
