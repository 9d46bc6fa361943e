package record

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Counting reports whether values are consecutive numbers, or one number.
func Counting(values []string) bool {
	prev := 0
	for i, s := range values {
		n, ok := wording.Atoi(s)
		if !ok || i > 0 && n != prev+1 {
			return false
		}
		prev = n
	}
	return len(values) > 0
}

// Ascending reports whether values are numbers of which each is above the one before, as
// places in a list are that has gaps.
func Ascending(values []string) bool {
	prev := -1
	for _, s := range values {
		n, ok := wording.Atoi(s)
		if !ok || n <= prev {
			return false
		}
		prev = n
	}
	return true
}

// LeadingRank is the number that lists have before a record's name.
var LeadingRank = regexp.MustCompile(`^[(\[#]?\d{1,5}[.)\]]\s+`)

// TitleKey is the hash of a title's words.
func TitleKey(title string) string {
	h := sha256.Sum256([]byte(strings.Join(wording.Words(title), " ")))
	return hex.EncodeToString(h[:8])
}

// BeginAlike reports whether the words of one title begin the other.
func BeginAlike(a, b string) bool {
	x, y := wording.Words(a), wording.Words(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	return len(x) > 0 && slices.Equal(x, y[:len(x)])
}

// Within reports whether a title has words, and all of them are in another.
func Within(a, b string) bool {
	x, y := wording.Words(a), wording.Words(b)
	return len(x) > 0 && !slices.ContainsFunc(x, func(w string) bool { return !slices.Contains(y, w) })
}

// ContentKey is the hash of the title and fields of a record of a JSON answer or feed, those left out that
// depend on the query: ranks, scores and long texts (excerpts).
func ContentKey(r Record) string {
	h := sha256.New()
	put := func(s string) {
		h.Write([]byte(strings.Join(wording.Words(s), " ")))
		h.Write([]byte{0})
	}
	put(strings.TrimLeft(r.Title, "0123456789.)#( "))
	n := 0
	for _, f := range r.Fields {
		_, bare := wording.Atoi(f.Value)
		if f.Kind == "image" || Volatile[f.Name] || Numbered[f.Name] && bare || len(f.Value) > 120 || strings.HasSuffix(f.Value, "%") {
			continue
		}
		put(f.Value)
		n++
	}
	if n == 0 && r.Title == "" {
		put(r.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Volatile are the names of fields that say how well a record fits the query.
var Volatile = map[string]bool{"rank": true, "score": true, "relevance": true, "hits": true, "match": true,
	"matches": true, "matching": true, "snippet": true, "excerpt": true, "": true}

// Numbered are the names of fields that count the rows of an answer, or number the records.
var Numbered = map[string]bool{"no": true, "nr": true, "number": true}

const (
	fewCount   = 3  // numbers that count rows from any other than one
	rarelyGaps = 10 // of the numbers that count rows, the part before which some are left out
)

// CountsRows reports whether numbers of an answer's rows tell their places in it. A record's
// own number stands among others from answer to answer.
func CountsRows(numbers []string) bool {
	gaps, prev := 0, 0
	for i, s := range numbers {
		n, ok := wording.Atoi(s)
		if !ok || i > 0 && n <= prev || len(numbers) < fewCount && n != i+1 {
			return false
		}
		if i > 0 && n != prev+1 {
			gaps++
		}
		prev = n
	}
	return gaps*rarelyGaps <= len(numbers)
}
