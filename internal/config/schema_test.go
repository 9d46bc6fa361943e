package config

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/internal/questions"
)

func TestSchemaKnowsEverySetting(t *testing.T) {
	data, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]struct {
			Type        string
			Description string
			Default     any
			Enum        []string
		}
		AdditionalProperties *bool
		Defs                 map[string]struct {
			Properties map[string]any
			Required   []string
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	for _, k := range keysOf(reflect.TypeFor[Settings]()) {
		p, ok := schema.Properties[k.name]
		if k.older != "" {
			if _, in := schema.Defs["Site"].Properties[k.name]; ok || in {
				t.Errorf("%s: the schema has an older setting", k.name)
			}
			continue
		}
		if !ok || p.Description == "" || p.Default == nil {
			t.Errorf("%s: the schema says %+v, want a description and a default", k.name, p)
		}
	}
	if p := schema.Properties["delay"]; p.Type != "string" || p.Default != "1s" {
		t.Errorf("delay: %+v, want a string that defaults to 1s", p)
	}
	if p := schema.Properties["strategy"]; len(p.Enum) < 2 {
		t.Errorf("strategy: %+v, want an enumeration", p)
	}
	if schema.AdditionalProperties == nil || *schema.AdditionalProperties {
		t.Error("unknown settings pass the schema")
	}
	site := schema.Defs["Site"]
	for _, k := range keysOf(reflect.TypeFor[Site]()) {
		if _, ok := site.Properties[k.name]; !ok && k.older == "" {
			t.Errorf("sites: the schema lacks %s", k.name)
		}
	}
	if len(site.Required) != 2 {
		t.Errorf("sites require %v, want name and start", site.Required)
	}
}

// Values of a plan may be written as a list, as one value and as a mapping, in both schemas.
func TestSchemasKnowThePlan(t *testing.T) {
	whole, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := DocumentSchema("x", struct {
		Questions *questions.Plan `json:"questions"`
	}{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{whole, profile} {
		var schema struct {
			Defs map[string]struct {
				Properties map[string]struct {
					OneOf []any
					Enum  []string
				}
			} `json:"$defs"`
		}
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		plan, control := schema.Defs["Plan"].Properties, schema.Defs["Control"].Properties
		if len(plan["words"].OneOf) != 3 || len(control["only"].OneOf) != 3 || len(control["always"].OneOf) != 3 {
			t.Errorf("%s", text)
		}
	}
	if !strings.Contains(string(whole), `"where-cut"`) {
		t.Error("the schema does not say what split may be")
	}
}

// A bound that cannot be read would bound nothing.
func TestBoundsAreValues(t *testing.T) {
	for _, k := range keysOf(reflect.TypeFor[Settings]()) {
		for _, text := range []string{k.min, k.max} {
			if text != "" && !strings.HasPrefix(text, "0") && number(k.bound(text)) <= 0 {
				t.Errorf("%s: %q is no bound", k.name, text)
			}
		}
	}
}
