package config

import (
	"cmp"
	"fmt"
	"os"
	"slices"
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
