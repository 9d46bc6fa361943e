package config

import (
	"fmt"
	"regexp"
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

// withoutPasswords returns a line of a picture, which goes where messages go, without the
// passwords that stand in it where they should not.
func withoutPasswords(line string) string {
	line = inAddress.ReplaceAllString(line, "$1***@")
	line = tokens.ReplaceAllStringFunc(line, func(found string) string {
		parts := tokens.FindStringSubmatch(found)
		if _, _, is := reference(strings.Trim(parts[3], `"'`)); is {
			return found
		}
		return parts[1] + parts[2] + "***"
	})
	return written.ReplaceAllStringFunc(line, func(found string) string {
		parts := written.FindStringSubmatch(found)
		if _, _, is := reference(strings.Trim(parts[2], `"'`)); is {
			return found
		}
		return parts[1] + "***"
	})
}

var (
	inAddress = regexp.MustCompile(`(://[^/:@\s]*:)[^/@\s]+@`)
	tokens    = regexp.MustCompile(`(?i)\b(value["']?: *["']?(?:bearer|basic|token) +)[^\s"',}\]]+|((?:authorization|cookie|[\w-]*(?:key|token|secret|session|auth|sid))["']?, *value["']?: *)("[^"]*"|'[^']*'|[^,}]+)`)
	written   = regexp.MustCompile(`(\bpass?word["']?: *)("[^"]*"|'[^']*'|[^,}]+)`)
)

// problemAt returns a problem at a token of file; a nil token gives the file alone.
func problemAt(file string, tk *token.Token, message string) Problem {
	p := Problem{File: file, Message: message}
	if tk == nil || tk.Position == nil {
		return p
	}
	for at := tk; at != nil; at = at.Prev {
		withoutNulls(at)
	}
	for at := tk; at != nil; at = at.Next {
		withoutNulls(at)
	}
	if tk.Type == token.ImplicitNullType && tk.Prev != nil {
		tk = tk.Prev
	}
	p.Line, p.Column = tk.Position.Line, tk.Position.Column
	var pp printer.Printer
	for line := range strings.Lines(pp.PrintErrorToken(tk, false)) {
		p.Picture += withoutPasswords(strings.TrimRight(line, " \n")) + "\n"
	}
	return p
}

// withoutNulls takes what the parser puts in the place of a value that is not written out of
// what stands beside a token: no picture shows it.
func withoutNulls(at *token.Token) {
	for at.Next != nil && at.Next.Type == token.ImplicitNullType {
		if at.Next = at.Next.Next; at.Next != nil {
			at.Next.Prev = at
		}
	}
	for at.Prev != nil && at.Prev.Type == token.ImplicitNullType {
		at.Prev = at.Prev.Prev
	}
}
