package golden

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// sent is after how many requests a harvest is stopped.
const sent = 60

// oddColumns returns the columns that nobody would keep as they are: called by a number, or a
// second one for the title.
func oddColumns(t *testing.T, db *storage.DB, site string) (out []string) {
	type filled struct{ rows, titles int }
	columns := map[string]*filled{}
	for rec, err := range db.Records(t.Context(), site) {
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range rec.Fields {
			if columns[f.Name] == nil {
				columns[f.Name] = &filled{}
			}
			columns[f.Name].rows++
			if f.Value == rec.Title {
				columns[f.Name].titles++
			}
		}
	}
	for name, c := range columns {
		if strings.TrimRight(name, "0123456789") != name || c.rows >= 5 && c.titles*10 >= c.rows*9 {
			out = append(out, name)
		}
	}
	return out
}

// again is how many records have more than one version.
const again = `SELECT count(DISTINCT record) FROM record_versions v WHERE EXISTS (SELECT 1 FROM record_versions o WHERE o.record = v.record AND o.id < v.id)`

// harvested returns what a harvest of a made-up site sends, in order, and how it ends. The
// clock is made up, so that delays cost nothing and dates are the same each time. Another
// harvest of the same site follows: no record has changed.
func harvested(t *testing.T, site *fixtures.Site) (l ledger) {
	file := filepath.Join(t.TempDir(), "hadal.db")
	synctest.Test(t, func(t *testing.T) {
		pipe := fixtures.NewPipe(site.Name + ".example:80")
		srv := fixtures.ServeListener(pipe, site)
		defer srv.Close()
		start := page.MustParseURL(fmt.Sprintf("http://%s.example%s", site.Name, site.Start))
		db, err := storage.Open(t.Context(), file, storage.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, fresh := range []bool{false, true} {
			client, err := fetch.New(fetch.Options{DialContext: pipe.DialContext})
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			client.AddTarget(start)
			sum, err := harvest.Run(t.Context(), harvest.Site{Name: site.Name, Start: start}, harvest.Options{MaxRequests: sent, Fresh: fresh}, client, db, nil)
			if err != nil {
				t.Fatal(err)
			}
			if fresh {
				break
			}
			for _, e := range srv.Log() {
				l.asks = append(l.asks, fmt.Sprintf("%s %s %s", e.Method, e.Target, e.Body))
			}
			l.end = fmt.Sprintf("%d records, %s", sum.Records, sum.Stop.Kind)
		}
		if odd := oddColumns(t, db, site.Name); len(odd) > 0 {
			t.Errorf("%s: columns %q end in a number or repeat the title", site.Name, odd)
		}
		look, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		defer look.Close()
		var changed int
		if err := look.QueryRowContext(t.Context(), again).Scan(&changed); err != nil || changed > 0 {
			t.Errorf("%s: %d records have changed from one harvest to the next (%v)", site.Name, changed, err)
		}
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
