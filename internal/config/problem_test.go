package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestProblemsNameThePlace(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", "db: a.db\ndealy: 3s\n", `f.yaml:2:1: unknown setting "dealy" (did you mean delay?)`},
		{"underscores", "max_requests: 3\n", `f.yaml:1:1: unknown setting "max_requests" (did you mean max-requests?)`},
		{"nothing near", "colour: red\n", "f.yaml:1:1: unknown setting \"colour\": take it out, or write one of those that hadal config schema has\n"},
		{"unknown key of a site", "sites:\n  - name: a\n    start: http://a.example/\n    strateggy: auto\n", `f.yaml:4:5: unknown setting "strateggy" (did you mean strategy?)`},
		{"db of a site", "sites:\n  - name: a\n    start: http://a.example/\n    db: x\n", `f.yaml:4:5: "db" is for all sites: write it at the margin, outside of sites`},
		{"bad duration", "delay: soon\n", `f.yaml:1:8: delay wants a duration such as 500ms, 2s or 1h30m, not "soon"`},
		{"duration without unit", "delay: 5\n", `f.yaml:1:8: delay wants a duration such as 500ms, 2s or 1h30m, not 5`},
		{"bad size", "max-body: huge\n", `f.yaml:1:11: max-body wants a size such as 10MB, not "huge"`},
		{"text for number", "max-requests: many\n", `f.yaml:1:15: max-requests wants a whole number, not "many"`},
		{"quoted number", "max-requests: \"5\"\n", `f.yaml:1:15: max-requests wants a whole number, not "5"`},
		{"fraction for whole number", "max-requests: 1.5\n", `f.yaml:1:15: max-requests wants a whole number, not 1.5`},
		{"text for boolean", "ignore-robots: maybe\n", `f.yaml:1:16: ignore-robots wants true or false, not "maybe"`},
		{"scalar for list", "seed-words: history\n", "f.yaml:1:13: seed-words wants a list"},
		{"mapping for list", "sites:\n  books: {start: x}\n", "sites wants a list"},
		{"list for text", "contact: [a]\n", "contact wants a text, not a list"},
		{"scalar in a list of mappings", "fixed: [a]\n", "an item of fixed wants `key: value` lines, not \"a\""},
		{"out of range", "jitter: 3\n", "f.yaml:1:9: jitter must be between 0 and 1, not 3"},
		{"negative", "delay: -1s\n", "f.yaml:1:8: delay must be at least 0s, not -1s"},
		{"unknown strategy", "strategy: freqency\n", `f.yaml:1:11: strategy must be one of auto, adaptive, correlated, drilldown, focused, frequency, glimpse, probe, random, setcover, not "freqency" (did you mean frequency?)`},
		{"out of range for a site", "sites:\n  - name: a\n    start: http://a.example/\n    max-attempts: 0\n", "f.yaml:4:19: max-attempts must be between 1 and 100, not 0"},
		{"start that is no host", "sites:\n  - name: a\n    start: a\n", `f.yaml:3:12: start must be an http or https URL, not "a"`},
		{"no start", "sites:\n  - name: b\n    start: b.example\n  - name: a\n", "f.yaml:4:"},
		{"no start", "sites:\n  - name: a\n", "start is missing: write start: https://"},
		{"no name", "sites:\n  - start: a.example\n", "name is missing: write name: "},
		{"tab", "sites:\n\t- name: a\n", "f.yaml:2:1: a line may not begin with a tab: indent with blanks"},
		{"name twice", "sites:\n  - {name: a, start: 'http://a/'}\n  - {name: a, start: 'http://b/'}\n", `f.yaml:3:12: name "a" is taken by another site`},
		{"terms without terms", "strategy: terms\n", "f.yaml:1:11: strategy terms needs words: write questions: {words: {list: [...], nothing-else: true}} instead of it"},
		{"capability", "capabilities:\n  - {name: not, verdict: yes, value: '-word'}\n  - {name: lists-all, verdict: no}\n", `f.yaml:2:3: capabilities item: name must be one of list-all,`},
		{"verdict", "capabilities: [{name: not, verdict: maybe}]\n", `capabilities item not: verdict must be one of yes, no, not "maybe"`},
		{"limit", "capabilities: [{name: top-k, verdict: yes, value: many}]\n", `capabilities item top-k: value must be a whole number above 0, not "many"`},

		{"capability twice", "capabilities: [{name: sort, verdict: no}, {name: sort, verdict: no}]\n", "capabilities has sort twice"},
		{"agent", "agent: \"\"\n", "f.yaml:1:8: agent must begin with a product token"},
		{"syntax", "delay: [1s\n", "f.yaml:1:8: "},
		{"key twice", "delay: 1s\ndelay: 2s\n", "f.yaml:2:1: "},
		{"no mapping", "- a\n", "f.yaml:1:1: the file wants `key: value` lines, not a list"},
		{"two documents", "delay: 1s\n---\ndelay: 2s\n", "one YAML document only"},
	} {
		_, err := load("f.yaml", []byte(c.text), nil)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: error %v, want an *Error", c.name, err)
			continue
		}
		if !strings.Contains(err.Error()+"\n", c.want) {
			t.Errorf("%s: got\n%v\nwant\n%s", c.name, err, c.want)
		}
		if len(e.Problems) != 1 {
			t.Errorf("%s: %d problems, want 1:\n%v", c.name, len(e.Problems), err)
		}
		if p := e.Problems[0]; p.Line > 0 && !strings.Contains(p.Picture, "^") {
			t.Errorf("%s: no caret:\n%v", c.name, err)
		}
	}
}

func TestAllProblemsAreReportedInOrder(t *testing.T) {
	_, err := load("f.yaml", []byte("dealy: 1s\nmax-requests: x\nsites:\n  - nmae: a\n"), nil)
	var e *Error
	if !errors.As(err, &e) || len(e.Problems) != 3 {
		t.Fatalf("got %v, want three problems", err)
	}
	for i, line := range []int{1, 2, 4} {
		if e.Problems[i].Line != line {
			t.Errorf("problem %d is at line %d, want %d", i, e.Problems[i].Line, line)
		}
	}
}

func TestProblemsOfFlagsAndEnvironmentNameThem(t *testing.T) {
	t.Setenv("HADAL_DELAY", "soon")
	_, err := load("", nil, nil)
	if want := `environment variable HADAL_DELAY: delay wants a duration such as 500ms, 2s or 1h30m, not "soon"`; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	t.Setenv("HADAL_DELAY", "")
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddFlags(flags, "jitter", "fixed")
	if err := flags.Parse([]string{"--jitter=2"}); err != nil {
		t.Fatal(err)
	}
	_, err = load("", nil, flags)
	if want := "flag --jitter: jitter must be between 0 and 1, not 2"; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"", "delay: 2s\n", "dealy: 2s\n", "sites:\n  - name: a\n    start: http://a.example/\n    fixed: [{name: q, value: x}]\n",
		"sites: [{<<: *a}]\n", "a: &a [*a]\n", "delay: !!int 3\n", "max-body: 10MB\nseed-words: [\"a\", 'b', c]\n", "? [a]\n: b\n", "\t", "{{{{", "- - - -\n", "form: |\n  x\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := load("f.yaml", data, nil)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error without a word")
			}
			return
		}
		if s.Delay < 0 || s.MaxAttempts < 1 || s.DB == "" {
			t.Errorf("accepted settings out of range: %+v", s)
		}
	})
}

// A host alone is understood as on the command line: by https, and on this machine by http.
func TestAHostAloneIsAStart(t *testing.T) {
	for text, want := range map[string]string{"a.example": "https://a.example", "a.example/x?y=z": "https://a.example/x?y=z", "127.0.0.1:8080": "http://127.0.0.1:8080", "localhost:8080/x": "http://localhost:8080/x", "http://a.example/": "http://a.example/"} {
		s, err := load("f.yaml", []byte("sites: [{name: a, start: '"+text+"'}]"), nil)
		if err != nil || s.Sites[0].Start != want {
			t.Errorf("%s: %v, %v; want %s", text, s.Sites, err, want)
		}
	}
}
