// Package show writes numbers, shares and tables for people: on a terminal, into a
// file, as one line each. What sites say is made harmless to read here
// (internal/visible). It knows what an estimate and a form are, and no command.
package show

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize"
	"github.com/mattn/go-isatty"

	"github.com/hadal-crawler/hadal/internal/visible"
)

// Table writes rows under bold headings (bold on a terminal only), columns
// as wide as their widest cell, wide characters counted as terminals show them.
func Table(w io.Writer, headings []string, rows [][]string) error {
	heading := lipgloss.NewStyle()
	if IsTerminal(w) {
		heading = heading.Bold(true)
	}
	t := table.New().
		Border(lipgloss.Border{}).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderHeader(false).BorderColumn(false).BorderRow(false).
		Wrap(false).
		StyleFunc(func(row, col int) lipgloss.Style {
			style := lipgloss.NewStyle()
			if row == table.HeaderRow {
				style = heading
			}
			if col < len(headings)-1 {
				style = style.PaddingRight(2)
			}
			return style
		}).
		Headers(headings...)
	for _, row := range rows {
		for i := range row {
			row[i] = Printable(row[i])
		}
		t.Row(row...)
	}
	for line := range strings.Lines(t.Render()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// Rows writes a table with a row for each item.
func Rows[T any](w io.Writer, headings []string, items []T, row func(T) []string) error {
	var rows [][]string
	for _, item := range items {
		rows = append(rows, row(item))
	}
	return Table(w, headings, rows)
}

// Printable makes a text from a foreign site safe for a terminal.
func Printable(s string) string { return visible.Line(s) }

// Short cuts a text to the given number of terminal cells.
func Short(s string, cells int) string { return ansi.Truncate(Printable(s), cells, "…") }

// Plural writes a number of things: "1 page", "1,200 pages".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Count(n) + " " + noun
}

// Count writes 12345 as 12,345.
func Count(n int) string { return humanize.Comma(int64(n)) }

// Percent writes a share. What is almost the whole is not written as the whole.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*Thousandths(share)) }

// Thousandths rounds a share, but what is below the whole not up to it.
func Thousandths(share float64) float64 {
	rounded := math.Round(1000*share) / 1000
	if rounded == 1 && share < 1 {
		return 0.999
	}
	return rounded
}

// IsTerminal reports whether a person watches what is written to w.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}
