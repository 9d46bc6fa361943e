package extract

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/charmap"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Outline is what a page consists of, as far as pages are compared by it.
type Outline struct {
	Lines   []uint64 // hashes of its lines of text, without digits and words asked for; sorted
	Echo    bool     // a box or menu of a form holds what was asked for
	Another bool     // a box holds something else, and none what was asked for
	Beyond  []Beyond // its lines that have letters beyond ASCII, or what stands for such
	Garbled bool     // its text was read in another encoding than it was written in
}

// LineHash is the hash by which an Outline has a line of text.
func LineHash(line string) uint64 { return wording.LineHash(line, nil) }

// maxOutline bounds the lines of an Outline.
const maxOutline = 2000

// Shares returns how many of lines the outline has.
func (o Outline) Shares(lines []uint64) (n int) {
	for _, h := range lines {
		if _, found := slices.BinarySearch(o.Lines, h); found {
			n++
		}
	}
	return n
}

// Like reports whether two outlines are of one page, but for a few lines.
func (o Outline) Like(other Outline) bool {
	common := o.Shares(other.Lines)
	return 10*common >= 8*max(len(o.Lines), len(other.Lines))
}

// OutlineOf returns the outline of a page that was had for no question.
func OutlineOf(doc *page.Document) Outline { return outline(view.New(doc, nil, view.Known{})) }

func outline(v *view.Page) Outline {
	var o Outline
	var text strings.Builder
	seen := map[uint64]bool{}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Tag != "#text" {
			continue
		}
		if text.Len() < garbledText && !lexicon.IsASCII(n.Text()) {
			text.WriteString(n.Text())
			text.WriteByte('\n')
		}
		if len(o.Lines) >= maxOutline {
			continue
		}
		if h := wording.LineHash(n.Text(), v.Query); h != 0 && !seen[h] {
			seen[h] = true
			o.Lines = append(o.Lines, h)
			if bare := strings.Map(bareASCII, n.Text()); bare != n.Text() && h == wording.LineHash(n.Text(), nil) { // not the words asked for
				o.Beyond = append(o.Beyond, Beyond{h, wording.LineHash(bare, v.Query)})
			}
		}
	}
	slices.Sort(o.Lines)
	o.Garbled = garbled(text.String())
	o.Echo, o.Another = repeated(v)
	return o
}

// repeated reports whether the forms of the page hold what was asked for, and
// whether a box holds something else instead.
func repeated(v *view.Page) (echo, another bool) {
	for _, form := range append([]*html.Node{nil}, v.Doc.Forms()...) {
		for _, c := range v.Doc.Controls(form) {
			switch c.Data {
			case "input":
				kind := strings.ToLower(page.Attr(c, "type"))
				held := wording.Words(page.Attr(c, "value"))
				if kind != "" && kind != "text" && kind != "search" || view.Hidden(c) || len(held) == 0 {
					continue
				}
				if slices.ContainsFunc(held, func(w string) bool { return slices.Contains(v.Query, w) }) {
					echo = true
				} else {
					another = true
				}
			case "select":
				for n := range c.Descendants() {
					if n.Data == "option" && page.HasAttr(n, "selected") && slices.ContainsFunc(wording.Words(page.Text(n)), func(w string) bool { return slices.Contains(v.Query, w) }) {
						echo = true
					}
				}
			}
		}
	}
	return echo, another && !echo
}

// garbledText bounds the text that is looked at for its encoding.
const garbledText = 20_000

// Beyond is a line that has letters beyond ASCII.
type Beyond struct {
	Line uint64 `json:"line"` // its hash
	Bare uint64 `json:"bare"` // that of its letters in ASCII
}

// bareASCII maps what stands for a letter beyond ASCII, in whatever encoding, to a space.
func bareASCII(r rune) rune {
	if r >= utf8.RuneSelf || r == '?' {
		return ' '
	}
	return r
}

// Garbles reports whether one of the lines stands in the outline with other letters
// in the place of those beyond ASCII.
func (o Outline) Garbles(lines []Beyond) bool {
	return slices.ContainsFunc(lines, func(l Beyond) bool {
		return l.Bare != 0 && o.Shares([]uint64{l.Line}) == 0 &&
			slices.ContainsFunc(o.Beyond, func(b Beyond) bool { return b.Bare == l.Bare })
	})
}

// garbled reports whether a text shows that it was read in another encoding than
// it was written in: most of its characters beyond ASCII stand for none, or are,
// in pairs and more, the bytes of UTF-8 read as Latin letters.
func garbled(text string) bool {
	var runs, broken int
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < utf8.RuneSelf }) {
		runs++
		if strings.ContainsRune(run, utf8.RuneError) || twiceEncoded(run) {
			broken++
		}
	}
	return broken > 0 && 2*broken >= runs
}

// twiceEncoded reports whether a run of characters is UTF-8 read as Latin letters.
func twiceEncoded(run string) bool {
	for _, latin := range []*charmap.Charmap{charmap.Windows1252, charmap.ISO8859_1} {
		if raw, err := latin.NewEncoder().Bytes([]byte(run)); err == nil && utf8.Valid(raw) && utf8.RuneCount(raw) < len(raw) {
			return true
		}
	}
	return false
}

// CutOff reports whether the text of a page breaks off inside a tag.
func CutOff(body []byte) bool {
	at := bytes.LastIndexByte(body, '<')
	return at >= 0 && len(body)-at < 4096 && bytes.IndexByte(body[at:], '>') < 0 &&
		at+1 < len(body) && (body[at+1] == '/' || body[at+1] >= 'a' && body[at+1] <= 'z' || body[at+1] >= 'A' && body[at+1] <= 'Z') &&
		!bytes.Contains(body[:at], []byte("<plaintext")) && bytes.LastIndex(body[:at], []byte("<script")) <= bytes.LastIndex(body[:at], []byte("</script"))
}

// Closed reports whether the text of a page ends with the end tags of one, or is whole JSON.
func Closed(body []byte) bool {
	if json.Valid(body) {
		return true
	}
	tail := bytes.ToLower(body[max(0, len(body)-4096):])
	return bytes.Contains(tail, []byte("</html")) || bytes.Contains(tail, []byte("</body"))
}
