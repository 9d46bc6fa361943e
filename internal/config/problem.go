package config

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/printer"
	"github.com/goccy/go-yaml/token"
)

// Problem is one thing that is wrong with the settings.
type Problem struct {
	File         string // "" where the value came from a flag or the environment
	Line, Column int    // 1-based; 0 where unknown
	Message      string // one sentence
	Picture      string // the lines around the place with a caret under it; "" where there is none
}

// String gives the problem as compilers do, the picture below.
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
		}
		b.WriteString(": ")
	}
	b.WriteString(p.Message)
	if p.Picture != "" {
		b.WriteString("\n" + strings.TrimRight(p.Picture, "\n"))
	}
	return b.String()
}

// Error is returned for settings that cannot be used: all their problems, those
// of a file in the order of its lines.
type Error struct{ Problems []Problem }

func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// problemAt returns a problem at a token of file; a nil token gives the file alone.
func problemAt(file string, tk *token.Token, message string) Problem {
	p := Problem{File: file, Message: message}
	if tk == nil || tk.Position == nil {
		return p
	}
	p.Line, p.Column = tk.Position.Line, tk.Position.Column
	var pp printer.Printer
	for line := range strings.Lines(pp.PrintErrorToken(tk, false)) {
		p.Picture += strings.TrimRight(line, " \n") + "\n"
	}
	return p
}

// nearest returns the candidate that a mistyped word most likely meant, or ""
// where none is near: at most a third of its letters differ, and at least 2 may.
func nearest(word string, candidates []string) string {
	best, bestDistance := "", max(2, len(word)/3)+1
	word = strings.ReplaceAll(strings.ToLower(word), "_", "-")
	for _, c := range candidates {
		if d := distance(word, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the Levenshtein distance of a and b in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
