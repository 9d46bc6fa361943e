package harvest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/querygen"
)

// A choice of the page size that only result pages offer saves requests where
// answers are long.
func TestKnobOfResultPagesSavesRequests(t *testing.T) {
	const n = 600
	requests := map[bool]int{}
	for _, sizes := range []bool{false, true} {
		s := newShop(t)
		s.sizes = sizes
		for i := len(s.articles); i < n; i++ {
			s.articles = append(s.articles, strings.Replace(s.articles[i%60], fmt.Sprintf("%03d", i%60), fmt.Sprintf("%03d", i), 1))
		}
		sum := run(t, harvest.Options{}, s, newMemory())
		if sum.Records != n || sum.Requests != len(s.asked) {
			t.Errorf("sizes offered: %v: %d records of %d, %d requests of %d", sizes, sum.Records, n, sum.Requests, len(s.asked))
		}
		requests[sizes] = len(s.asked)
	}
	t.Logf("requests: %v", requests)
	if requests[true] > requests[false]*2/3 {
		t.Errorf("%d requests with larger pages, %d without", requests[true], requests[false])
	}
}

// furtherPages counts the requests of a harvest for pages after the first one
// of an answer.
func furtherPages(t *testing.T, change func(*shop)) int {
	t.Helper()
	s := newShop(t)
	change(s)
	if sum := run(t, harvest.Options{}, s, newMemory()); sum.Records != 60 {
		t.Errorf("%d records of 60", sum.Records)
	}
	n := 0
	for _, a := range asked(s) {
		if strings.Contains(a, "from=") {
			n++
		}
	}
	return n
}

// A choice of the page size that only result pages offer is used in all further
// questions, also after a restart.
func TestKnobOfResultPagesIsTurned(t *testing.T) {
	sizes := func(s *shop) { s.sizes = true }
	if with, without := furtherPages(t, sizes), furtherPages(t, func(*shop) {}); with > 1 || without < 5 {
		t.Errorf("%d further pages, %d without", with, without)
	}
	whole, m := newShop(t), newMemory()
	whole.sizes = true
	sum := run(t, harvest.Options{}, whole, m)
	if sum.Records != 60 || *sum.Floor > 6 {
		t.Errorf("%d records, floor %d", sum.Records, *sum.Floor)
	}
	if c := sum.Capabilities.Get(querygen.CanPageSize); c.Verdict != querygen.Yes || c.Value != "10" {
		t.Errorf("%+v", c)
	}
	turned := 0
	for _, a := range asked(whole) {
		if strings.Contains(a, "count=50") {
			turned++
		}
	}
	if turned < len(whole.asked)/2 {
		t.Errorf("%d of %d requests with large pages", turned, len(whole.asked))
	}
	for _, cut := range []int{4, 6, 8, 12} {
		first, second, m := newShop(t), newShop(t), newMemory()
		first.sizes, second.sizes = true, true
		run(t, harvest.Options{MaxRequests: cut}, first, m)
		run(t, harvest.Options{}, second, m)
		if d := cmp.Diff(asked(whole), append(asked(first), asked(second)...)); d != "" {
			t.Errorf("cut after %d requests (-undisturbed +resumed):\n%s", cut, d)
		}
	}
}

// A parameter for the page size that the site uses itself, in the links of its
// pager or in a hidden control, is turned up to what the site accepts.
func TestParameterOfThePageSizeIsTurned(t *testing.T) {
	without := furtherPages(t, func(*shop) {})
	for _, tt := range []struct {
		name   string
		change func(*shop)
	}{
		{"pager", func(s *shop) { s.named = true }},
		{"pager, by a name of its own", func(s *shop) { s.named, s.rows = true, "nr" }},
		{"hidden control", func(s *shop) { s.hidden = true }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			whole := newShop(t)
			tt.change(whole)
			sum := run(t, harvest.Options{}, whole, newMemory())
			if with := furtherPages(t, tt.change); sum.Records != 60 || with > 1 || without < 5 {
				t.Errorf("%d records, %d further pages, %d without", sum.Records, with, without)
			}
			if c := sum.Capabilities.Get(querygen.CanPageSize); c.Verdict != querygen.Yes || c.Value != "10" {
				t.Errorf("%+v", c)
			}
			for _, cut := range []int{4, 6, 8, 12} {
				first, second, m := newShop(t), newShop(t), newMemory()
				tt.change(first)
				tt.change(second)
				run(t, harvest.Options{MaxRequests: cut}, first, m)
				run(t, harvest.Options{}, second, m)
				if d := cmp.Diff(asked(whole), append(asked(first), asked(second)...)); d != "" {
					t.Errorf("cut after %d requests (-undisturbed +resumed):\n%s", cut, d)
				}
			}
		})
	}
}

// Orders that only links of result pages offer are used like those of the form:
// under a limit they reach more of an answer, also after a restart.
func TestOrdersOfResultPagesAreUsed(t *testing.T) {
	shop := func() *shop {
		s := newShop(t)
		for i, a := range s.articles { // no word is in few articles
			s.articles[i] = a[:strings.LastIndex(a, " ")]
		}
		s.sorts, s.limit = true, 3
		return s
	}
	plain := shop()
	plain.sorts = false
	without := run(t, harvest.Options{}, plain, newMemory())
	whole := shop()
	sum := run(t, harvest.Options{}, whole, newMemory())
	if sum.Records < without.Records+10 {
		t.Errorf("%d records, %d without orders", sum.Records, without.Records)
	}
	if c := sum.Capabilities.Get(querygen.CanSort); c.Verdict != querygen.Yes || !strings.Contains(c.Value, "desc") {
		t.Errorf("%+v", c)
	}
	for _, a := range asked(whole) {
		if strings.Contains(a, "view=") || strings.Contains(a, "sort=age") {
			t.Errorf("asked %s", a)
		}
	}
	for _, cut := range []int{4, 6, 8, 12, 20} {
		first, second, m := shop(), shop(), newMemory()
		run(t, harvest.Options{MaxRequests: cut}, first, m)
		run(t, harvest.Options{}, second, m)
		if d := cmp.Diff(asked(whole), append(asked(first), asked(second)...)); d != "" {
			t.Errorf("cut after %d requests (-undisturbed +resumed):\n%s", cut, d)
		}
	}
}
