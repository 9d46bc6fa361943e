package page

import (
	"bytes"

	"golang.org/x/net/html"
)

var cdata = []byte("<![CDATA[")

// writtenAsHTML writes an XML document so that an HTML parser understands it: empty
// elements with an end tag, CDATA sections as text.
func writtenAsHTML(body []byte) []byte {
	out := make([]byte, 0, len(body)+len(body)/16)
	for s := (tagScanner{body: body, xml: true}); ; {
		from, markup := s.at, s.raw == ""
		t, ok := s.next()
		if !ok {
			return appendText(out, body[from:], markup)
		}
		out = appendText(out, body[from:t.from], markup)
		tag := body[t.from:t.to]
		if t.closes && !t.end && !isVoid(t.tag) {
			out = append(out, bytes.TrimSuffix(tag, []byte("/>"))...)
			out = append(append(append(out, "></"...), t.name...), '>')
		} else {
			out = append(out, tag...)
		}
	}
}

// appendText appends what stands between two tags; CDATA sections count where markup
// does, not in a script.
func appendText(out, text []byte, markup bool) []byte {
	for markup {
		before, section, found := bytes.Cut(text, cdata)
		if !found {
			break
		}
		out = append(out, before...)
		said, after, _ := bytes.Cut(section, []byte("]]>"))
		out = append(out, html.EscapeString(string(said))...)
		text = after
	}
	return append(out, text...)
}
