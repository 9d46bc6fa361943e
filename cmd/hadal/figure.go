package main

import (
	"fmt"

	"github.com/hadal-crawler/hadal/eval/simulate"
)

// printSimulation prints a table of the results.
func (a *app) printSimulation(results []simulate.Result) error {
	headings := []string{"STRATEGY"}
	for _, share := range simulate.Shares {
		headings = append(headings, fmt.Sprintf("%g %%", 100*share))
	}
	for _, multiple := range simulate.Multiples {
		headings = append(headings, fmt.Sprintf("AT %gX", multiple))
	}
	headings = append(headings, "REQUESTS", "NOTHING NEW", "COVERAGE")
	var rows [][]string
	for _, r := range results {
		row := []string{r.Strategy}
		for _, share := range simulate.Shares {
			cell := "-"
			if v := r.At[simulate.Key(share)]; v != nil {
				cell = fmt.Sprintf("%.2f", *v)
			}
			row = append(row, cell)
		}
		for _, multiple := range simulate.Multiples {
			row = append(row, percent(r.After[simulate.Key(multiple)]))
		}
		rows = append(rows, append(row, count(int(r.Requests)), count(int(r.Wasted)), percent(r.Coverage)))
	}
	return printTable(a.stdout, headings, rows)
}

// figure draws coverage against requests as SVG. The floor's line is dashed.
func figure(results []simulate.Result, size int) []byte {
	floor := float64(results[0].LowerBound)
	c := chart{
		label: fmt.Sprintf("requests (the floor is %s)", count(int(floor))),
		most:  4 * floor, // beyond, little happens
		tick:  func(requests float64) string { return count(int(requests)) },
		lines: []chartLine{{colour: "#888", dash: "4 4", points: [][2]float64{{0, 0}, {floor, 1}}}},
	}
	for i, r := range results {
		line := chartLine{name: r.Strategy, colour: colour(i)}
		for _, p := range r.Curve {
			line.points = append(line.points, [2]float64{p[0], p[1] / float64(size)})
		}
		c.lines = append(c.lines, line)
	}
	return c.svg()
}
