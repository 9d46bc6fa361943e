package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/harvests"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/storage"
)

func serveAntiques(t *testing.T) *fixtures.Server {
	t.Helper()
	server, err := fixtures.Serve(fixtures.Antiques(fixtures.Options{Seed: 5}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// prices returns the price of every record of a database, by title.
func prices(t *testing.T, file string) map[string]string {
	t.Helper()
	db, err := storage.Open(t.Context(), file, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sites, err := db.Sites(t.Context())
	if err != nil || len(sites) != 1 {
		t.Fatalf("%d sites, %v", len(sites), err)
	}
	out := map[string]string{}
	for r, err := range db.Records(t.Context(), sites[0].Name) {
		if err != nil {
			t.Fatal(err)
		}
		out[r.Title] = ""
		for _, f := range r.Fields {
			if f.Name == "price" && f.Kind == "money" {
				out[r.Title] = f.Value
			}
		}
	}
	return out
}

// TestDetailsSurviveKills harvests a site whose rows lack the price, is killed
// again and again, and has every price in the end, each page read once.
func TestDetailsSurviveKills(t *testing.T) {
	t.Parallel()
	server := serveAntiques(t)
	file := filepath.Join(t.TempDir(), "h.db")
	args := []string{"harvest", server.URL(), "--db", file, "--quiet", "--details", "always"}
	killed := 0
	for _, at := range []int{12, 45, 90} {
		cmd := hadal(t, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		if awaitRequests(t.Context(), server, at, ended) {
			time.Sleep(time.Duration(at%7) * 300 * time.Microsecond)
			_ = cmd.Process.Kill()
			<-ended
			killed++
		}
	}
	if out, err := hadal(t, args...).CombinedOutput(); err != nil {
		t.Fatalf("after the kills: %v\n%s", err, out)
	}
	if killed == 0 {
		t.Error("the harvest was never killed")
	}
	want := map[string]string{}
	for _, r := range server.Site.Records {
		want[r.Title] = r.Detail["price"]
	}
	if d := cmp.Diff(want, prices(t, file)); d != "" {
		t.Errorf("prices (-there +held):\n%s", d)
	}
	opened := server.Log().Asked("/lot/")
	if n := len(opened.Repeated()); n > killed {
		t.Errorf("%d pages of lots were read twice after %d kills", n, killed)
	}
	if v := server.Violations(); len(v) > 0 {
		t.Errorf("violations: %+v", v)
	}
}

// TestInitTellsDrift writes a profile of a site, and checks it against the site
// and against what an edited one says.
func TestInitTellsDrift(t *testing.T) {
	t.Parallel()
	server := serveAntiques(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "antiques.yaml")
	if out, err := hadal(t, "init", server.URL(), "--db", filepath.Join(dir, "h.db"), "--quiet", "--output", file).CombinedOutput(); err != nil {
		t.Fatalf("init: %v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"action: \"http://", "role: query", "region: \"#lots\"", "record: li.lot", "name: period", "a[rel~=", "empty: No lots match", "name: total, verdict: \"yes\""} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the profile lacks %q:\n%s", part, text)
		}
	}
	check := func(edit func(string) string) (status int, said string) {
		t.Helper()
		edited := edit(string(text))
		name := filepath.Join(t.TempDir(), "edited.yaml")
		if err := os.WriteFile(name, []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := hadal(t, "init", "--check", name, "--quiet")
		out, _ := cmd.CombinedOutput()
		return cmd.ProcessState.ExitCode(), string(out)
	}
	if status, said := check(func(s string) string { return s }); status != 0 {
		t.Errorf("the site itself: status %d: %s", status, said)
	}
	for old, want := range map[string]struct{ edited, says string }{
		`region: "#lots"`:     {`region: "#elsewhere"`, "wrapper: changed: it does not fit"},
		"select: span.period": {"select: span.age", "column period is in none of"},
		"{name: q,":           {"{name: words,", `control "words" (query) is gone`},
		"No lots match":       {"Nothing here for", "where nothing is found it now says"},
	} {
		status, said := check(func(s string) string { return strings.Replace(s, old, want.edited, 1) })
		if status != exit.Failure || !strings.Contains(said, want.says) {
			t.Errorf("with %q: status %d: %s", want.edited, status, said)
		}
	}
	if status, said := check(func(s string) string { return strings.Replace(s, "region: ", "regoin: ", 1) }); status != exit.BadUsage || !strings.Contains(said, "did you mean region") || !strings.Contains(said, "edited.yaml:") {
		t.Errorf("a misspelt key: status %d: %s", status, said)
	}

	// A renamed column is what the records have from then on.
	renamed := filepath.Join(dir, "renamed.yaml")
	if err := os.WriteFile(renamed, []byte(strings.Replace(string(text), "name: period", "name: age", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(dir, "renamed.db")
	if out, err := hadal(t, "harvest", renamed, "--db", db, "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("harvest by the profile: %v\n%s", err, out)
	}
	out, err := hadal(t, "export", "--db", db, "--format", "csv").Output()
	if head, _, _ := strings.Cut(string(out), "\n"); err != nil || !strings.Contains(head, ",age,") || strings.Contains(head, "period") {
		t.Errorf("export: %v, columns %s", err, head)
	}
	if n := strings.Count(string(out), "\n"); n != len(server.Site.Records)+1 {
		t.Errorf("%d lines for %d records", n, len(server.Site.Records))
	}
}

// TestInitTellsDriftOfDetails writes a profile with the columns of pages of single
// records, and checks it against the site and against what an edited one says.
func TestInitTellsDriftOfDetails(t *testing.T) {
	t.Parallel()
	server := serveAntiques(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "antiques.yaml")
	if out, err := hadal(t, "init", server.URL(), "--details", "always", "--db", filepath.Join(dir, "h.db"), "--quiet", "--output", file).CombinedOutput(); err != nil {
		t.Fatalf("init: %v\n%s", err, out)
	}
	if n := len(server.Log().Asked("/lot/")); n == 0 || n > harvests.DetailPages {
		t.Errorf("%d pages of lots were read, want some, and no more than %d", n, harvests.DetailPages)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, edited string
		status      int
		says        []string
	}{
		{"", "", 0, []string{"is as its profile says"}},
		{"label: Price", "label: Estimate", exit.Failure, []string{"details: changed: column price is on none of 6 pages", "details: more: pages of records now have a column price, too (Price)"}},
		{"{name: seller, label: Seller, rows: 6}", "", 0, []string{"details: more: pages of records now have a column seller, too (Seller)"}},
	} {
		edited := strings.Replace(string(text), c.old, c.edited, 1)
		if c.edited == "" && c.old != "" {
			edited = strings.Replace(string(text), "    - "+c.old+"\n", "", 1)
		}
		if c.old != "" && edited == string(text) {
			t.Fatalf("the profile lacks %q:\n%s", c.old, text)
		}
		name := filepath.Join(t.TempDir(), "edited.yaml")
		if err := os.WriteFile(name, []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := hadal(t, "init", "--check", name, "--quiet")
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.status {
			t.Errorf("with %q: status %d: %s", c.edited, got, out)
		}
		for _, say := range c.says {
			if !strings.Contains(string(out), say) {
				t.Errorf("with %q it says nothing of %q:\n%s", c.edited, say, out)
			}
		}
	}
}
