package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/hadal-crawler/hadal/internal/questions"
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
		switch {
		case !ok:
			continue
		case k.older != "": // files may have it; nobody is told to write it
			s.Properties.Delete(k.name)
			s.Definitions["Site"].Properties.Delete(k.name)
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
	for _, k := range keysOf(reflect.TypeFor[questions.Plan]()) {
		property, ok := s.Definitions["Plan"].Properties.Get(k.name)
		for _, name := range k.oneOf {
			if ok {
				property.Enum = append(property.Enum, name)
			}
		}
	}
	if site, ok := s.Definitions["Site"]; ok {
		site.Required = []string{"name", "start"}
	}
	return json.MarshalIndent(s, "", "  ")
}

// DocumentSchema returns the JSON schema of documents that ReadDocument reads into a type.
// required are its members that must be there; few has the only values of members, named as
// Type.member.
func DocumentSchema(title string, of any, required []string, few map[string][]string) ([]byte, error) {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, RequiredFromJSONSchemaTags: true, LookupComment: explain, Mapper: func(t reflect.Type) *jsonschema.Schema {
		if t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(textUnmarshaler) {
			return &jsonschema.Schema{Type: "string"}
		}
		return planTypes(t)
	}}
	s := r.Reflect(of)
	s.Title, s.Required = title, required
	for at, values := range few {
		of, member, _ := strings.Cut(at, ".")
		property, ok := s.Definitions[of].Properties.Get(member)
		if !ok {
			return nil, fmt.Errorf("the schema has no %s", at)
		}
		for _, value := range values {
			property.Enum = append(property.Enum, value)
		}
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

// anyText is a value that is read as a text however it is written.
var anyText = &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}

// textTypes maps the types that are written as text.
func textTypes(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return &jsonschema.Schema{Type: "string", Pattern: `^-?([0-9.]+(ns|us|µs|ms|s|m|h))+$`}
	case reflect.TypeFor[Period]():
		return &jsonschema.Schema{Type: "string", Pattern: `^[0-9.]+[hdw]$`}
	case reflect.TypeFor[Several]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{anyText, {Type: "array", Items: anyText}}}
	case reflect.TypeFor[Size]():
		return &jsonschema.Schema{
			OneOf: []*jsonschema.Schema{{Type: "string", Pattern: `^[0-9.]+ *([kKmMgG][iI]?)?[bB]?$`}, {Type: "integer"}},
		}
	}
	return planTypes(t)
}

// planTypes maps the types of plans that are written in several ways.
func planTypes(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[questions.Values](), reflect.TypeFor[questions.Words]():
		members := jsonschema.NewProperties()
		for _, k := range keysOf(t) {
			s := &jsonschema.Schema{Type: "string", Description: k.help}
			switch k.typ.Kind() {
			case reflect.Bool:
				s.Type = "boolean"
			case reflect.Slice:
				s.Type, s.Items = "array", anyText
			}
			members.Set(k.name, s)
		}
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{anyText, {Type: "array", Items: anyText},
			{Type: "object", Properties: members, AdditionalProperties: jsonschema.FalseSchema}}}
	case reflect.TypeFor[questions.Range]():
		members := jsonschema.NewProperties()
		for _, k := range keysOf(t) {
			members.Set(k.name, &jsonschema.Schema{OneOf: anyText.OneOf, Description: k.help})
		}
		return &jsonschema.Schema{Type: "object", Properties: members, AdditionalProperties: jsonschema.FalseSchema}
	}
	return nil
}
