// Package hostile harvests sites that answer wrongly.
package hostile_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures/hostile"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// harvester runs harvests of one site into one database.
type harvester struct {
	t    *testing.T
	site *hostile.Site
	db   *storage.DB

	coverage float64 // the share that is asked for; 0: what is asked for by default
}

var start = page.MustParseURL("http://site.test/")

func newHarvester(t *testing.T, s *hostile.Site) *harvester {
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &harvester{t: t, site: s, db: db}
}

// wire is a network without sockets and waits, at whose end a site answers.
type wire struct{ *hostile.Site }

func (w wire) Fetch(_ context.Context, r page.Request) (*page.Page, error) {
	rec := httptest.NewRecorder()
	w.ServeHTTP(rec, httptest.NewRequest(r.Method, r.URL.String(), strings.NewReader(r.Body)))
	if to := rec.Header().Get("Location"); to != "" {
		return nil, &fetch.RefusedError{URL: r.URL, Guard: "redirect", Rule: "it leads back to " + to, Led: true}
	}
	return &page.Page{Request: r, Final: r.URL, Status: rec.Code, Header: rec.Header(), Body: rec.Body.Bytes(), FetchedAt: time.Now(), Requests: 1}, nil
}
func (wire) Hosts(string) []fetch.HostState { return nil }
func (wire) Restore([]fetch.HostState)      {}

// run harvests as one invocation of the program does.
func (h *harvester) run() harvest.Summary {
	h.t.Helper()
	o := harvest.Options{Browser: harvest.RenderNever, MaxAttempts: 2, TargetCoverage: h.coverage}
	sum, err := harvest.Run(h.t.Context(), harvest.Site{Name: "site", Start: start}, o, wire{h.site}, h.db, func(e harvest.Event) {
		if e.Kind == "note" || testing.Verbose() {
			h.t.Logf("%s: %s", e.Kind, e.Message)
		}
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Logf("%d records, %d requests, %s: %s; wrong %v", sum.Records, sum.Requests, sum.Stop.Kind, sum.Stop.Reason, h.site.Wrong)
	return sum
}

// checkAnswers holds each answer of the ledger against the one that the site gives when it
// is sane: none that counts is another one.
func (h *harvester) checkAnswers() {
	h.t.Helper()
	state, err := h.db.Begin(h.t.Context(), harvest.Site{Name: "site", Start: start}, false)
	if err != nil {
		h.t.Fatal(err)
	}
	for step, err := range h.db.Steps(h.t.Context(), 1) {
		if err != nil {
			h.t.Fatal(err)
		}
		if step.Answer == nil || step.Answer.Outcome.Status != querygen.Answered && step.Answer.Outcome.Status != querygen.Empty || slices.Contains(state.Profile.Withdrawn, step.Seq) {
			continue
		}
		o := step.Answer.Outcome
		asked, err := url.Parse(step.Answer.Request.URL.String())
		if err != nil {
			h.t.Fatal(err)
		}
		found, at, end := h.site.Found(asked.Query())
		if len(o.Rows) != end-at {
			h.t.Errorf("step %d, %s: %s with %d rows, the answer has %d of %d", step.Seq, asked, o.Status, len(o.Rows), end-at, len(found))
			continue
		}
		for i, row := range o.Rows {
			if want := fmt.Sprintf("/rec/%d", found[at+i]); !strings.HasSuffix(row.Key, want) {
				h.t.Errorf("step %d, %s: row %d is %s, not %s", step.Seq, asked, i, row.Key, want)
				break
			}
		}
	}
}

// check holds what is stored against the truth, and returns how many are held.
func (h *harvester) check() int {
	h.t.Helper()
	held := map[int]bool{}
	for rec, err := range h.db.Records(h.t.Context(), "site") {
		if err != nil {
			h.t.Fatal(err)
		}
		address, err := url.Parse(rec.URL)
		if err != nil {
			h.t.Fatal(err)
		}
		path := address.Path
		number, ok := strings.CutPrefix(path, "/rec/")
		if !ok {
			number, ok = strings.CutPrefix(strings.TrimSuffix(path, "/view"), "/item/")
		}
		n, err := strconv.Atoi(number)
		switch {
		case !ok || err != nil || n >= len(h.site.Things):
			h.t.Errorf("foreign: %s %q", rec.URL, rec.Title)
		case held[n]:
			h.t.Errorf("doubled: %s %q", rec.URL, rec.Title)
		case rec.Title != h.site.Things[n].Title:
			h.t.Errorf("%s has the title %q, not %q", rec.URL, rec.Title, h.site.Things[n].Title)
		}
		held[n] = true
	}
	return len(held)
}

// thirds are the ways in which a third of all answers is wrong.
var thirds = map[string][]string{
	"in ten ways":         hostile.AllWays,
	"in other dress":      hostile.OtherDress,               // a list of popular records that comes first is believed until it comes for another question
	"leading nowhere":     {hostile.Circle, hostile.Queued}, // what the site does not answer this time has no empty answer, and is no question that must not be asked
	"in another encoding": {hostile.Mislabelled, hostile.Legacy},
}

// A third of all answers is wrong: after two runs all that the site shows when it is sane
// is held, nothing is foreign, nothing is doubled, and each answer that counts is the right
// one; the first run ends as what it holds wants it. HADAL_SEED=N makes other sites, and
// other moments at which they answer wrongly; HADAL_ROWS=N shows so many rows a page.
func TestAThirdWrong(t *testing.T) {
	anew, err := strconv.ParseUint(cmp.Or(os.Getenv("HADAL_SEED"), "0"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := strconv.Atoi(cmp.Or(os.Getenv("HADAL_ROWS"), "20"))
	if err != nil {
		t.Fatal(err)
	}
	for i, tongue := range hostile.Tongues {
		for _, structured := range []bool{false, true} {
			made := func() *hostile.Site {
				s := hostile.New(tongue, 240, anew+uint64(i))
				s.Structured, s.Totals = structured, structured || i%2 == 0
				s.Rows, s.Most = rows, 160
				return s
			}
			t.Run(fmt.Sprintf("%s %v", tongue.Lang, structured), func(t *testing.T) {
				t.Parallel()
				sane := newHarvester(t, made())
				sane.coverage = 1
				sane.run()
				reach := sane.check()
				for how, ways := range thirds {
					t.Run(how, func(t *testing.T) {
						t.Parallel()
						s := made()
						s.Ways, s.Share = ways, 1.0/3
						thirdWrong(newHarvester(t, s), reach)
					})
				}
			})
		}
	}
}

// thirdWrong harvests a site twice of which so many records can be held.
func thirdWrong(h *harvester, reach int) {
	h.t.Helper()
	h.coverage = 1
	sum := h.run()
	first := h.check()
	if why := wrongEnd(sum.Stop, first, reach, h.site); why != "" {
		h.t.Errorf("the first run %s, with %d of %d records: %s: %s", why, first, reach, sum.Stop.Kind, sum.Stop.Reason)
	}
	h.run()
	h.checkAnswers()
	if held := h.check(); held < reach {
		h.t.Errorf("%d records after one run, %d after two, of %d that the site shows when it is sane", first, held, reach)
	}
}

// What hid a record at these seeds: a total that is the limit, and was passed at that very
// number; a page without records that came twice for a question; an answer to a part of two
// divisions that failed at first, for which the other one waited on; a first answer in another
// encoding than the page of the form; a list that leads on where parts do not; a nonsense that
// was answered wrongly, so that no page without records was taken for one; a login that was
// asked for three times in a row.
func TestWhatWrongAnswersHid(t *testing.T) {
	for _, c := range []struct {
		tongue int
		seed   uint64
		how    string
		box    bool
	}{{3, 128, "leading nowhere", false}, {4, 124, "in other dress", false}, {4, 134, "in another encoding", false}, {3, 161, "in ten ways", false},
		{4, 176, "in other dress", false}, {4, 274, "in other dress", true}, {0, 240, "in ten ways", true}} {
		t.Run(fmt.Sprint(c.how, c.seed), func(t *testing.T) {
			t.Parallel()
			s := hostile.New(hostile.Tongues[c.tongue], 240, c.seed)
			s.Structured, s.Totals, s.Most = !c.box, !c.box || c.tongue%2 == 0, 160
			s.Ways, s.Share = thirds[c.how], 1.0/3
			h := newHarvester(t, s)
			h.coverage = 1
			if sum := h.run(); sum.Stop.Kind == harvest.Blocked {
				t.Errorf("%s", sum.Stop.Reason)
			}
			h.run()
			if held := h.check(); held < 240 {
				t.Errorf("%d of 240 records", held)
			}
		})
	}
}

// A list of popular records that comes for a question whose words stand in no record, for a
// further page, and twice for its question: nothing in it tells that it is none, but what
// comes for other questions, and that they have other answers. The seeds are those at which
// it was believed.
func TestPopularRecordsAreNoAnswer(t *testing.T) {
	for _, c := range []struct {
		tongue     int
		seed       uint64
		structured bool
		rows       int
	}{{0, 600, false, 20}, {0, 600, true, 20}, {1, 601, false, 10}, {2, 302, false, 10}} {
		t.Run(fmt.Sprintf("%s %d %v, %d rows", hostile.Tongues[c.tongue].Lang, c.seed, c.structured, c.rows), func(t *testing.T) {
			t.Parallel()
			s := hostile.New(hostile.Tongues[c.tongue], 600, c.seed)
			s.Rows = c.rows
			s.Structured, s.Totals = c.structured, c.structured || c.tongue%2 == 0
			s.Ways, s.Share = hostile.OtherDress, 1.0/3
			h := newHarvester(t, s)
			h.run()
			h.run()
			h.checkAnswers()
			h.check()
		})
	}
}

// The same page without records, twice for a page that the one before leads to, does not end an
// answer. The seed is one at which it did.
func TestASilentPageEndsNoAnswer(t *testing.T) {
	for _, tongue := range []int{0, 1, 3} {
		s := hostile.New(hostile.Tongues[tongue], 240, 124)
		s.Totals, s.Rows, s.Most = tongue%2 == 0, 20, 160
		s.Ways, s.Share = hostile.AllWays, 1.0/3
		h := newHarvester(t, s)
		h.coverage = 1
		h.run()
		h.checkAnswers()
	}
}

// What is wrong now and then is not believed to be empty for words that records have, though
// the answer to nonsense was such a page, too.
func TestNothingIsEmptyWhereRecordsAre(t *testing.T) {
	s := hostile.New(hostile.Tongues[4], 600, 85)
	s.Totals, s.Ways, s.Share = true, hostile.OtherDress, 1.0/3
	h := newHarvester(t, s)
	h.coverage = 1
	h.run()
	h.checkAnswers()
	if held := h.check(); held < 590 {
		t.Errorf("%d of 600 records", held)
	}
	s = hostile.New(hostile.Tongues[1], 240, 173) // a wall was the answer to nonsense, and comes again
	s.Ways, s.Share = hostile.OtherDress, 1.0/3
	h = newHarvester(t, s)
	h.coverage = 1
	h.run()
	h.run()
	h.checkAnswers()
}

// That a list comes again for its own question, after it came for another one, speaks for no
// list of other questions. Where stale lists come, it was taken for that.
func TestAListThatComesAgainVouchesForNoOther(t *testing.T) {
	s := hostile.New(hostile.Tongues[4], 600, 74)
	s.Structured, s.Totals, s.Ways, s.Share = true, true, hostile.AllWays, 1.0/3
	h := newHarvester(t, s)
	h.coverage = 1
	h.run()
	h.checkAnswers()
	if held := h.check(); held < 590 {
		t.Errorf("%d of 600 records", held)
	}
}

// The answers that are taken back are those by which a form was divided: what was concluded
// from the total of a list, and from records of which one value was asked for only, is
// forgotten with them.
func TestDivisionsBeginAnew(t *testing.T) {
	for at, ways := range map[int]string{1: "in another encoding", 4: "in other dress"} {
		s := hostile.New(hostile.Tongues[at], 600, uint64(at))
		s.Structured, s.Totals, s.Rows, s.Ways, s.Share = true, true, 10, thirds[ways], 1.0/3
		h := newHarvester(t, s)
		h.run()
		h.run()
		if held := h.check(); held < 593 {
			t.Errorf("%s, %s: %d of 600 records", s.Lang, ways, held)
		}
	}
}

// What an answer said that was taken back later, in another encoding, is in no record, though
// it was the first to bring it.
func TestWhatWasTakenBackIsInNoRecord(t *testing.T) {
	at := slices.IndexFunc(hostile.Tongues, func(tongue hostile.Tongue) bool { return tongue.Lang == "ru" })
	s := hostile.New(hostile.Tongues[at], 600, uint64(6+at))
	s.Structured, s.Totals, s.Ways, s.Share = true, true, hostile.AllWays, 1.0/3
	h := newHarvester(t, s)
	h.run()
	if held := h.check(); held < 600 {
		t.Errorf("%d of 600 records", held)
	}
}

// wrongEnd says what is wrong with how a run ended that holds so many of the records that
// the site shows when it is sane; "" where nothing is. It ended well where it holds all
// and no question is open, and says what is open where one is. It goes on later where so many
// answers in a row were wrong that a site which answers no more looks the same, or asked whether
// a person asks.
func wrongEnd(stop harvest.Stop, held, reach int, site *hostile.Site) string {
	open := strings.Contains(stop.Reason, "not answered") || strings.Contains(stop.Reason, "never got an answer")
	switch stop.Kind {
	case harvest.Complete, harvest.Exhausted:
		if held < reach {
			return "ended as if it held all"
		}
		if open {
			return "ended well though questions are open"
		}
	case harvest.Incomplete:
		if !open && !strings.Contains(stop.Reason, fmt.Sprintf("%d are held", held)) && !strings.Contains(stop.Reason, fmt.Sprintf("%d records are held", held)) {
			return "does not say what is missing"
		}
	case harvest.Broken:
		if site.Longest < 8 || !strings.Contains(stop.Reason, "in a row failed") {
			return "gave up early"
		}
	case harvest.Blocked:
		if site.Walls < 3 || !strings.Contains(stop.Reason, "captcha") {
			return "took walls now and then for a block"
		}
	default:
		return "did not end by itself"
	}
	return ""
}

// A site that answers wrongly from some moment on ends a run soon, and has taught
// nothing: when it answers again, the next run gets the rest.
func TestWrongFromSomeMomentOn(t *testing.T) {
	for i, way := range hostile.AllWays {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s := hostile.New(hostile.Tongues[i%len(hostile.Tongues)], 160, uint64(i))
			s.Totals = true
			s.Ways, s.Share, s.From = []string{way}, 1, 30
			h := newHarvester(t, s)
			sum := h.run()
			first := h.check()
			if sum.Requests > 30+4*20 {
				t.Errorf("%d requests: it did not end soon", sum.Requests)
			}
			want := []harvest.StopKind{harvest.Broken, harvest.Incomplete}
			if way == "captcha" || way == "login" {
				want = append(want, harvest.Blocked)
			}
			if !slices.Contains(want, sum.Stop.Kind) {
				t.Errorf("the first run: %s: %s", sum.Stop.Kind, sum.Stop.Reason)
			}
			s.Share = 0
			h.run()
			if held := h.check(); held < 158 {
				t.Errorf("%d records after the first run, %d after the second", first, held)
			}
		})
	}
}

// The answer to nonsense, which is to teach what an empty answer is, is a wrong one.
func TestWrongLesson(t *testing.T) {
	s := hostile.New(hostile.Tongues[2], 300, 3)
	s.Ways, s.Share, s.Until = []string{"quota"}, 1, 1
	h := newHarvester(t, s)
	sum := h.run()
	if held := h.check(); held < 297 || sum.Stop.Kind != harvest.Exhausted {
		t.Errorf("%d records: %s: %s", held, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// The first answers are wrong, all in one way, or some later ones are: what they teach is
// taken back. When to end is a matter of samples where words are asked: a record more or
// less is no difference.
func TestSomeAnswersInARowAreWrong(t *testing.T) {
	for i, way := range slices.Concat(hostile.AllWays, hostile.OtherDress) {
		for j, row := range [][2]int{{1, 1}, {2, 2}, {9, 9}} {
			structured := (i+j)%2 == 0 // each way meets both, and so does each moment
			t.Run(fmt.Sprintf("%s %d %v", way, row, structured), func(t *testing.T) {
				t.Parallel()
				s := hostile.New(hostile.Tongues[(i+j)%len(hostile.Tongues)], 200, uint64(len(hostile.Tongues)*j+i))
				s.Structured, s.Totals = structured, structured || i%2 == 0
				s.Ways, s.Share, s.From, s.Until = []string{way}, 1, row[0], row[1]
				h := newHarvester(t, s)
				h.run()
				h.checkAnswers()
				if held := h.check(); held < 198 || structured && held < 200 {
					t.Errorf("%d of 200 records", held)
				}
			})
		}
	}
}

// The first answer is in another language, whose words for the next page and for the total
// are known: those of the others are not, and do not mean that there is none.
func TestTheFirstAnswerIsInAnotherLanguage(t *testing.T) {
	s := hostile.New(hostile.Tongues[4], 300, 304)
	s.Structured, s.Totals = true, true
	s.Ways, s.Share, s.Until = []string{"tongue"}, 1, 1
	h := newHarvester(t, s)
	h.run()
	if held := h.check(); held < 300 {
		t.Errorf("%d of 300 records", held)
	}
}

// Words whose vowels are marks are words, in the texts of the form's page and in answers.
func TestWordsWithMarks(t *testing.T) {
	h := newHarvester(t, hostile.New(hostile.Hindi, 300, 1))
	if sum := h.run(); h.check() < 297 {
		t.Errorf("%d of 300 records: %s: %s", h.check(), sum.Stop.Kind, sum.Stop.Reason)
	}
}

// Two questions that are never answered: the rest is had, and these are told. The next run
// asks them again.
func TestTwoQuestionsNeverAnswered(t *testing.T) {
	s := hostile.New(hostile.Tongues[0], 300, 3)
	bad := map[string]bool{strings.Fields(s.Things[0].Title)[0]: true, strings.Fields(s.Things[1].Title)[1]: true}
	s.Ways, s.Only = []string{"nothing"}, func(q url.Values) bool { return bad[q.Get("q")] }
	h := newHarvester(t, s)
	sum := h.run()
	if held := h.check(); held < 297 {
		t.Errorf("%d records", held)
	}
	if sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "not answered") {
		t.Errorf("%s: %s", sum.Stop.Kind, sum.Stop.Reason)
	}
	s.Only, s.Ways = nil, nil
	if sum = h.run(); sum.Stop.Kind != harvest.Exhausted {
		t.Errorf("once they are answered: %s: %s", sum.Stop.Kind, sum.Stop.Reason)
	}
}

// A site that is redesigned while it is harvested: no record is doubled; where its
// records have other addresses the run ends and says so.
func TestRedesign(t *testing.T) {
	for _, moved := range []bool{false, true} {
		s := hostile.New(hostile.Tongues[0], 300, 5)
		s.Layout, s.Moved = 30, moved
		h := newHarvester(t, s)
		sum := h.run()
		held := h.check()
		switch {
		case !moved && held < 297:
			t.Errorf("%d records: %s: %s", held, sum.Stop.Kind, sum.Stop.Reason)
		case moved && (sum.Stop.Kind != harvest.Broken || !strings.Contains(sum.Stop.Reason, "the site has changed")):
			t.Errorf("moved, %d records: %s: %s", held, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}
