package questions

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A column of a CSV file is found whatever divides its columns, with what stands in quotes.
func TestColumnsOfFiles(t *testing.T) {
	for text, want := range map[string][]string{
		"Word,Place\nsun,x\n": {"sun"},
		"\ufeff\"Word\";\"Place, land\"\r\n\"sun\";x\r\n\"\"\"moon\"\"\";y\r\n": {"sun", `"moon"`},
		"Place\tword\nx\tsun\nx\tsun\n\n":                                       {"sun"},
		"\"a;b;c\",Word\nx,sun\n":                                               {"sun"},
	} {
		file := filepath.Join(t.TempDir(), "words.csv")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		v := Values{File: file, Column: "word"}
		if _, wrong := v.read(); !slices.Equal(v.List, want) {
			t.Errorf("%q: %q (%s), want %q", text, v.List, wrong, want)
		}
	}
}
