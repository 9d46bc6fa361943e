package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

func TestShippedFileNamesEverySettingAtItsDefault(t *testing.T) {
	data, err := os.ReadFile("../../config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var written map[string]any
	if err := yaml.Unmarshal(data, &written); err != nil {
		t.Fatal(err)
	}
	for _, k := range keysOf(reflect.TypeFor[Settings]()) {
		if _, ok := written[k.name]; ok == (k.older != "") {
			t.Errorf("config.yaml lacks %s, or has it though it is an older setting", k.name)
		}
	}
	got, err := load("config.yaml", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Defaults(), got, equateEmpty); diff != "" {
		t.Errorf("config.yaml differs from the defaults (-default +file):\n%s", diff)
	}
}

// equateEmpty treats nil and empty lists alike.
var equateEmpty = cmp.FilterValues(func(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	return x.IsValid() && y.IsValid() && x.Kind() == reflect.Slice && y.Kind() == reflect.Slice && x.Len() == 0 && y.Len() == 0
}, cmp.Comparer(func(a, b any) bool { return true }))

func TestEmptyFilesAreDefaults(t *testing.T) {
	for _, text := range []string{"", "\n", "# only a comment\n", "---\n", "sites:\n"} {
		got, err := load("f.yaml", []byte(text), nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if diff := cmp.Diff(Defaults(), got, equateEmpty); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

func TestPrecedence(t *testing.T) {
	const text = `
delay: 2s
timeout: 20s
max-requests: 100
max-body: 2MB
seed-words: [one, two]
sites:
  - name: books
    start: https://books.example/
    delay: 5s
    timeout: 50s
    max-requests: 500
    fixed:
      - {name: lang, value: en}
`
	t.Setenv("HADAL_MAX_REQUESTS", "7")
	t.Setenv("HADAL_TIMEOUT", "9s")
	t.Setenv("HADAL_TERMS", "a,b")
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddFlags(flags, SiteFlags()...)
	if err := flags.Parse([]string{"--max-requests=3", "--max-body=1KiB", "--fixed=q=a=b", "--capabilities=not=no", "--capabilities=list-all=*"}); err != nil {
		t.Fatal(err)
	}
	s, err := load("f.yaml", []byte(text), flags)
	if err != nil {
		t.Fatal(err)
	}
	books := s.ForSite("books")
	check := func(what string, got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	check("file over default", s.Delay, 2*time.Second)
	check("site over file", books.Delay, 5*time.Second)
	check("environment over file", s.Timeout, 9*time.Second)
	check("environment over site", books.Timeout, 9*time.Second)
	check("flag over environment and site", []int{s.MaxRequests, books.MaxRequests}, []int{3, 3})
	check("size flag", s.MaxBody, Size(1024))
	check("list from the environment", s.Terms, []string{"a", "b"})
	check("list from the file, inherited", books.SeedWords, []string{"one", "two"})
	check("bindings by flag", books.Fixed, []Binding{{"q", "a=b"}})
	check("capabilities by flag", books.Capabilities, []Capability{{"not", "no", ""}, {"list-all", "yes", "*"}})
	check("unnamed site", s.ForSite("other"), s.SiteSettings)
	check("site entry", []string{s.Sites[0].Name, s.Sites[0].Start}, []string{"books", "https://books.example/"})
}

func TestLoopbackDelayFollowsAMoreExplicitDelay(t *testing.T) {
	const entry = "\nsites:\n  - {name: a, start: 'http://127.0.0.1/'"
	for _, c := range []struct {
		text, flag string
		want       time.Duration
	}{
		{"delay-factor: 1" + entry + "}", "", 0},
		{"delay: 3s" + entry + "}", "", 3 * time.Second},
		{"delay: 3s\nloopback-delay: 0s" + entry + "}", "", 0},
		{"delay: 3s\nloopback-delay: 0s" + entry + ", delay: 4s}", "", 4 * time.Second},
		{"delay: 3s\nloopback-delay: 1s" + entry + "}", "--delay=5s", 5 * time.Second},
		{"delay: 3s" + entry + "}", "--loopback-delay=6s", 6 * time.Second},
	} {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		AddFlags(flags, "delay", "loopback-delay")
		if err := flags.Parse(strings.Fields(c.flag)); err != nil {
			t.Fatal(err)
		}
		s, err := load("f.yaml", []byte(c.text), flags)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		} else if got := s.ForSite("a").LoopbackDelay; got != c.want {
			t.Errorf("%q %s: loopback-delay %v, want %v", c.text, c.flag, got, c.want)
		}
	}
}

func TestSitesMayShareSettingsByAnchor(t *testing.T) {
	const text = `
sites:
  - &slow
    name: a
    start: http://a.example/
    delay: 9s
  - <<: *slow
    name: b
    start: http://b.example/
`
	s, err := load("f.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if b, ok := s.Site("b"); !ok || b.Delay != 9*time.Second || b.Start != "http://b.example/" {
		t.Errorf("site b is %+v", b)
	}
}

func TestLoadFindsTheFileOfTheDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	if s, err := Load(Source{}); err != nil || s.Delay != Defaults().Delay {
		t.Errorf("without a file: delay %v, %v", s.Delay, err)
	}
	if _, err := Load(Source{File: "named.yaml"}); err == nil {
		t.Error("a named file that is missing is no error")
	}
	if err := os.WriteFile(FileName, []byte("delay: 8s\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Load(Source{}); err != nil || s.Delay != 8*time.Second {
		t.Errorf("with %s: delay %v, %v", FileName, s.Delay, err)
	}
	named := filepath.Join(t.TempDir(), "other.yaml")
	if err := os.WriteFile(named, []byte("delay: 7s\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Load(Source{File: named}); err != nil || s.Delay != 7*time.Second {
		t.Errorf("with --config: delay %v, %v", s.Delay, err)
	}
}
