package config

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
)

// Blame returns an *Error that points at where a setting of a site got its
// value, for whoever finds out later that the value does not fit: at the flag,
// at the environment, or at a place in the file. Of a list of bindings it points
// at the first one of a control. The sources are read again.
func Blame(src Source, site, setting, control, message string) error {
	name := cmp.Or(src.File, FileName)
	data, err := os.ReadFile(name)
	if err != nil {
		data = nil
	}
	l, err := newLoader(name, data, src.Flags)
	if err != nil {
		return &Error{[]Problem{{Message: message}}}
	}
	index := slices.IndexFunc(l.sites, func(entry map[string]any) bool { return entry["name"] == site })
	entry := l.top
	if index >= 0 && l.sites[index][setting] != nil {
		entry = l.sites[index]
	}
	key := setting
	list, _ := entry[setting].([]any)
	if i := slices.IndexFunc(list, func(item any) bool {
		m, _ := item.(map[string]any)
		return m["name"] == control || m["label"] == control
	}); i >= 0 {
		key = fmt.Sprintf("%s[%d]", setting, i)
	}
	if where := l.origin(setting); where != "" {
		return &Error{[]Problem{{Message: where + ": " + message}}}
	}
	return &Error{[]Problem{problemAt(name, l.token(key, index), message)}}
}

// readLists puts the lines of files in the place of "@file" in lists of texts,
// and "@" in that of "@@" at an item's beginning. Blank lines do not count.
func (l *loader) readLists(keys []key, values reflect.Value, site int) []Problem {
	var problems []Problem
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
					problems = append(problems, l.problem(k.name, site, fmt.Sprintf("%s: %v (to mean the text %q itself, write %q)", k.name, err, item, "@"+item)))
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
