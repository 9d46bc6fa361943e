package script

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Literal is a value as scripts write it: JSON, with the liberties that
// JavaScript takes (names without quotes, single quotes, a comma at the end,
// comments).
type Literal struct {
	Text    string    // of a string or number, or a word such as null
	Names   []string  // of an object's members
	Values  []Literal // of an object's members or an array's
	IsArray bool
	Simple  bool // neither object nor array
}

// Bounds of what is read from one script.
const (
	MaxDepth      = 12
	literalValues = 100_000
)

// Literals returns the objects and arrays that stand in a script where a value
// may begin, the outermost ones; what is no literal is passed over.
func Literals(script string) []Literal {
	var out []Literal
	budget := literalValues
	for i := 0; i < len(script) && budget > 0; i++ {
		if script[i] != '{' && script[i] != '[' || !mayBeginValue(script[:i]) {
			continue
		}
		r := literalReader{text: script, at: i, budget: budget}
		v, ok := r.value(0)
		budget = r.budget
		if ok && len(v.Values) > 1 {
			out = append(out, v)
			i = r.at - 1
		}
	}
	return out
}

// mayBeginValue reports whether what follows text may be a value: it is
// assigned, passed, a member or an element.
func mayBeginValue(text string) bool {
	text = strings.TrimRight(text, " \t\r\n")
	return text != "" && strings.IndexByte("=(:,[?", text[len(text)-1]) >= 0 || strings.HasSuffix(text, "return") || text == ""
}

type literalReader struct {
	text   string
	at     int
	budget int
}

// blank passes over white space and comments.
func (r *literalReader) blank() {
	for r.at < len(r.text) {
		switch rest := r.text[r.at:]; {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			r.at++
		case strings.HasPrefix(rest, "//"):
			r.at += lengthUntil(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			r.at += lengthUntil(rest, "*/")
		default:
			return
		}
	}
}

// lengthUntil is the length of text up to and with end, all of it where that is not in it.
func lengthUntil(text, end string) int {
	if i := strings.Index(text, end); i >= 0 {
		return i + len(end)
	}
	return len(text)
}

func (r *literalReader) take(c byte) bool {
	r.blank()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *literalReader) value(depth int) (Literal, bool) {
	if r.budget--; r.budget < 0 || depth > MaxDepth {
		return Literal{}, false
	}
	r.blank()
	if r.at >= len(r.text) {
		return Literal{}, false
	}
	switch c := r.text[r.at]; c {
	case '{':
		r.at++
		return r.members(depth)
	case '[':
		r.at++
		out := Literal{IsArray: true}
		for !r.take(']') {
			v, ok := r.value(depth + 1)
			if !ok {
				return out, false
			}
			out.Values = append(out.Values, v)
			if !r.take(',') {
				return out, r.take(']')
			}
		}
		return out, true
	case '"', '\'':
		text, ok := r.quoted(c)
		return Literal{Text: text, Simple: true}, ok
	}
	word := r.word()
	return Literal{Text: word, Simple: true}, word != ""
}

func (r *literalReader) members(depth int) (Literal, bool) {
	var out Literal
	for !r.take('}') {
		name, ok := "", false
		if r.blank(); r.at < len(r.text) && (r.text[r.at] == '"' || r.text[r.at] == '\'') {
			name, ok = r.quoted(r.text[r.at])
		} else {
			name = r.word()
			ok = name != ""
		}
		if !ok || !r.take(':') {
			return out, false
		}
		v, ok := r.value(depth + 1)
		if !ok {
			return out, false
		}
		out.Names, out.Values = append(out.Names, name), append(out.Values, v)
		if !r.take(',') {
			return out, r.take('}')
		}
	}
	return out, true
}

// word reads a number, or a name without quotes.
func (r *literalReader) word() string {
	rest := r.text[r.at:]
	n := strings.IndexFunc(rest, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsNumber(c) && !strings.ContainsRune("_$.+-", c)
	})
	if n < 0 {
		n = len(rest)
	}
	r.at += n
	return strings.ToValidUTF8(rest[:n], "\uFFFD")
}

// quoted reads a string, whose quote stands at r.at.
func (r *literalReader) quoted(quote byte) (string, bool) {
	var b strings.Builder
	for i := r.at + 1; i < len(r.text); i++ {
		switch c := r.text[i]; c {
		case quote:
			r.at = i + 1
			return strings.ToValidUTF8(b.String(), "\uFFFD"), true
		case '\n':
			return "", false
		case '\\':
			if i++; i >= len(r.text) {
				return "", false
			}
			n := map[byte]int{'u': 4, 'x': 2}[r.text[i]]
			if n > 0 && i+n < len(r.text) {
				if x, err := strconv.ParseUint(r.text[i+1:i+1+n], 16, 32); err == nil && utf8.ValidRune(rune(x)) {
					b.WriteRune(rune(x))
					i += n
					continue
				}
			}
			switch r.text[i] {
			case 'n', 'r', 't':
				b.WriteByte(' ')
			default:
				b.WriteByte(r.text[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// Member returns the first simple member that has one of names.
func (l *Literal) Member(names ...string) (string, bool) {
	for _, want := range names {
		for i, name := range l.Names {
			if strings.EqualFold(name, want) && l.Values[i].Simple {
				return l.Values[i].Text, true
			}
		}
	}
	return "", false
}
