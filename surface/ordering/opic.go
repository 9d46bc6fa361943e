package ordering

// opic prefers the pages that hold most cash (Abiteboul, Preda and Cobena 2003,
// On-line Page Importance Computation): a start page has 1, and a visited page
// gives all it holds to the pages it links to, in equal parts. What a page was
// worth in all is the cash that passed through it and what it still holds.
type opic struct {
	changes
	cash, history []float64
	total         float64
	known         int
}

func (o *opic) Found(p Page) {
	o.cash, o.history = grow(o.cash, p.Node), grow(o.history, p.Node)
	if p.Depth == 0 {
		o.cash[p.Node] = 1
		o.total++
	}
	o.known++
}

func (o *opic) Visited(v Visit) {
	cash := o.cash[v.Node]
	o.cash[v.Node] = 0
	o.history[v.Node] += cash
	if len(v.Links) == 0 {
		o.total -= cash // lost: there is no page to give it to
		return
	}
	for _, l := range v.Links {
		o.cash[l.To] += cash / float64(len(v.Links))
		o.touch(l.To)
	}
}

func (o *opic) Priority(n Node) float64 { return o.history[n] + o.cash[n] }

// scale is the mean cash of a page.
func (o *opic) scale() float64 { return max(o.total, 1e-9) / float64(max(o.known, 1)) }
