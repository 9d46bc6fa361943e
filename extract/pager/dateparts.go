package pager

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page/dates"
)

// A part is what a link of a listing that is cut in parts stands for: a first
// letter, a year, a month or a day. Parts of one kind are in order by their keys.
type part struct {
	kind partKind
	key  string // the letter; "2024", "2024-03", "03" or "2024-03-15"
}

type partKind int8

const (
	noPart partKind = iota
	letterPart
	yearPart
	monthPart
	dayPart
)

// partOf tells what a label stands for.
func partOf(label string) part {
	switch {
	case isLetterLabel(label):
		return part{letterPart, label}
	case isYear(label):
		return part{yearPart, label}
	}
	return datePart(label)
}

// isLetterLabel reports whether a label is one letter with a case or of an
// alphabet without cases; syllables and ideographs are no index letters.
func isLetterLabel(label string) bool {
	r, n := utf8.DecodeRuneInString(label)
	return n == len(label) && unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func isYear(label string) bool {
	n, ok := wording.Atoi(label)
	return ok && len(label) == 4 && n >= 1700 && n <= 2100
}

// datePart reads "March 2024", "2024-03", "March", "15 March 2024", "15.3.2024" and
// "2024-03-15". Where two numbers may both be the month, as in 3/4/2024, it is the
// second: the order of a list is not changed by that in most cases.
func datePart(label string) part {
	if len(label) > len("wednesday, 15 september 2024 (1,234)") {
		return part{}
	}
	var numbers []string
	month := 0
	for _, w := range strings.FieldsFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch n, ok := wording.Atoi(w); {
		case ok && len(w) <= 4:
			numbers = append(numbers, w)
			if n == 0 {
				return part{}
			}
		case dates.Month(w) > 0 && month == 0:
			month = dates.Month(w)
		default:
			return part{}
		}
	}
	year := slices.IndexFunc(numbers, isYear)
	switch {
	case month > 0 && len(numbers) == 0:
		return part{monthPart, fmt.Sprintf("%02d", month)}
	case year < 0:
		return part{}
	}
	y := numbers[year]
	rest := slices.Delete(slices.Clone(numbers), year, year+1)
	if year == 0 {
		slices.Reverse(rest) // the greatest first: the month before the day
	}
	var n []int
	for _, r := range rest {
		k, _ := wording.Atoi(r)
		n = append(n, k)
	}
	switch {
	case month > 0 && len(n) == 0:
		return part{monthPart, fmt.Sprintf("%s-%02d", y, month)}
	case month > 0 && len(n) == 1 && n[0] <= 31:
		return part{dayPart, fmt.Sprintf("%s-%02d-%02d", y, month, n[0])}
	case month == 0 && len(n) == 1 && n[0] <= 12:
		return part{monthPart, fmt.Sprintf("%s-%02d", y, n[0])}
	case month == 0 && len(n) == 2:
		day, m := n[0], n[1]
		if m > 12 {
			day, m = m, day
		}
		if m <= 12 && day <= 31 {
			return part{dayPart, fmt.Sprintf("%s-%02d-%02d", y, m, day)}
		}
	}
	return part{}
}

// asksFor reports whether an address has p as a value: of a parameter, or as parts
// of its path. A date may stand there in one piece or in several.
func (p part) asksFor(c cand) bool {
	for _, q := range wording.Params(c.url) {
		if strings.TrimRight(strings.ToLower(q.Value), "%*") == c.label {
			return true
		}
	}
	path, query, _ := strings.Cut(c.url.PathQuery(), "?")
	split := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(unescapePath(s)), func(r rune) bool { return strings.ContainsRune("/-_.=&;", r) })
	}
	words := split(path)
	if p.kind == letterPart || p.kind == yearPart {
		return slices.Contains(words, p.key)
	}
	words = append(words, split(query)...)
	if slices.Contains(words, strings.ReplaceAll(p.key, "-", "")) {
		return true
	}
	for i, number := range strings.Split(p.key, "-") {
		month := i == 1 || i == 0 && len(number) == 2
		if !slices.ContainsFunc(words, func(w string) bool {
			return w == number || w == strings.TrimPrefix(number, "0") || month && fmt.Sprintf("%02d", dates.Month(w)) == number
		}) {
			return false
		}
	}
	return true
}
