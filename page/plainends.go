package page

import "golang.org/x/net/html/atom"

// endTag reads an end tag.
func (b *plainBuilder) endTag() bool {
	from := b.at + len("</")
	end := from
	for end < len(b.body) && !endsName(b.body[end]) {
		end++
	}
	if b.at = tagEnd(b.body, end); b.at < 0 {
		return false
	}
	tag, name := nameOf(b.body[from:end])
	return b.end(tag, name)
}

func (b *plainBuilder) end(tag atom.Atom, name string) bool {
	switch tag {
	case atom.Br, atom.Template:
		return false
	}
	if b.phase < inBody {
		return b.endInHead(tag)
	}
	if b.phase > inBody {
		if tag == atom.Html && b.phase == afterBody {
			b.phase = afterAll
			return true
		}
		b.phase = inBody
	}
	switch b.top().DataAtom {
	case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Colgroup:
		return b.endInTable(tag)
	}
	if cell := b.last().cell; cell > 0 {
		if done, ok := b.endInCell(tag, cell); done {
			return ok
		}
	}
	return b.endInBody(tag, name)
}

func (b *plainBuilder) endInHead(tag atom.Atom) bool {
	switch {
	case tag == atom.Body || tag == atom.Html:
		return false
	case b.phase == inHead && b.top() != b.head: // in <noscript>
		if tag == atom.Noscript {
			b.pop()
		}
	case tag == atom.Head && b.phase < inHead:
		return false
	case tag == atom.Head:
		b.leaveHead()
	}
	return true // others count for nothing
}

func (b *plainBuilder) endInBody(tag atom.Atom, name string) bool {
	scope := endsScope
	switch tag {
	case atom.Body, atom.Html:
		if b.find(atom.Body, endsScope) >= 0 {
			b.phase = afterBody
			if tag == atom.Html {
				b.phase = afterAll
			}
		}
		return true
	case atom.Form:
		if b.form == nil {
			return true
		}
		if b.find(atom.Form, endsScope) < 0 {
			return false
		}
		b.endImplied(false)
		if b.top() != b.form {
			return false
		}
		b.form = nil
		b.pop()
		return true
	case atom.P:
		i := b.find(atom.P, func(a atom.Atom) bool { return a == atom.Button || endsScope(a) })
		if i < 0 {
			b.tag = b.tag[:0]
			b.add(tag, name)
			return true
		}
		return b.cut(i, false)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		for i := len(b.open) - 1; i >= 0; i-- {
			a := b.open[i].node.DataAtom
			if isHeading(a) {
				return b.cut(i, false)
			}
			if endsScope(a) {
				break
			}
		}
		return true
	case atom.Applet, atom.Marquee, atom.Object:
		if b.top().DataAtom != tag {
			return b.find(tag, endsScope) < 0
		}
		b.pop()
		return true
	case atom.Li:
		scope = func(a atom.Atom) bool { return a == atom.Ol || a == atom.Ul || endsScope(a) }
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Button, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl,
		atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol,
		atom.Pre, atom.Search, atom.Section, atom.Select, atom.Summary, atom.Ul, atom.Dd, atom.Dt:
	default:
		if formats(tag) && b.top().DataAtom != tag {
			return b.countsForNothing(tag)
		}
		return b.endOther(tag, name)
	}
	if i := b.find(tag, scope); i >= 0 {
		return b.cut(i, false)
	}
	return true
}

// countsForNothing reports whether no element of a formatting kind is open that
// the end tag could mean.
func (b *plainBuilder) countsForNothing(tag atom.Atom) bool {
	return b.find(tag, func(a atom.Atom) bool {
		switch a {
		case atom.Applet, atom.Marquee, atom.Object, atom.Td, atom.Th, atom.Caption:
			return true
		}
		return false
	}) < 0
}

// endOther closes the innermost element of a name unless a special one is within it.
func (b *plainBuilder) endOther(tag atom.Atom, name string) bool {
	for i := len(b.open) - 1; i >= 0; i-- {
		n := b.open[i].node
		if n.DataAtom == tag && n.Data == name {
			return b.cut(i, false)
		}
		if isSpecial(n.DataAtom) {
			break
		}
	}
	return true
}

// endsScope reports whether an element hides those around it from an end tag.
func endsScope(a atom.Atom) bool {
	switch a {
	case atom.Applet, atom.Caption, atom.Html, atom.Table, atom.Td, atom.Th, atom.Marquee, atom.Object, atom.Template, atom.Select:
		return true
	}
	return false
}

// formats reports whether an element is one of the standard's formatting elements.
func formats(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

func isHeading(a atom.Atom) bool {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// isSpecial reports whether an element is of the standard's category "special", as
// x/net/html has it (without <search>).
func isSpecial(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Applet, atom.Area, atom.Article, atom.Aside, atom.Base, atom.Basefont, atom.Bgsound, atom.Blockquote, atom.Body, atom.Br,
		atom.Button, atom.Caption, atom.Center, atom.Col, atom.Colgroup, atom.Dd, atom.Details, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Embed,
		atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frame, atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5,
		atom.H6, atom.Head, atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Iframe, atom.Img, atom.Input, atom.Keygen, atom.Li, atom.Link,
		atom.Listing, atom.Main, atom.Marquee, atom.Menu, atom.Meta, atom.Nav, atom.Noembed, atom.Noframes, atom.Noscript, atom.Object, atom.Ol,
		atom.P, atom.Param, atom.Plaintext, atom.Pre, atom.Script, atom.Section, atom.Select, atom.Source, atom.Style, atom.Summary, atom.Table,
		atom.Tbody, atom.Td, atom.Template, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Title, atom.Tr, atom.Track, atom.Ul, atom.Wbr, atom.Xmp:
		return true
	}
	return false
}
