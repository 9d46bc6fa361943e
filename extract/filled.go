package extract

import "slices"

// Filled says what a column has in some records.
type Filled struct {
	Name     string   `json:"name"`
	Records  int      `json:"records"`  // that have it
	Distinct int      `json:"distinct"` // values
	Examples []string `json:"examples"`
}

const fewExamples = 5

// FilledBy returns what each column has in records, in the order of columns; others that
// records have follow in the order in which they come.
func FilledBy(columns []Column, records []Record) []Filled {
	out := []Filled{}
	index, seen := map[string]int{}, map[[2]string]bool{}
	add := func(name string) {
		if _, ok := index[name]; !ok {
			index[name] = len(out)
			out = append(out, Filled{Name: name, Examples: []string{}})
		}
	}
	for _, c := range columns {
		if !c.Drop {
			add(c.Name)
		}
	}
	for _, rec := range records {
		var had []string
		for _, f := range rec.Fields {
			if f.Value == "" {
				continue
			}
			add(f.Name)
			c := &out[index[f.Name]]
			if !slices.Contains(had, f.Name) {
				had = append(had, f.Name)
				c.Records++
			}
			if id := [2]string{f.Name, f.Value}; !seen[id] {
				seen[id] = true
				if c.Distinct++; len(c.Examples) < fewExamples {
					c.Examples = append(c.Examples, f.Value)
				}
			}
		}
	}
	return out
}
