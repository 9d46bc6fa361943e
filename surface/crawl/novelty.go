package crawl

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/page"
)

// phrase is a piece of a page's text: its letters, hashed, and how many.
type phrase struct {
	hash  uint32
	bytes uint32
}

const (
	maxPhrases  = 400     // of a page
	shortPhrase = 4       // bytes of letters below which a piece says nothing
	longPhrase  = 120     // bytes beyond which a piece is not looked at
	maxMemory   = 1 << 14 // phrases that a site is remembered by,
	sharedSlots = 1 << 21 // and all sites together, but for
	minMemory   = 1 << 10 // of each
)

// phrases returns the pieces of a page's text as its markup divides them; what
// links say is cut into words, because the same words put together in other
// ways are what farms of links and lists under all their filters show. Digits
// do not count: the days of a calendar and the pages of a list are the same
// pieces again and again.
func phrases(doc *page.Document) []phrase {
	out := make([]phrase, 0, 128)
	var walk func(n *html.Node, linked bool)
	walk = func(n *html.Node, linked bool) {
		for c := n.FirstChild; c != nil && len(out) < maxPhrases; c = c.NextSibling {
			switch c.Type {
			case html.TextNode:
				text := c.Data
				for text != "" {
					piece := text
					if linked {
						piece, text = firstWord(text)
					} else {
						text = ""
					}
					if p := hashLetters(piece); p.bytes >= shortPhrase {
						out = append(out, p)
					}
				}
			case html.ElementNode:
				switch c.DataAtom {
				case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Option:
				default:
					walk(c, linked || c.DataAtom == atom.A)
				}
			}
		}
	}
	walk(doc.Root, false)
	return out
}

// firstWord cuts off the first word of a text, with the white space before it.
func firstWord(text string) (word, rest string) {
	begun := false
	for i, r := range text {
		if r > ' ' && r < utf8.RuneSelf || !unicode.IsSpace(r) {
			begun = true
		} else if begun {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// hashLetters is FNV-1a over the letters of s, case folded where that is plain.
func hashLetters(s string) phrase {
	hash, n := uint32(2166136261), uint32(0)
	for i := 0; i < len(s) && n < longPhrase; i++ {
		if c := folded[s[i]]; c != 0 {
			hash = (hash ^ uint32(c)) * 16777619
			n++
		}
	}
	return phrase{hash, n}
}

// folded has what counts of each byte: letters of ASCII, in lower case, and
// all bytes beyond.
var folded = func() (t [256]byte) {
	for c := range t {
		switch {
		case c >= 'A' && c <= 'Z':
			t[c] = byte(c) + 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= utf8.RuneSelf:
			t[c] = byte(c)
		}
	}
	return t
}()

// memory is what of a site's text was seen: a table that grows to maxMemory,
// in which newer phrases then take the place of older ones. One that was met
// again is spared once, as by the clock algorithm: what all pages of a trap say
// is not forgotten over the text of a thousand pages beside it.
type memory struct {
	slots []uint32 // hashes, 0 where free, with metAgain
	held  int
}

// metAgain is the bit of a slot that says so; it is none of the hash.
const metAgain = 1

// phrasesOf is how many phrases each of so many sites is remembered by.
func phrasesOf(sites int) int { return max(minMemory, min(maxMemory, sharedSlots/max(1, sites))) }

// novelty returns the share of a page's text that is new, and remembers it in
// at most so many slots.
func (m *memory) novelty(of []phrase, most int) float64 {
	if len(m.slots) == 0 {
		m.slots = make([]uint32, 256)
	}
	var all, fresh uint32
	for _, p := range of {
		h := max(2, p.hash&^metAgain)
		all += p.bytes
		switch at := &m.slots[h>>1%uint32(len(m.slots))]; {
		case *at&^metAgain == h:
			*at |= metAgain
		case *at&metAgain != 0:
			fresh += p.bytes
			*at &^= metAgain
		default:
			fresh += p.bytes
			if *at == 0 {
				m.held++
			}
			*at = h
		}
		if m.held > len(m.slots)/4 && 4*len(m.slots) <= most {
			m.grow()
		}
	}
	if all == 0 {
		return 0
	}
	return float64(fresh) / float64(all)
}

func (m *memory) grow() {
	old := m.slots
	m.slots, m.held = make([]uint32, 4*len(old)), 0
	for _, h := range old {
		if h != 0 {
			m.slots[h>>1%uint32(len(m.slots))] = h
			m.held++
		}
	}
}
