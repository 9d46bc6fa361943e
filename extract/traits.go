package extract

import "golang.org/x/net/html/atom"

// traits say what an element is to a reader.
type traits uint8

const (
	isText       traits = 1 << iota // a text node
	isUnseen                        // its content is no page text
	isInline                        // it breaks no line; all other elements do
	isFormatting                    // it says how text looks, not what it is
	inMain                          // in what the page calls its main part, or in an article
)

// traitsOf returns the traits of an element.
func traitsOf(tag atom.Atom) traits {
	switch tag {
	case atom.Script, atom.Style, atom.Head, atom.Template, atom.Select, atom.Option, atom.Datalist, atom.Textarea, atom.Iframe, atom.Object,
		atom.Svg, atom.Noframes, atom.Math, atom.Canvas, atom.Audio, atom.Video, atom.Map:
		return isUnseen
	case atom.B, atom.Bdi, atom.Big, atom.Cite, atom.Code, atom.Del, atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd, atom.Mark, atom.Nobr, atom.Q, atom.S,
		atom.Small, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var, atom.Wbr:
		return isInline | isFormatting
	case atom.Center:
		return isFormatting
	case atom.A, atom.Abbr, atom.Acronym, atom.Bdo, atom.Data, atom.Dfn, atom.Img, atom.Label, atom.Samp, atom.Span, atom.Time, atom.Input, atom.Button,
		atom.Noscript:
		return isInline
	}
	return 0
}
