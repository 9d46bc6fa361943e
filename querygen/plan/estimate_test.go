package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/model"
)

func TestEstimateFollowsWhatIsKnown(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: boxForm()})
	if e := p.Estimate(); e.Known() || e.Held != 0 || e.Low != 0 || !strings.HasPrefix(e.Method, "not known yet") {
		t.Errorf("nothing seen: %+v", e)
	}
	rows := func(from, to int) (out []querygen.Row) {
		for i := from; i < to; i++ {
			out = append(out, querygen.Row{Key: fmt.Sprint(i), Text: fmt.Sprint("record", i)})
		}
		return out
	}
	p.Observe(querygen.Outcome{Query: querygen.Query{Form: "f"}, Page: 1, Status: querygen.Answered, Rows: rows(0, 10), Total: 30, More: true, Requests: 1})
	if e := p.Estimate(); e.Size != 30 || !e.Exact || e.Coverage != 1.0/3 {
		t.Errorf("a total of 30 shown: %+v", e)
	}
	for i := range 6 { // answers that contradict it
		q := p.facts.Space.Word(fmt.Sprint("w", i), "")
		p.Observe(querygen.Outcome{Query: q, Page: 1, Status: querygen.Answered, Rows: rows(5*i, 5*i+12), Total: -1, Requests: 2})
	}
	if e := p.Estimate(); e.Exact || e.Known() || !strings.HasPrefix(e.Method, "not known") || e.Held != 37 {
		t.Errorf("37 records of a total of 30: %+v", e)
	}
	if y, n := p.Yield(5); n != 6 || y != 15.0/6 {
		t.Errorf("Yield(5) = %v over %d, want 2.5 over 6: three outcomes of 2 requests brought 5 records each", y, n)
	}
	if y, n := p.Yield(1000); n != 13 || y != 37.0/13 {
		t.Errorf("Yield(1000) = %v over %d, want 37/13 over all 13", y, n)
	}
	if p.Requests() != 13 || p.Queries() != 7 {
		t.Errorf("%d requests, %d queries; want 13 and 7", p.Requests(), p.Queries())
	}
}

// A total of everything that is held exactly is the size once many questions bring no more,
// though the totals of words look like guesses. While records come it is none: the number
// held passes through any total.
func TestTotalThatIsHeld(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: boxForm()})
	answer := func(q querygen.Query, from, total int) {
		var rows []querygen.Row
		for i := from; i < from+10; i++ {
			rows = append(rows, querygen.Row{Key: fmt.Sprint(i % 60), Text: fmt.Sprint("record ", i%60, " w", from)})
		}
		p.Observe(querygen.Outcome{Query: q, Page: 1, Status: querygen.Answered, Rows: rows, Total: total, Requests: 1})
	}
	answer(querygen.Query{Form: "f"}, 0, 60)
	for i := range 25 {
		answer(p.facts.Space.Word(fmt.Sprint("w", 5*i), ""), 5*i%60, 20)
		e, dry := p.Estimate(), 0
		if i > 10 {
			dry = i - 10 // the eleventh brings the last of the sixty
		}
		if held := p.Held(); i > 8 && dry < 8 && e.Exact || dry > 8 && (!e.Exact || e.Size != 60 || held != 60) {
			t.Errorf("%d held, %d answers without a new one: %+v", held, dry, e)
		}
	}
	answer(p.facts.Space.Word("other", ""), 60, 20)
	p.Observe(querygen.Outcome{Query: p.facts.Space.Word("more", ""), Page: 1, Status: querygen.Answered, Rows: []querygen.Row{{Key: "x", Text: "another"}}, Total: 1, Requests: 1})
	if e := p.Estimate(); e.Exact {
		t.Errorf("61 held of a total of 60: %+v", e)
	}
}

// A total of everything that is just as many as are held is a limit where the values of a menu,
// which share no records, have more between them.
func TestATotalThatPartsContradict(t *testing.T) {
	for shared, exact := range map[int]bool{0: false, 5: true} {
		p := mustPlan(t, querygen.Options{Form: forms.Form{ID: "f", Fields: []forms.Field{menuField("kind", forms.CategoryRole, "a", "b", "c", "d", "e")}}})
		answer := func(kind string, from, total int, more bool) {
			q := querygen.Query{Form: "f"}
			if kind != "" {
				q.Bind = []page.Pair{{Name: "kind", Value: kind}}
			}
			var rows []querygen.Row
			for i := from; i < from+20; i++ {
				rows = append(rows, querygen.Row{Key: fmt.Sprint(i), Text: fmt.Sprint("record ", i)})
			}
			p.Observe(querygen.Outcome{Query: q, Page: 1, Status: querygen.Answered, Rows: rows, Total: total, More: more, Requests: 1})
		}
		for i, kind := range strings.Split("abcd", "") {
			answer(kind, (20-shared)*i, 20, false)
		}
		answer("e", 80-3*shared, 40, true)
		answer("", 0, p.Held(), true)
		if e := p.Estimate(); e.Exact != exact {
			t.Errorf("values that share %d: %+v", shared, e)
		}
	}
}

func TestSinceNew(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: boxForm()})
	ask := func(word string, requests int, keys ...string) {
		o := querygen.Outcome{Query: p.facts.Space.Word(word, ""), Page: 1, Status: querygen.Answered, Total: -1, Requests: requests}
		for _, k := range keys {
			o.Rows = append(o.Rows, querygen.Row{Key: k, Text: k})
		}
		p.Observe(o)
	}
	ask("a", 1, "x", "y")
	if n, rows := p.sinceNew(); n != 0 || rows != 0 {
		t.Errorf("after a new record: %d answers, %d rows", n, rows)
	}
	ask("b", 2, "y")
	ask("c", 1, "x", "y")
	ask("d", 1)
	if n, rows := p.sinceNew(); n != 3 || rows != 3 {
		t.Errorf("%d answers and %d rows without a new record, want 3 and 3", n, rows)
	}
	// Pages of one question that are read on count a few times only, one that is read again does not.
	for range 200 {
		ask("b", 3, "y")
	}
	if n, rows := p.sinceNew(); n != 3 || rows != 3 {
		t.Errorf("after a page that was read 200 times: %d answers and %d rows without a new record", n, rows)
	}
	for n := range 200 {
		o := querygen.Outcome{Query: p.facts.Space.Word("b", ""), Page: n + 2, Status: querygen.Answered, Total: -1, Requests: 3, Rows: []querygen.Row{{Key: "y", Text: "y"}}, More: true}
		p.Observe(o)
	}
	if n, rows := p.sinceNew(); n != facts.PerQuestion+2 || rows != facts.PerQuestion+2 {
		t.Errorf("after 200 pages of one question: %d answers and %d rows without a new record", n, rows)
	}
	if rate, n := p.lately(150); n >= 150 || rate == 0 {
		t.Errorf("%.2f new records in each of the latest %d answers", rate, n)
	}
	// But a harvest that reads nothing else ends.
	for range 10 * 150 {
		ask("b", 3, "y")
	}
	if rate, n := p.lately(150); n != 150 || rate != 0 {
		t.Errorf("%.2f new records in each of the latest %d answers", rate, n)
	}
}

// What no question brings is told apart, once nothing is left to ask.
func TestEstimateTellsWhatNoQuestionReaches(t *testing.T) {
	for _, tt := range []struct {
		o      model.Options
		beyond int
	}{
		{model.Options{Attributes: []string{"colour"}, TopK: 2, PageSize: 2, Lists: true}, 2}, // one red and one blue fish
		{model.Options{Attributes: []string{"colour", "kind"}, TopK: 2, PageSize: 2, Lists: true}, 0},
	} {
		m := fish(t, tt.o)
		p := mustPlan(t, querygen.Options{Form: m.Form()})
		for range 100 {
			if e := p.Estimate(); e.Unreachable > 0 {
				t.Fatalf("%+v: %+v before the end", tt.o, e)
			}
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
		}
		e := p.Estimate()
		if e.Unreachable != tt.beyond || (e.Beyond != "") != (tt.beyond > 0) || e.Held != m.Reachable() {
			t.Errorf("%+v: %+v, want %d records beyond and %d held (%s)", tt.o, e, tt.beyond, m.Reachable(), p.Why())
		}
	}
}
