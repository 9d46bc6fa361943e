package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// That a site has changed while it was harvested is told where one looks for how it stands.
func TestStatusTellsOfAChange(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "h.db")
	db, err := storage.Open(t.Context(), path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"changed", "same"} {
		state, err := db.Begin(t.Context(), harvest.Site{Name: name, Start: page.MustParseURL("https://" + name + ".example/")}, false)
		if err != nil {
			t.Fatal(err)
		}
		if name == "changed" {
			if err := db.Commit(t.Context(), harvest.Commit{Harvest: state.Harvest, Profile: &harvest.Profile{Changed: "its pages have another frame"}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	db.Close()
	var out, errs bytes.Buffer
	if run([]string{"status", "--db", path}, &out, &errs) != 0 || strings.Count(out.String(), ": changed: ") != 1 || !strings.Contains(out.String(), "\nchanged: changed: its pages have another frame\n") {
		t.Errorf("%s%s", out.String(), errs.String())
	}
	out.Reset()
	if run([]string{"status", "--json", "--db", path}, &out, &errs) != 0 || strings.Count(out.String(), `"changed":"its pages have another frame"`) != 1 {
		t.Errorf("%s%s", out.String(), errs.String())
	}
}
