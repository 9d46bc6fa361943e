package page

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// tagScanner finds the tags of an HTML document by the rules of the standard's
// tokenizer (section 13.2.5), as x/net/html applies them, but reads nothing of
// them except their names: a page is tokenized once more for its tree, and to do
// it twice in full took a tenth of the time that reading a page takes.
type tagScanner struct {
	body    []byte
	at      int // behind what was read
	foreign foreignness
	xml     bool   // an empty element may be written as one tag, and CDATA anywhere
	raw     string // element whose content is text up to its end tag; "" for none

	comments int  // that were passed, declarations among them
	most     int  // comments behind which the scanner stops; 0: any
	unended  bool // the document ends in a tag, which begins at at
}

// foundTag is a tag at body[from:to].
type foundTag struct {
	name     []byte // as written
	tag      atom.Atom
	from, to int
	end      bool
	closes   bool // "/>"
	attrs    int  // attributes, those of one name each for itself
	full     int  // where the tag may end so that it has mostAttrs of them; 0 where it has no more
}

// next returns the next tag; false at the end of the document, where a tag
// that is cut off counts as none.
func (s *tagScanner) next() (foundTag, bool) {
	if s.raw != "" {
		s.skipRaw()
	}
	for {
		i := bytes.IndexByte(s.body[s.at:], '<')
		if i < 0 || s.at+i+1 >= len(s.body) {
			return foundTag{}, false
		}
		s.at += i
		t := foundTag{from: s.at}
		name := s.at + 1
		switch c := s.body[name]; {
		case isLetter(c):
		case c == '/':
			name++
			if name >= len(s.body) {
				return foundTag{}, false
			}
			if !isLetter(s.body[name]) {
				if !s.skipBeyond(name, ">") || !s.another() {
					return foundTag{}, false
				}
				continue
			}
			t.end = true
		case c == '!' || c == '?':
			if !s.skipDeclaration(name) || !s.another() {
				return foundTag{}, false
			}
			continue
		default:
			s.at++
			continue
		}
		end := name
		for end < len(s.body) && !endsName(s.body[end]) {
			end++
		}
		if t.readEnd(s.body, end); t.to < 0 {
			s.unended = true
			return foundTag{}, false
		}
		t.name = s.body[name:end]
		s.at = t.to
		s.enter(&t)
		return t, true
	}
}

// another counts a comment; false where it is one too many.
func (s *tagScanner) another() bool {
	s.comments++
	return s.most == 0 || s.comments <= s.most
}

// enter finds what element a tag is of and follows what it means for how the text
// behind it is read.
func (s *tagScanner) enter(t *foundTag) {
	var room [16]byte // no name that means anything here is longer
	name := room[:0]
	for _, c := range t.name {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		name = append(name, c)
	}
	t.tag = atom.Lookup(name)
	if t.end {
		s.foreign.end(name)
		return
	}
	foreign := s.foreign.start(name, t.closes)
	if !foreign && holdsRawText(name) && !(s.xml && t.closes) {
		s.raw = string(name)
	}
}

// holdsRawText reports whether an element has text where others have markup.
// <noscript> is none of them: scripting is off.
func holdsRawText(name []byte) bool {
	switch string(name) {
	case "iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp":
		return true
	}
	return false
}

// skipRaw goes to the end tag of the element s.raw, or to the end.
func (s *tagScanner) skipRaw() {
	name, start := s.raw, s.at
	s.raw = ""
	if name == "plaintext" {
		s.at = len(s.body)
		return
	}
	for {
		i := bytes.Index(s.body[s.at:], []byte("</"))
		if i < 0 {
			s.at = len(s.body)
			break
		}
		s.at += i
		rest := s.body[s.at+len("</"):]
		if len(rest) > len(name) && bytes.EqualFold(rest[:len(name)], []byte(name)) && endsName(rest[len(name)]) {
			break
		}
		s.at += len("</")
	}
	if name == "script" && bytes.Contains(s.body[start:s.at], []byte("<!--")) {
		// Comments in scripts have rules of their own: "<!--<script></script>" goes on.
		z := html.NewTokenizer(io.MultiReader(strings.NewReader("<script>"), bytes.NewReader(s.body[start:])))
		z.Next()
		s.at = start
		if z.Next() == html.TextToken {
			s.at += len(z.Raw())
		}
	}
}

// skipBeyond goes behind the first of what is at from or later.
func (s *tagScanner) skipBeyond(from int, what string) bool {
	i := bytes.Index(s.body[from:], []byte(what))
	if i < 0 {
		return false
	}
	s.at = from + i + len(what)
	return true
}

// skipDeclaration goes behind what begins with "<!" or "<?", from being the
// place of its second character.
func (s *tagScanner) skipDeclaration(from int) bool {
	rest := s.body[from:]
	switch {
	case bytes.HasPrefix(rest, []byte("!--")):
		end := commentEnd(rest[len("!--"):])
		s.at = from + len("!--") + end
		return end >= 0
	case (s.xml || s.foreign.inside()) && bytes.HasPrefix(rest, []byte("![CDATA[")):
		return s.skipBeyond(from+len("![CDATA["), "]]>")
	}
	return s.skipBeyond(from+len("!"), ">")
}

// commentEnd returns how much of text belongs to a comment that has begun,
// its end included; -1 where it does not end.
func commentEnd(text []byte) int {
	for _, empty := range []string{">", "->"} {
		if bytes.HasPrefix(text, []byte(empty)) {
			return len(empty)
		}
	}
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("--"))
		if i < 0 {
			return -1
		}
		at += i + len("--")
		for at < len(text) && text[at] == '-' {
			at++
		}
		if at < len(text) && text[at] == '>' {
			return at + 1
		}
		if at+1 < len(text) && text[at] == '!' && text[at+1] == '>' {
			return at + 2
		}
	}
}

// readEnd reads what follows the name of a tag, which ends at i: its end, -1 where
// it has none, whether a "/" stands before that, and how many attributes it has.
func (t *foundTag) readEnd(b []byte, i int) {
	t.to = -1
	value := -1 // end of the last attribute's value
	for {
		if i = skipSpace(b, i); i >= len(b) {
			return
		}
		if b[i] == '>' {
			t.closes, t.to = b[i-1] == '/' && value != i, i+1
			return
		}
		key := i
		for i < len(b) && (b[i] == '=' && i == key || b[i] != '=' && !endsName(b[i])) {
			i++
		}
		named := i > key
		if named {
			if t.attrs++; t.attrs == mostAttrs+1 {
				t.full = key
			}
			value = i
		}
		if i = skipSpace(b, i); i >= len(b) {
			return
		}
		if b[i] == '/' {
			i++
			continue
		}
		if b[i] != '=' {
			continue
		}
		if i = skipSpace(b, i+1); i >= len(b) {
			return
		}
		switch quote := b[i]; quote {
		case '>':
			continue
		case '\'', '"':
			n := bytes.IndexByte(b[i+1:], quote)
			if n < 0 {
				return
			}
			i += n + 2
			if named {
				value = i - 1
			}
		default:
			for i++; i < len(b) && !isSpace(b[i]) && b[i] != '>'; i++ {
			}
			if named {
				value = i
			}
		}
	}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// endsName reports whether c ends the name of a tag.
func endsName(c byte) bool { return isSpace(c) || c == '/' || c == '>' }
