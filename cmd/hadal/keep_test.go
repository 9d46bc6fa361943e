package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/storage"
)

// A person who knows a site writes a profile of a few lines by hand: what tells its records
// apart, which part of a text is kept and as what, and what only the records' own pages show.
func TestKeepWhatAProfileSays(t *testing.T) {
	t.Parallel()
	server := serveAntiques(t)
	dir := t.TempDir()
	file, profile := filepath.Join(dir, "h.db"), filepath.Join(dir, "antiques.yaml")
	text := "name: antiques\nstart: " + server.URL() + `
wrapper:
  columns:
    - {name: lot, select: a, attribute: href, pattern: '/lot/(\d+)', kind: integer, key: true}
    - {name: period, pattern: '(1[78])th century', kind: integer, required: true}
details:
  columns:
    - {name: sold_by, select: 'table.facts tr:nth-child(3) td'}
    - {name: price, drop: true}
`
	if err := os.WriteFile(profile, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := hadal(t, "harvest", profile, "--db", file, "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sellers := map[string]string{}
	for _, r := range server.Site.Records {
		if p := r.Fields["period"]; strings.HasPrefix(p, "17") || strings.HasPrefix(p, "18") {
			sellers["lot="+r.ID] = r.Detail["seller"]
		}
	}
	db, err := storage.Open(t.Context(), file, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	held := 0
	for r, err := range db.Records(t.Context(), "antiques") {
		if err != nil {
			t.Fatal(err)
		}
		held++
		fields := map[string]float64{}
		for _, f := range r.Fields {
			if f.Name == "sold_by" && f.Value == sellers[r.Key] {
				fields["sold_by"] = 1
			} else {
				fields[f.Name] = f.Number
			}
		}
		if _, priced := fields["price"]; sellers[r.Key] == "" || fields["sold_by"] == 0 || fields["lot"] == 0 || fields["period"] != 17 && fields["period"] != 18 || priced {
			t.Errorf("%s: %+v", r.Key, r.Fields)
		}
	}
	if held == 0 || held != len(sellers) {
		t.Errorf("%d records of %d", held, len(sellers))
	}
	for _, c := range []struct{ args, want string }{
		{server.URL() + "lots?q=lot", "     period: 17  [number 17]\n"},
		{server.URL() + "lots?q=lot", "more are no records: they have no period, which is required"},
		{server.URL() + "lots?q=lot --json", `"columns":[`},
		{server.URL() + "lot/" + server.Site.Records[0].ID + " --detail", "     sold_by: " + server.Site.Records[0].Detail["seller"]},
	} {
		out, err := hadal(t, append([]string{"records", "--profile", profile}, strings.Fields(c.args)...)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("records %s: %v, lacks %q\n%s", c.args, err, c.want, out)
		}
	}
	if out, err := hadal(t, "records", server.URL(), "--detail").CombinedOutput(); err == nil || !strings.Contains(string(out), "--detail needs --profile FILE") {
		t.Errorf("--detail alone: %v\n%s", err, out)
	}
}
