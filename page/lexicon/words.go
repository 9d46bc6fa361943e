package lexicon

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The words are data, so that a translator can add to them: a file a language,
// in sections. What each section is for says words/en.txt.

//go:embed words/*.txt
var files embed.FS

var (
	byLanguage = Languages(files)
	words      = AllLanguages(files)
)

// The words by which sites name what a form, or a page with such a form, is for.
var (
	Search           = Section("search")
	Login            = Section("login")
	Registration     = Section("registration")
	PasswordRecovery = Section("password-recovery")
	Contact          = Section("contact")
	MailingList      = Section("mailing-list")
	Order            = Section("order")
)

// Section returns the list of a section in all languages.
func Section(name string) *List { return New(strings.Join(Words(name), ",")) }

// Words returns the entries of a section in all languages.
func Words(section string) []string {
	if words[section] == nil {
		panic(fmt.Sprintf("lexicon: no section is called %q", section))
	}
	return slices.Clone(words[section])
}

// Pattern returns the regular expression, a group, that matches what any language has
// in one of the sections, for texts in lower case.
func Pattern(sections ...string) string {
	var all []string
	for _, s := range sections {
		all = append(all, Words(s)...)
	}
	return "(?:" + strings.Join(all, "|") + ")"
}

// Literal returns the regular expression, a group, that matches the words of a section as
// they stand.
func Literal(section string) string {
	all := Words(section)
	for i, w := range all {
		all[i] = regexp.QuoteMeta(w)
	}
	return "(?:" + strings.Join(all, "|") + ")"
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

var header = regexp.MustCompile(`^(?:\[([a-z-]+)\]|<([a-z-]+)>)$`)

// Languages reads the files of words in a folder: of each language, by the name
// of its file, the entries of its sections. A section is a line [name] and lines of
// entries with commas between them; or a line <name> and lines that are a regular
// expression each; or either with a line "none: reason", which makes it
// empty, not nil, as does a line "none of name, name: reason". A line that begins with #
// is a comment.
func Languages(files fs.FS) map[string]map[string][]string {
	names, _ := fs.Glob(files, "words/*.txt") // the pattern is a good one
	out := map[string]map[string][]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err) // the files are part of the program
		}
		of, section, patterns := map[string][]string{}, "", false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if h := header.FindStringSubmatch(line); h != nil {
				section, patterns = h[1]+h[2], h[2] != ""
				continue
			}
			switch {
			case line == "", strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "none:"):
				of[section] = []string{}
			case strings.HasPrefix(line, "none of "):
				lacking, _, _ := strings.Cut(strings.TrimPrefix(line, "none of "), ":")
				for name := range strings.SplitSeq(lacking, ",") {
					of[strings.TrimSpace(name)] = []string{}
				}
			case patterns:
				of[section] = append(of[section], line)
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
