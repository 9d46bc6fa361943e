package config

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/invopop/jsonschema"
)

// Schema returns the JSON schema of the configuration file, by which editors
// complete and check it.
func Schema() ([]byte, error) {
	r := jsonschema.Reflector{
		Anonymous:                  true,
		ExpandedStruct:             true,
		FieldNameTag:               "yaml",
		RequiredFromJSONSchemaTags: true,
		LookupComment:              explain,
		Mapper:                     textTypes,
	}
	s := r.Reflect(Settings{})
	s.Title = "hadal configuration"
	defaults := reflect.ValueOf(Defaults())
	for _, k := range keysOf(defaults.Type()) {
		property, ok := s.Properties.Get(k.name)
		if !ok {
			continue
		}
		if property.Default = defaults.FieldByIndex(k.path).Interface(); k.typ.Kind() == reflect.Slice {
			property.Default = []any{}
		}
		if d, ok := property.Default.(time.Duration); ok {
			property.Default = d.String()
		}
		for _, name := range k.oneOf {
			property.Enum = append(property.Enum, name)
		}
	}
	if site, ok := s.Definitions["Site"]; ok {
		site.Required = []string{"name", "start"}
	}
	return json.MarshalIndent(s, "", "  ")
}

// explain gives the schema the explanations that the flags have.
func explain(t reflect.Type, field string) string {
	if t.Kind() != reflect.Struct {
		return ""
	}
	f, _ := t.FieldByName(field)
	return f.Tag.Get("help")
}

// textTypes maps the types that are written as text.
func textTypes(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return &jsonschema.Schema{Type: "string", Pattern: `^-?([0-9.]+(ns|us|µs|ms|s|m|h))+$`}
	case reflect.TypeFor[Size]():
		return &jsonschema.Schema{
			OneOf: []*jsonschema.Schema{{Type: "string", Pattern: `^[0-9.]+ *([kKmMgG][iI]?)?[bB]?$`}, {Type: "integer"}},
		}
	}
	return nil
}
