package page

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// The parser goes over every byte of a text many times, though nothing depends
// on what a text says. So markTags leaves long ones out: the parser sees a
// number in place of each, and the text comes back into the tree where that came
// out. That it came out, as text and once, is checked: a document where it
// did not is parsed again as it is written.

// longText is the length in bytes from which on a text is left out.
const longText = 96

// plainText returns where in a text its first word begins, -1 where the parser
// would change something of it or may take it for markup. The white space
// before that counts for the parser.
func plainText(text []byte) int {
	for _, c := range []byte("&<\r\x00") {
		if bytes.IndexByte(text, c) >= 0 {
			return -1
		}
	}
	from := skipSpace(text, 0)
	if len(text)-from < longText {
		return -1
	}
	return from
}

// leaveOut appends the number of the next text in place of it.
func (m *marking) leaveOut(to, text []byte) []byte {
	to = append(append(to, m.name...), ':')
	to = append(strconv.AppendInt(to, int64(len(m.texts)), 10), ';')
	m.texts = append(m.texts, text)
	return to
}

// putBack puts the texts into a node that were left out of it, and returns how
// many numbers it has: of a text that is back already, too, as a page may have
// that means to confuse.
func (m *marking) putBack(n *html.Node) (found int) {
	for at := 0; ; {
		i := strings.Index(n.Data[at:], m.name)
		if i < 0 {
			return found
		}
		at += i
		number, after, ended := strings.Cut(n.Data[at+len(m.name):], ";")
		k, err := strconv.Atoi(strings.TrimPrefix(number, ":"))
		if !ended || err != nil || number[0] != ':' || k < 0 || k >= len(m.texts) {
			at += len(m.name) // a tag's mark
			continue
		}
		found++
		text := string(m.texts[k])
		if at == 0 && after == "" {
			n.Data = text
		} else {
			n.Data = n.Data[:at] + text + after
		}
		at += len(text)
	}
}
