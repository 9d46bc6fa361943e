package golden

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const renewing = "HADAL_GOLDEN"

const toRenew = "A move of code must not do this. Where the change is meant, `make golden` writes %s anew; commit it with the change."

// golden is one file under testdata: a line for each thing looked at, its name first.
type golden struct {
	path  string
	lines map[string]string
}

func open(t *testing.T, name string) golden {
	t.Helper()
	g := golden{filepath.Join("testdata", name), map[string]string{}}
	if os.Getenv(renewing) != "" {
		return g
	}
	text, err := os.ReadFile(g.path)
	if err != nil {
		t.Fatalf("%v; `make golden` writes it", err)
	}
	for line := range strings.Lines(string(text)) {
		if name, rest, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			g.lines[name] = rest
		}
	}
	return g
}

// compare says of everything now what differs, by tell, or writes it down where that is asked for.
func (g golden) compare(t *testing.T, now map[string]string, tell func(name, was, is string) string) {
	t.Helper()
	var names []string
	for name := range now {
		names = append(names, name)
	}
	slices.Sort(names)
	if os.Getenv(renewing) != "" {
		var b strings.Builder
		for _, name := range names {
			fmt.Fprintf(&b, "%s\t%s\n", name, now[name])
		}
		if err := os.WriteFile(g.path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	wrong := 0
	for _, name := range names {
		switch was, known := g.lines[name]; {
		case !known:
			t.Errorf("%s is new", name)
		case was != now[name]:
			t.Error(tell(name, was, now[name]))
		default:
			continue
		}
		wrong++
	}
	for name := range g.lines {
		if _, there := now[name]; !there {
			t.Errorf("%s is gone", name)
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d differ. "+toRenew, wrong, len(names), "eval/golden/"+g.path)
	}
}

// hashed returns the hash of a text.
func hashed(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}
