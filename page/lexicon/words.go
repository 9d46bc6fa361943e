package lexicon

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// The words are data, so that a translator can add to them: a file a language,
// in sections. What each section is for says words/en.txt.

//go:embed words/*.txt
var files embed.FS

var words = AllLanguages(files)

// The words by which sites name what a form, or a page with such a form, is for.
var (
	Search           = section("search")
	Login            = section("login")
	Registration     = section("registration")
	PasswordRecovery = section("password-recovery")
	Contact          = section("contact")
	MailingList      = section("mailing-list")
	Order            = section("order")
)

func section(name string) *List { return New(strings.Join(Words(name), ",")) }

// Words returns the entries of a section in all languages.
func Words(section string) []string {
	if words[section] == nil {
		panic(fmt.Sprintf("lexicon: no section is called %q", section))
	}
	return slices.Clone(words[section])
}

// AllLanguages joins the sections of one name of all languages.
func AllLanguages(files fs.FS) map[string][]string {
	languages := Languages(files)
	out := map[string][]string{}
	for _, l := range slices.Sorted(maps.Keys(languages)) {
		for section, entries := range languages[l] {
			out[section] = append(out[section], entries...)
		}
	}
	return out
}

// Languages reads the files of words in a folder: of each language, by the name
// of its file, the entries of its sections. A section is a line [name] and lines of
// entries with commas between them, or a line "none: reason", which makes it
// empty, not nil. A line that begins with # is a comment.
func Languages(files fs.FS) map[string]map[string][]string {
	names, _ := fs.Glob(files, "words/*.txt") // the pattern is a good one
	out := map[string]map[string][]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err) // the files are part of the program
		}
		of, section := map[string][]string{}, ""
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			switch {
			case line == "", strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "["):
				section = strings.Trim(line, "[]")
			case strings.HasPrefix(line, "none:"):
				of[section] = []string{}
			default:
				for entry := range strings.SplitSeq(line, ",") {
					of[section] = append(of[section], strings.TrimSpace(entry))
				}
			}
		}
		out[strings.TrimSuffix(path.Base(name), ".txt")] = of
	}
	return out
}
