// Command ablate leaves one mechanism of packages extract and forms out at a time and tells
// what that changes in how well labelled pages are understood.
//
//	go run ./eval/ablate [-folders extract,forms] DIR
//	go run ./eval/ablate -guards PATTERN
//
// A mechanism is found in the source, not listed: the result of a function of at most 40
// lines (nothing, false, true, or what it was given, in its place), a branch of an if or a
// switch (never taken), one term of a condition (as if it were not written). A copy of each
// file asks, at each of these places, which one is left out; the programs that score
// labelled data are built with the copies laid over the tree. They read each page once as it
// is, note which mechanisms made a difference there, and read it again only with those out.
// So what never makes a difference is told at once.
//
// DIR holds the labelled data: results, pages2 and pagination for extract, forms for forms.
// Each line of the answer is one mechanism: the number of pages on which it does something,
// and the figures that move without it. Figures are those of the programs in eval/extract
// and eval/forms.
//
// With -guards it tells instead whether the tests that package harvest names for what it
// promises fail where something of the guard is left out.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	folders := flag.String("folders", "extract,forms", "where to look for mechanisms")
	keep := flag.String("keep", "", "write the programs and the list of mechanisms into this folder, and run nothing")
	only := flag.String("only", "", "what to leave out: a pattern of \"kind file:function\"")
	promised := flag.String("guards", "", "try the guards of what package harvest promises instead: a pattern of \"file:function\"")
	flag.Parse()
	var err error
	switch {
	case *promised != "":
		err = guards(*promised)
	case flag.NArg() != 1 && *keep == "":
		flag.Usage()
		os.Exit(2)
	default:
		err = run(strings.Split(*folders, ","), *only, flag.Arg(0), *keep)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ablate:", err)
		os.Exit(1)
	}
}

func run(folders []string, pattern, data, keep string) error {
	only, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	dir := keep
	if keep == "" {
		if dir, err = os.MkdirTemp("", "ablate"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	args := []string{"build", "-o", dir + "/", "./eval/extract", "./eval/forms", "./eval/queries"}
	if err := buildAll(folders, only, dir, args); err != nil {
		return err
	}
	if keep != "" {
		return nil
	}
	list := filepath.Join(dir, "mechanisms.json")
	for _, args := range [][]string{
		{filepath.Join(dir, "extract"), "ablate", data, "-v", list},
		{filepath.Join(dir, "forms"), "-ablate", list, filepath.Join(data, "forms")},
	} {
		c := exec.Command(args[0], args[1:]...)
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if err := c.Run(); err != nil {
			return err
		}
	}
	return nil
}

var mistake = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// buildAll writes the copies and builds what the go command's args say with them. Places
// that do not compile when rewritten are left as they are.
func buildAll(folders []string, only *regexp.Regexp, dir string, args []string) error {
	refused := map[string]bool{}
	for {
		again, err := build(folders, only, dir, args, refused)
		if err != nil || !again {
			return err
		}
	}
}

// build is one try of buildAll. It reports true where some places do not compile: they are
// refused, and it can be tried again.
func build(folders []string, only *regexp.Regexp, dir string, args []string, refused map[string]bool) (again bool, err error) {
	root, err := os.Getwd()
	if err != nil {
		return false, err
	}
	in := &instrumenter{root: root, refused: refused, only: only, fset: token.NewFileSet()}
	for _, f := range folders {
		if err := in.folder(f); err != nil {
			return false, err
		}
	}
	replace := map[string]string{}
	for i, s := range in.sources {
		name := filepath.Join(dir, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(name, s.text(), 0o644); err != nil {
			return false, err
		}
		replace[s.path] = name
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := writeJSON(overlay, map[string]any{"Replace": replace}); err != nil {
		return false, err
	}
	if err := writeJSON(filepath.Join(dir, "mechanisms.json"), in.mechanisms); err != nil {
		return false, err
	}
	c := exec.Command("go", slices.Concat(args[:1], []string{"-gcflags=-e", "-overlay", overlay}, args[1:])...)
	said, err := c.CombinedOutput()
	if err == nil {
		return false, nil
	}
	before := len(refused)
	for _, m := range mistake.FindAllStringSubmatch(string(said), -1) {
		file := m[1]
		if rel, err := filepath.Rel(root, replacedBy(replace, m[1])); err == nil {
			file = rel
		}
		refused[fmt.Sprintf("%s:%s", file, m[2])] = true
	}
	if len(refused) == before {
		return false, fmt.Errorf("%w\n%s", err, said)
	}
	return true, nil
}

// replacedBy returns the file of the tree that a copy stands for.
func replacedBy(replace map[string]string, name string) string {
	for from, to := range replace {
		if to == name || filepath.Base(to) == filepath.Base(name) {
			return from
		}
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

func writeJSON(name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}
