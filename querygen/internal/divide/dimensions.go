package divide

import (
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// pairsOf returns what a question for a region binds.
func (d *Drilldown) pairsOf(r space.Region) []page.Pair {
	var out []page.Pair
	for _, b := range r {
		dim := d.Dims[b.Dim]
		if dim.Menu != nil {
			out = append(out, page.Pair{Name: dim.Menu.Field.Name, Value: dim.Menu.Values[b.Value]})
			continue
		}
		if !math.IsInf(b.Low, -1) {
			out = append(out, page.Pair{Name: dim.Span.Min.Name, Value: dim.Span.Write(b.Low, false)})
		}
		if !math.IsInf(b.Top, 1) {
			out = append(out, page.Pair{Name: dim.Span.Max.Name, Value: dim.Span.Write(b.Top, true)})
		}
	}
	return out
}

// Spoken returns a region as a person would say it.
func (d *Drilldown) Spoken(r space.Region) string {
	said := ""
	for _, b := range r {
		if said != "" {
			said += ", "
		}
		dim := d.Dims[b.Dim]
		switch {
		case dim.Menu != nil:
			said += fmt.Sprintf("%s = %s", space.NameOf(dim.Menu.Field.Label, dim.Menu.Field.Name), querygen.Spoken(d.Facts.Space.Form, dim.Menu.Field.Name, dim.Menu.Values[b.Value]))
		case math.IsInf(b.Low, -1):
			said += fmt.Sprintf("%s up to %s", dim.Span.Name(), dim.Span.Say(b.Top))
		case math.IsInf(b.Top, 1):
			said += fmt.Sprintf("%s from %s", dim.Span.Name(), dim.Span.Say(b.Low))
		default:
			said += fmt.Sprintf("%s from %s to %s", dim.Span.Name(), dim.Span.Say(b.Low), dim.Span.Say(b.Top))
		}
	}
	return said
}
