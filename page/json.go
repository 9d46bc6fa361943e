package page

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
)

// Unpacked returns what is in a body that is packed by gzip or zlib, up to most bytes; of
// another the body itself. Scripts unpack indexes that servers hand out as files.
func Unpacked(body []byte, most int64) []byte {
	var z io.Reader
	var err error
	switch {
	case bytes.HasPrefix(body, []byte{0x1f, 0x8b, 8}):
		z, err = gzip.NewReader(bytes.NewReader(body))
	case len(body) > 2 && body[0] == 0x78 && (int(body[0])<<8|int(body[1]))%31 == 0: // RFC 1950, section 2.2
		z, err = zlib.NewReader(bytes.NewReader(body))
	default:
		return body
	}
	if err != nil {
		return body
	}
	in, err := io.ReadAll(io.LimitReader(z, most+1))
	if err != nil || int64(len(in)) > most {
		return body
	}
	return in
}

// written returns the text that a packed one stands for where it is in base64, as an address
// of its own (data:) or bare: so a script carries an index that it unpacks. Of another it is
// the text itself.
func written(text string) string {
	in := text
	if strings.HasPrefix(in, "data:") {
		_, in, _ = strings.Cut(in, ";base64,")
	}
	packed, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(in, "="))
	if err != nil || len(packed) == 0 {
		return text
	}
	return string(Unpacked(packed, DefaultMost))
}

// BringsData reports whether a script does nothing but bring data.
func BringsData(script []byte) bool {
	text := BareJSON(string(script))
	return text != "" && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text))
}

// BareJSON takes off what stands around the JSON of an answer: the call of
// JSONP, the guards that keep other sites' scripts from reading it, the frame
// of a stream of events (see streamed), and the script that does nothing but bring it. A
// list in XML it writes as JSON (see entries).
func BareJSON(text string) string {
	s := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "\ufeff"))
	for _, other := range []func(string) (string, bool){streamed, entries} {
		if s, ok := other(s); ok {
			return s
		}
	}
	for _, guard := range []string{")]}',", ")]}'", "while(1);", "for(;;);", "/**/", "{}&&"} {
		s = strings.TrimSpace(strings.TrimPrefix(s, guard))
	}
	if i := strings.IndexByte(s, '('); i > 0 && i < 100 && (s[0] != '{' && s[0] != '[' && s[0] != '"') {
		in := strings.TrimRight(s, "; \n\r\t")
		if strings.HasSuffix(in, ")") && isCallee(s[:i]) {
			if in = strings.TrimSpace(in[i+1 : len(in)-1]); json.Valid([]byte(in)) {
				return in
			}
		}
	}
	if s != "" && strings.IndexByte("{[<\"", s[0]) < 0 {
		if data, ok := scriptData(s); ok {
			return data
		}
		if i := strings.IndexAny(s, "{["); i > 0 && i < 32 && isCallee(s[:i]) && json.Valid([]byte(s[i:])) { // a word by which a program knows its files
			return s[i:]
		}
	}
	return s
}

// isCallee reports whether s can stand before the bracket of a call: a name,
// or names with dots, perhaps after a test that it exists.
func isCallee(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !(r == '_' || r == '$' || r == '.' || r == '&' || r == ' ' || r == '=' || r == '\'' ||
			r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}) < 0
}

// streamed returns the events of a text/event-stream (HTML, section 9.2) as an object
// that has the data of those of each name, which is "message" where they have none, as
// an array in their order; false where the text is no such stream of JSON.
func streamed(text string) (string, bool) {
	if !strings.HasPrefix(text, "data:") && !strings.HasPrefix(text, "event:") && !strings.HasPrefix(text, "id:") && !strings.HasPrefix(text, "retry:") && !strings.HasPrefix(text, ":") {
		return text, false
	}
	var names []string
	events := map[string][]string{}
	name, data := "message", ""
	end := func() bool {
		if data = strings.TrimSpace(data); data != "" {
			if !json.Valid([]byte(data)) {
				return false
			}
			if events[name] == nil {
				names = append(names, name)
			}
			events[name] = append(events[name], data)
		}
		name, data = "message", ""
		return true
	}
	for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n") {
		field, value, _ := strings.Cut(line, ":")
		switch {
		case line == "":
			if !end() {
				return text, false
			}
		case field == "event":
			name = strings.TrimSpace(value)
		case field == "data":
			data += strings.TrimPrefix(value, " ") + "\n"
		}
	}
	if !end() || len(names) == 0 {
		return text, false
	}
	var b strings.Builder
	for i, name := range names {
		quoted, _ := json.Marshal(name)
		b.WriteString([]string{"{", ","}[min(i, 1)] + string(quoted) + ":[" + strings.Join(events[name], ",") + "]")
	}
	return b.String() + "}", true
}
