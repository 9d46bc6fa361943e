package view

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Sums are counts over the nodes before one; a range's counts are the
// difference of two of them.
type Sums struct{ Chars, LinkChars, Links, Images, Controls, Hits, Known, Echo, Leaves int32 }

func (a Sums) minus(b Sums) Sums {
	return Sums{a.Chars - b.Chars, a.LinkChars - b.LinkChars, a.Links - b.Links, a.Images - b.Images,
		a.Controls - b.Controls, a.Hits - b.Hits, a.Known - b.Known, a.Echo - b.Echo, a.Leaves - b.Leaves}
}

// count fills the running sums; known text is text that was seen where nothing was found.
func (v *Page) count() {
	lines, links := v.Known.Lines, v.Known.Links
	v.Sums = make([]Sums, len(v.Nodes)+1)
	var s Sums
	for i := range v.Nodes {
		v.Sums[i] = s
		n := &v.Nodes[i]
		switch n.Tag {
		case "#text":
			chars := int32(wording.Letters(n.Text()))
			s.Chars += chars
			s.Leaves++
			if n.Link >= 0 {
				s.LinkChars += chars
			}
			if v.Asked(n.Text()) {
				s.Hits++
			}
			if v.Known.Pages == 0 {
				continue
			}
			hash := wording.LineHash(n.Text(), v.Query)
			if hash == 0 {
				s.Echo += chars
			}
			u, linked := v.Address(n.Link)
			// A word of the query may stand in the template too.
			if len(lines) > 0 && (lines[hash] || lines[wording.LineHash(n.Text(), nil)]) || linked && links[u.Canonical().String()] {
				s.Known += chars
			}
		case "a":
			if _, ok := v.Target(int32(i)); ok {
				s.Links++
			}
		case "img":
			s.Images++
			if alt := v.Names(n); alt != "" {
				chars := int32(wording.Letters(alt))
				s.Chars += chars
				s.LinkChars += chars
				s.Leaves++
			}
		case "input", "button":
			if t := strings.ToLower(page.Attr(n.H, "type")); t != "hidden" && t != "checkbox" {
				s.Controls++
			}
		}
	}
	v.Sums[len(v.Nodes)] = s
}

// ReadPictures has the alternative texts of images count as texts that are all that a link says.
func (v *Page) ReadPictures() {
	v.pictures, v.kept = true, map[any]any{}
	v.count()
}

// Names returns the alternative text of an image that counts as the text of its link; "" of others.
func (v *Page) Names(img *Node) string {
	if !v.pictures || img.Link < 0 {
		return ""
	}
	link := v.Subtree(img.Link)
	for i := link.Lo; i < link.Hi; i++ {
		if v.Nodes[i].Is&IsText != 0 {
			return ""
		}
	}
	return wording.Collapse(page.Attr(img.H, "alt"))
}

func (v *Page) Sum(s Span) Sums { return v.Sums[s.Hi].minus(v.Sums[s.Lo]) }

func (v *Page) Subtree(i int32) Span { return Span{i, v.Nodes[i].End} }

func (v *Page) Total() Sums { return v.Sums[len(v.Nodes)] }

// Asked reports whether text holds a word of the query.
func (v *Page) Asked(text string) bool {
	if len(v.Query) == 0 {
		return false
	}
	text = strings.ToLower(text)
	for _, q := range v.Query {
		if strings.Contains(text, q) {
			return true
		}
	}
	return false
}

// IsMark reports a node that holds nothing and stands between records rather than for one.
func (n *Node) IsMark() bool {
	switch n.Tag {
	case "#text", "br", "hr", "img", "input":
		return true
	}
	return false
}

// Profile tells nodes apart by what they begin with and hold: rows of one
// record often have the same tags.
func (v *Page) Profile(n *Node) uint64 {
	h := wording.HashStep(n.Sym, "profile", "")
	depth := 0
	for k := n.First; k >= 0 && depth < 4; depth++ {
		// The first child with content leads on.
		for k >= 0 && v.Nodes[k].Tag != "#text" && v.Nodes[k].Tag != "img" && v.Sum(v.Subtree(k)).Leaves == 0 {
			k = v.Nodes[k].Next
		}
		if k < 0 {
			break
		}
		h = wording.HashStep(h, v.Nodes[k].Tag, v.Nodes[k].Class())
		k = v.Nodes[k].First
	}
	if n.First >= 0 && v.Sum(Span{n.First, n.End}).Links > 0 {
		h = wording.HashStep(h, "linked", "")
	}
	return h
}
