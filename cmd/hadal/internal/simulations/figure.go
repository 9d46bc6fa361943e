package simulations

import (
	"fmt"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/eval/simulate"
	"github.com/hadal-crawler/hadal/internal/chart"
)

// printSimulation prints a table of the results.
func printSimulation(env *cli.Env, results []simulate.Result) error {
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
			row = append(row, show.Percent(r.After[simulate.Key(multiple)]))
		}
		rows = append(rows, append(row, show.Count(int(r.Requests)), show.Count(int(r.Wasted)), show.Percent(r.Coverage)))
	}
	return show.Table(env.Stdout, headings, rows)
}

// figure draws coverage against requests as SVG. The floor's line is dashed.
func figure(results []simulate.Result, size int) []byte {
	floor := float64(results[0].LowerBound)
	c := chart.Chart{
		Label: fmt.Sprintf("requests (the floor is %s)", show.Count(int(floor))),
		Most:  4 * floor, // beyond, little happens
		Tick:  func(requests float64) string { return show.Count(int(requests)) },
		Lines: []chart.Line{{Colour: "#888", Dash: "4 4", Points: [][2]float64{{0, 0}, {floor, 1}}}},
	}
	for i, r := range results {
		line := chart.Line{Name: r.Strategy, Colour: chart.Colour(i)}
		for _, p := range r.Curve {
			line.Points = append(line.Points, [2]float64{p[0], p[1] / float64(size)})
		}
		c.Lines = append(c.Lines, line)
	}
	return c.SVG()
}
