package simulations

import (
	"bytes"
	"fmt"
	"html"
	"math"
)

// colours of a chart's lines: those of Okabe and Ito, which the colour blind
// tell apart.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// chart draws lines as SVG over shares of 0 to 100 %.
type chart struct {
	Label string  // of the horizontal axis
	Most  float64 // its end
	Tick  func(float64) string
	Lines []line
}

// line is a line of a chart.
type line struct {
	Name   string // beside the chart; "" for none
	Colour string
	Dash   string       // as in stroke-dasharray; "" for a full line
	Points [][2]float64 // x and share; drawn up to the end of the axis
}

// colour returns the colour of the i-th line; lines beyond the colours there are
// repeat them.
func colour(i int) string { return colours[i%len(colours)] }

// SVG returns the chart as a file.
func (c chart) SVG() []byte {
	const width, height, left, bottom, top, right = 720, 440, 60, 50, 20, 20
	x := func(v float64) float64 { return left + min(v/c.Most, 1)*(width-left-right) }
	y := func(share float64) float64 { return height - bottom - share*(height-bottom-top) }

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	for i := range 5 {
		part := float64(i) / 4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%g %%</text>`+"\n",
			left, y(part), width-right, left-6, y(part)+4, 100*part)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x(part*c.Most), height-bottom+18, html.EscapeString(c.Tick(part*c.Most)))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", (left+width-right)/2, height-10, html.EscapeString(c.Label))
	named := 0
	for _, l := range c.Lines {
		if l.Name != "" {
			named++
		}
	}
	for _, l := range c.Lines {
		dash, pen := "", "M"
		if l.Dash != "" {
			dash = fmt.Sprintf(` stroke-dasharray="%s"`, l.Dash)
		}
		fmt.Fprintf(&b, `<path fill="none" stroke-width="2" stroke="%s"%s d="`, l.Colour, dash)
		for _, p := range l.Points {
			if p[0] > c.Most || math.IsNaN(p[1]) {
				break
			}
			fmt.Fprintf(&b, "%s%.1f %.1f", pen, x(p[0]), y(p[1]))
			pen = "L"
		}
		b.WriteString(`"/>` + "\n")
		if l.Name != "" {
			fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end" fill="%s">%s</text>`+"\n", width-right-8, height-bottom-14*named, l.Colour, html.EscapeString(l.Name))
			named--
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
