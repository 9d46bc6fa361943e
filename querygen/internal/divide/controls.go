package divide

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Controls are what questions can bind: the menus and pairs of bounds of the form.
type Controls struct {
	f     *facts.Facts
	Dims  []*space.Dimension
	ticks map[*space.Menu]*tickTrial // whose further ones were tried
}

// Query returns the question for a region.
func (c *Controls) Query(r space.Region) querygen.Query {
	return querygen.Query{Form: c.f.Space.Form.ID, Bind: c.f.Space.Bind(c.pairsOf(r)...), Strategy: "drilldown", Expected: -1}
}

// pairsOf returns what a question for a region binds.
func (c *Controls) pairsOf(r space.Region) []page.Pair {
	var out []page.Pair
	for _, b := range r {
		dim := c.Dims[b.Dim]
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
func (c *Controls) Spoken(r space.Region) string {
	said := ""
	for _, b := range r {
		if said != "" {
			said += ", "
		}
		dim := c.Dims[b.Dim]
		switch {
		case dim.Menu != nil:
			said += fmt.Sprintf("%s = %s", space.NameOf(dim.Menu.Field.Label, dim.Menu.Field.Name), querygen.Spoken(c.f.Space.Form, dim.Menu.Field.Name, dim.Menu.Values[b.Value]))
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

// preset reports whether the form as served has the values of r, and was
// answered.
func (c *Controls) preset(r space.Region) bool {
	if q := c.f.Listing; q == nil || q.Status != querygen.Answered {
		return false
	}
	for i, dim := range c.Dims {
		b := r.On(i)
		switch {
		case dim.Menu == nil || !dim.Menu.Preset:
			if b != space.Open(i) {
				return false
			}
		case b.Value < 0 || dim.Menu.Values[b.Value] != space.PresetValue(dim.Menu.Field):
			return false
		}
	}
	return c.f.Restricted()
}

// unusable counts the dimensions that do not divide, as far as is known now.
func (c *Controls) unusable() int {
	n := 0
	for _, dim := range c.Dims {
		dim.Useless = dim.Useless || dim.Menu != nil && (dim.Menu.Useless || c.f.Space.Presents(dim.Menu))
		if dim.Useless || dim.Span != nil && !dim.Span.Known() || dim.Further && (c.ticks[dim.Menu] == nil || !c.ticks[dim.Menu].narrow) {
			n++
		}
	}
	return n
}

// Choices lists the dimensions by which n can be divided. Menus that show a
// part only where nobody touches them come first: all other questions would
// stay in that part. Menus that a script fills come last: they are looked at where
// nothing else divides, and what was asked before that counts on.
func (c *Controls) Choices(n *Node) []int {
	var out, filled []int
	for i, dim := range c.Dims {
		if dim.Menu != nil && dim.Menu.Preset && !dim.Useless && n.Region.On(i).Value < 0 && !slices.Contains(n.used, i) {
			out = append(out, i)
		}
	}
	if out != nil {
		return out
	}
	for i, dim := range c.Dims {
		if dim.Useless || slices.Contains(n.used, i) || dim.Further && (len(out) > 0 || !c.combinable(n, dim)) {
			continue
		}
		b := n.Region.On(i)
		if dim.Menu != nil {
			switch {
			case b.Value >= 0 || !c.chooseable(n.Region, i):
			case dim.Menu.Field.Filled != nil:
				filled = append(filled, i)
			default:
				out = append(out, i)
			}
		} else if c.cuttable(i, b) {
			out = append(out, i)
		}
	}
	if out == nil {
		return filled
	}
	return out
}

// cuttable reports whether the bounds of a pair can be narrowed further.
func (c *Controls) cuttable(dim int, b space.Bounds) bool {
	if b.Low == b.Top {
		return false
	}
	span := c.Dims[dim].Span
	if !span.Known() {
		return false
	}
	low, top := span.Limits(b)
	if math.IsInf(low, 0) || math.IsInf(top, 0) {
		return true // quantities tell where, or probing
	}
	_, _, ok := span.Cut(b.Low, b.Top, (low+top)/2)
	return ok
}
