package encode

import (
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// FormCharset picks the encoding of a form's data: the first label of
// accept-charset that is known, else the document's. An encoding that cannot
// carry all that forms say (UTF-16, replacement) gives way to UTF-8
// (Encoding standard, "get an output encoding"). The name is the WHATWG one in
// lower case.
func FormCharset(accept, document string) string {
	for label := range strings.FieldsFuncSeq(accept, func(r rune) bool { return strings.ContainsRune(", \t\n\f\r", r) }) {
		if _, name := charset.Lookup(label); name != "" {
			return outputCharset(name)
		}
	}
	if _, name := charset.Lookup(document); name != "" {
		return outputCharset(name)
	}
	return "utf-8"
}

func outputCharset(name string) string {
	switch name {
	case "utf-16", "utf-16be", "utf-16le", "replacement":
		return "utf-8"
	}
	return name
}

// text encodes s; characters that the encoding lacks become decimal
// character references, as in form data.
func text(name, s string) string {
	if name == "" || name == "utf-8" || lexicon.IsASCII(s) && name != "iso-2022-jp" {
		return s
	}
	enc, _ := charset.Lookup(name)
	if enc == nil {
		return s
	}
	out, err := encoding.HTMLEscapeUnsupported(enc.NewEncoder()).String(adapt(name, s))
	if err != nil {
		return s
	}
	return out
}

// adapt replaces the characters that the Encoding standard's Japanese encoders
// map to a look-alike, which golang.org/x/text leaves out.
func adapt(name, s string) string {
	switch name {
	case "shift_jis", "euc-jp":
		return strings.NewReplacer("\u00a5", `\`, "\u203e", "~", "\u2212", "\uff0d").Replace(s)
	case "iso-2022-jp":
		return strings.ReplaceAll(s, "\u2212", "\uff0d")
	}
	return s
}

// QueryPart percent-encodes the non-ASCII characters in the query of a
// reference by the document's encoding, as a browser's URL parser does;
// paths and hosts are always UTF-8.
func QueryPart(ref, docCharset string) string {
	i := strings.IndexByte(ref, '?')
	name := FormCharset("", docCharset)
	if i < 0 || name == "utf-8" || lexicon.IsASCII(ref[i:]) {
		return ref
	}
	query, fragment, hasFragment := strings.Cut(ref[i+1:], "#")
	var b strings.Builder
	for _, r := range query {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(text(name, string(r))) {
			switch {
			case c >= 0x80 || c == '&' || c == '#' || c == ';':
				percent(&b, c)
			default:
				b.WriteByte(c)
			}
		}
	}
	out := ref[:i+1] + b.String()
	if hasFragment {
		out += "#" + fragment
	}
	return out
}
