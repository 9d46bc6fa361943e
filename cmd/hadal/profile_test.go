package main

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
)

// allSites has TestProfilesOfSites try others of the bundled sites: all, which takes minutes, or some by name.
const allSites = "HADAL_ALL_SITES"

// What init writes is whole, and harvesting by it brings the same records as without it. A
// column that is renamed there has the new name, and a value that is fixed there is in each
// question.
func TestProfilesOfSites(t *testing.T) {
	t.Parallel()
	names := []string{"cars", "recipes", "library"}
	if os.Getenv(allSites) != "" {
		names = append(fixtures.Names(), "library")
		if only := os.Getenv(allSites); only != "all" {
			names = strings.Split(only, ",")
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := cookbookSite(t, name)
			if site.Outcome != fixtures.Complete {
				t.Skip("it is not to be harvested")
			}
			text, server := initialized(t, site)
			file := filepath.Join(t.TempDir(), "x.yaml")
			_, p, err := target.ParseProfile("x.yaml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if p.Form == nil || p.Wrapper.Unplaced() || len(p.Wrapper.Columns) == 0 || !strings.Contains(text, "# questions:\n") {
				t.Fatalf("it is not whole:\n%s", text)
			}
			plain := heldOf(t, "harvest", server.URL())

			column := p.Wrapper.Columns[max(0, slices.IndexFunc(p.Wrapper.Columns, func(c extract.Column) bool { return !c.Title && c.Rows == p.Wrapper.Records && c.Only == "" }))]
			head, tail, _ := strings.Cut(text, "\nwrapper:\n")
			called := regexp.MustCompile(`(?m)^(\s+- (?:\{)?name: )"?` + regexp.QuoteMeta(column.Name) + `"?(,|$)`)
			renamed := head + "\nwrapper:\n" + called.ReplaceAllString(tail, "${1}renamed_by_hand$2")
			write(t, file, renamed)
			by := heldOf(t, "harvest", file)
			if missing, more := without(plain, by), without(by, plain); len(missing)+len(more) > len(plain)/100 {
				t.Errorf("%d records are held without the profile, %d with it: %d are missing, %d are new\n%q\n%q", len(plain), len(by), len(missing), len(more), missing[:min(3, len(missing))], more[:min(3, len(more))])
			}
			t.Logf("%d and %d records; %s", len(plain), len(by), column.Name)
			was, is := 0, 0
			for _, fields := range plain {
				if fields[column.Name] != nil {
					was++
				}
			}
			for _, fields := range by {
				if fields[column.Name] != nil {
					t.Fatalf("column %s has its old name", column.Name)
				}
				if fields["renamed_by_hand"] != nil {
					is++
				}
			}
			if is < was*9/10 || was == 0 {
				t.Errorf("column %s: %d records had it, %d have its new name", column.Name, was, is)
			}

			menu := slices.IndexFunc(p.Form.Fields, func(f forms.Field) bool { return f.Role == forms.CategoryRole && len(f.Options) > 2 })
			if menu < 0 {
				return
			}
			f := p.Form.Fields[menu]
			value := f.Options[len(f.Options)-1].Value
			write(t, file, text+"\nquestions: {controls: [{control: "+f.Name+", always: \""+value+"\"}]}\n")
			server.Reset()
			heldOf(t, "harvest", file, "--max-requests", "15")
			asked := 0
			for _, e := range server.Log() {
				u, err := url.Parse(e.Target)
				if err != nil || !u.Query().Has(f.Name) {
					continue
				}
				if asked++; u.Query().Get(f.Name) != value {
					t.Errorf("%s was asked, without %s=%s", e.Target, f.Name, value)
				}
			}
			if asked == 0 && p.Form.Method == "GET" {
				t.Errorf("%d questions had %s=%s", asked, f.Name, value)
			}
		})
	}
}

// heldOf runs a harvest and returns the fields of the records that it brought, by key.
func heldOf(t *testing.T, args ...string) map[string]map[string]any {
	t.Helper()
	dir := t.TempDir()
	db := filepath.Join(dir, "h.db")
	run := append(args, "--db", db, "--quiet", "--browser", "never", "--loopback-delay", "0s")
	said, err := hadal(t, run...).CombinedOutput()
	out, failed := hadal(t, "export", "--db", db, "--format", "jsonl").Output()
	if failed != nil {
		t.Fatalf("%v, %v\n%s", err, failed, said)
	}
	held := map[string]map[string]any{}
	for line := range strings.Lines(string(out)) {
		var r struct {
			Key    string
			Fields map[string]any
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		held[r.Key] = r.Fields
	}
	if len(held) == 0 {
		t.Errorf("%q: %v\n%s", args, err, said)
	}
	return held
}

func without(a, b map[string]map[string]any) (out []string) {
	for key := range a {
		if b[key] == nil {
			out = append(out, key)
		}
	}
	return out
}
