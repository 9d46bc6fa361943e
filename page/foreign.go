package page

import "golang.org/x/net/html/atom"

// foreignness follows, tag by tag, whether an HTML parser would be inside SVG
// or MathML, where <textarea>, <style> and kin hold markup and not raw text.
type foreignness struct {
	open []place // innermost last
}

type place struct {
	name  string
	html  bool // an HTML integration point (<foreignObject>, <mi>): back to HTML
	inner bool // an HTML element in one, which keeps its end tag from being heeded
}

// inside reports whether the next tag stands in foreign content.
func (f *foreignness) inside() bool {
	return len(f.open) > 0 && !f.open[len(f.open)-1].html && !f.open[len(f.open)-1].inner
}

// start takes a start tag and reports whether its element is a foreign one.
func (f *foreignness) start(name []byte, selfClosing bool) bool {
	svgOrMath := string(name) == "svg" || string(name) == "math"
	if f.inside() && breaksOut(name) {
		for f.inside() {
			f.open = f.open[:len(f.open)-1]
		}
	}
	foreign := f.inside() || svgOrMath
	if !selfClosing && (svgOrMath || foreign && integrates(name)) {
		f.open = append(f.open, place{name: string(name), html: !svgOrMath})
	} else if !foreign && len(f.open) > 0 && !isVoid(atom.Lookup(name)) {
		f.open = append(f.open, place{name: string(name), inner: true})
	}
	return foreign
}

func (f *foreignness) end(name []byte) {
	for i := len(f.open) - 1; i >= 0; i-- {
		if f.open[i].name == string(name) && (!f.open[i].html || i == len(f.open)-1) {
			f.open = f.open[:i]
			return
		}
		if f.open[i].html {
			return
		}
	}
}

func integrates(name []byte) bool {
	switch string(name) {
	case "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext":
		return true
	}
	return false
}

// breaksOut reports whether a start tag ends foreign content (HTML standard,
// "the rules for parsing tokens in foreign content").
func breaksOut(name []byte) bool {
	switch atom.Lookup(name) {
	case atom.B, atom.Big, atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Code, atom.Dd, atom.Div,
		atom.Dl, atom.Dt, atom.Em, atom.Embed, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Head, atom.Hr, atom.I, atom.Img, atom.Li, atom.Listing, atom.Menu, atom.Meta, atom.Nobr,
		atom.Ol, atom.P, atom.Pre, atom.Ruby, atom.S, atom.Small, atom.Span, atom.Strong, atom.Strike,
		atom.Sub, atom.Sup, atom.Table, atom.Tt, atom.U, atom.Ul, atom.Var:
		return true
	}
	return false
}
