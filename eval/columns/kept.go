package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Bounds of what is told of an export.
const (
	rareOf    = 100 // records to one that has a column that hardly any has
	fewTitles = 5   // records that must repeat their title before a column is a second one for it
)

// check tells which columns of an export (hadal export --format jsonl) nobody would keep as
// they are: called by a number, a second one for the title, or filled in fewer than 1 % of
// the records of a site. What a site labels itself may be that rare; an export does not tell
// labels, so a person has to look.
func check(w io.Writer, export io.Reader) error {
	type column struct{ rows, titles int }
	sites, columns := map[string]int{}, map[[2]string]*column{}
	lines := json.NewDecoder(export)
	for {
		var r struct {
			Site, Title string
			Fields      map[string]any
		}
		if err := lines.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		sites[r.Site]++
		for name, value := range r.Fields {
			at := [2]string{r.Site, name}
			if columns[at] == nil {
				columns[at] = &column{}
			}
			columns[at].rows++
			if value == r.Title {
				columns[at].titles++
			}
		}
	}
	var odd []string
	for at, c := range columns {
		switch site, name := at[0], at[1]; {
		case strings.TrimRight(name, "0123456789") != name:
			odd = append(odd, fmt.Sprintf("%s: %s ends in a number", site, name))
		case c.rows >= fewTitles && c.titles*10 >= c.rows*9:
			odd = append(odd, fmt.Sprintf("%s: %s repeats the title", site, name))
		case c.rows*rareOf < sites[site]:
			odd = append(odd, fmt.Sprintf("%s: %s is filled in %d of %d records", site, name, c.rows, sites[site]))
		}
	}
	slices.Sort(odd)
	for _, line := range odd {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "%d of %d columns of %d sites\n", len(odd), len(columns), len(sites))
	return nil
}
