package space

import (
	"slices"

	"github.com/hadal-crawler/hadal/forms"
)

// LoneBound is a control that bounds a quantity from one side only ("price up to").
type LoneBound struct {
	Span  *Span // of the control with itself
	Upper bool
	Dim   int // of facts.traits
}

// loneBoundsOf returns the bounds of a form that have no partner among spans.
func loneBoundsOf(form forms.Form, fixed forms.Values, spans []*Span) []LoneBound {
	var out []LoneBound
	for _, f := range form.Fields {
		paired := slices.ContainsFunc(spans, func(s *Span) bool { return s.Min.Name == f.Name || s.Max.Name == f.Name })
		if paired || f.Role != forms.RangeMin && f.Role != forms.RangeMax || f.Name == "" || f.Disabled || f.ReadOnly || f.Control == "hidden" || len(fixed[f.Name]) > 0 {
			continue
		}
		if s := newSpan(f, f); s != nil {
			out = append(out, LoneBound{Span: s, Upper: f.Role == forms.RangeMax})
		}
	}
	return out
}
