// Package nearest finds what a mistyped word was meant to be.
package nearest

import (
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
)

// To returns the candidate that a mistyped word most likely meant, or "" where
// none is near: at most a third of its letters differ, and at least 2 may, but
// never all of them. Case does not count, nor does _ instead of -.
func To(word string, candidates []string) string {
	letters := len([]rune(word))
	best, bestDistance := "", min(max(2, letters/3)+1, max(letters, 1))
	word = fold(word)
	for _, c := range candidates {
		if d := levenshtein.ComputeDistance(word, fold(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

func fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "-") }

// Hint is what an error line says at its end about a mistyped word:
// ` (did you mean books?)`, or "" where no candidate is near.
func Hint(word string, candidates []string) string {
	if near := To(word, candidates); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// Distance is the number of letters by which two words differ (Levenshtein).
func Distance(a, b string) int { return levenshtein.ComputeDistance(a, b) }
