package config

import (
	"fmt"
	"os"
	"reflect"
	"strings"
)

// readLists puts the lines of files in the place of "@file" in lists of texts,
// and "@" in that of "@@" at an item's beginning. Blank lines do not count.
func readLists(keys []key, values reflect.Value) (problems []misfit) {
	for _, k := range keys {
		list, ok := values.FieldByIndex(k.path).Interface().([]string)
		if !ok {
			continue
		}
		var out []string
		for _, item := range list {
			file, ok := strings.CutPrefix(item, "@")
			switch {
			case !ok:
				out = append(out, item)
			case strings.HasPrefix(file, "@"):
				out = append(out, file)
			default:
				lines, err := ReadLines(file)
				if err != nil {
					problems = append(problems, misfit{k.name, fmt.Sprintf("%s: %v (to mean the text %q itself, write %q)", k.name, err, item, "@"+item)})
				}
				out = append(out, lines...)
			}
		}
		values.FieldByIndex(k.path).Set(reflect.ValueOf(out))
	}
	return problems
}

// ReadLines returns the lines of a text file that are not blank, without the
// spaces around them.
func ReadLines(file string) ([]string, error) {
	if file == "" {
		return nil, fmt.Errorf("@ wants the name of a file behind it")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out, nil
}
