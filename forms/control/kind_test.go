package control_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms/control"
)

// TestKinds: every kind of control is hidden, a button, a choice or a box, and
// what is unknown is a box.
func TestKinds(t *testing.T) {
	for kinds, want := range map[string]string{
		"hidden":                          "",
		"submit image":                    "button submits",
		"reset button":                    "button",
		"select picker":                   "filled choice menu",
		"radio checkbox":                  "filled choice tick",
		"text search tel url email":       "filled box text typed",
		"password":                        "filled box text typed",
		"textarea":                        "filled box text",
		"date month week time":            "filled box moment typed",
		"datetime-local":                  "filled box moment typed",
		"number":                          "filled box typed",
		"range color file something-else": "filled box",
	} {
		for kind := range strings.FieldsSeq(kinds) {
			k := control.Kind(kind)
			var got []string
			for _, c := range []struct {
				says string
				is   bool
			}{
				{"filled", k.IsFilled()}, {"button", k.IsButton()}, {"submits", k.Submits()}, {"choice", k.IsChoice()}, {"menu", k.IsMenu()}, {"tick", k.IsTick()},
				{"box", k.IsBox()}, {"text", k.IsText()}, {"moment", k.IsMoment()}, {"typed", k.IsTyped()},
			} {
				if c.is {
					got = append(got, c.says)
				}
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("%s: %s, want %s", kind, got, want)
			}
		}
	}
}
