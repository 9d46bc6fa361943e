package page

import (
	"bytes"
	"iter"
	"mime"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

const (
	prescanNear = 1024     // bytes in which the standard looks for a declaration
	prescanFar  = 8 * 1024 // bytes in which we still look when all else failed
)

// decode converts body to UTF-8 and names the encoding it found, in the order
// of the HTML standard's "determining the character encoding": byte order
// mark, HTTP header, a declaration in the first 1024 bytes, and then what
// browsers add to it: well-formed UTF-8, a late declaration (up to 8 KiB), a guess
// from the letters. Unlike a browser it believes bytes more than what is declared: text
// of another encoding is well-formed UTF-8 by chance only where it has hardly a letter
// beyond ASCII, and text that is declared UTF-8 and is mostly none is guessed at. What of
// the text is beyond most bytes is left out, which cut says: some bytes become three.
func decode(body []byte, contentType string, most int) (text []byte, name string, cut bool) {
	enc, name := findEncoding(body, contentType)
	if name == "utf-8" {
		body = bytes.TrimPrefix(body, utf8BOM)
		if utf8.Valid(body) {
			return body, name, false
		}
	}
	if utf8.UTFMax*len(body) > most {
		text = make([]byte, most)
		n, _, err := enc.NewDecoder().Transform(text, body, true)
		return bytes.TrimPrefix(text[:n], utf8BOM), name, err != nil
	}
	text, err := enc.NewDecoder().Bytes(body)
	if err != nil { // no decoder of the standard's encodings fails; keep what can be kept
		text = bytes.ToValidUTF8(body, []byte("\ufffd"))
	}
	return bytes.TrimPrefix(text, utf8BOM), name, false
}

var utf8BOM = []byte("\ufeff")

func findEncoding(body []byte, contentType string) (encoding.Encoding, string) {
	for _, try := range []func() string{ // each is asked only where those before know nothing
		func() string { return byteOrderMark(body) },
		func() string { return utf8Pattern(body, surelyUTF8) },
		func() string { return headerCharset(contentType) },
		func() string { return utf16Pattern(body) },
		func() string { return declared(body[:min(len(body), prescanNear)]) },
		func() string { return utf8Pattern(body, 1) },
		func() string { return declared(body[:min(len(body), prescanFar)]) },
	} {
		if enc, name := charset.Lookup(try()); enc != nil && (name != "utf-8" || !mostlyBroken(body)) {
			return enc, name
		}
	}
	return guessed(body)
}

// mostlyBroken reports whether most pieces of a body that have bytes beyond ASCII are not
// well-formed UTF-8. A site with a few such pieces has them from elsewhere.
func mostlyBroken(body []byte) bool {
	body = wholeRunes(body)
	if utf8.Valid(body) {
		return false
	}
	broken, all := 0, 0
	for piece := range beyondASCII(body) {
		if all++; !utf8.Valid(piece) {
			broken++
		}
	}
	return 2*broken > all
}

// guessed returns the encoding in which letters are as often as in some language that is
// not written in Latin letters; windows-1252, as browsers, where there is none.
func guessed(body []byte) (encoding.Encoding, string) {
	var letters []byte
	for piece := range beyondASCII(body) {
		letters = append(append(letters, piece[:min(len(piece), guessedFrom-len(letters))]...), '\n')
		if len(letters) >= guessedFrom {
			break
		}
	}
	label := ""
	if best, err := chardet.NewTextDetector().DetectBest(letters); err == nil {
		label = best.Charset
	}
	if enc, name := charset.Lookup(label); enc != nil && name != "utf-8" {
		text, err := enc.NewDecoder().Bytes(letters)
		latin, all := 0, 0
		for _, r := range strings.TrimRight(string(text), "\ufffd\n") { // the last letter may be cut off
			switch {
			case r == utf8.RuneError:
				err = encoding.ErrInvalidUTF8
			case r >= utf8.RuneSelf && unicode.IsLetter(r):
				if all++; unicode.Is(unicode.Latin, r) {
					latin++
				}
			}
		}
		if err == nil && all >= surelyUTF8 && 2*latin < all {
			return enc, name
		}
	}
	return charset.Lookup("windows-1252")
}

// guessedFrom bounds the text that is guessed from, in bytes.
const guessedFrom = 16 * 1024

// beyondASCII yields the pieces between tags that have bytes beyond ASCII.
func beyondASCII(body []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for piece := range bytes.FieldsFuncSeq(body, func(r rune) bool { return r == '<' || r == '>' }) {
			if bytes.ContainsFunc(piece, func(r rune) bool { return r >= utf8.RuneSelf }) && !yield(piece) {
				return
			}
		}
	}
}

func byteOrderMark(body []byte) string {
	switch {
	case bytes.HasPrefix(body, utf8BOM):
		return "utf-8"
	case bytes.HasPrefix(body, []byte{0xfe, 0xff}):
		return "utf-16be"
	case bytes.HasPrefix(body, []byte{0xff, 0xfe}):
		return "utf-16le"
	}
	return ""
}

func headerCharset(contentType string) string {
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		return strings.Trim(params["charset"], `'"`) // some servers quote twice
	}
	// Not a well-formed header ("text/html; charset=utf-8; foo"): take what a meta may say.
	return named(charsetIs, contentType)
}

// utf16Pattern recognises UTF-16 without a byte order mark by its first two
// characters, of which the first is "<". (The standard asks for "<?x".)
func utf16Pattern(body []byte) string {
	if len(body) < 4 {
		return ""
	}
	switch {
	case body[0] == '<' && body[1] == 0 && body[2] != 0 && body[3] == 0:
		return "utf-16le"
	case body[0] == 0 && body[1] == '<' && body[2] == 0 && body[3] != 0:
		return "utf-16be"
	}
	return ""
}

// surelyUTF8 is how many characters beyond ASCII tell UTF-8 from what is declared.
const surelyUTF8 = 4

// wholeRunes returns body without a character that is cut off at its end.
func wholeRunes(body []byte) []byte {
	for i := 1; i <= min(utf8.UTFMax-1, len(body)); i++ {
		if last := body[len(body)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				body = body[:len(body)-i]
			}
			break
		}
	}
	return body
}

// utf8Pattern recognises a body that has least characters outside ASCII or more, and is
// well-formed UTF-8 but for a character cut off at its end.
func utf8Pattern(body []byte, least int) string {
	body = wholeRunes(body)
	if !utf8.Valid(body) {
		return ""
	}
	for _, c := range body {
		if c >= utf8.RuneSelf && utf8.RuneStart(c) {
			if least--; least <= 0 {
				return "utf-8"
			}
		}
	}
	return ""
}

// declared returns the encoding that a <meta> in head declares, or else an XML
// declaration at its start; "" where there is none that is known.
func declared(head []byte) string {
	z := html.NewTokenizer(bytes.NewReader(head))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return declarable(named(encodingIs, string(head)))
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			if string(name) == "noscript" {
				z.NextIsNotRawText()
			}
			if string(name) == "meta" && more {
				if label := declarable(metaCharset(z)); label != "" {
					return label
				}
			}
		}
	}
}

func metaCharset(z *html.Tokenizer) string {
	var direct, content string
	pragma := false
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "charset":
			direct = string(value)
		case "http-equiv":
			pragma = strings.EqualFold(string(value), "content-type")
		case "content":
			content = named(charsetIs, string(value))
		}
	}
	if direct == "" && pragma {
		return content
	}
	return direct
}

// What an encoding's name stands behind: in a content attribute ("algorithm for extracting a
// character encoding from a meta element"), and in an XML declaration.
var (
	charsetIs  = regexp.MustCompile(`(?i)charset[ \t\r\n\f]*=[ \t\r\n\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\r\n\f;"'][^ \t\r\n\f;]*))`)
	encodingIs = regexp.MustCompile(`^<\?xml[^>]*?encoding[ \t\r\n]*=[ \t\r\n]*(?:"([^">]*)"|'([^'>]*)')[^>]*>`)
)

// named returns the name that one of these finds in a text, "" for none.
func named(in *regexp.Regexp, text string) string {
	return strings.Join(append(in.FindStringSubmatch(text), "")[1:], "")
}

// declarable returns the name of the encoding that label stands for when an
// ASCII-readable page declares it: it can then not be UTF-16.
func declarable(label string) string {
	enc, name := charset.Lookup(label)
	switch {
	case enc == nil:
		return ""
	case strings.HasPrefix(name, "utf-16"):
		return "utf-8"
	case name == "x-user-defined":
		return "windows-1252"
	}
	return name
}
