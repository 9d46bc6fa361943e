// Package visible writes text of strangers so that it does nothing but be read:
// no control character moves a cursor, ends a line or a comment, or turns the
// order of what is shown around.
//
// Hostile are the control characters (C0, DEL and C1), the bidirectional controls
// of Unicode, and its line and paragraph separators. People see in their place what
// was there; formats with escapes escape them; tables leave them out.
package visible

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hostile reports whether a character is one that text for people must not hold.
func Hostile(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// Line returns s as one line for a terminal: spaces of all kinds are spaces, and
// hostile characters are shown (␛, <U+009B>).
func Line(s string) string { return shown(s, "") }

// Lines is Line for a text of several lines, which stay.
func Lines(s string) string { return shown(s, "\n\t") }

func shown(s, keep string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return Hostile(r) || unicode.IsSpace(r) || r == utf8.RuneError }) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case strings.ContainsRune(keep, r):
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r < ' ':
			b.WriteRune('\u2400' + r) // its picture
		case Hostile(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Without returns s without hostile characters, but for line breaks of all kinds
// and tabs, which cells of tables may have.
func Without(s string) string {
	return strings.Map(func(r rune) rune {
		if Hostile(r) && !strings.ContainsRune("\n\r\t\u2028\u2029", r) {
			return -1
		}
		return r
	}, s)
}

// JSON returns a JSON text with the hostile characters of its strings escaped.
// encoding/json leaves those beyond ASCII, and DEL, as they are.
func JSON(text []byte) []byte {
	hostile := func(r rune) bool { return r >= 0x7f && Hostile(r) }
	if !bytes.ContainsFunc(text, hostile) {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	for _, r := range string(text) {
		if hostile(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// Encode writes v as a line of JSON with hostile characters escaped.
func Encode(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(JSON(b.Bytes()))
	return err
}

// EncodeAll writes the values of a list, each as Encode does.
func EncodeAll[T any](w io.Writer, list []T) error {
	for _, v := range list {
		if err := Encode(w, v); err != nil {
			return err
		}
	}
	return nil
}

// JSONLines returns a writer that escapes the hostile characters of JSON texts,
// each of which comes in one Write, as loggers write them.
func JSONLines(w io.Writer) io.Writer { return jsonLines{w} }

type jsonLines struct{ w io.Writer }

func (j jsonLines) Write(text []byte) (int, error) {
	if _, err := j.w.Write(JSON(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}
