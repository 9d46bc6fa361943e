package purpose

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// Whatever is read of a control is in its key.
func TestKeyOfControlIsWhole(t *testing.T) {
	var seen []string
	note := func(what string, c control.Field) {
		key := string(keyOf(&c, nil))
		for _, other := range seen {
			if key == other {
				t.Errorf("a change of %s does not show", what)
			}
		}
		seen = append(seen, key)
	}
	note("nothing", control.Field{Options: []control.Option{{}}})
	for i := range reflect.TypeFor[control.Field]().NumField() {
		c := control.Field{Options: []control.Option{{}}}
		if at := reflect.ValueOf(&c).Elem().Field(i); at.Kind() != reflect.Slice {
			change(t, at)
			note(fmt.Sprint("Field.", reflect.TypeFor[control.Field]().Field(i).Name), c)
		}
	}
	for i := range reflect.TypeFor[control.Option]().NumField() {
		c := control.Field{Options: []control.Option{{}}}
		change(t, reflect.ValueOf(&c.Options[0]).Elem().Field(i))
		note(fmt.Sprint("Option.", reflect.TypeFor[control.Option]().Field(i).Name), c)
	}
	note("the number of options", control.Field{})
}

func change(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Slice:
		v.Set(reflect.ValueOf([]string{"x"}))
	default:
		t.Fatalf("a field of kind %s: teach this test and the key about it", v.Kind())
	}
}

// Pages of a crawl do not fill the memory.
func TestMemoryIsBounded(t *testing.T) {
	m := NewMemory()
	for i := range maxKnown + 10 {
		action := page.MustParseURL(fmt.Sprintf("http://site.example/%d", i))
		m.Judge(&Evidence{form: Subject{Method: "GET", Action: action}, title: func() string { return "" }})
	}
	if len(m.known) > maxKnown || len(m.known) == 0 {
		t.Errorf("%d judgements are remembered", len(m.known))
	}
}
