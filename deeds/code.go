package deeds

import (
	"regexp"
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// What a program runs is no search, whatever is found by it: words say nothing there, and what
// does may change anything.

// Code reports whether a box takes what a program runs (SQL, or a part of it, the commands of a
// shell): it is called so, or has an example in it. Where it says that it searches, and takes no
// more than a line, that is what is searched for.
func Code(f Field) bool {
	switch f.Kind {
	case "text", "textarea", "":
	default:
		return false
	}
	if statement.MatchString(f.Value) || changes.MatchString(f.Value) {
		return true
	}
	for _, said := range []string{lexicon.Split(f.Name), lexicon.Split(f.ID), lexicon.Fold(f.Label + " " + f.Placeholder)} {
		if word := known.code.Find(said); word != "" && (f.Kind == "textarea" || strings.Contains(word, " ") || !lexicon.Search.Within(said)) {
			return true
		}
	}
	return false
}

// statement begins what asks a database.
var statement = regexp.MustCompile(`(?i)^\s*(?:select\s+(?:\*|distinct\s|count\(|[\w."\x60]+\s*,[^;]*)[^;]*\sfrom\s|prefix\s+\w*:\s*<|match\s*\(\w*:)`)

// changes begins what changes a database.
var changes = regexp.MustCompile(`(?i)^\s*(?:insert\s+(?:ignore\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|replace\s+into\s|merge\s+into\s|(?:drop|truncate|alter|create)\s+(?:temporary\s+)?(?:table|database|schema|view|index|user|role|trigger|procedure|function|event)\s|truncate\s+\S+$|(?:grant|revoke)\s.+\s(?:to|from)\s)`)

// leastCommand is the length of the shortest text that changes a database.
const leastCommand = 12

// command returns the verb of a text that changes a database, "" where it is none.
func command(text string) string {
	if len(text) < leastCommand || !changes.MatchString(text) {
		return ""
	}
	return strings.ToLower(strings.Fields(text)[0])
}
