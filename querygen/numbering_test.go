package querygen

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTurn(t *testing.T) {
	type page struct {
		at, rows int
		more     bool
	}
	for _, tt := range []struct {
		name     string
		pages    []page
		want     numbering
		more     bool
		next     int
		nextSaid bool // next is what is asked for
	}{
		{"in order", []page{{1, 10, true}, {2, 10, true}}, numbering{pages: 2, lastPage: 2}, true, 3, true},
		{"in order to the end", []page{{1, 10, true}, {2, 3, false}}, numbering{pages: 2, last: 2, counted: 13, lastPage: 2}, false, 0, false},
		{"one page", []page{{1, 3, false}}, numbering{pages: 1, last: 1, counted: 3, lastPage: 1}, false, 0, false},
		{"nothing", []page{{1, 0, false}}, numbering{pages: 1, beyond: 1, lastPage: 1}, false, 0, false},
		{"an empty page after a full one", []page{{1, 10, true}, {2, 0, true}}, numbering{pages: 1, last: 1, counted: 10, beyond: 2, lastPage: 2}, false, 0, false},
		{"opened at its end", []page{{7, 4, false}}, numbering{apart: []int{7}, last: 7, counted: 64, lastPage: 7}, true, 1, true},
		{"opened in front of its end", []page{{7, 10, true}}, numbering{apart: []int{7}, lastPage: 7}, true, 8, true},
		{"opened behind its end", []page{{7, 0, false}}, numbering{beyond: 7, lastPage: 7}, true, 1, true},
		{"its end between two pages", []page{{3, 10, true}, {9, 0, false}, {4, 0, false}}, numbering{apart: []int{3}, last: 3, counted: 30, beyond: 4, lastPage: 4}, true, 1, true},
		{"the gap is closed", []page{{3, 5, false}, {1, 10, true}, {2, 10, true}}, numbering{pages: 3, apart: []int{}, last: 3, counted: 25, lastPage: 2}, false, 0, false},
		{"a page twice", []page{{2, 10, true}, {2, 0, false}}, numbering{apart: []int{2}, lastPage: 2}, true, 3, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := &question{}
			for _, p := range tt.pages {
				q.turn(p.at, p.rows, p.more, 10)
			}
			if diff := cmp.Diff(tt.want, q.numbering, cmp.AllowUnexported(numbering{})); diff != "" || q.more != tt.more {
				t.Errorf("more is %v, want %v\n%s", q.more, tt.more, diff)
			}
			if at := q.nextPage().Page; tt.nextSaid && at != tt.next {
				t.Errorf("next is page %d, want %d", at, tt.next)
			}
		})
	}
}

// TestNumberedPages harvests models whose pages can be asked for by their numbers:
// no page is asked for twice, and all that can be had comes for fewer requests than
// where a page can be had only from the one before it.
func TestNumberedPages(t *testing.T) {
	for _, o := range []ModelOptions{
		{Totals: "hidden", TopK: 200},
		{TopK: 200},
	} {
		harvest := func(o ModelOptions) (requests, apart int) {
			m := zipfModel(t, 2000, o)
			p, err := New(Options{Form: m.Form(), Seed: 1, Seeds: []string{m.StartWord(1)}})
			if err != nil {
				t.Fatal(err)
			}
			asked := map[string][]int{}
			for p.Held() < m.Len()*9/10 {
				a, ok := p.Next()
				if !ok || p.Requests() > 3000 {
					t.Fatalf("%+v: %d of %d records after %d requests: %s", o, p.Held(), m.Len(), p.Requests(), p.Why())
				}
				key := a.Query.Key()
				if slices.Contains(asked[key], a.Page) {
					t.Fatalf("%+v: page %d of %s is asked for twice", o, a.Page, key)
				}
				if a.Page > 1 && !slices.Contains(asked[key], a.Page-1) {
					apart++
				}
				asked[key] = append(asked[key], a.Page)
				p.Observe(m.Ask(a))
			}
			return p.Requests(), apart
		}
		numbered, apart := harvest(o)
		o.InOrder = true
		ordered, wrong := harvest(o)
		t.Logf("%+v: %d requests, %d for pages by their numbers; %d in order", o, numbered, apart, ordered)
		if wrong > 0 {
			t.Errorf("%+v: %d pages are asked for that cannot be had", o, wrong)
		}
		if apart == 0 || numbered >= ordered {
			t.Errorf("%+v: %d requests, %d for pages by their numbers; %d in order", o, numbered, apart, ordered)
		}
	}
}

// TestNumberThatFails asks a model in order after a page could not be had by its number.
func TestNumberThatFails(t *testing.T) {
	m := zipfModel(t, 2000, ModelOptions{Totals: "hidden", TopK: 200})
	p, err := New(Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}})
	if err != nil {
		t.Fatal(err)
	}
	asked, failures := map[string]int{}, 0
	for p.Held() < m.Len()/2 {
		a, ok := p.Next()
		if !ok || p.Requests() > 2000 {
			t.Fatalf("%d of %d records after %d requests: %s", p.Held(), m.Len(), p.Requests(), p.Why())
		}
		key := a.Query.Key()
		if a.Page > asked[key]+1 {
			if failures++; failures > 1 {
				t.Fatalf("page %d of %s is asked for, after such a page could not be had", a.Page, key)
			}
			p.Observe(Outcome{Query: a.Query, Page: a.Page, Status: Failed, Total: -1, Requests: 1})
			continue
		}
		asked[key] = a.Page
		o := m.Ask(a)
		o.Numbered = o.Numbered && failures == 0
		p.Observe(o)
	}
	if failures == 0 {
		t.Error("no page was asked for by its number")
	}
}
