package harvest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
)

// pagesOfRecords returns how often each page of an article was asked for.
func pagesOfRecords(s *shop) map[string]int {
	out := map[string]int{}
	for _, r := range s.asked {
		if strings.HasPrefix(r.URL.PathQuery(), "/item/") {
			out[r.URL.PathQuery()]++
		}
	}
	return out
}

func fieldOf(fields []extract.Field, name string) extract.Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return extract.Field{}
}

// A column may be the link to the record's own page: that is read, and no other.
func TestAColumnLeadsToThePageOfARecord(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.beside = true
	profile := harvest.Profile{}
	profile.Wrapper.Columns = []extract.Column{{Name: "more", Select: "a.more", Page: true}}
	run(t, harvest.Options{Profile: &profile}, s, m)
	more := 0
	for _, r := range s.asked {
		if strings.HasPrefix(r.URL.PathQuery(), "/more/") {
			more++
		}
	}
	if opened := pagesOfRecords(s); len(opened) > 0 || more != len(m.records) || more == 0 {
		t.Errorf("%d pages of the titles' links were read, and %d of the others of %d records", len(opened), more, len(m.records))
	}
}

func TestFollowReadsEveryRecordOnce(t *testing.T) {
	for name, o := range map[string]harvest.Options{
		"always":                {Details: harvest.FollowAlways},
		"rows lack the price":   {Columns: []string{"title", "price"}},
		"never":                 {Details: harvest.FollowNever, Columns: []string{"price"}},
		"rows have the title":   {Columns: []string{"title"}},
		"nothing more is asked": {},
	} {
		t.Run(name, func(t *testing.T) {
			s, m := newShop(t), newMemory()
			s.gone = map[int]bool{7: true}
			sum := run(t, o, s, m)
			opened := pagesOfRecords(s)
			if name != "always" && name != "rows lack the price" {
				if len(opened) > 0 || sum.Details != 0 {
					t.Errorf("%d pages of records were asked for, %d requests counted", len(opened), sum.Details)
				}
				return
			}
			if len(opened) != len(m.records) || len(opened) != 60 {
				t.Errorf("%d pages of %d records were opened, want all 60", len(opened), len(m.records))
			}
			for path, n := range opened {
				if n != 1 {
					t.Errorf("%s was asked for %d times", path, n)
				}
			}
			if sum.Details != 60 || sum.Requests != len(s.asked) {
				t.Errorf("%d requests for details of %d in all are told, %d were sent", sum.Details, sum.Requests, len(s.asked))
			}
			for i := range 60 {
				fields := m.fields[fmt.Sprintf("http://shop.example/item/%d", i)]
				if i == 7 {
					if len(fields) > 0 {
						t.Errorf("a page that is gone gave %v", fields)
					}
					continue
				}
				want := extract.Field{Name: "price", Value: fmt.Sprintf("€ %d.50", 10+i), Kind: "money", Number: float64(10+i) + .5, Currency: "EUR"}
				if d := cmp.Diff(want, fieldOf(fields, "price")); d != "" {
					t.Errorf("price of %d (-want +got):\n%s", i, d)
				}
			}
		})
	}
}

func TestFollowGoesOnWhereItWasCut(t *testing.T) {
	calm := newMemory()
	run(t, harvest.Options{Details: harvest.FollowAlways}, newShop(t), calm)
	for cut := 5; cut < 130; cut += 23 {
		m := newMemory()
		s := newShop(t)
		m.failAt = cut // a full disk in the middle
		if _, err := harvest.Run(context.Background(), site, harvest.Options{Details: harvest.FollowAlways}, s, m, nil); err == nil {
			continue // it was done before
		}
		m.failAt = 0
		again := newShop(t)
		sum := run(t, harvest.Options{Details: harvest.FollowAlways}, again, m)
		if d := cmp.Diff(calm.fields, m.fields); d != "" {
			t.Fatalf("cut at commit %d, fields (-calm +cut):\n%s", cut, d)
		}
		twice := 0
		for path, n := range pagesOfRecords(again) {
			if n += pagesOfRecords(s)[path]; n > 1 {
				twice++
			}
		}
		if twice > 1 {
			t.Errorf("cut at commit %d: %d pages were read twice, want at most the one in flight", cut, twice)
		}
		if sum.Details != 60 {
			t.Errorf("cut at commit %d: %d requests for details are told", cut, sum.Details)
		}
	}
}

// Pages of records that the site leads nowhere failed, and so does a run where they go on to:
// what a guard refuses of what was asked for is passed over.
func TestPagesOfRecordsThatLeadNowhereFail(t *testing.T) {
	for _, led := range []bool{false, true} {
		s, m := newShop(t), newMemory()
		s.fail = func(n int) error {
			if u := s.asked[n-1].URL; strings.HasPrefix(u.PathQuery(), "/item/") {
				return &fetch.RefusedError{URL: u, Guard: "redirect", Rule: "it leads back", Led: led}
			}
			return nil
		}
		sum := run(t, harvest.Options{Details: harvest.FollowAlways}, s, m)
		opened := len(pagesOfRecords(s))
		if led && (opened > 20 || sum.Stop.Kind != harvest.Broken) || !led && opened != 60 {
			t.Errorf("led nowhere %t: %d pages of records were asked for: %s: %s", led, opened, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

func TestDriftIsReportedAndRecordsKeepComing(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.redesign = 9
	var notes []string
	sum, err := harvest.Run(context.Background(), site, harvest.Options{}, s, m, func(e harvest.Event) {
		if e.Kind == "note" {
			notes = append(notes, e.Message)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.records) != 60 || sum.Records != 60 {
		t.Errorf("%d records of 60", len(m.records))
	}
	told := strings.Join(notes, "\n")
	if !strings.Contains(told, "the pages have changed") || !strings.Contains(told, "hits") {
		t.Errorf("nothing tells of the change:\n%s", told)
	}
	w := m.state.Profile.Wrapper
	if w.Region != "#hits" || !strings.HasPrefix(w.Record, "section") {
		t.Errorf("the wrapper is still %+v", w)
	}
	var inLedger bool
	for _, step := range m.steps {
		inLedger = inLedger || strings.Contains(step, "the wrapper does not fit")
	}
	if !inLedger {
		t.Error("no answer in the ledger says that the wrapper did not fit")
	}
}
