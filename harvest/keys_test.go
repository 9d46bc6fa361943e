package harvest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
)

// archive is a made-up archive, whose search has a box and a menu, and shows 30 of what matches
// by pages of 10; where it shows one, that is not always the first.
type archive struct {
	titles, kinds, texts []string
	link                 func(q url.Values, page, record int) string
	most                 int  // rows of an answer
	untold               bool // no totals
	popular              func() []int
	plain                func(q url.Values, place, record int) string // rows without a link of their own
}

func newArchive(n int) *archive {
	a := &archive{most: 30}
	parts := strings.Fields("ba ke li mo nu ra se ti vo zu dra gle pri sto fan mer kol bin")
	word := func(x int) string { return parts[x%18] + parts[x/18%18] + parts[x/324%18] }
	for i := range n {
		a.titles = append(a.titles, fmt.Sprintf("%s %s no %d", word(i*i*7+i), word(i*31%400), 1000+i))
		a.kinds = append(a.kinds, []string{"Charter", "Testament", "Letter"}[i*i%7%3])
		a.texts = append(a.texts, fmt.Sprintf("%s %s %s %s", word(i%90), word(i*i%110), word(i*17%60), word(i%23)))
	}
	return a
}

func (a *archive) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<html><body><h1>Archive</h1><form action=/s><label>Words <input name=q></label><label>Kind <select name=kind><option value="">any<option>Charter<option>Testament<option>Letter</select></label><button>Search</button></form>`)
	if r.URL.Path != "/s" {
		fmt.Fprintf(w, "<p>%s</p>", strings.Join(a.texts[:3], " "))
		return
	}
	q := r.URL.Query()
	var hits []int
	for i, title := range a.titles {
		words := strings.Fields(strings.ToLower(title + " " + a.texts[i]))
		if kind := q.Get("kind"); kind != "" && kind != a.kinds[i] || a.untold && q.Get("q") == "" {
			continue
		}
		if !slices.ContainsFunc(strings.Fields(strings.ToLower(q.Get("q"))), func(w string) bool { return !slices.Contains(words, w) }) {
			hits = append(hits, i)
		}
	}
	place := 0
	row := func(page, i int) {
		if place++; a.plain != nil {
			fmt.Fprint(w, a.plain(q, 10*(page-1)+place, i))
			return
		}
		fmt.Fprintf(w, `<li><a href="%s">%s</a> <i>%s</i> <span>%s</span>`, strings.ReplaceAll(a.link(q, page, i), "&", "&amp;"), a.titles[i], a.kinds[i], a.texts[i])
	}
	if len(hits) == 0 && a.popular != nil {
		fmt.Fprint(w, "<ul>")
		for _, i := range a.popular() {
			row(1, i)
		}
		return
	}
	if len(hits) == 0 {
		fmt.Fprint(w, "<p>Nothing found.</p>")
		return
	}
	if !a.untold {
		fmt.Fprintf(w, "<p>%d records found</p>", len(hits))
	}
	page, _ := strconv.Atoi(q.Get("page"))
	page = max(page, 1)
	if a.most == 1 {
		hits = hits[len(q.Get("q"))*7%len(hits):]
	}
	hits = hits[:min(len(hits), a.most)]
	fmt.Fprint(w, "<ul>")
	for _, i := range hits[min(10*(page-1), len(hits)):min(10*page, len(hits))] {
		row(page, i)
	}
	if fmt.Fprint(w, "</ul>"); 10*page < len(hits) {
		q.Set("page", strconv.Itoa(page+1))
		fmt.Fprintf(w, `<a rel=next href="/s?%s">next</a>`, strings.ReplaceAll(q.Encode(), "&", "&amp;"))
	}
}

// harvestArchive harvests an archive, and returns the titles that are held.
func harvestArchive(t *testing.T, a *archive) (sum harvest.Summary, held []string) {
	t.Helper()
	start, client := serve(t, a)
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	sum, err = harvest.Run(ctx, harvest.Site{Name: "archive", Start: start}, harvest.Options{Browser: harvest.RenderNever}, client, db, nil)
	if err != nil || ctx.Err() != nil {
		t.Fatal(err, ctx.Err())
	}
	for rec, err := range db.Records(t.Context(), "archive") {
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, rec.Title)
	}
	t.Logf("%d records, %d requests, %s: %s", len(held), sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
	return sum, held
}

// A record has one key, whatever was asked and whatever is learned on the way of how its
// address tells it apart: by a number beside what was asked for, beside what it is, beside
// the page on which it stood; by a place within a page that few others share; without what
// its path has of the question, and however that is spelt. Of a few records it is learned that
// they come again under another address: these may be held twice.
func TestARecordHasOneKey(t *testing.T) {
	a := newArchive(200)
	for name, link := range map[string]func(q url.Values, page, i int) string{
		"asked": func(q url.Values, _, i int) string {
			return "/rec?q=" + url.QueryEscape(q.Get("q")) + "&kind=" + q.Get("kind") + "&id=" + strconv.Itoa(i)
		},
		"its own": func(q url.Values, _, i int) string {
			return "/rec?q=" + url.QueryEscape(q.Get("q")) + "&kind=" + a.kinds[i] + "&id=" + strconv.Itoa(i)
		},
		"page": func(q url.Values, page, i int) string {
			return fmt.Sprintf("/s?q=%s&kind=%s&page=%d&show=%d", url.QueryEscape(q.Get("q")), q.Get("kind"), page, i)
		},
		"place": func(_ url.Values, _, i int) string { return fmt.Sprintf("/volume/%d#r%d", i*i%67, i) },
		"asked, in a path": func(q url.Values, page, i int) string {
			return fmt.Sprintf("/rec/%s/%d/%d", url.PathEscape("for-"+q.Get("q")+q.Get("kind")), page, i)
		},
		"spelt otherwise": func(q url.Values, page, i int) string {
			return fmt.Sprintf([]string{"/rec/a%d", "/Rec/A%d/"}[(len(q.Get("q"))+page)%2], i)
		},
		"its place alone": func(q url.Values, page, i int) string {
			return fmt.Sprintf("/hit/%s-%d", url.PathEscape(q.Get("q")+q.Get("kind")), i*7919%10007+page)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := *a
			b.link = link
			_, held := harvestArchive(t, &b)
			slices.Sort(held)
			if n := len(slices.Compact(slices.Clone(held))); len(held) > n+4 || n < 196 {
				t.Errorf("%d records of %d titles, of 200 records", len(held), n)
			}
		})
	}
}

// Rows without an address of their own are told apart by what they say, whatever of it is
// another the next time; by an attribute, where they say the same; and by both what they say
// and their one link, where that is their author's.
func TestARowHasOneKey(t *testing.T) {
	a := newArchive(200)
	shown := 0
	for name, plain := range map[string]func(q url.Values, place, i int) string{
		"its place": func(_ url.Values, place, i int) string {
			return fmt.Sprintf("<li><b>%s</b> <i>%s</i> <p>%s</p> <p>No. %d</p>", a.titles[i], a.kinds[i], a.texts[i], place)
		},
		"views, in one text": func(_ url.Values, place, i int) string {
			shown++
			return fmt.Sprintf("<li>%s, %s, %s, seen by %d readers", a.titles[i], a.kinds[i], a.texts[i], shown)
		},
		"an excerpt": func(q url.Values, place, i int) string {
			words := strings.Fields(a.texts[(i*len(q.Get("q"))+place)%200])
			return fmt.Sprintf("<li><b>%s</b> <i>%s</i> <p>%s</p><p class=ex>... %s <em>%s</em> %s ...</p>", a.titles[i], a.kinds[i], a.texts[i], words[0], q.Get("q"), words[1])
		},
		"an attribute": func(_ url.Values, place, i int) string {
			like := i
			if i%6 == 1 {
				like--
			}
			return fmt.Sprintf("<li data-key=k%d data-place=%d><b>%s</b> <i>%s</i> <p>%s</p>", i*7919%10007, place, a.titles[like], a.kinds[like], a.texts[like])
		},
		"its author's link": func(_ url.Values, place, i int) string {
			return fmt.Sprintf("<li><b>%s</b> <a href=/by/%d>Author %c%d</a> <p>%s</p>", a.titles[i], i*i%67, 'A'+i*i%67%26, i*i%67, a.texts[i])
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := *a
			b.plain = plain
			for _, b.most = range []int{30, 200} {
				if _, held := harvestArchive(t, &b); len(held) < 195 || len(held) > 200 {
					t.Errorf("%d of 200 records", len(held))
				}
			}
		})
	}
}

// A site that shows one record of what matches, whatever is asked, has more: no share of them
// is claimed, and the end tells why.
func TestOneRowAQuestion(t *testing.T) {
	a := newArchive(150)
	a.most, a.untold = 1, true
	a.link = func(_ url.Values, _, i int) string { return fmt.Sprintf("/rec/%d", i) }
	sum, held := harvestArchive(t, a)
	if sum.Estimate.Known() || sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "limit of 1 rows") {
		t.Errorf("%d held, %+v: %s: %s", len(held), sum.Estimate, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// Where all answers end after two or three rows, and lack records that have the word, they are
// cut, and the end says so: no share is claimed.
func TestFewRowsAQuestion(t *testing.T) {
	for most := 2; most <= 3; most++ {
		a := newArchive(150)
		a.most, a.untold = most, true
		a.link = func(_ url.Values, _, i int) string { return fmt.Sprintf("/rec/%d", i) }
		sum, held := harvestArchive(t, a)
		if sum.Estimate.Known() || sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, fmt.Sprintf("limit of %d rows", most)) {
			t.Errorf("%d held, %+v: %s: %s", len(held), sum.Estimate, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// Others of a few popular records come each time that nothing is found: all questions are
// answered.
func TestPopularRecordsChange(t *testing.T) {
	a := newArchive(150)
	a.untold = true
	a.link = func(_ url.Values, _, i int) string { return fmt.Sprintf("/rec/%d", i) }
	shown := 0
	a.popular = func() (out []int) {
		for i := range 5 {
			out = append(out, (shown*3+i*7)%150)
		}
		shown++
		return out
	}
	sum, held := harvestArchive(t, a)
	if sum.Stop.Kind != harvest.Exhausted || len(held) < 147 {
		t.Errorf("%d of 150 records, after %d popular lists: %s: %s", len(held), shown, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// Rows have two links in no fixed order, of the record and of what many share: each record is
// held once, by its own.
func TestTwoLinksInEitherOrder(t *testing.T) {
	for _, drawn := range []bool{false, true} { // anew each time that a row is shown
		for _, shelves := range []int{4, 40, 240} {
			sum := run(t, harvest.Options{}, twoLinks(240, shelves, 20, drawn, shelves != 40), newMemory())
			if sum.Records != 240 {
				t.Errorf("drawn %t, %d shelves: %d records: %s", drawn, shelves, sum.Records, sum.Stop.Reason)
			}
		}
	}
}

// twoLinks is a site whose rows have two links, of the record and of its shelf, in any order.
func twoLinks(n, shelves, perPage int, drawn bool, box bool) stub {
	rng := rand.New(rand.NewPCG(3, 1))
	c := newCatalogue(rng, n)
	return func(u *url.URL) (int, string) {
		head := c.form(u, box, true)
		if u.Path != "/search" {
			return 200, head
		}
		if u.Query().Get("q") == "" && u.Query().Get("kind") == "" {
			return 200, head + "<p>Please choose.</p>"
		}
		rows := c.rows(u, func(i int, title string) string {
			a := fmt.Sprintf("<a href=/item/%d>%s %d</a>", i, title, i)
			b := fmt.Sprintf("<a href=/shelf/%d>Shelf %d</a>", i%shelves, i%shelves)
			if drawn && rng.IntN(2) == 0 || !drawn && i*7919%5 < 2 {
				a, b = b, a
			}
			return fmt.Sprintf("<li>%s %s <em>%d</em>", a, b, 1900+i)
		})
		return paged(u, head, rows, perPage, countOf)
	}
}
