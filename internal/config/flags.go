package config

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/spf13/pflag"
)

// AddFlags defines a flag for each named setting: same name, same default, same
// explanation. It panics for a name that is no setting: that is a slip in the
// program.
func AddFlags(flags *pflag.FlagSet, settings ...string) {
	defaults := reflect.ValueOf(Defaults())
	keys := keysOf(defaults.Type())
	for _, name := range settings {
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
		if i < 0 {
			panic("config: no setting is called " + name)
		}
		addFlag(flags, keys[i], defaults.FieldByIndex(keys[i].path).Interface())
	}
}

// SiteFlags returns the names of all settings that a site may have for itself.
func SiteFlags() []string { return names(keysOf(reflect.TypeFor[SiteSettings]())) }

func addFlag(flags *pflag.FlagSet, k key, value any) {
	switch v := value.(type) {
	case string:
		flags.String(k.name, v, k.help)
	case bool:
		flags.Bool(k.name, v, k.help)
	case int:
		flags.Int(k.name, v, k.help)
	case uint64:
		flags.Uint64(k.name, v, k.help)
	case float64:
		flags.Float64(k.name, v, k.help)
	case time.Duration:
		flags.Duration(k.name, v, k.help)
	case []string:
		flags.StringSlice(k.name, v, k.help)
	case []Binding, []Capability:
		flags.StringArray(k.name, nil, k.help)
	case Several:
		flags.StringArray(k.name, nil, k.help)
	case Pager:
		flags.String(k.name, "", k.help)
	case Size:
		flags.TextVar(new(Size), k.name, v, k.help)
	default:
		panic(fmt.Sprintf("config: no kind of flag for %s (%T)", k.name, value))
	}
}

// FlagWants says in words what a flag's value looks like, of settings and of
// other flags: "a whole number".
func FlagWants(f *pflag.Flag) string {
	types := map[string]reflect.Type{
		"bool": reflect.TypeFor[bool](), "int": reflect.TypeFor[int](), "uint64": reflect.TypeFor[uint64](), "float64": reflect.TypeFor[float64](),
		"duration": reflect.TypeFor[time.Duration](),
	}
	if t := types[f.Value.Type()]; t != nil {
		return wanted(t)
	}
	keys := keysOf(reflect.TypeFor[Settings]())
	if i := slices.IndexFunc(keys, func(k key) bool { return k.name == f.Name }); i >= 0 {
		return wanted(keys[i].typ)
	}
	return "a value"
}

// FlagGroup is the settings of a help text that are about the same.
type FlagGroup struct {
	Title string
	Names []string
}

// FlagGroups returns the settings that a site may have for itself in groups.
func FlagGroups() []FlagGroup {
	var groups []FlagGroup
	t := reflect.TypeFor[SiteSettings]()
	for i := range t.NumField() {
		if title := t.Field(i).Tag.Get("group"); title != "" {
			groups = append(groups, FlagGroup{Title: title})
		}
		if name := t.Field(i).Tag.Get("yaml"); name != "-" {
			last := &groups[len(groups)-1]
			last.Names = append(last.Names, name)
		}
	}
	return groups
}
