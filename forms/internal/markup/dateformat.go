package markup

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
)

// dateNotation finds a date's notation in words: "dd/mm/yyyy", "TT.MM.JJJJ",
// "jj-mm-aaaa", "yyyymmdd". It allows only letters that stand for a day, a month
// or a year in one of the languages that DateFormat reads.
var dateNotation = regexp.MustCompile(`(?i)(?:^|[^\p{L}])([dtjgpnmkhyarvåéäдмг]{1,4})([./-] ?)([dtjgpnmkhyarvåéäдмг]{1,4})([./-] ?)([dtjgpnmkhyarvåéäдмг]{1,4})(?:$|[^\p{L}])|(?i)\b(yyyymmdd|jjjjmmtt|aaaammjj|ddmmyyyy|mmddyyyy)\b`)

// dateExample finds a date written out, as an example of how to write one.
var dateExample = regexp.MustCompile(`(?:^|[^\d])(\d{1,4})([./-] ?)(\d{1,2})([./-] ?)(\d{1,4})(?:$|[^\d])`)

// datePattern finds the digits that the pattern attribute of a date asks for.
var datePattern = regexp.MustCompile(`^\^?\(?(?:\\d|\[0-9\])\{(?:1,)?(\d)\}\)?(?:\[?\\?([./-])\]?)\(?(?:\\d|\[0-9\])\{(?:1,)?(\d)\}\)?(?:\[?\\?([./-])\]?)\(?(?:\\d|\[0-9\])\{(?:1,)?(\d)\}\)?\$?$`)

// scriptFormat finds the notation that a script gives a date picker.
var scriptFormat = regexp.MustCompile(`(?:dateFormat|date_format|format)["']?\s*:\s*["']([A-Za-z./ -]{5,12})["']`)

// DateFormat returns the notation of dates that a text names or shows by an
// example: days as d or dd, months as m or mm, years as yy or yyyy, in their
// order and with their separators. It is "" where the text names none, or an
// example that can be read in two ways.
func DateFormat(text string) string {
	if len(text) < len("d/m/yy") || !separates(text) {
		return ""
	}
	if m := dateNotation.FindStringSubmatch(text); m != nil {
		if m[6] != "" {
			return notation([]string{m[6][:len(m[6])-4], m[6][len(m[6])-4 : len(m[6])-2], m[6][len(m[6])-2:]}, "", len(m[6]))
		}
		if m[2] == m[4] {
			if f := notation([]string{m[1], m[3], m[5]}, m[2], 0); f != "" {
				return f
			}
		}
	}
	if m := dateExample.FindStringSubmatch(text); m != nil && m[2] == m[4] {
		return exampleFormat(m[1], m[3], m[5], m[2])
	}
	return ""
}

// separates reports whether a text could have a date in it, quickly: it has two
// separators, or a packed notation.
func separates(text string) bool {
	n := 0
	for i := range len(text) {
		switch text[i] {
		case '.', '/', '-':
			n++
		}
	}
	return n >= 2 || len(text) < 100 && strings.Contains(strings.ToLower(text), "yyyy") || strings.Contains(text, "AAAAMMJJ") || strings.Contains(text, "JJJJMMTT")
}

// notation turns the letters of any language into d, m and y. packed is the
// length of a notation without separators, 0 for others.
func notation(parts []string, separator string, packed int) string {
	if packed > 0 { // the four letters of the year stand in front or behind
		text := strings.ToLower(strings.Join(parts, ""))
		if strings.ContainsRune("yja", rune(text[0])) {
			return "yyyymmdd"
		}
		return text
	}
	out := make([]string, 3)
	kinds := ""
	for i, p := range parts {
		letters := []rune(strings.ToLower(p))
		for _, r := range letters {
			if r != letters[0] {
				return "" // a word
			}
		}
		kind := "d"
		switch n := len(letters); {
		case n == 3 || n == 4 && strings.ContainsRune("dtjgpn", letters[0]) && letters[0] != 'j':
			return "" // names of months or days
		case strings.ContainsRune("mkм", letters[0]):
			kind = "m"
		case letters[0] == 'h' && i == 1: // Hungarian
			kind = "m"
		case n == 4, strings.ContainsRune("yrvåéäaг", letters[0]), letters[0] == 'j' && i == 2:
			kind = "y"
		}
		if kind == "y" && len(letters) == 1 {
			letters = []rune("yyyy")
		}
		out[i] = strings.Repeat(kind, len(letters))
		kinds += kind
	}
	switch kinds {
	case "dmy", "mdy", "ymd":
		return strings.Join(out, separator)
	}
	return ""
}

// exampleFormat reads a date written out.
func exampleFormat(a, b, c, separator string) string {
	x, _ := strconv.Atoi(a)
	y, _ := strconv.Atoi(b)
	wide := func(letter, digits string) string { return strings.Repeat(letter, len(digits)) }
	switch {
	case len(a) == 4 && x > 1000 && y >= 1 && y <= 12 && len(c) <= 2:
		return "yyyy" + separator + wide("m", b) + separator + wide("d", c)
	case len(c) != 4 || len(a) > 2:
	case separator[0] == '.' && y <= 12, x > 12 && x <= 31 && y <= 12:
		return wide("d", a) + separator + wide("m", b) + separator + "yyyy"
	case x <= 12 && y > 12 && y <= 31:
		return wide("m", a) + separator + wide("d", b) + separator + "yyyy"
	}
	return ""
}

// longestHint is the length of a text that may say how to write a date, in bytes.
const longestHint = 200

// dateFormat returns how a text box wants its dates: as its attributes, its
// label or a script of the page say. lang is that of the page, which decides
// where only the number of digits is told.
func (in *Inventory) dateFormat(f *control.Field, n *html.Node) string {
	for _, text := range []string{
		Attr(n, "data-date-format"), Attr(n, "data-format"), Attr(n, "data-dateformat"), f.Placeholder, Attr(n, "title"),
		Attr(n, "aria-label"), f.Label, f.Value,
	} {
		if len(text) > longestHint {
			continue
		}
		if format := DateFormat(text); format != "" {
			return format
		}
	}
	if format := DateFormat(hintAfter(n)); format != "" {
		return format
	}
	if m := datePattern.FindStringSubmatch(f.Pattern); m != nil && m[2] == m[4] {
		switch sep := m[2]; {
		case m[1] == "4":
			return "yyyy" + sep + "mm" + sep + "dd"
		case m[5] != "4":
		case sep == "/" && strings.EqualFold(in.lang(), "en-us"):
			return "mm/dd/yyyy"
		case sep != "/" || in.lang() != "" && !strings.EqualFold(in.lang(), "en"):
			return "dd" + sep + "mm" + sep + "yyyy"
		}
	}
	return in.scriptedFormat(f, n)
}

// hintAfter returns the text right behind a control, "" where more than a few
// words or another control stand there.
func hintAfter(n *html.Node) string {
	for s, steps := n.NextSibling, 0; s != nil && steps < 3; s, steps = s.NextSibling, steps+1 {
		text := ""
		switch {
		case s.Type == html.TextNode:
			text = s.Data
		case s.Type == html.ElementNode && (s.Data == "small" || s.Data == "span" || s.Data == "em" || s.Data == "i") && s.FirstChild != nil && s.FirstChild.Type == html.TextNode:
			text = s.FirstChild.Data
		case s.Type == html.ElementNode && s.Data != "br":
			return ""
		}
		if text = strings.TrimSpace(text); text != "" {
			if len(text) > longestHint {
				return ""
			}
			return text
		}
	}
	return ""
}

// lang is the language of the page as its root says.
func (in *Inventory) lang() string {
	for n := range in.Doc.Root.ChildNodes() {
		if n.Type == html.ElementNode && n.Data == "html" {
			return Attr(n, "lang")
		}
	}
	return ""
}

// scriptedFormat returns the notation that a script gives the date picker of a
// box: one that names the box, or one of its classes, just before. Where jQuery
// UI says yy, it means four digits.
func (in *Inventory) scriptedFormat(f *control.Field, n *html.Node) string {
	const near = 300 // bytes from the name to the notation
	names := strings.Fields(Attr(n, "class"))
	for i, c := range names {
		names[i] = "." + c
	}
	if f.ID != "" {
		names = append(names, "#"+f.ID, `"`+f.ID+`"`, "'"+f.ID+"'")
	}
	for _, script := range in.pickers {
		for _, at := range scriptFormat.FindAllStringSubmatchIndex(script, -1) {
			before := script[max(0, at[0]-near):at[0]]
			if !strings.Contains(strings.ToLower(before), "pick") {
				continue
			}
			for _, name := range names {
				if !strings.Contains(before, name) {
					continue
				}
				format := strings.ToLower(script[at[2]:at[3]])
				if !strings.Contains(format, "yyyy") {
					format = strings.Replace(format, "yy", "yyyy", 1)
				}
				return DateFormat(format)
			}
		}
	}
	return ""
}
