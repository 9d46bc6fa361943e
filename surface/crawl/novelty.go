package crawl

import (
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
	maxMemory   = 1 << 13 // phrases that a site is remembered by
)

// phrases returns the pieces of a page's text as its markup divides them.
// Digits do not count: the days of a calendar and the pages of a list are the
// same pieces again and again.
func phrases(doc *page.Document) []phrase {
	var out []phrase
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && len(out) < maxPhrases; c = c.NextSibling {
			switch c.Type {
			case html.TextNode:
				if p := hashLetters(c.Data); p.bytes >= shortPhrase {
					out = append(out, p)
				}
			case html.ElementNode:
				switch c.DataAtom {
				case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Option:
				default:
					walk(c)
				}
			}
		}
	}
	walk(doc.Root)
	return out
}

// hashLetters is FNV-1a over the letters of s, case folded where that is plain.
func hashLetters(s string) phrase {
	p := phrase{hash: 2166136261}
	for i := 0; i < len(s) && p.bytes < longPhrase; i++ {
		c := s[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= 0x80:
		default:
			continue
		}
		p.hash = (p.hash ^ uint32(c)) * 16777619
		p.bytes++
	}
	return p
}

// memory is what of a site's text was seen: a table that grows to maxMemory,
// in which newer phrases then take the place of older ones.
type memory struct {
	slots []uint32 // hashes, 0 where free
	held  int
}

// novelty returns the share of a page's text that is new, and remembers it.
func (m *memory) novelty(of []phrase) float64 {
	if len(m.slots) == 0 {
		m.slots = make([]uint32, 256)
	}
	var all, fresh uint32
	for _, p := range of {
		h := max(1, p.hash)
		all += p.bytes
		if at := &m.slots[h%uint32(len(m.slots))]; *at != h {
			fresh += p.bytes
			if *at == 0 {
				m.held++
			}
			*at = h
		}
		if m.held > len(m.slots)/4 && len(m.slots) < maxMemory {
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
			m.slots[h%uint32(len(m.slots))] = h
			m.held++
		}
	}
}
