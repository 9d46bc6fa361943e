package golden

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// sent is after how many requests a harvest is stopped.
const sent = 60

// forgetful is a Store for one run: nothing is asked of it again. It keeps an eye on the
// columns of what it is given.
type forgetful struct{ columns map[string]*filled }

// filled counts the records that have a column, and those whose title it repeats.
type filled struct{ rows, title int }

// odd returns the columns that nobody would keep as they are: called by a number, or a
// second one for the title.
func (f forgetful) odd() (out []string) {
	for name, c := range f.columns {
		if strings.TrimRight(name, "0123456789") != name || c.rows >= 5 && c.title == c.rows {
			out = append(out, name)
		}
	}
	return out
}

func (forgetful) Begin(context.Context, harvest.Site, bool) (harvest.State, error) {
	return harvest.State{Harvest: 1}, nil
}
func (f forgetful) Commit(_ context.Context, c harvest.Commit) error {
	if c.Step == nil || c.Step.Answer == nil {
		return nil
	}
	for _, rec := range c.Step.Answer.Records {
		for _, field := range rec.Fields {
			if f.columns[field.Name] == nil {
				f.columns[field.Name] = &filled{}
			}
			f.columns[field.Name].rows++
			if field.Value == rec.Title {
				f.columns[field.Name].title++
			}
		}
	}
	return nil
}
func (forgetful) Steps(context.Context, int64) iter.Seq2[harvest.Step, error] {
	return func(func(harvest.Step, error) bool) {}
}
func (forgetful) Retract(context.Context, int64) error { return nil }
func (forgetful) Undetailed(context.Context, int64) iter.Seq2[extract.Record, error] {
	return func(func(extract.Record, error) bool) {}
}

// harvested returns what a harvest of a made-up site sends, in order, and how it ends. The
// clock is made up, so that delays cost nothing and dates are the same each time.
func harvested(t *testing.T, site *fixtures.Site) (l ledger) {
	synctest.Test(t, func(t *testing.T) {
		pipe := fixtures.NewPipe(site.Name + ".example:80")
		srv := fixtures.ServeListener(pipe, site)
		client, err := fetch.New(fetch.Options{DialContext: pipe.DialContext})
		if err != nil {
			t.Fatal(err)
		}
		start := page.MustParseURL(fmt.Sprintf("http://%s.example%s", site.Name, site.Start))
		client.AddTarget(start)
		store := forgetful{map[string]*filled{}}
		sum, err := harvest.Run(t.Context(), harvest.Site{Name: site.Name, Start: start}, harvest.Options{MaxRequests: sent}, client, store, nil)
		if err != nil {
			t.Fatal(err)
		}
		if odd := store.odd(); len(odd) > 0 {
			t.Errorf("%s: columns %q end in a number or repeat the title", site.Name, odd)
		}
		for _, e := range srv.Log() {
			l.asks = append(l.asks, fmt.Sprintf("%s %s %s", e.Method, e.Target, e.Body))
		}
		l.end = fmt.Sprintf("%d records, %s", sum.Records, sum.Stop.Kind)
		client.Close()
		srv.Close()
	})
	return l
}

// A harvest of each made-up site sends the same requests in the same order as before.
func TestHarvests(t *testing.T) {
	g := open(t, "harvests.txt")
	sites := slices.DeleteFunc(sites(), func(s *fixtures.Site) bool { return s.Search == "" })
	ledgers := map[string]ledger{}
	for _, site := range sites {
		ledgers[site.Name] = harvested(t, site)
	}
	g.compareLedgers(t, ledgers)
}
