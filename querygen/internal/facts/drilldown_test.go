package facts

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// A menu may have more options than two bytes can count.
func TestWideMenusAreTold(t *testing.T) {
	field := forms.Field{Name: "ref"}
	m := &space.Menu{Field: field}
	for i := range 40000 {
		m.Values = append(m.Values, fmt.Sprint("r", i))
	}
	tr := NewTraits([]*space.Dimension{{Menu: m}}, func(_, value string) string { return value })
	tr.add("ref: r39999")
	if v, ok := tr.Value(0, 0); !ok || v != 39999 {
		t.Errorf("value %v, %v, want 39999", v, ok)
	}
}
