package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/fixtures"
)

// plannedHarvest harvests a bundled site with lines in its entry, and returns what hadal said
// and the site's server.
func plannedHarvest(t *testing.T, site, entry string, more ...string) (string, *fixtures.Server) {
	t.Helper()
	server, err := fixtures.Serve(cookbookSite(t, site))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	dir := t.TempDir()
	file := filepath.Join(dir, "hadal.yaml")
	text := "sites:\n  - name: it\n    start: " + server.URL() + "\n    loopback-delay: 0s\n    " + strings.ReplaceAll(strings.TrimSpace(entry), "\n", "\n    ") + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"harvest", "it", "--config", file, "--db", filepath.Join(dir, "h.db"), "--quiet", "--browser", "never"}, more...)
	var out strings.Builder
	run(args, &out, &out)
	return out.String(), server
}

// put returns the different first pages of answers that a server was asked for under a path,
// in their order: what was chosen, without how it is shown.
func put(server *fixtures.Server, path string, ways ...string) (out []string) {
	for _, e := range server.Log().Asked(path) {
		u, err := url.Parse(e.Target)
		if err != nil {
			continue
		}
		v := u.Query()
		if p := v.Get("p") + v.Get("page"); p != "" && p != "1" {
			continue
		}
		var said []string
		for _, name := range ways {
			if value := v.Get(name); value != "" && value != "any" {
				said = append(said, value)
			}
		}
		if s := strings.Join(said, " "); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// What a plan says is asked, in its order, and nothing else: the server saw these questions.
// The first is hadal's own, to which nothing can match: it shows what an empty page looks like.
func TestPlansAreAsked(t *testing.T) {
	t.Parallel()
	const none = "2024 1998"
	ways := []string{"make", "fuel", "year_from", "year_to", "max_price"}
	for _, c := range []struct {
		name, site, plan, path string
		ways                   []string
		want                   string // one question after the other
	}{
		{"only some values", "cars", "controls: [{control: Make, only: [Saab, Lancia]}]", "/cars/results", ways, none + "|Lancia|Saab"},
		{"in the order given", "cars", "controls: [{control: Make, only: [Saab, Lancia], in-order: true}]", "/cars/results", ways, none + "|Saab|Lancia"},
		{"all but some", "cars", "controls: [{control: Fuel, except: [Petrol, Diesel, LPG]}, {control: make, only: [Saab]}]", "/cars/results", ways, none + "|Saab Hybrid|Saab Electric"},
		{"combined in another order", "cars", "controls: [{control: Fuel, only: [Hybrid, LPG]}, {control: Make, only: [Saab, Opel]}]\ncombine: [Make, Fuel]", "/cars/results", ways,
			none + "|Opel Hybrid|Opel LPG|Saab Hybrid|Saab LPG"},
		{"not deeper", "cars", "controls: [{control: Make, only: [Saab, Opel]}, {control: Fuel, only: [Hybrid]}]\ndepth: 1", "/cars/results", ways, none + "|Opel|Saab"},
		{"further where cut", "cars", "controls: [{control: Year, range: {from: 1998, to: 2024, step: 9}}, {control: Fuel, only: [LPG, Petrol]}]\ncombine: [Fuel, Year]\nsplit: where-cut", "/cars/results", ways,
			none + "|Petrol|Petrol 1998 2006|Petrol 2007 2015|Petrol 2016 2024|LPG"},
		{"further where cut, within a range", "cars", "controls: [{control: Make, only: [Saab, Opel]}, {control: Year, range: {from: 2000, to: 2011}}, {control: Fuel, only: [LPG]}]\nsplit: where-cut", "/cars/results", ways,
			none + "|Opel LPG 2000 2011|Saab LPG 2000 2011"},
		{"all steps", "cars", "controls: [{control: Make, only: [Saab]}, {control: Year, range: {from: 2000, to: 2011, step: 4}}]\nsplit: always", "/cars/results", ways,
			none + "|Saab 2000 2003|Saab 2004 2007|Saab 2008 2011"},
		{"within a range", "cars", "controls: [{control: Make, only: [Saab]}, {control: Year, range: {from: 2000, to: 2011}}]", "/cars/results", ways, none + "|Saab 2000 2011"},
		{"a menu of numbers", "cars", "controls: [{control: Price, range: {from: 2000, to: 6000}}]\npages: 1", "/cars/results", ways, none + "|2500|5000"},
		{"never and always", "cars", "controls: [{control: Make, only: [Saab]}, {control: show, leave: true}, {control: sort, always: 'Newest first'}]", "/cars/results", []string{"make", "sort", "show"}, "year 20|Saab year 20"},
		{"never the years, so nothing is impossible", "cars", "controls: [{control: Make, only: [Saab]}, {control: Year, leave: true}]", "/cars/results", ways, "Saab"},
		{"words and nothing else", "books", "words: {list: [history, river, zzz], nothing-else: true}", "/search", []string{"q"}, "*|history|river|zzz"},
		{"until two in a row are empty", "books", "words: {list: [zza, history, zzb, zzc, garden], nothing-else: true}\nstop-after-empty: 2", "/search", []string{"q"}, "*|zza|history|zzb|zzc"},
		{"until some of a control are", "library", "controls: [{control: Author, only: [zza, zzb, zzc], stop-after-empty: 2}]", "/find", []string{"author", "section", "shelf"}, "*|zza|zzb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, server := plannedHarvest(t, c.site, "questions:\n  "+strings.ReplaceAll(c.plan, "\n", "\n  "))
			got := put(server, c.path, c.ways...)
			want := strings.Split(c.want, "|")
			if want[0] == "*" && len(got) > 0 { // a word that nobody uses
				want[0] = got[0]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("asked (-want +got):\n%s\n%s", diff, out)
			}
		})
	}
}

// What a person says beside a plan, or has in files, is asked as exactly: the server saw these
// questions and no others.
func TestWhatFilesAndSettingsSayIsAsked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	makes, words := filepath.Join(dir, "makes.csv"), filepath.Join(dir, "words.txt")
	write(t, makes, "id;make\n1;Saab\n2;Lancia\n3;Saab\n")
	write(t, words, "history\n\nriver\n")
	for _, c := range []struct {
		says, site, entry, path string
		flags                   []string
		ways                    []string
		want                    string // one question after the other; * is a word that nobody uses
	}{
		{"values of a menu from a column of a file", "cars", "questions: {controls: [{control: Make, only: {file: " + makes + ", column: make}}]}", "/cars/results", nil, []string{"make", "year_from"}, "2024|Lancia|Saab"},
		{"values of a menu in the order of the file", "cars", "questions: {controls: [{control: Make, in-order: true, only: {file: " + makes + ", column: make}}]}", "/cars/results", nil, []string{"make", "year_from"}, "2024|Saab|Lancia"},
		{"words from a file, by a flag", "books", "tags: [a]", "/search", []string{"--terms", "@" + words}, []string{"q"}, "*|history|river"},
		{"words from a file, in a plan", "books", "questions: {words: {file: " + words + ", nothing-else: true}}", "/search", nil, []string{"q"}, "*|history|river"},
		{"a control is bound, by a flag", "cars", "questions: {controls: [{control: Make, only: [Saab]}]}", "/cars/results", []string{"--fixed", "fuel=LPG"}, []string{"make", "fuel", "year_from"}, "LPG 2024|Saab LPG"},
		{"a page of an answer is not read", "books", "pager: {off: true}\nquestions: {words: {list: [history], nothing-else: true}}", "/search", nil, []string{"q", "page"}, "*|history"},
		{"pages are read by a parameter", "books", "pager: {parameter: page}\nquestions: {words: {list: [history], nothing-else: true}, pages: 2}", "/search", nil, []string{"q"}, "*|history"},
	} {
		t.Run(c.says, func(t *testing.T) {
			out, server := plannedHarvest(t, c.site, c.entry, c.flags...)
			got := put(server, c.path, c.ways...)
			want := strings.Split(c.want, "|")
			if want[0] == "*" && len(got) > 0 {
				want[0] = got[0]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("asked (-want +got):\n%s\n%s", diff, out)
			}
			if strings.Contains(c.entry, "off: true") && len(server.Log().Asked(c.path)) != 2 || strings.Contains(c.entry, "parameter") && len(server.Log().Asked(c.path)) != 3 {
				t.Errorf("%d pages of answers were read", len(server.Log().Asked(c.path)))
			}
		})
	}
	_, server := plannedHarvest(t, "books", "exclude: [/book/*]\ndetails: always\nquestions: {words: {list: [history], nothing-else: true}}")
	if n := len(server.Log().Asked("/book/")); n != 0 || len(put(server, "/search", "q")) != 2 {
		t.Errorf("%d addresses that are left out were asked for", n)
	}
}

// The choice that is made before the search is a control of the plan like others: behind each
// of its values the rest of the plan is asked, in the order given.
func TestChoicesBeforeTheSearchAreAsked(t *testing.T) {
	t.Parallel()
	site := cookbookSite(t, "districts")
	var names, places []string
	for _, m := range regexp.MustCompile(`<option value="(\d+)">(\w+)<`).FindAllStringSubmatch(pageOf(t, site, site.Start), -1) {
		places, names = append(places, m[1]), append(names, m[2])
	}
	if len(names) < 5 {
		t.Fatalf("%d districts", len(names))
	}
	entry := fmt.Sprintf("questions:\n  controls: [{control: choice, only: [%s, %s], in-order: true}]\n  words: {list: [history, river], nothing-else: true}", names[3], strings.ToUpper(names[1]))
	out, server := plannedHarvest(t, "districts", entry)
	got := put(server, "/find", "place", "q")
	want := []string{"*", places[3] + " history", places[3] + " river", places[1] + " history", places[1] + " river"}
	if len(got) > 0 { // a word that nobody uses
		want[0] = got[0]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("asked (-want +got):\n%s\n%s", diff, out)
	}
	out, server = plannedHarvest(t, "districts", strings.Replace(entry, names[3], places[3], 1)) // by value
	if again := put(server, "/find", "place", "q"); len(again) == 0 || !slices.Equal(again[1:], want[1:]) {
		t.Errorf("asked %q, want %q\n%s", again, want, out)
	}
	out, server = plannedHarvest(t, "districts", entry, "--dry-run")
	if want := "the plan asks 4 questions, 4 at most"; !strings.Contains(out, want) || len(put(server, "/find", "q")) > 0 {
		t.Errorf("it does not say %q, or asked:\n%s", want, out)
	}
	out, _ = plannedHarvest(t, "districts", strings.Replace(entry, names[3], names[3]+"x", 1))
	if want := "did you mean " + names[3]; !strings.Contains(out, want) || !strings.Contains(out, "hadal.yaml:6:") {
		t.Errorf("it does not say %q:\n%s", want, out)
	}
}

// Steps before the search are told by then, each by what its page calls it: behind the values
// that are wanted of each the rest of the plan is asked. What stands on another page than the
// plan says is told, at its place.
func TestStepsBeforeTheSearchAreAsked(t *testing.T) {
	t.Parallel()
	site := cookbookSite(t, "wizard")
	of := regexp.MustCompile(`<option value="(\w+)">(\w+)<`)
	countries := of.FindAllStringSubmatch(pageOf(t, site, site.Start), -1)
	if len(countries) < 2 {
		t.Fatalf("countries: %v", countries)
	}
	districts := of.FindAllStringSubmatch(pageOf(t, site, "/country?country="+countries[1][1]), -1)
	if len(districts) < 2 {
		t.Fatalf("districts: %v", districts)
	}
	entry := "questions:\n  controls: [{control: Country, only: [%s]}]\n  then:\n    controls: [{control: District, only: [%s]}]\n    then:\n      words: {list: [history, river], nothing-else: true}"
	said := fmt.Sprintf(entry, strings.ToLower(countries[1][2]), districts[1][2])
	out, server := plannedHarvest(t, "wizard", said)
	got := put(server, "/find", "place", "q")
	if len(got) == 0 || !strings.HasPrefix(got[0], districts[1][1]+" ") { // a word that nobody uses
		t.Fatalf("asked %q\n%s", got, out)
	}
	if diff := cmp.Diff([]string{districts[1][1] + " history", districts[1][1] + " river"}, got[1:]); diff != "" {
		t.Errorf("asked (-want +got):\n%s\n%s", diff, out)
	}
	byValue := fmt.Sprintf(entry, countries[1][1], districts[1][1])
	out, server = plannedHarvest(t, "wizard", byValue)
	if again := put(server, "/find", "place", "q"); len(again) == 0 || !slices.Equal(again[1:], got[1:]) {
		t.Errorf("by value %q were asked, by label %q\n%s", again, got, out)
	}
	// A dry run is about the country that is said, whichever led to the form.
	out, server = plannedHarvest(t, "wizard", "questions: {controls: [{control: Country, only: ["+countries[1][2]+"]}], words: {list: [history, river], nothing-else: true}}", "--dry-run")
	for _, want := range []string{fmt.Sprintf("the plan asks %d questions", 2*len(districts)), "place=" + districts[0][1] + "&q=history", fmt.Sprintf("would ask the same behind %d other values of the choice before the search: %s / %s", len(districts)-1, countries[1][2], districts[1][2])} {
		if !strings.Contains(out, want) || len(put(server, "/find", "q")) > 0 {
			t.Errorf("it does not say %q, or asked:\n%s", want, out)
		}
	}
	for plan, want := range map[string]string{
		fmt.Sprintf(entry, countries[1][2], districts[1][2]+"x"):                        `hadal.yaml:8:47: it: questions: "District" has no value "` + districts[1][2] + `x" (did you mean ` + districts[1][2] + `?)`,
		fmt.Sprintf(entry, countries[1][2]+"x", districts[1][2]):                        `hadal.yaml:6:44: it: questions: "Country" has no value`,
		strings.Replace(said, "control: District", "control: Words", 1):                 `"Words" is not chosen before the search; "Country / District" is: call it so, or write the controls of the search into then`,
		strings.NewReplacer("Country", "District", "District", "Country").Replace(said): `is chosen on page 2 of 2 before the search, and stands here on page 1`,
	} {
		out, server := plannedHarvest(t, "wizard", plan)
		if !strings.Contains(out, want) || !strings.Contains(out, "^") {
			t.Errorf("%s\nit does not say %s:\n%s", plan, want, out)
		}
		if asked := put(server, "/find", "q"); len(asked) > 0 {
			t.Errorf("%s\n%q were asked", plan, asked)
		}
	}
	out, _ = plannedHarvest(t, "cars", "questions: {controls: [{control: Make, only: [Saab]}], then: {controls: [{control: Fuel, only: [LPG]}]}}")
	if want := `no choice stands before the search that was found (on http://`; !strings.Contains(out, want) {
		t.Errorf("it does not say %s:\n%s", want, out)
	}
}

// A step that is sent by POST is not taken, and that is told once its page was seen, with what
// to do; nothing is looked at after that.
func TestStepsByPostAreTold(t *testing.T) {
	t.Parallel()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		page := func(body string) {
			fmt.Fprint(w, `<!doctype html><html lang=en><title>Archive</title><h1>Archive</h1><nav><a href=/about>About</a></nav>`+body)
		}
		const districts = `<label>District <select name=district><option value=1>North<option value=2>South</select></label><button>Continue</button></form>`
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/posted":
			page(`<form method=post action=/choose>` + districts)
		case r.URL.Query().Get("country") != "":
			page(`<p>Choose a district.</p><form method=post action=/choose>` + districts)
		case r.URL.Path == "/both" && r.URL.RawQuery == "":
			page(`<form method=post action=/choose>` + districts + `<form action=/both>` + districts)
		case r.URL.Path == "/find" || r.URL.Query().Get("district") != "" || r.Method == http.MethodPost:
			page(`<form action=/find><label>Search <input type=search name=q></label><button>Search</button></form>`)
		default:
			page(`<p>Choose a country.</p><form action=/country><label>Country <select name=country><option value=1>Alder<option value=2>Birch</select></label><button>Continue</button></form>`)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	const second = "{controls: [{control: Country, only: [Alder]}], then: {controls: [{control: District, only: [South]}], then: {words: {list: [history], nothing-else: true}}}}"
	for _, c := range []struct {
		start, plan, at string
		most            int // requests; robots.txt among them
	}{
		{"/posted", "{controls: [{control: District, only: [South]}], then: {words: {list: [history], nothing-else: true}}}", "{controls: [{", 2},
		{"/", second, "then: {controls: [{", 4},
		{"/both", "{controls: [{control: District, only: [South]}], then: {words: {list: [history], nothing-else: true}}}", "", 20},
	} {
		asked = nil
		file := filepath.Join(dir, "hadal.yaml")
		write(t, file, "sites:\n  - name: it\n    start: "+server.URL+c.start+"\n    loopback-delay: 0s\n    max-requests: 20\n    questions: "+c.plan+"\n")
		out, _ := hadal(t, "harvest", "it", "--config", file, "--db", filepath.Join(dir, strings.Trim(c.start, "/")+".db"), "--quiet", "--browser", "never").CombinedOutput()
		said := string(out)
		if slices.ContainsFunc(asked, func(a string) bool { return strings.HasPrefix(a, "POST") }) || len(asked) > c.most {
			t.Errorf("%s: asked %q\n%s", c.start, asked, said)
		}
		for _, want := range []string{`"District" is a choice that form 0 of `, "sends by POST", "start at the page that it leads to"} {
			if strings.Contains(said, want) != (c.at != "") {
				t.Errorf("%s: it says %q, or does not:\n%s", c.start, want, said)
			}
		}
		if c.at != "" && !strings.Contains(said, fmt.Sprintf("hadal.yaml:6:%d:", len("    questions: ")+strings.Index(c.plan, c.at)+len(c.at)+len("control: ")+1)) {
			t.Errorf("%s: the place is another one:\n%s", c.start, said)
		}
	}
}

// A control whose role is other is never bound, the others are asked as ever; a flag says
// more than what the plan always binds.
func TestRolesAndFlagsBesideThePlan(t *testing.T) {
	t.Parallel()
	for role, most := range map[string]int{"other": 1, "category": 20} {
		out, server := plannedHarvest(t, "cars", "roles: [{name: Make, value: "+role+"}, {name: Year, value: other}, {name: year_to, value: other}]\nmax-requests: 40")
		makes, all := put(server, "/cars/results", "make"), put(server, "/cars/results", "make", "fuel", "max_price")
		if len(makes) > most || len(makes) == 1 && most > 1 || len(all) < 3 {
			t.Errorf("%s: makes %q and in all %q were asked for\n%s", role, makes, all, out)
		}
	}
	out, server := plannedHarvest(t, "cars", "questions: {controls: [{control: Make, always: Saab}, {control: Fuel, only: [LPG]}]}", "--fixed", "make=Opel")
	if makes := put(server, "/cars/results", "make"); !slices.Equal(makes, []string{"Opel"}) {
		t.Errorf("makes %q were asked for\n%s", makes, out)
	}
}

// Of several forms init and probe look at one, and say so. A site whose further form was not
// asked to its end is due, whatever the first one is.
func TestSeveralFormsAreTold(t *testing.T) {
	t.Parallel()
	server, err := fixtures.Serve(cookbookSite(t, "searches"))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "hadal.yaml"), "sites:\n  - {name: it, start: '"+server.URL()+"', loopback-delay: 0s, browser: never, every: 7d, form: [/letters/find, /people/find]}\n")
	run := func(args ...string) string {
		cmd := hadal(t, args...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	for _, command := range []string{"init", "probe"} {
		if out, want := run(command, "it", "--db", "i.db", "--quiet"), "it: this is about one form at a time, and about /letters/find here: for another one give --form /people/find"; !strings.Contains(out, want) {
			t.Errorf("%s does not say %q:\n%s", command, want, out)
		}
	}
	run("harvest", "--due", "--quiet")
	if out := run("harvest", "--due", "--quiet"); out != "" {
		t.Errorf("both forms were asked to the end, and it is due:\n%s", out)
	}
	if out := run("db", "forget", "it/people/find", "--yes"); strings.Contains(out, "hadal: ") {
		t.Error(out)
	}
	server.Reset()
	if out := run("harvest", "--due", "--quiet"); len(server.Log().Asked("/people/find")) == 0 || len(server.Log().Asked("/letters/find")) > 0 {
		t.Errorf("the form that was not asked yet is not due, or the first one begins anew:\n%s", out)
	}
}

// pageOf returns a page of a made-up site.
func pageOf(t *testing.T, site *fixtures.Site, path string) string {
	t.Helper()
	server, err := fixtures.Serve(site)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	answer, err := http.Get(strings.TrimSuffix(server.URL(), "/") + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Values of a control that depends on another one are known only once they were asked for:
// those that no page offers are told, those that some page does are not.
func TestDependentValuesThatNoPageOffersAreTold(t *testing.T) {
	t.Parallel()
	out, server := plannedHarvest(t, "library", "questions: {controls: [{control: Section, only: [Science, Crafts]}, {control: Shelf, only: [Joinery, Nonsense]}]}")
	if got := put(server, "/find", "section", "shelf"); len(got) != 1+2 { // beside Crafts and beside Science the first one, whose page tells of the others
		t.Errorf("asked %q", got)
	}
	if want := "no effect: "; !strings.Contains(out, want) || !strings.Contains(out, "hadal.yaml:5:") || !strings.Contains(out, "Shelf = Nonsense: no page offers it") || strings.Contains(out, "Shelf = Joinery") {
		t.Errorf("it does not tell of Nonsense alone:\n%s", out)
	}
}

// Of a menu whose options neither the form nor a browser shows, none can be left out, and no range
// be taken: nothing is asked of it, and that is told.
func TestListsThatComeLateAreNotNarrowed(t *testing.T) {
	for _, member := range []string{"except: [Joinery]", "range: {from: 1, to: 5}"} {
		out, server := plannedHarvest(t, "library", "questions: {controls: [{control: Section, only: [Science, Crafts]}, {control: Shelf, "+member+"}]}")
		if got := put(server, "/find", "section", "shelf"); len(got) > 1 || !strings.Contains(out, "no effect: ") || !strings.Contains(out, "hadal.yaml:5:73: ") || !strings.Contains(out, "beside section = Crafts, section = Science nothing was asked") {
			t.Errorf("%s: asked %q\n%s", member, got, out)
		}
	}
}

// What is still cut where the plan ends is divided by auto, within what the plan says.
func TestAutoDividesWhatAPlanLeavesCut(t *testing.T) {
	t.Parallel()
	entry := "questions: {controls: [{control: Fuel, only: [Petrol]}, {control: Year, leave: true}, {control: Price, leave: true}]}"
	out, server := plannedHarvest(t, "cars", entry)
	got := put(server, "/cars/results", "make", "fuel", "year_from", "year_to", "max_price")
	for _, q := range got {
		if !strings.HasSuffix(q, "Petrol") {
			t.Errorf("%q was asked", q)
		}
	}
	if len(got) != 13 || !strings.Contains(out, "auto divided") {
		t.Errorf("%d questions, want one of the plan and one for each of 12 makes:\n%s", len(got), out)
	}
}

// A dry run says what the plan comes to, and asks nothing of it.
func TestDryRunsTellThePlan(t *testing.T) {
	t.Parallel()
	entry := "questions:\n  controls:\n    - {control: Make, only: [Saab, Opel]}\n    - {control: Fuel, only: [Hybrid]}\n    - {control: Year, range: {from: 2000, to: 2011, step: 4}}\n  combine: [Make, Year]"
	out, server := plannedHarvest(t, "cars", entry, "--dry-run")
	if asked := put(server, "/cars/results", "make"); len(asked) > 0 {
		t.Errorf("%q were asked", asked)
	}
	for _, want := range []string{
		"it: the plan asks 2 questions, 6 at most where answers are cut: at least 5 requests, with 2 to find the form and 1 to see an empty page\n",
		"would ask GET ", "make=Opel&fuel=any&year_from=2000&year_to=2011", "  (Make = Opel, Year from 2000 to 2011)\n",
		"hadal.yaml:8:11: it: values of \"Fuel\" are not asked: combine leaves it out; write it into combine\n", "^",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	if n := strings.Count(out, "would ask"); n != 3 {
		t.Errorf("%d requests are told, want the impossible one and two of the plan", n)
	}
}

// One of two bounds may be left alone by its name, and the other one be asked.
func TestOneOfTwoBoundsIsLeft(t *testing.T) {
	t.Parallel()
	out, _ := plannedHarvest(t, "cars", "questions: {controls: [{control: year_from, leave: true}, {control: year_to, only: [2011]}]}", "--dry-run")
	if !strings.Contains(out, "year_to=2011") || strings.Contains(out, "hadal.yaml:") {
		t.Errorf("it says\n%s", out)
	}
}

// What a plan says of controls and options that the form does not have ends the run before
// the first question, at its place; what comes from a file is told.
func TestPlansThatDoNotFitTheForm(t *testing.T) {
	t.Parallel()
	latin1 := filepath.Join(t.TempDir(), "latin1.csv")
	if err := os.WriteFile(latin1, []byte("H\xe4user\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for plan, want := range map[string]string{
		"controls: [{control: Maek, only: [Saab]}]":                                                                                        `hadal.yaml:6:28: it: questions: control "Maek": the form has no such control (did you mean make?)`,
		"controls: [{control: Make, only: [Opel, Saap]}]":                                                                                  `did you mean Saab?`,
		"controls: [{control: Make, only: [Opel, Saab, saab]}]":                                                                            `"Saab" and "saab" are the same value of "Make": take one of them out`,
		"controls: [{control: Make, always: Saap}]":                                                                                        `hadal.yaml:6:`,
		"controls: [{control: Maek, leave: true}]":                                                                                         `did you mean make?`,
		"controls: [{control: Year, range: {from: 2000, to: 2011, step: 0.5}}]":                                                            `"Year" offers no bound 1999.5 (did you mean 1999?)`,
		"controls: [{control: Year, range: {from: 2000-01-01, to: 2011-01-01}}]":                                                           `"Year" bounds numbers`,
		"controls: [{control: Fuel, range: {from: 1, to: 5}}]":                                                                             `no option of "Fuel" is a number from 1 to 5`,
		"controls: [{control: Fuel, range: {from: 2020-01, to: 2020-06, step: 1 month}}]":                                                  `no option of "Fuel" is a day, month or year such as 2020-01 from 2020-01 to 2020-06`,
		"controls: [{control: Sort by, only: [Newest first]}, {control: sort, leave: true}]":                                               `"Sort by" is bound here, and never is by leave: true or role other of "sort": take out one of them`,
		"controls: [{control: Sort by, always: Newest first}]\nroles: [{name: sort, value: other}]":                                        `"Sort by" is bound here, and never is by leave: true or role other of "sort": take out one of them`,
		"controls: [{control: Make, only: [Saab]}, {control: make, only: [Opel]}]":                                                         `is said something of twice`,
		"controls: [{control: Sort by, only: [Newest first]}, {control: sort, only: [Best match]}]":                                        `"sort" and "Sort by" are the same control (sort)`,
		"controls: [{control: Year, range: {from: 2000, to: 2011, step: 4}}, {control: year_to, only: [2011]}]":                            `"year_to" and "Year" are the same control (year_to)`,
		"controls: [{control: Year, range: {from: 2000, to: 2011, step: 4}}]\nfixed: [{name: year_to, value: 2011}]":                       `"Year" is bound to 2011 in each question by always or fixed`,
		"words: {file: " + latin1 + ", nothing-else: true}":                                                                                `latin1.csv is not in UTF-8: save it as UTF-8`,
		"controls: [{control: Make, except: [Volkswagen, Ford, Opel, Renault, Toyota, Fiat, Peugeot, Skoda, Volvo, Mazda, Saab, Lancia]}]": `no value of "Make" is left to ask`,
		"words: {list: [a], nothing-else: true}":                                                                                           "the form has no search box that takes words",
		"controls: [{control: Make, only: {from: books.author}}]":                                                                          `books: no such site in the database`,
	} {
		out, server := plannedHarvest(t, "cars", "questions:\n  "+plan)
		if !strings.Contains(out, want) || !strings.Contains(out, "hadal.yaml:6:") || !strings.Contains(out, "^") {
			t.Errorf("%s: it says\n%s\nwant %s", plan, out, want)
		}
		if asked := put(server, "/cars/results", "make"); len(asked) > 0 {
			t.Errorf("%s: %q were asked", plan, asked)
		}
	}
}

// What is set and has no effect is told at the end, with its place.
func TestWhatHasNoEffectIsTold(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "makes.txt")
	if err := os.WriteFile(file, []byte("Saab\nTrabant\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, server := plannedHarvest(t, "cars", "questions: {controls: [{control: Make, only: {file: "+file+"}}]}")
	if !strings.Contains(out, `"Trabant"`) || !strings.Contains(out, "no effect: ") {
		t.Errorf("it does not say that Trabant is no make:\n%s", out)
	}
	if got := put(server, "/cars/results", "make"); !slices.Equal(got, []string{"", "Saab"}) {
		t.Errorf("%q were asked", got)
	}
}

// What keeps the search itself from being asked, or names nothing that is there, is told with its place.
func TestSettingsThatMissTheSiteAreTold(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string]string{
		"exclude: [/search]\nquestions: {words: [history]}":                                   `hadal.yaml:5:14: it: exclude: /search leaves out http://`,
		"pager: {next: a.further}\nquestions: {words: {list: [history], nothing-else: true}}": `hadal.yaml:5:12: it: pager: next a.further turned no page of 1 answers`,
		"pager: {parameter: p}\nquestions: {words: {list: [history], nothing-else: true}}":    `hadal.yaml:5:12: it: pager: parameter p, from 1 by 1, turned no page of 1 answers`,
		"form: /nothing": `hadal.yaml:5:11: it: form "/nothing" is none of those that were seen`,
		"details: always\ndetails-links: [/tome/*]\nquestions: {words: {list: [history], nothing-else: true}}": `hadal.yaml:6:20: it: no link of `,
	} {
		if out, _ := plannedHarvest(t, "books", entry); !strings.Contains(out, want) || !strings.Contains(out, "^") {
			t.Errorf("%s: it does not say %q:\n%s", entry, want, out)
		}
	}
	if out, _ := plannedHarvest(t, "books", "exclude: ['*?page=*']\nquestions: {words: {list: [history], nothing-else: true}}"); !strings.Contains(out, "page=2 is left out by exclude (*?page=*)): take that out") {
		t.Errorf("it does not say which pages are left out, and by what:\n%s", out)
	}
	file := filepath.Join(t.TempDir(), "many.txt")
	write(t, file, "Saab\nTrabant\nWartburg\nBarkas\n")
	if out, _ := plannedHarvest(t, "cars", "questions: {controls: [{control: Make, only: {file: "+file+"}}]}"); strings.Count(out, "no effect: ") != 1 || !strings.Contains(out, `3 of 4 values are of no use, such as "Trabant", "Wartburg", "Barkas": `) {
		t.Errorf("what is of no use is not told at once:\n%s", out)
	}
}

// A pattern of include that means one page, and was meant for all below it, is told.
func TestIncludeOfOnePageIsTold(t *testing.T) {
	t.Parallel()
	for pattern, told := range map[string]bool{"/book": true, "/book/**": false} {
		out, _ := plannedHarvest(t, "books", "include: [/search, "+pattern+"]\ndetails: always\nmax-requests: 12\nquestions: {words: {list: [history], nothing-else: true}}")
		if want := "include has /book, which is that page alone"; strings.Contains(out, want) != told {
			t.Errorf("%s: it says %q: %v, want %v\n%s", pattern, want, !told, told, out)
		}
	}
}

// Pages of records are not read for a column that none of the first ones had.
func TestColumnsThatNeverComeAreGivenUp(t *testing.T) {
	t.Parallel()
	out, server := plannedHarvest(t, "cars", "questions: {controls: [{control: Make, only: [Saab]}]}\ncolumns: [towm]")
	if n := len(server.Log().Asked("/car?")); n != 20 {
		t.Errorf("%d pages of records were read, want 20", n)
	}
	if want := `column "towm" came on none of 20 pages of records, and was not looked for on the others (did you mean town?)`; !strings.Contains(out, want) || !strings.Contains(out, "hadal.yaml:6:14") {
		t.Errorf("it does not say %s:\n%s", want, out)
	}
	if _, server := plannedHarvest(t, "cars", "questions: {controls: [{control: Make, only: [Saab]}]}\ncolumns: [town]"); len(server.Log().Asked("/car?")) <= 20 {
		t.Error("pages of records are given up that have the column")
	}
}

// A column that a person wrote and that no record has is told, with its line, and so is what
// stands in a profile and is at home elsewhere.
func TestWhatAProfileSaysInVainIsTold(t *testing.T) {
	t.Parallel()
	server, err := fixtures.Serve(cookbookSite(t, "cars"))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	file := filepath.Join(t.TempDir(), "it.yaml")
	run := func(more string) string {
		write(t, file, "name: it\nstart: "+server.URL()+"\n"+more+"\n")
		out, _ := hadal(t, "harvest", file, "--db", filepath.Join(t.TempDir(), "h.db"), "--quiet", "--browser", "never").CombinedOutput()
		return string(out)
	}
	out := run("questions: {controls: [{control: Make, only: [Saab]}]}\nwrapper: {columns: [{name: whole, select: ':scope'}, {name: cost, select: .cost}]}\ndetails: {columns: [{name: seats, select: .seats}]}")
	for _, want := range []string{"it.yaml:4:", `column "cost" came on none of `, "it.yaml:5:", `column "seats" came on none of 20 pages of records`} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, `column "whole"`) {
		t.Errorf("it tells of a column that came:\n%s", out)
	}
	for more, want := range map[string]string{
		"pager: {parameter: page}": "it.yaml:3:1: the file knows no \"pager\": pager is a setting, write it into the site's entry",
		"form: [/a, /b]":           "form is a setting, write it into the site's entry",
		"pages: 3":                 "write it into questions, as questions: {pages: ...}",
		"questions: {controls: [{control: Make, only: [Saab]}]}\nwrapper: {columns: [{name: whole, select: ':scope', page: true}]}": `it.yaml:4:59: it: page: true of column "whole" had no page of`,
		"wrapper: {columns: [{name: a, select: a, page: true}, {name: b, select: h3 a, page: true}]}":                               `it.yaml:3:85: columns[1]: page: "a" leads to the record's own page already: take page out of one of the two`,
		"wrapper: {columns: [{name: a, select: a, page: true, kind: integer}]}":                                                     `page: what leads to a page is a url, not of kind integer`,
		"details: {columns: [{name: a, select: a, page: true}]}":                                                                    `it.yaml:3:48: columns[0]: page: it stands on the record's own page`,
	} {
		if out := run(more); !strings.Contains(out, want) {
			t.Errorf("%s: it does not say %q:\n%s", more, want, out)
		}
	}
}

// Records of one site are asked for on another; one plan serves several sites, and a profile
// may have one as well.
func TestPlansOfSeveralSites(t *testing.T) {
	t.Parallel()
	server, err := fixtures.Serve(fixtures.Library(fixtures.Options{Seed: 1}))
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	text := "plans:\n  - {name: science, questions: {controls: [{control: Section, only: [Science]}, {control: Author, leave: true}], pages: 1}}\nsites:\n" +
		"  - {name: a, start: " + server.URL() + ", plan: science}\n" +
		"  - {name: b, start: " + server.URL() + ", questions: {controls: [{control: Author, only: {from: a.author}}], pages: 1}}\n"
	if err := os.WriteFile(at("hadal.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		out, err := hadal(t, append(args, "--config", at("hadal.yaml"), "--quiet", "--browser", "never")...).CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	said := run("harvest", "a", "--db", at("h.db"))
	if got := put(server, "/find", "section", "author"); len(got) != 1 || got[0] != "Science" {
		t.Errorf("site a was asked %q:\n%s", got, said)
	}
	run("harvest", "b", "--db", at("h.db"))
	authors := put(server, "/find", "author")
	if len(authors) < 10 || len(authors) > 25 {
		t.Errorf("site b was asked for %d authors, want those of 20 records", len(authors))
	}

	profile := run("init", server.URL(), "--db", at("other.db"))
	if err := os.WriteFile(at("c.yaml"), []byte(strings.Replace(profile, "name: a", "name: c", 1)+"\nquestions: {controls: [{control: Section, only: [Crafts]}, {control: Author, leave: true}], pages: 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := len(server.Log())
	said = run("harvest", at("c.yaml"), "--db", at("third.db"))
	if asked := server.Log()[before:].Asked("/find"); len(asked) != 1 || !strings.Contains(asked[0].Target, "section=Crafts") {
		t.Errorf("with the profile, %d questions were asked:\n%s", len(asked), said)
	}
}

// Where the page's script searches in a list that it loads, a plan's words are looked for in that:
// it is asked for once, and what does not say them is no answer, when it is read again, too.
func TestWordsAreLookedForInTheListOfAPage(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		switch r.URL.Path {
		case "/list.json":
			fmt.Fprint(w, `[{"title": "The Amber Heron", "port": "Bergen"}, {"title": "The Grey Swift", "port": "Årdal"}, {"title": "The Amber Raven", "port": "Tromsø"}, {"title": "The Last Brig", "port": "Bergen"}]`)
		case "/":
			fmt.Fprint(w, `<title>Ships</title><form action="/find" role="search"><label>Search ships <input type="search" name="q"></label><button>Search</button></form>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	file, db := filepath.Join(dir, "ships.yaml"), filepath.Join(dir, "h.db")
	at := server.URL
	profile := "name: ships\nstart: " + at + "/\nform: {id: a, page: '" + at + "/', action: '" + at + "/find', method: GET, purpose: search, score: 1, submit: true, fields: [{name: q, control: search, label: Search ships, role: query, score: 1}]}\n" +
		"endpoints: [{request: {method: GET, url: '" + at + "/list.json'}, answer: {json: true, title: /title}, whole: true, words: q}]\n" +
		"questions: {words: {list: [amber, 'brig BERGEN', ardal], nothing-else: true}}\n"
	write(t, file, profile)
	out, err := hadal(t, "harvest", file, "--db", db, "--quiet", "--browser", "never", "--loopback-delay", "0s").CombinedOutput()
	titles := func() string {
		rows, _ := hadal(t, "export", "ships", "--db", db, "--format", "csv", "--columns", "title,port").Output()
		lines := strings.Split(strings.TrimSpace(string(rows)), "\n")
		slices.Sort(lines)
		return strings.Join(lines, "|")
	}
	const want = "The Amber Heron,Bergen|The Amber Raven,Tromsø|The Grey Swift,Årdal|The Last Brig,Bergen|title,port"
	if got := titles(); err != nil || got != want || asked["/list.json"] != 1 {
		t.Errorf("%v: %d requests for the list, %s\n%s", err, asked["/list.json"], got, out)
	}
	write(t, file, strings.Replace(profile, "amber, 'brig BERGEN', ardal", "bergen", 1))
	db = filepath.Join(dir, "two.db")
	hadal(t, "harvest", file, "--db", db, "--quiet", "--browser", "never", "--loopback-delay", "0s").CombinedOutput()
	out, err = hadal(t, "replay", file, "--db", db).CombinedOutput()
	if got := titles(); err != nil || got != "The Amber Heron,Bergen|The Last Brig,Bergen|title,port" {
		t.Errorf("read again: %v: %s\n%s", err, got, out)
	}
}

// A harvest that is resumed asks what is left of its plan, in the same order.
func TestPlansAreResumed(t *testing.T) {
	t.Parallel()
	entry := "questions: {controls: [{control: Make, only: [Saab, Opel, Fiat, Lancia], in-order: true}, {control: Fuel, except: [LPG]}]}"
	_, whole := plannedHarvest(t, "cars", entry)
	want := put(whole, "/cars/results", "make", "fuel")
	sites, err := fixtures.Named(fixtures.Options{Seed: 1}, "cars")
	if err != nil {
		t.Fatal(err)
	}
	server, err := fixtures.Serve(sites[0])
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hadal.yaml"), []byte("sites:\n  - name: it\n    start: "+server.URL()+"\n    "+entry+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 12 {
		_ = hadal(t, "harvest", "it", "--config", filepath.Join(dir, "hadal.yaml"), "--db", filepath.Join(dir, "h.db"), "--quiet", "--browser", "never", "--max-requests", "4").Run() // it ends at its limit
	}
	if diff := cmp.Diff(want, put(server, "/cars/results", "make", "fuel")); diff != "" || len(want) != 17 {
		t.Errorf("asked in %d steps (-whole +in parts):\n%s", len(want), diff)
	}
}

// After a plan was changed, what is held of the old one is no part of what the new one has
// read to its end: no number is told for both.
func TestChangedPlansClaimNoShareOfOthers(t *testing.T) {
	t.Parallel()
	site, err := fixtures.Named(fixtures.Options{Seed: 1}, "cars")
	if err != nil {
		t.Fatal(err)
	}
	server, err := fixtures.Serve(site[0])
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "hadal.yaml")
	for i, plan := range []string{"only: [Saab]}], pages: 1", "only: [Lancia]}, {control: Fuel, only: [LPG]}], split: always"} {
		if err := os.WriteFile(file, []byte("sites:\n  - name: it\n    start: "+server.URL()+"\n    questions: {controls: [{control: Make, "+plan+"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, db := range []string{"both.db", strconv.Itoa(i) + ".db"} {
			out, _ := hadal(t, "harvest", "it", "--config", file, "--db", filepath.Join(dir, db), "--quiet", "--browser", "never").CombinedOutput()
			if got, want := strings.Contains(string(out), "100.0 %"), db == "1.db"; got != want {
				t.Errorf("plan %d in %s: it claims all: %v, want %v\n%s", i, db, got, want, out)
			}
		}
	}
}

// A plan of which nothing finds a record ends as one that is not done, and says so.
func TestPlansThatFindNothingAreTold(t *testing.T) {
	t.Parallel()
	for site, plan := range map[string]string{"books": "words: {list: [zzqx, zzqy], nothing-else: true}", "library": "controls: [{control: Author, only: [zza, zzb]}]"} {
		out, server := plannedHarvest(t, site, "questions: {"+plan+"}", "--json")
		if want := "none of the questions of the plan (2) found a record"; !strings.Contains(out, want) || !strings.Contains(out, `"incomplete"`) {
			t.Errorf("%s: it does not say %q:\n%s", site, want, out)
		}
		if len(put(server, map[string]string{"books": "/search", "library": "/find"}[site], "q", "author")) != 3 {
			t.Errorf("%s: asked %v", site, server.Log())
		}
	}
}

// Where a person limits the pages of each answer, what stands behind them is not counted by
// anybody: no share of it is claimed, what was left is told, and nothing is divided for it.
func TestLimitedPagesClaimNoShare(t *testing.T) {
	t.Parallel()
	requests := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests++; r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		q := r.URL.Query()
		fmt.Fprint(w, `<title>Ships</title><form action="/find"><label>Search ships <input type="search" name="q"></label><label>Rig <select name="rig"><option value="">any<option value="b">Brig<option value="s">Sloop</select></label><button>Search</button></form>`)
		if at, _ := strconv.Atoi(q.Get("page")); r.URL.Path == "/find" && q.Get("rig") != "" {
			at = max(at, 1)
			for i := at*10 - 10; i < at*10; i++ {
				fmt.Fprintf(w, `<div class="ship"><a href="/ship/%s%d">The %s of port %d</a> <span class="built">%d</span></div>`, q.Get("rig"), i, []string{"Amber", "Heron", "Swift", "Raven"}[i%4], i*7+int(q.Get("rig")[0]), 1700+i)
			}
			fmt.Fprintf(w, `<a rel="next" href="/find?rig=%s&page=%d">Next page</a>`, q.Get("rig"), at+1)
		} else if r.URL.Path == "/find" {
			fmt.Fprint(w, "<p>Nothing was found.")
		}
	}))
	defer site.Close()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "hadal.yaml"), "sites:\n  - name: ships\n    start: "+site.URL+"/\n    questions: {controls: [{control: Rig, only: [Brig, Sloop]}], pages: 2}\n")
	cmd := hadal(t, "harvest", "ships", "--db", "h.db", "--quiet", "--browser", "never", "--loopback-delay", "0s")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "2 answers were read to page 2 and no further (pages)") || strings.Contains(string(out), "%") || !regexp.MustCompile(`(?m)^ships +GET /find +40 +40 +at least 40 +- `).Match(out) {
		t.Errorf("%v: it claims a share, or does not say what was left:\n%s", err, out)
	}
	if requests > 8 { // robots.txt, the form, a question that nothing matches, and four pages
		t.Errorf("%d requests were sent", requests)
	}
}
