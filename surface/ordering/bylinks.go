package ordering

// breadthFirst follows links in the order of the pages' distance from the start.
type breadthFirst struct {
	changes
	value []float64
}

func (o *breadthFirst) Found(p Page) {
	o.value = grow(o.value, p.Node)
	o.value[p.Node] = 1 / (1 + float64(p.Depth))
}

func (o *breadthFirst) Visited(Visit)           {}
func (o *breadthFirst) Priority(n Node) float64 { return o.value[n] }

// backlink prefers pages to which many of the visited pages link: IB' of Cho,
// Garcia-Molina and Page 1998, section 2.
type backlink struct {
	changes
	value []float64
}

func (o *backlink) Found(p Page) { o.value = grow(o.value, p.Node) }

func (o *backlink) Visited(v Visit) {
	for _, l := range v.Links {
		o.value[l.To]++
		o.touch(l.To)
	}
}

func (o *backlink) Priority(n Node) float64 { return o.value[n] }
func (o *backlink) scale() float64          { return 1 }
