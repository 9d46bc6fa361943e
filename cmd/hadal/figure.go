package main

import (
	"bytes"
	"fmt"
	"html"
)

// printSimulation prints a table of the results.
func (a *app) printSimulation(results []simResult) error {
	headings := []string{"STRATEGY"}
	for _, share := range shares {
		headings = append(headings, fmt.Sprintf("%g %%", 100*share))
	}
	for _, multiple := range multiples {
		headings = append(headings, fmt.Sprintf("AT %gX", multiple))
	}
	headings = append(headings, "REQUESTS", "NOTHING NEW", "COVERAGE")
	var rows [][]string
	for _, r := range results {
		row := []string{r.Strategy}
		for _, share := range shares {
			cell := "-"
			if v := r.At[key(share)]; v != nil {
				cell = fmt.Sprintf("%.2f", *v)
			}
			row = append(row, cell)
		}
		for _, multiple := range multiples {
			row = append(row, percent(r.After[key(multiple)]))
		}
		rows = append(rows, append(row, count(int(r.Requests)), count(int(r.Wasted)), percent(r.Coverage)))
	}
	return printTable(a.stdout, headings, rows)
}

// colours of the figure's curves: those of Okabe and Ito, which the colour
// blind tell apart.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// figure draws coverage against requests as SVG. The floor's line is dashed.
func figure(results []simResult, size int) []byte {
	const width, height, left, bottom, top, right = 720, 440, 60, 50, 20, 20
	floor := float64(results[0].LowerBound)
	most := 4 * floor // beyond, little happens
	x := func(requests float64) float64 { return left + min(requests/most, 1)*(width-left-right) }
	y := func(share float64) float64 { return height - bottom - share*(height-bottom-top) }

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	for i := range 5 {
		share := float64(i) / 4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%g %%</text>`+"\n",
			left, y(share), width-right, left-6, y(share)+4, 100*share)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x(float64(i)*floor), height-bottom+18, count(int(float64(i)*floor)))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">requests (the floor is %s)</text>`+"\n", (left+width-right)/2, height-10, count(int(floor)))
	fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1f" stroke="#888" stroke-dasharray="4 4"/>`+"\n", x(0), y(0), x(floor), y(1))
	for i, r := range results {
		colour := colours[i%len(colours)]
		fmt.Fprintf(&b, `<path fill="none" stroke-width="2" stroke="%s" d="`, colour)
		for j, p := range r.Curve {
			if p[0] > most {
				break
			}
			fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(j, 1)], x(p[0]), y(p[1]/float64(size)))
		}
		fmt.Fprintf(&b, `"/><text x="%d" y="%d" text-anchor="end" fill="%s">%s</text>`+"\n", width-right-8, height-bottom-14*(len(results)-i), colour, html.EscapeString(r.Strategy))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
