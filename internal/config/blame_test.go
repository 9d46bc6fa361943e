package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

const blamed = `db: x.db
fixed: [{name: lang, value: en}]
sites:
  - name: books
    start: https://books.example/
    fixed:
      - {name: kind, value: b}
      - {name: lang, value: frr}
  - name: cars
    start: https://cars.example/
`

func TestBlamePointsAtTheSource(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.yaml")
	if err := os.WriteFile(file, []byte(blamed), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ site, control, want string }{
		{"books", "lang", file + ":8:"},
		{"books", "kind", file + ":7:"},
		{"cars", "lang", file + ":2:"},
		{"other", "lang", file + ":2:"},
	} {
		if err := Blame(Source{File: file}, c.site, "fixed", c.control, "wrong"); !strings.HasPrefix(err.Error(), c.want) || !strings.Contains(err.Error(), ": wrong") {
			t.Errorf("%s, %s: %v, want %s", c.site, c.control, err, c.want)
		}
	}
	flags := pflag.NewFlagSet("x", pflag.ContinueOnError)
	AddFlags(flags, "fixed")
	if err := flags.Parse([]string{"--fixed", "lang=frr"}); err != nil {
		t.Fatal(err)
	}
	if err := Blame(Source{File: file, Flags: flags}, "books", "fixed", "lang", "wrong"); err.Error() != "flag --fixed: wrong" {
		t.Errorf("a flag: %v", err)
	}
}

// What stands in a flag is not blamed on the file.
func TestMistakesInFlagsAreTheFlags(t *testing.T) {
	for _, c := range []struct{ flag, value, want string }{
		{"fixed", "lang", `flag --fixed: fixed wants name=value, not "lang"`},

		{"capabilities", "not", `flag --capabilities: capabilities wants name=no, name=yes or name=value, not "not"`},
		{"terms", "@missing.txt", `flag --terms: terms: open missing.txt: no such file or directory (to mean the text "@missing.txt" itself, write "@@missing.txt")`},
		{"terms", "@", `flag --terms: terms: @ wants the name of a file behind it (to mean the text "@" itself, write "@@")`},
	} {
		flags := pflag.NewFlagSet("x", pflag.ContinueOnError)
		AddFlags(flags, c.flag)
		if err := flags.Parse([]string{"--" + c.flag, c.value}); err != nil {
			t.Fatal(err)
		}
		if _, err := load("f.yaml", []byte("db: x.db\n"), flags); err == nil || err.Error() != c.want {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

func TestListsAreReadFromFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("words.txt", []byte("\ufeffgarden\r\n\r\n  # of houses\r\n  old house \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := load("f.yaml", []byte("seed-words: ['@words.txt', '@@home', last]\nsites:\n  - name: a\n    start: https://a.example/\n    terms: ['@words.txt']\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"garden", "old house", "@home", "last"}; !slices.Equal(s.SeedWords, want) || !slices.Equal(s.Sites[0].SeedWords, want) {
		t.Errorf("seed words %q and %q, want %q", s.SeedWords, s.Sites[0].SeedWords, want)
	}
	if want := []string{"garden", "old house"}; !slices.Equal(s.Sites[0].Terms, want) {
		t.Errorf("terms %q, want %q", s.Sites[0].Terms, want)
	}
	_, err = load("f.yaml", []byte("terms: ['@none.txt']\n"), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "f.yaml:1:") || !strings.Contains(err.Error(), "none.txt") {
		t.Errorf("a missing file: %v", err)
	}
}
