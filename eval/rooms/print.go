package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// shownTypes is how many of the types with the most methods are told.
const shownTypes = 5

// print writes the figures as tables that line up.
func (h *House) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...any) {
		last := len(cells) - 1
		for _, c := range cells[:last] {
			fmt.Fprintf(w, "%v\t", c)
		}
		fmt.Fprintf(w, "  %v\n", cells[last])
	}
	row("files", "lines", "arrows", "largest cycle", "of lines", "exported", "ifs", "long", "package")
	tell := func(r Room) {
		name := r.Path
		if r.Eval {
			name += " (eval)"
		}
		row(r.Files, r.Lines, r.Arrows, r.Cycle, share(r.Cycled, r.Lines), r.Exported, r.Ifs, share(r.LongIfs, r.Ifs), name)
	}
	all := Room{Path: "all"}
	for _, r := range h.Packages {
		tell(r)
		all.Files += r.Files
		all.Lines += r.Lines
		all.Arrows += r.Arrows
		all.Cycle += r.Cycle
		all.Cycled += r.Cycled
		all.Exported += r.Exported
		all.Ifs += r.Ifs
		all.LongIfs += r.LongIfs
	}
	tell(all)
	fmt.Fprintln(w)
	row("methods", "files", "fields", "type")
	for _, t := range h.Types[:min(shownTypes, len(h.Types))] {
		row(t.Methods, t.Files, t.Fields, t.Name)
	}
	fmt.Fprintln(w)
	row("lines", "of")
	row(h.Lines.Product, "product")
	row(h.Lines.Eval, "eval")
	row(h.Lines.Tests, "tests")
	return w.Flush()
}

// share returns a part of a whole in percent.
func share(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
