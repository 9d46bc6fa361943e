package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/fixtures/hostile"
	"github.com/hadal-crawler/hadal/storage"
)

// A site answers a third of all requests wrongly. What a run prints last and ends with is
// true: that all is held, or what is open, or that it has to be run again. After two runs
// all is held.
func TestPrintedEndOfHarvestsAtHostileSites(t *testing.T) {
	t.Parallel()
	for i, tongue := range hostile.Tongues[:4] {
		t.Run(tongue.Lang, func(t *testing.T) {
			t.Parallel()
			records := 450 // of which one answer shows 400
			if i%2 == 0 {
				records = 350 // as it says
			}
			made := func(share float64) string {
				s := hostile.New(tongue, records, uint64(i))
				s.Structured, s.Totals, s.Ways, s.Share = true, i%2 == 0, hostile.AllWays, share
				server := httptest.NewServer(s)
				t.Cleanup(server.Close)
				return server.URL
			}
			h := printedEnd{t: t, url: made(1.0 / 3), db: filepath.Join(t.TempDir(), "h.db"), there: records}
			h.run()
			if held := h.run(); held < records {
				t.Errorf("%d of %d records after two runs", held, records)
			}
		})
	}
}

// printedEnd runs harvests of a site by the command line.
type printedEnd struct {
	t       *testing.T
	url, db string
	there   int // records that the site has
}

// run harvests once, holds the last line and the exit status against what is held, and
// returns that.
func (h printedEnd) run() (held int) {
	h.t.Helper()
	var out, errs bytes.Buffer
	ended := run([]string{"harvest", h.url, "--db", h.db, "--details", "never", "--browser", "never"}, &out, &errs)
	lines := strings.Split(strings.TrimSpace(out.String()+errs.String()), "\n")
	last := lines[len(lines)-1]
	var table bytes.Buffer
	if status := run([]string{"status", "--db", h.db, "--json"}, &table, &errs); status != exit.Done {
		h.t.Fatalf("status ended with %d: %s", status, &errs)
	}
	var sites []storage.SiteStatus
	if err := json.Unmarshal(table.Bytes(), &sites); err != nil || len(sites) != 1 {
		h.t.Fatalf("%v in %s", err, &table)
	}
	held = int(sites[0].Records)
	open := strings.Contains(last, "not answered") || strings.Contains(last, "never got an answer")
	wrong := ""
	switch {
	case ended == exit.Done && held < h.there:
		wrong = "it ended as if all was held"
	case ended == exit.Done && open:
		wrong = "it ended well though questions are open"
	case ended == exit.Incomplete && !open && !strings.Contains(last, fmt.Sprintf("%d are held", held)):
		wrong = "it does not say what is missing"
	case ended == exit.Failure && !strings.Contains(last, "the same command goes on"):
		wrong = "it does not say how to go on"
	case ended != exit.Done && ended != exit.Incomplete && ended != exit.Failure:
		wrong = "it did not end by itself"
	}
	if wrong != "" {
		h.t.Errorf("%s: status %d, %d of %d records, last line %s", wrong, ended, held, h.there, last)
	}
	h.t.Logf("status %d, %d of %d records, last line %s", ended, held, h.there, last)
	return held
}
