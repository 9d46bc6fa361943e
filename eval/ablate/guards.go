package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/eval/ablate/ablated"
	"github.com/hadal-crawler/hadal/eval/ablate/promises"
)

// longest is how long a test may take.
const longest = 10 * time.Minute

// guards tells for each guard of what package harvest promises which of the tests named
// beside it fails where something of the guard is left out: its whole result where it is
// short, else a branch or a term of a condition. It goes on to the next guard at the first
// failure. pattern chooses guards by "file:function".
func guards(pattern string) error {
	list, err := promises.Read(".")
	if err != nil {
		return err
	}
	chosen, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	var folders, names, tested []string
	for _, p := range list {
		for _, g := range p.Guards {
			if name := g.File + ":" + g.Func; chosen.MatchString(name) {
				top, _, _ := strings.Cut(g.File, "/")
				folders = append(folders, top)
				names = append(names, regexp.QuoteMeta(name))
				for _, t := range p.Tests {
					tested = append(tested, filepath.Dir(t.File))
				}
			}
		}
	}
	if len(names) == 0 {
		return errors.New("no guard has such a name")
	}
	dir, err := os.MkdirTemp("", "guards")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Mkdir(filepath.Join(dir, "tests"), 0o777); err != nil {
		return err
	}
	only := regexp.MustCompile(" (" + strings.Join(names, "|") + ")$")
	args := []string{"test", "-c", "-o", filepath.Join(dir, "tests") + "/"}
	for _, t := range unique(tested) {
		args = append(args, "./"+t)
	}
	if err := buildAll(unique(folders), only, dir, args); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, "mechanisms.json"))
	if err != nil {
		return err
	}
	t := trial{dir: dir}
	if err := json.Unmarshal(text, &t.mechanisms); err != nil {
		return err
	}
	bare := 0
	for _, p := range list {
		for _, g := range p.Guards {
			if !chosen.MatchString(g.File + ":" + g.Func) {
				continue
			}
			found, err := t.guard(g, p.Tests)
			if err != nil {
				return err
			}
			if found == "" {
				bare++
				found = "NO TEST FAILS WITHOUT IT"
			}
			fmt.Printf("%-28s %s\n", g.Name, found)
		}
	}
	if bare > 0 {
		return fmt.Errorf("%d guards can be left out unseen", bare)
	}
	return nil
}

func unique(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// trial runs tests with mechanisms left out.
type trial struct {
	dir        string
	mechanisms []ablated.Mechanism
}

// guard returns which of the tests fails without what, or nothing.
func (t *trial) guard(g promises.Place, tests []promises.Place) (string, error) {
	for _, test := range tests {
		fired, err := t.fired(test)
		if err != nil {
			return "", err
		}
		var may []ablated.Mechanism
		for _, m := range t.mechanisms {
			if m.File == g.File && m.Func == g.Func && fired[m.N] {
				may = append(may, m)
			}
		}
		slices.SortStableFunc(may, func(a, b ablated.Mechanism) int { return cmp.Compare(b.Size, a.Size) })
		for _, m := range may {
			if t.run(test, "HADAL_ABLATED="+strconv.Itoa(m.N)) != nil {
				return fmt.Sprintf("%s fails without %s of line %d: %s", test.Func, m.Kind, m.Line, m.Text), nil
			}
		}
	}
	return "", nil
}

// fired returns the mechanisms that make a difference in a test, which must pass with all.
func (t *trial) fired(test promises.Place) (map[int]bool, error) {
	name := filepath.Join(t.dir, "fired-"+test.Func)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := t.run(test, "HADAL_FIRED="+name); err != nil {
			return nil, fmt.Errorf("%s with nothing left out: %w", test.Func, err)
		}
		text, err = os.ReadFile(name)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) { // where nothing makes a difference there is no file
		return nil, err
	}
	fired := map[int]bool{}
	for line := range strings.Lines(string(text)) {
		if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			fired[n] = true
		}
	}
	return fired, nil
}

// run runs one test with a setting of the environment.
func (t *trial) run(test promises.Place, setting string) error {
	folder := filepath.Dir(test.File)
	c := exec.Command(filepath.Join(t.dir, "tests", filepath.Base(folder)+".test"), "-test.failfast", "-test.timeout="+longest.String(), "-test.run=^"+test.Func+"$")
	c.Dir, c.Env = folder, append(os.Environ(), setting)
	return c.Run()
}
