package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/fixtures"
)

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// recipe is what a recipe of the cookbook is held against.
type recipe struct {
	files  map[string]string // beside its hadal.yaml
	env    []string
	runs   [][]string                   // of hadal harvest; nil: its only site
	guard  bool                         // the site is behind a key and a login
	want   func(r fixtures.Record) bool // which records of the last site are wanted; nil: all
	some   bool                         // and these need not be all that are wanted
	asked  int                          // at most so many requests to where it searches; 0: not counted
	status int                          // of its last harvest: made-up sites have nothing of what some plans ask for
	chrome bool
	holds  func(t *testing.T, k *kitchen)
}

// kitchen is a recipe that was run.
type kitchen struct {
	dir     string
	servers map[string]*fixtures.Server
	said    string
	rows    map[string][]map[string]string // of each site
}

// asks returns what a site's server was asked for under its search.
func (k *kitchen) asks(site, path string) fixtures.Log { return k.servers[site].Log().Asked(path) }

func is(field string, values ...string) func(fixtures.Record) bool {
	return func(r fixtures.Record) bool { return slices.Contains(values, r.Fields[field]) }
}

func says(words ...string) func(fixtures.Record) bool {
	return func(r fixtures.Record) bool {
		text := strings.ToLower(r.Title + " " + strings.Join(slices.Collect(values(r.Fields)), " "))
		return slices.ContainsFunc(words, func(w string) bool { return regexp.MustCompile(`\b` + w + `\b`).MatchString(text) })
	}
}

func values(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, v := range m {
			if !yield(v) {
				return
			}
		}
	}
}

// given returns the values of a parameter in what a log asks for, each once.
func given(log fixtures.Log, parameter string) (out []string) {
	for _, e := range log {
		if u, err := url.Parse(e.Target); err == nil && !slices.Contains(out, u.Query().Get(parameter)) {
			out = append(out, u.Query().Get(parameter))
		}
	}
	return out
}

var recipes = []recipe{
	{want: is("make", "Saab", "Lancia"), asked: 20},
	{files: map[string]string{"authors.txt": "AUTHORS"}, want: func(r fixtures.Record) bool { return slices.Contains(someAuthors(), r.Fields["author"]) }},
	{want: func(r fixtures.Record) bool { return strings.HasPrefix(r.Fields["sold"], "2021-") }, holds: func(t *testing.T, k *kitchen) {
		if months := given(k.asks("register", "/search"), "after"); len(months) < 12 {
			t.Errorf("asked from %v", months)
		}
	}},
	{want: is("stadtteil", "Hafen", "Westend"), some: true, holds: func(t *testing.T, k *kitchen) {
		if kinds := given(k.asks("flats", "/treffer"), "art"); !slices.Equal(kinds, []string{"kauf"}) {
			t.Errorf("asked for %v", kinds)
		}
	}},
	{want: func(r fixtures.Record) bool { return r.Fields["make"] != "Fiat" }},
	{want: says("history", "river", "garden")},
	{files: map[string]string{"subjects.csv": "id,subject\n1,history\n2,river\n"}, want: says("history", "river"), some: true, holds: func(t *testing.T, k *kitchen) {
		if got := given(k.asks("books", "/search"), "page"); slices.ContainsFunc(got, func(p string) bool { return p != "" && p != "1" }) {
			t.Errorf("pages %v were read", got)
		}
	}},
	{runs: [][]string{{"books"}, {"library"}}, status: exit.Incomplete, some: true, holds: func(t *testing.T, k *kitchen) {
		known := map[string]bool{}
		for _, r := range k.rows["books"] {
			known[r["author"]] = true
		}
		n := 0
		for _, author := range given(k.asks("library", "/find"), "author") {
			if known[author] {
				n++
			}
		}
		if n < len(known)*9/10 || n == 0 {
			t.Errorf("of %d authors, %d were asked for", len(known), n)
		}
	}},
	{want: says("vente", "mariage")},
	{want: is("place", "Pesoun", "Jaimov"), some: true, holds: func(t *testing.T, k *kitchen) {
		if words := given(k.asks("wizard", "/find"), "q"); !slices.Contains(words, "history") || !slices.Contains(words, "river") || len(k.rows["wizard"]) == 0 {
			t.Errorf("asked for %v, %d records", words, len(k.rows["wizard"]))
		}
	}},
	{chrome: true},
	{guard: true, env: []string{"BOOKS_KEY=k-4711", "BOOKS_PASSWORD=p-4712"}},
	{want: says("history", "river"), holds: func(t *testing.T, k *kitchen) {
		details := k.asks("books", "/book/")
		for _, e := range details {
			if !strings.HasPrefix(e.Target, "/book/10") || strings.HasSuffix(e.Target, "5") {
				t.Errorf("%s was asked for", e.Target)
			}
		}
		if len(details) == 0 || len(k.asks("books", "/about"))+len(k.asks("books", "/help")) > 0 {
			t.Errorf("%d pages of records were asked for, or what is not included", len(details))
		}
	}},
	{want: says("history")},
	{want: says("harbour"), holds: func(t *testing.T, k *kitchen) {
		for _, r := range k.rows["books"] {
			if r["shelfmark"] == "" {
				t.Errorf("no shelfmark: %v", r)
			}
		}
	}},
	{some: true, status: exit.Incomplete, holds: func(t *testing.T, k *kitchen) {
		if words := given(k.asks("books", "/search"), "q"); slices.Contains(words, "zzd") || slices.Contains(words, "history") || !slices.Contains(words, "zzc") {
			t.Errorf("asked for %v", words)
		}
	}},
	{runs: [][]string{{"--due"}, {"--due"}, {"--tag", "catalogues"}}, some: true, holds: func(t *testing.T, k *kitchen) {
		if n := len(k.rows["books"]); n < 50 || n > 100 {
			t.Errorf("%d books", n)
		}
		if n := len(k.rows["cars"]); n < 50 || n > 100 {
			t.Errorf("%d cars", n)
		}
	}},
	{runs: [][]string{{"books", "patents"}}, status: exit.Incomplete, some: true, holds: func(t *testing.T, k *kitchen) {
		for site, path := range map[string]string{"books": "/search", "patents": "/find"} {
			asked := strings.Join(append(given(k.asks(site, path), "q"), given(k.asks(site, path), "words")...), " ")
			if !strings.Contains(asked, "history") || !strings.Contains(asked, "river") || strings.Contains(asked, "garden") {
				t.Errorf("%s was asked for %s", site, asked)
			}
		}
	}},
	{runs: [][]string{{"books"}, {"books"}}, some: true, holds: func(t *testing.T, k *kitchen) {
		if n := len(k.servers["books"].Log()); n > 40 || n < 35 {
			t.Errorf("%d requests in two runs of 20", n)
		}
	}},
	{want: is("fuel", "Petrol", "LPG"), holds: func(t *testing.T, k *kitchen) {
		for _, e := range k.asks("cars", "/cars/results") {
			if strings.Contains(e.Target, "fuel=LPG") && !strings.Contains(e.Target, "year_from=&") {
				t.Errorf("%s: the answer to LPG was not cut", e.Target)
			}
		}
	}},
	{want: func(r fixtures.Record) bool { return strings.HasPrefix(r.Path, "/letter") }, holds: func(t *testing.T, k *kitchen) {
		if people, again := k.asks("searches", "/people/find"), k.asks("searches", "/advanced/find"); len(people) < 6 || len(again) > 0 {
			t.Errorf("%d requests to the other search that is wanted, %d to the one that is not", len(people), len(again))
		}
	}},
}

// someAuthors are authors of the library.
func someAuthors() (out []string) {
	for _, r := range fixtures.Library(fixtures.Options{Seed: 1}).Records {
		if a := r.Fields["author"]; a != "" && !slices.Contains(out, a) && len(out) < 5 {
			out = append(out, a)
		}
	}
	return out
}

// cookbookSite returns the made-up site that a recipe means by a name.
func cookbookSite(t *testing.T, name string) *fixtures.Site {
	o := fixtures.Options{Seed: 1}
	switch name {
	case "library":
		return fixtures.Library(o)
	case "register":
		kinds := fixtures.Kinds(o)
		return kinds[slices.Index(fixtures.KindNames(), "dates")].Twin
	case "searches":
		return fixtures.Searches(o)
	case "districts":
		return fixtures.StepSite(o, fixtures.Steps()[0])
	case "wizard":
		return fixtures.StepSite(o, fixtures.Step{By: "wizard", Keep: "hidden", Asks: "words", Lists: true})
	}
	sites, err := fixtures.Named(o, name)
	if err != nil {
		t.Fatal(err)
	}
	return sites[0]
}

// Each recipe of the cookbook is one that the schema and hadal take, and brings what it says.
func TestCookbook(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/cookbook.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile("(?s)\n## (\\d+)\\. ([^\n]+)\n(.*?)```yaml\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(parts) != len(recipes) || len(parts) < 20 {
		t.Fatalf("%d recipes, and %d of them are known to the test", len(parts), len(recipes))
	}
	schema := configSchema(t)
	if err := schema.Validate(map[string]any{"sites": []any{map[string]any{"name": "a", "question": "b"}}}); err == nil {
		t.Error("the schema takes what hadal does not know")
	}
	for i, part := range parts {
		t.Run(part[1]+" "+part[2], func(t *testing.T) {
			if part[1] != strconv.Itoa(i+1) {
				t.Errorf("it is recipe %d", i+1)
			}
			t.Parallel()
			var given any
			if err := yaml.Unmarshal([]byte(part[4]), &given); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(given); err != nil {
				t.Error(err)
			}
			cook(t, part[4], recipes[i])
		})
	}
}

// What init writes is what the schema of profiles takes, and the kinds of controls are checked by it.
func TestProfilesAreWhatTheirSchemaTakes(t *testing.T) {
	t.Parallel()
	schema := configSchema(t, "--profile")
	for _, name := range []string{"cars", "books", "flats"} {
		text, _ := initialized(t, cookbookSite(t, name))
		for _, c := range []struct {
			text string
			ok   bool
		}{{text, true}, {strings.Replace(text, "control: ", "control: drop-", 1), false}} {
			var given any
			if err := yaml.Unmarshal([]byte(c.text), &given); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(given); (err == nil) != c.ok {
				t.Errorf("%s: %v, want none: %v", name, err, c.ok)
			}
		}
	}
}

// configSchema is what editors complete a configuration by.
func configSchema(t *testing.T, flags ...string) *jsonschema.Schema {
	out, err := hadal(t, append([]string{"config", "schema"}, flags...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	from, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", from); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// cook runs a recipe against bundled sites, and holds what comes against their truth.
func cook(t *testing.T, config string, r recipe) {
	if r.chrome {
		if _, err := browser.Find(""); err != nil {
			t.Skip(err)
		}
	}
	k := &kitchen{dir: t.TempDir(), servers: map[string]*fixtures.Server{}, rows: map[string][]map[string]string{}}
	var names []string
	for _, m := range regexp.MustCompile(`https://(\w+)\.example/`).FindAllStringSubmatch(config, -1) {
		server, err := fixtures.Serve(cookbookSite(t, m[1]))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Close)
		k.servers[m[1]], names = server, append(names, m[1])
		start := server.URL()
		if r.guard {
			start = guarded(t, server.URL())
		}
		config = strings.ReplaceAll(config, m[0], start)
	}
	for name, content := range r.files {
		write(t, filepath.Join(k.dir, name), strings.ReplaceAll(content, "AUTHORS", strings.Join(someAuthors(), "\n")))
	}
	write(t, filepath.Join(k.dir, "hadal.yaml"), config)
	if r.runs == nil {
		r.runs = [][]string{{names[0]}}
	}
	run := func(status int, args ...string) string {
		cmd := hadal(t, args...)
		cmd.Dir = k.dir
		cmd.Env = append(cmd.Environ(), r.env...)
		out, err := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != status {
			t.Errorf("hadal %s: exit %d, want %d: %v\n%s", strings.Join(args, " "), got, status, err, out)
		}
		return string(out)
	}
	run(exit.Done, "config", "validate", "hadal.yaml")
	for i, args := range r.runs {
		status := exit.Done
		if i == len(r.runs)-1 {
			status = r.status
		}
		k.said += run(status, append([]string{"harvest", "--quiet"}, args...)...)
	}
	for _, site := range names {
		cmd := hadal(t, "export", site, "--format", "jsonl")
		cmd.Dir = k.dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, k.said)
		}
		for line := range strings.Lines(string(out)) {
			row := map[string]string{}
			all := map[string]any{}
			if err := json.Unmarshal([]byte(line), &all); err != nil {
				t.Fatal(err)
			}
			flatten(all, row)
			k.rows[site] = append(k.rows[site], row)
		}
	}
	last := names[len(names)-1]
	r.judge(t, k, last)
	if r.holds != nil {
		r.holds(t, k)
	}
	if v := k.servers[last].Violations(); len(v) > 0 {
		t.Errorf("a careful robot would not have done this: %v", v)
	}
	if t.Failed() {
		t.Log(k.said)
	}
}

func flatten(from map[string]any, into map[string]string) {
	for name, v := range from {
		switch v := v.(type) {
		case string:
			into[name] = v
		case map[string]any:
			flatten(v, into)
		}
	}
}

// judge holds the records of a site against those that are wanted.
func (r recipe) judge(t *testing.T, k *kitchen, site string) {
	t.Helper()
	server := k.servers[site]
	held := map[string]bool{}
	for _, row := range k.rows[site] {
		for _, v := range row {
			held[v] = true
		}
	}
	wanted, missing, foreign := 0, 0, 0
	for _, record := range server.Site.Records {
		switch want := r.want == nil || r.want(record); {
		case want && !held[record.Title]:
			wanted++
			missing++
		case want:
			wanted++
		case held[record.Title]:
			foreign++
		}
	}
	if foreign > 0 || missing > 0 && !r.some || len(k.rows[site]) == 0 && r.want != nil {
		t.Errorf("%d records held; of %d wanted %d are missing, and %d others are held", len(k.rows[site]), wanted, missing, foreign)
	}
	if n := len(server.Log().Asked(server.Site.Search)); r.asked > 0 && n > r.asked {
		t.Errorf("%d requests, want at most %d", n, r.asked)
	}
}

// guarded is a site that is shown to those who bring a key and log in.
func guarded(t *testing.T, behind string) string {
	to, _ := url.Parse(behind)
	proxy := httputil.NewSingleHostReverseProxy(to)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session, err := r.Cookie("sid")
		switch {
		case r.Header.Get("X-Key") != "k-4711":
			http.Error(w, "who are you?", http.StatusUnauthorized)
		case r.URL.Path == "/enter" && r.Method == http.MethodPost && r.PostFormValue("user") == "me" && r.PostFormValue("pw") == "p-4712":
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: "s-1", Path: "/"})
			http.Redirect(w, r, "/", http.StatusFound)
		case r.URL.Path == "/enter":
			w.Write([]byte(`<title>Log in</title><form method="post" action="/enter"><label>User <input name="user"></label><label>Password <input type="password" name="pw"></label><button>Log in</button></form>`))
		case err != nil || session.Value != "s-1":
			http.Redirect(w, r, "/enter", http.StatusFound)
		default:
			r.Header.Del("Cookie")
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}
