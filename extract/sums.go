package extract

import "strings"

// sums are counts over the nodes before one; a range's counts are the
// difference of two of them.
type sums struct{ chars, linkChars, links, images, controls, hits, known, echo, leaves int32 }

func (a sums) minus(b sums) sums {
	return sums{a.chars - b.chars, a.linkChars - b.linkChars, a.links - b.links, a.images - b.images,
		a.controls - b.controls, a.hits - b.hits, a.known - b.known, a.echo - b.echo, a.leaves - b.leaves}
}

// count fills the running sums; known text is text that was seen where nothing was found.
func (v *Page) count() {
	lines, links := v.known.Lines, v.known.Links
	v.sums = make([]sums, len(v.nodes)+1)
	var s sums
	for i := range v.nodes {
		v.sums[i] = s
		n := &v.nodes[i]
		switch n.tag {
		case "#text":
			chars := int32(letters(n.text()))
			s.chars += chars
			s.leaves++
			if n.link >= 0 {
				s.linkChars += chars
			}
			if v.asked(n.text()) {
				s.hits++
			}
			if v.known.Pages == 0 {
				continue
			}
			hash := lineHash(n.text(), v.query)
			if hash == 0 {
				s.echo += chars
			}
			u, linked := v.target(n.link)
			// A word of the query may stand in the template too.
			if len(lines) > 0 && (lines[hash] || lines[lineHash(n.text(), nil)]) || linked && links[u.Canonical().String()] {
				s.known += chars
			}
		case "a":
			if _, ok := v.target(int32(i)); ok {
				s.links++
			}
		case "img":
			s.images++
		case "input", "button":
			if t := strings.ToLower(attr(n.h, "type")); t != "hidden" && t != "checkbox" {
				s.controls++
			}
		}
	}
	v.sums[len(v.nodes)] = s
}

func (v *Page) sum(s span) sums { return v.sums[s.hi].minus(v.sums[s.lo]) }

func (v *Page) subtree(i int32) span { return span{i, v.nodes[i].end} }

func (v *Page) total() sums { return v.sums[len(v.nodes)] }

// asked reports whether text holds a word of the query.
func (v *Page) asked(text string) bool {
	if len(v.query) == 0 {
		return false
	}
	text = strings.ToLower(text)
	for _, q := range v.query {
		if strings.Contains(text, q) {
			return true
		}
	}
	return false
}
