package ordering

// scaled is an ordering whose priorities have no upper bound. scale is a typical
// one.
type scaled interface{ scale() float64 }

// squash maps a priority into [0, 1], keeping the order: as it is where it is
// there by nature, v/(v+scale) else.
func squash(o Metric, v float64) float64 {
	if s, ok := o.(scaled); ok {
		return v / (v + s.scale())
	}
	return min(v, 1)
}

// combination is a weighted sum of orderings, each squashed into [0, 1].
type combination struct {
	parts   []weighted
	batch   // scales move as the crawl grows
	refresh bool
	scaled  bool
	changed []Node
}

type weighted struct {
	weight float64
	Metric
}

func combine(parts []weighted) Metric {
	if len(parts) == 1 {
		return parts[0].Metric
	}
	c := &combination{parts: parts}
	for _, p := range parts {
		_, is := p.Metric.(scaled)
		c.scaled = c.scaled || is
	}
	return c
}

func (o *combination) Found(p Page) {
	for _, part := range o.parts {
		part.Found(p)
	}
}

func (o *combination) Visited(v Visit) {
	for _, part := range o.parts {
		part.Visited(v)
	}
	if o.scaled && o.due() {
		o.refresh = true
	}
}

func (o *combination) Priority(n Node) (sum float64) {
	for _, part := range o.parts {
		sum += part.weight * squash(part.Metric, part.Metric.Priority(n))
	}
	return sum
}

func (o *combination) Changed() (pages []Node, all bool) {
	o.changed = o.changed[:0]
	all, o.refresh = o.refresh, false
	for _, part := range o.parts {
		pages, everything := part.Changed()
		o.changed = append(o.changed, pages...)
		all = all || everything
	}
	return o.changed, all
}
