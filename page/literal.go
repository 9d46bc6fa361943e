package page

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Scripts that only bring data have little before it: a name, the function it is handed to.
const (
	literalHead  = 400 // bytes before the literal
	literalShare = 0.5 // of the script that it takes
	literalDeep  = 64
	literalTries = 4 // times that all of it may be read
)

// scriptData returns the data of a script that is little else, as JSON: an array or object
// that is assigned, exported or handed to a function, or a text that is JSON itself or packs it. Indexes
// that a page loads to search in come so.
func scriptData(text string) (string, bool) {
	data, _ := literalIn(text)
	return data, data != ""
}

// literalIn returns that, "" where there is none, and how many bytes of literals that were
// none had to be read before.
func literalIn(text string) (data string, read int) {
	for i := 0; i < min(len(text), literalHead) && read < literalTries*len(text); i++ {
		if strings.IndexByte("{[\"'`", text[i]) < 0 || !valued(text[:i]) {
			continue
		}
		l := literal{text: text, at: i}
		if !l.value(0) || float64(l.at-i) < literalShare*float64(len(text)) {
			read += l.at - i
			continue
		}
		out := l.out.String()
		if out[0] == '"' {
			if json.Unmarshal([]byte(out), &out) != nil {
				continue
			}
			out = strings.TrimSpace(written(out))
		}
		if (strings.HasPrefix(out, "{") || strings.HasPrefix(out, "[")) && json.Valid([]byte(out)) {
			return out, read
		}
	}
	return "", read
}

// leastRead is how many bytes of literals that are none may be read in any script.
const leastRead = 1 << 20

// Literals returns, as JSON, the arrays and objects that stand in a script where a value
// may begin, the outermost ones. What would have to be run is no part of them, but for a
// name alone, which stands as a text.
func Literals(script string) (out []string) {
	for i, read := 0, 0; i < len(script) && read < literalTries*len(script)+leastRead; i++ {
		if (script[i] != '{' && script[i] != '[') || !valued(script[:i]) && strings.IndexByte(":[?", lastSign(script[:i])) < 0 {
			continue
		}
		l := literal{text: script, at: i, names: true}
		if l.value(0) {
			out = append(out, l.out.String())
			i = l.at - 1
		} else {
			read += l.at - i
		}
	}
	return out
}

// valued reports whether what follows a piece of script is a value.
func valued(before string) bool {
	last := lastSign(before)
	if last == 't' || last == 'n' {
		before = strings.TrimRight(before, " \t\r\n")
		return strings.HasSuffix(before, "default") || strings.HasSuffix(before, "return")
	}
	return last == 0 || strings.IndexByte("=(,", last) >= 0
}

// lastSign returns the last byte of a script that is no blank, 0 where there is none.
func lastSign(script string) byte {
	for i := len(script) - 1; i >= 0; i-- {
		if strings.IndexByte(" \t\r\n", script[i]) < 0 {
			return script[i]
		}
	}
	return 0
}

// literal writes a value of JavaScript as JSON. It takes nothing that has to be run.
type literal struct {
	text  string
	at    int
	out   strings.Builder
	names bool // that stand for values become texts
}

func (l *literal) value(depth int) bool {
	l.blank()
	if l.at >= len(l.text) || depth > literalDeep {
		return false
	}
	switch c := l.text[l.at]; c {
	case '{', '[':
		return l.several(c, depth)
	case '"', '\'', '`':
		return l.quoted()
	}
	return l.word()
}

// several reads an array or object; a comma may stand after the last value.
func (l *literal) several(open byte, depth int) bool {
	end := open + 2 // of both brackets
	l.at++
	l.out.WriteByte(open)
	for n := 0; ; n++ {
		if l.blank(); l.at >= len(l.text) {
			return false
		}
		if l.text[l.at] == end {
			l.at++
			l.out.WriteByte(end)
			return true
		}
		if n > 0 {
			l.out.WriteByte(',')
		}
		if open == '{' && !l.name() || !l.value(depth+1) {
			return false
		}
		if l.blank(); l.at < len(l.text) && l.text[l.at] == ',' {
			l.at++
		} else if l.at >= len(l.text) || l.text[l.at] != end {
			return false
		}
	}
}

// name reads the name of a member and the colon after it.
func (l *literal) name() bool {
	if strings.IndexByte("\"'", l.text[l.at]) >= 0 {
		if !l.quoted() {
			return false
		}
	} else {
		word := l.bare()
		if word == "" {
			return false
		}
		l.out.WriteString(strconv.Quote(word))
	}
	if l.blank(); l.at >= len(l.text) || l.text[l.at] != ':' {
		return false
	}
	l.at++
	l.out.WriteByte(':')
	return true
}

// bare reads a name or number.
func (l *literal) bare() string {
	from := l.at
	for l.at < len(l.text) && wordly(l.text[l.at]) {
		l.at++
	}
	return l.text[from:l.at]
}

func wordly(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c == '+' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// word reads what stands without quotes: a number, true, false, null, and how scripts
// shorten these.
func (l *literal) word() bool {
	if l.text[l.at] == '!' {
		l.at++
		was := map[string]string{"0": "true", "1": "false"}[l.bare()]
		l.out.WriteString(was)
		return was != ""
	}
	switch word := l.bare(); word {
	case "true", "false", "null":
		l.out.WriteString(word)
	case "undefined":
		l.out.WriteString("null")
	case "void":
		l.blank()
		l.out.WriteString("null")
		return l.bare() == "0"
	case "JSON.parse":
		return l.parsed()
	default:
		if json.Valid([]byte(word)) {
			l.out.WriteString(word)
		} else if l.names && word != "" {
			l.out.WriteString(strconv.Quote(word))
		} else if n, err := strconv.ParseInt(word, 0, 64); err == nil {
			l.out.WriteString(strconv.FormatInt(n, 10))
		} else if n, err := strconv.ParseFloat(word, 64); err == nil && !strings.ContainsAny(word, "nN") {
			l.out.WriteString(strconv.FormatFloat(n, 'g', -1, 64))
		} else {
			return false
		}
	}
	return true
}

// parsed reads the JSON that a script has parsed from a text.
func (l *literal) parsed() bool {
	if l.blank(); l.at >= len(l.text) || l.text[l.at] != '(' {
		return false
	}
	l.at++
	in := literal{text: l.text, at: l.at}
	in.blank()
	if in.at >= len(in.text) || !in.quoted() {
		return false
	}
	var text string
	if json.Unmarshal([]byte(in.out.String()), &text) != nil || !json.Valid([]byte(text)) {
		return false
	}
	l.at = in.at
	if l.blank(); l.at >= len(l.text) || l.text[l.at] != ')' {
		return false
	}
	l.at++
	l.out.WriteString(text)
	return true
}

// escapes are the signs that a letter after a backslash stands for.
var escapes = map[byte]string{'n': `\n`, 't': `\t`, 'r': `\r`, 'b': `\b`, 'f': `\f`, 'v': `\u000b`, '0': `\u0000`, '"': `\"`, '\\': `\\`, '\n': ""}

// quoted reads a text between quotes of any kind; not one that has something put in.
func (l *literal) quoted() bool {
	quote := l.text[l.at]
	l.out.WriteByte('"')
	for l.at++; l.at < len(l.text); l.at++ {
		switch c := l.text[l.at]; {
		case c == quote:
			l.at++
			l.out.WriteByte('"')
			return true
		case c == '"':
			l.out.WriteString(`\"`)
		case c == '$' && quote == '`' && strings.HasPrefix(l.text[l.at:], "${"):
			return false
		case c == '\n' && quote != '`':
			return false
		case c < ' ':
			const hex = "0123456789abcdef"
			l.out.WriteString(`\u00` + hex[c>>4:c>>4+1] + hex[c&15:c&15+1])
		case c != '\\':
			l.out.WriteByte(c)
		default:
			if l.at++; l.at >= len(l.text) || !l.escaped() {
				return false
			}
		}
	}
	return false
}

// escaped reads what stands after a backslash, but for its last byte.
func (l *literal) escaped() bool {
	c := l.text[l.at]
	digits := map[byte]int{'u': 4, 'x': 2}[c]
	if digits == 0 {
		written, special := escapes[c]
		if !special {
			written = l.text[l.at : l.at+1] // itself; of a letter of several bytes the first
		}
		l.out.WriteString(written)
		return true
	}
	from, to := l.at+1, l.at+1+digits
	if c == 'u' && strings.HasPrefix(l.text[from:], "{") {
		n := strings.IndexByte(l.text[from:], '}')
		if n < 0 {
			return false
		}
		r, err := strconv.ParseUint(l.text[from+1:from+n], 16, 21)
		for _, half := range utf16.AppendRune(nil, rune(r)) {
			l.out.WriteString(`\u` + strconv.FormatUint(0x10000|uint64(half), 16)[1:])
		}
		l.at = from + n
		return err == nil
	}
	if to > len(l.text) {
		return false
	}
	n, err := strconv.ParseUint(l.text[from:to], 16, 16)
	l.out.WriteString(`\u` + strconv.FormatUint(0x10000|n, 16)[1:])
	l.at = to - 1
	return err == nil
}

// blank passes over blanks and comments.
func (l *literal) blank() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			l.at++
			continue
		case strings.HasPrefix(rest, "/*"):
			if n := strings.Index(rest, "*/"); n > 0 {
				l.at += n + 2
				continue
			}
		case strings.HasPrefix(rest, "//"):
			if n := strings.IndexByte(rest, '\n'); n > 0 {
				l.at += n
				continue
			}
		}
		return
	}
}
