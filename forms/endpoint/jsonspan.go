package endpoint

import (
	"encoding/json"
	"strings"

	"github.com/hadal-crawler/hadal/page/ordered"
)

// jsonSpan is a value within a JSON text.
type jsonSpan struct {
	pointer string // RFC 6901; "" for the whole
	lo, hi  int    // bytes of the text that it takes
	kind    byte   // 's' string, 'n' number, 'b' true or false, '0' null, '{' or '['
	text    string // of a string its contents, of an object or array "", else as written
}

// maxSpans bounds the values of a JSON text that are looked at.
const maxSpans = 500_000

// jsonSpans lists the values of a JSON text in the order in which they stand,
// objects and arrays before what is in them; false where it is no JSON.
func jsonSpans(text string) ([]jsonSpan, bool) {
	var out []jsonSpan
	var open []int // of out
	d := ordered.Reader(text)
	for len(out) == 0 || len(open) > 0 {
		if len(out) >= maxSpans {
			return out, false
		}
		lo := int(d.InputOffset())
		for lo < len(text) && strings.IndexByte(" \t\r\n,:", text[lo]) >= 0 {
			lo++
		}
		t, err := d.ReadToken()
		if err != nil {
			return nil, false
		}
		s := jsonSpan{lo: lo, hi: int(d.InputOffset()), kind: byte(t.Kind())}
		switch s.kind {
		case '}', ']':
			out[open[len(open)-1]].hi = s.hi
			open = open[:len(open)-1]
			continue
		case '{', '[':
			open = append(open, len(out))
		case '"':
			if in, n := d.StackIndex(d.StackDepth()); in == '{' && n%2 == 1 {
				continue // a name
			}
			s.kind, s.text = 's', t.String()
		case '0':
			s.kind, s.text = 'n', t.String()
		case 't', 'f':
			s.kind, s.text = 'b', t.String()
		default:
			s.kind, s.text = '0', "null"
		}
		s.pointer = string(d.StackPointer())
		out = append(out, s)
	}
	if ordered.Ended(d) != nil {
		return nil, false
	}
	return out, true
}

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// jsonAt returns the first value at a pointer.
func jsonAt(text, pointer string) (jsonSpan, bool) {
	spans, _ := jsonSpans(text)
	for _, s := range spans {
		if s.pointer == pointer {
			return s, true
		}
	}
	return jsonSpan{}, false
}

// setJSON returns a JSON text with the value at a pointer replaced by a text
// or, where bare is set, a number. What is not there is added to the object or
// the end of the array that holds it; objects on the way are made.
func setJSON(text, pointer, value string, bare bool) (string, bool) {
	written := value
	if !bare {
		written = quoteJSON(value)
	}
	return spliceJSON(text, pointer, written)
}

func spliceJSON(text, pointer, written string) (string, bool) {
	if s, ok := jsonAt(text, pointer); ok {
		return text[:s.lo] + written + text[s.hi:], true
	}
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return text, false
	}
	holder, name := pointer[:i], unescapePointer.Replace(pointer[i+1:])
	s, ok := jsonAt(text, holder)
	if !ok || s.kind == '0' {
		return spliceJSON(text, holder, "{"+quoteJSON(name)+":"+written+"}")
	}
	switch s.kind {
	case '{':
		written = quoteJSON(name) + ":" + written
	case '[':
	default:
		return text, false
	}
	head := text[:s.hi-1]
	if inside := strings.TrimSpace(text[s.lo+1 : s.hi-1]); inside != "" {
		head += ","
	}
	return head + written + text[s.hi-1:], true
}

// cutJSON returns a JSON text without the member or element at a pointer.
func cutJSON(text, pointer string) string {
	spans, _ := jsonSpans(text)
	holder := pointer[:max(0, strings.LastIndexByte(pointer, '/'))]
	var siblings []jsonSpan
	at := -1
	var in jsonSpan
	for _, s := range spans {
		switch i := strings.LastIndexByte(s.pointer, '/'); {
		case s.pointer == holder:
			in = s
		case i >= 0 && s.pointer[:i] == holder:
			if s.pointer == pointer && at < 0 {
				at = len(siblings)
			}
			siblings = append(siblings, s)
		}
	}
	if at < 0 {
		return text
	}
	lo, hi := in.lo+1, in.hi-1
	if at > 0 {
		lo = siblings[at-1].hi // with the comma before
		if at+1 < len(siblings) {
			hi = siblings[at].hi
		}
	} else if at+1 < len(siblings) {
		hi = siblings[at].hi
		hi += strings.IndexByte(text[hi:], ',') + 1
	}
	return text[:lo] + text[hi:]
}

// quoteJSON writes a text as JavaScript's JSON.stringify does.
func quoteJSON(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // texts always marshal
	}
	return strings.TrimSuffix(b.String(), "\n")
}
