package view

import "golang.org/x/net/html/atom"

// traits say what an element is to a reader.
type traits uint8

const (
	IsText       traits = 1 << iota // a text node
	IsUnseen                        // its content is no page text
	IsInline                        // it breaks no line; all other elements do
	IsFormatting                    // it says how text looks, not what it is
	InMain                          // in what the page calls its main part, or in an article
)

// TraitsOf returns the traits of an element.
func TraitsOf(tag atom.Atom) traits {
	switch tag {
	case atom.Script, atom.Style, atom.Head, atom.Template, atom.Select, atom.Option, atom.Datalist, atom.Textarea, atom.Iframe, atom.Object,
		atom.Svg, atom.Noframes, atom.Math, atom.Canvas, atom.Audio, atom.Video, atom.Map:
		return IsUnseen
	case atom.B, atom.Bdi, atom.Big, atom.Cite, atom.Code, atom.Del, atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd, atom.Mark, atom.Nobr, atom.Q, atom.S,
		atom.Small, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var, atom.Wbr:
		return IsInline | IsFormatting
	case atom.Center:
		return IsFormatting
	case atom.A, atom.Abbr, atom.Acronym, atom.Bdo, atom.Data, atom.Dfn, atom.Img, atom.Label, atom.Samp, atom.Span, atom.Time, atom.Input, atom.Button,
		atom.Noscript:
		return IsInline
	}
	return 0
}
