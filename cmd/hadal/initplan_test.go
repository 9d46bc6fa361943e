package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/fixtures"
)

// initialized returns the profile that init writes of a site. That fewer records are held than
// the site has is no fault of a look.
func initialized(t *testing.T, site *fixtures.Site) (string, *fixtures.Server) {
	t.Helper()
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "x.yaml")
	out, err := hadal(t, "init", server.URL(), "--db", filepath.Join(t.TempDir(), "i.db"), "--output", file, "--quiet", "--browser", "never", "--loopback-delay", "0s").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), server
}

// The plan in a profile is that of auto, to be uncommented: it parses, and its questions are asked.
func TestInitWritesThePlanToUncomment(t *testing.T) {
	t.Parallel()
	sites, err := fixtures.Named(fixtures.Options{Seed: 1}, "cars")
	if err != nil {
		t.Fatal(err)
	}
	text, server := initialized(t, sites[0])
	profile, block, found := strings.Cut(text, "# questions:\n")
	if !found {
		t.Fatalf("there is no plan:\n%s", text)
	}
	plan := "questions:\n"
	for line := range strings.Lines(block) {
		plan += strings.TrimPrefix(line, "# ")
	}
	for _, want := range []string{"control: Make, only: [Fiat, Ford, ", `control: Year, range: {from: "1998", to: "2024"}`, "split: where-cut"} {
		if !strings.Contains(plan, want) {
			t.Errorf("the plan lacks %s:\n%s", want, plan)
		}
	}
	file := filepath.Join(t.TempDir(), "y.yaml")
	for _, c := range []struct {
		more string
		want int // questions of a make alone
	}{{"", 12}, {"  depth: 1\n", 12}} {
		whole := profile + plan + c.more
		if _, p, err := target.ParseProfile("y.yaml", []byte(whole)); err != nil || p.Questions == nil {
			t.Fatalf("%v\n%s", err, plan)
		}
		if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		server.Reset()
		out, _ := hadal(t, "harvest", file, "--db", filepath.Join(t.TempDir(), "h.db"), "--quiet", "--browser", "never", "--loopback-delay", "0s").CombinedOutput()
		asked := put(server, "/cars/results", "make", "fuel", "year_from", "year_to", "max_price")
		alone := 0
		for _, q := range asked {
			if q != "" && !strings.Contains(q, " ") {
				alone++
			}
		}
		if alone != c.want || c.more != "" && len(asked) != 1+c.want { // and one that nothing matches
			t.Errorf("with %q %d questions were asked, %d of a make alone: %q\n%s", c.more, len(asked), alone, asked, out)
		}
	}
}

// A profile has its wrapper within the requests of a look: where words find nothing the menus
// are asked, and where few do the words of the first records.
func TestInitLearnsAWrapperWhereWordsFail(t *testing.T) {
	t.Parallel()
	sites, err := fixtures.Named(fixtures.Options{Seed: 1}, "patents")
	if err != nil {
		t.Fatal(err)
	}
	for _, site := range append(sites, fixtures.Library(fixtures.Options{Seed: 1})) {
		if text, server := initialized(t, site); !strings.Contains(text, "\nwrapper:\n") || len(server.Log()) > 40+2 { // and robots.txt
			t.Errorf("%s: no wrapper was learned with %d requests:\n%s", site.Start, len(server.Log()), text)
		}
	}
}

// A role other that a person writes into a profile has a control never bound; what hadal itself
// calls so is not said by anybody.
func TestRoleOtherOfAProfileIsNeverBound(t *testing.T) {
	t.Parallel()
	sites, err := fixtures.Named(fixtures.Options{Seed: 1}, "cars")
	if err != nil {
		t.Fatal(err)
	}
	text, server := initialized(t, sites[0])
	asked := func(text string) []string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "y.yaml")
		write(t, file, text)
		server.Reset()
		hadal(t, "harvest", file, "--db", filepath.Join(t.TempDir(), "h.db"), "--quiet", "--browser", "never", "--loopback-delay", "0s", "--max-requests", "40").CombinedOutput()
		return put(server, "/cars/results", "make")
	}
	with := func(text string, names ...string) string { // are something else
		t.Helper()
		for _, name := range names {
			at := strings.Index(text, "- name: "+name+"\n")
			role := at + strings.Index(text[max(at, 0):], "role: ")
			if at < 0 || role < at {
				t.Fatalf("no control %s:\n%s", name, text)
			}
			end := role + strings.Index(text[role:], "\n")
			text = text[:role] + "role: other" + text[end:]
		}
		return text
	}
	if got := asked(with(text, "year_from", "year_to")); len(got) < 2 {
		t.Errorf("makes %q were asked for", got)
	}
	if got := asked(with(text, "year_from", "year_to", "make")); len(got) > 1 || len(got) == 1 && got[0] != "" {
		t.Errorf("makes %q were asked for, which are something else", got)
	}
	_, profile, err := target.ParseProfile("y.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range profile.Form.Fields {
		if f.Other() {
			t.Errorf("nobody said of %s that it is something else", f.Name)
		}
	}
}

// A profile is of one search; which others the site has stands in it.
func TestInitTellsOfOtherSearches(t *testing.T) {
	t.Parallel()
	text, _ := initialized(t, fixtures.Searches(fixtures.Options{}))
	if n := strings.Count(text, "another search on this site"); n != 2 {
		t.Errorf("%d other searches are told:\n%s", n, text)
	}
}
