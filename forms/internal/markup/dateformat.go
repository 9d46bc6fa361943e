package markup

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page/dates"
)

// scriptFormat finds the notation that a script gives a date picker.
var scriptFormat = regexp.MustCompile(`(?:dateFormat|date_format|format)["']?\s*:\s*["']([A-Za-z./ -]{5,12})["']`)

// longestHint is the length of a text that may say how to write a date, in bytes.
const longestHint = 200

// dateFormat returns how a text box wants its dates: as its attributes, its
// label or a script of the page say.
func (in *Inventory) dateFormat(f *control.Field, n *html.Node) string {
	for _, text := range []string{
		Attr(n, "data-date-format"), Attr(n, "data-format"), Attr(n, "data-dateformat"), f.Placeholder, Attr(n, "title"),
		Attr(n, "aria-label"), f.Label, f.Value,
	} {
		if len(text) > longestHint {
			continue
		}
		if format := string(dates.NotationIn(text)); format != "" {
			return format
		}
	}
	if format := string(dates.NotationIn(hintAfter(n))); format != "" {
		return format
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
				return string(dates.NotationIn(format))
			}
		}
	}
	return ""
}
