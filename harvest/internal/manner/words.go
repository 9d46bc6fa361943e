package manner

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
)

// Shape returns what the addresses of a site's records have in common: the path
// without its last part and without numbers, and the names of the parameters. "" where
// nothing is left that would tell them from other pages.
func Shape(u page.URL) string {
	if u.IsZero() {
		return ""
	}
	at := numbering.AddressOf(u)
	segments, names := at.Segments(), at.Names()
	slices.Sort(names)
	fixed := len(names) > 0
	for i, segment := range segments {
		switch {
		case strings.ContainsFunc(segment, unicode.IsDigit), i == len(segments)-1 && len(names) == 0:
			segments[i] = "*"
		case segment != "":
			fixed = true
		}
	}
	if !fixed {
		return ""
	}
	return strings.Join(segments, "/") + "?" + strings.Join(names, "&")
}

// Words returns the words of what is asked for, without signs.
func Words(asked []string) (out []string) {
	for _, text := range asked {
		out = append(out, strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.In(c, unicode.L, unicode.M, unicode.Nd) })...)
	}
	return out
}

// leastPart is the length of a word that may be told where it is a part of another one.
const leastPart = 3

// Has reports whether a text has one of words, as Words returns them.
func Has(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool {
		if !strings.Contains(text, w) || len(w) >= leastPart { // in letters that take several bytes one is much
			return strings.Contains(text, w)
		}
		return slices.Contains(Words([]string{text}), w)
	})
}
