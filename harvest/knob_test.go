package harvest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/querygen"
)

// A choice of the page size that only result pages offer is used in all further
// questions, also after a restart.
func TestKnobOfResultPagesIsTurned(t *testing.T) {
	plain, m := newShop(t), newMemory()
	run(t, harvest.Options{}, plain, newMemory())
	whole := newShop(t)
	whole.sizes = true
	sum := run(t, harvest.Options{}, whole, m)
	if sum.Records != 60 || sum.Floor > 6 || len(whole.asked) >= len(plain.asked) {
		t.Errorf("%d records, floor %d, %d requests instead of %d", sum.Records, sum.Floor, len(whole.asked), len(plain.asked))
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
	plain := newShop(t)
	run(t, harvest.Options{}, plain, newMemory())
	for _, tt := range []struct {
		name   string
		change func(*shop)
	}{
		{"pager", func(s *shop) { s.named = true }},
		{"hidden control", func(s *shop) { s.hidden = true }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			whole := newShop(t)
			tt.change(whole)
			sum := run(t, harvest.Options{}, whole, newMemory())
			if sum.Records != 60 || len(whole.asked) >= len(plain.asked) {
				t.Errorf("%d records, %d requests instead of %d", sum.Records, len(whole.asked), len(plain.asked))
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
