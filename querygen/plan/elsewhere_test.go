package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// tongues are so many records in a language of which no word is in another one's.
func tongues(counts map[string]int) []model.Record {
	var records []model.Record
	for _, article := range []string{"questo", "the"} {
		for i := range counts[article] {
			text := fmt.Sprintf("%[1]s %[1]sbook%[2]d %[1]ssays%[3]d %[1]sof%[4]d", article, i%9, i%23, i%61)
			records = append(records, model.Record{Key: fmt.Sprint(len(records)), Fields: []page.Pair{pair("text", text)}})
		}
	}
	return records
}

// asksElsewhere harvests with so many requests and returns what was asked elsewhere, after
// how many requests each, how many records are held in the end, and how many requests had
// brought nothing when it was asked first.
func asksElsewhere(t *testing.T, records []model.Record, o model.Options, start string, requests int) (words []string, at []int, held, quiet int) {
	t.Helper()
	o.Box = true
	m, err := model.New(records, o)
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{start}})
	latest := 0
	for p.Requests() < requests {
		a, ok := p.Next()
		if !ok {
			break
		}
		if a.Query.Strategy == facts.ElsewhereStrategy && a.Page < 2 {
			if len(at) == 0 {
				quiet = p.Requests() - latest
			}
			words, at = append(words, bound(a)), append(at, p.Requests())
		}
		p.Observe(m.Ask(a))
		if p.Held() > held {
			held, latest = p.Held(), p.Requests()
		}
	}
	return words, at, held, quiet
}

// TestElsewhere: a corner is left once it brings little, long before all its words are asked.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	records := tongues(map[string]int{"questo": 500, "the": 1000})
	for _, totals := range []string{"shown", "hidden"} {
		words, at, held, _ := asksElsewhere(t, records, model.Options{Totals: totals}, "questobook1", 150)
		if len(at) == 0 || held < 900 {
			t.Errorf("totals %s: holds %d of 1,500 records, of which 500 are a corner, after asking %v", totals, held, words)
		}
		if len(at) > 0 && at[0] < 30 {
			t.Errorf("totals %s: asks elsewhere after %d requests, most of which were all new", totals, at[0])
		}
	}
}

// TestStrandedInACorner: a corner is left, however small, once nothing comes, and where
// answers are cut or rows show a part of their records, too.
func TestStrandedInACorner(t *testing.T) {
	t.Parallel()
	records := tongues(map[string]int{"questo": 70, "the": 1000})
	for _, o := range []model.Options{{}, {Totals: "hidden"}, {TopK: 50}, {Snippet: 2}} {
		words, at, held, _ := asksElsewhere(t, records, o, "questobook1", 100)
		if len(at) == 0 || held < 400 {
			t.Errorf("%+v: holds %d of 1,070 records, of which 70 are a corner, after asking %v at %v", o, held, words, at)
		}
	}
}

// TestElsewhereInVain: words that bring nothing are apart from each other, none of them is
// in many of the records held, and where something comes, a small collection and one whose
// answers are cut are not asked for any.
func TestElsewhereInVain(t *testing.T) {
	t.Parallel()
	words, at, _, _ := asksElsewhere(t, tongues(map[string]int{"the": 1500}), model.Options{}, "thebook1", 400)
	if len(words) == 0 || strings.Contains(fmt.Sprint(words), "[the") || strings.Contains(fmt.Sprint(words), " the") {
		t.Errorf("asks %q, after %v requests", words, at)
	}
	for i := 1; i < len(at); i++ {
		if at[i]-at[i-1] < keyword.ElsewhereApart {
			t.Errorf("asks %q after %v requests: too close to each other", words, at)
		}
	}
	for records, topK := range map[int]int{1500: 50, 150: 0} {
		if words, at, _, quiet := asksElsewhere(t, tongues(map[string]int{"the": records}), model.Options{TopK: topK}, "thebook1", 400); len(words) > 0 && quiet < keyword.ElsewhereApart {
			t.Errorf("asks %q after %v requests for %d records, though one came %d requests before", words, at, records, quiet)
		}
	}
}
