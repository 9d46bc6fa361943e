package region

import "slices"

// partition tells things apart by a number that those of one kind share. A page
// needs one many thousand times, mostly for a few nodes: it keeps its memory.
type partition struct {
	index   map[uint64]int32
	of      []int32 // group of each thing; -1 for those left out
	size    []int32 // things in each group
	members []int32 // of one group after the other
	end     []int32 // of each group, in members
}

// part parts n things by what kind says of each, those left out for which it
// is zero. Groups are numbered in the order of their first members.
func (p *partition) part(n int, kind func(i int) uint64) {
	p.of, p.size = p.of[:0], p.size[:0]
	if p.index == nil {
		p.index = map[uint64]int32{}
	}
	clear(p.index)
	for i := range n {
		k := kind(i)
		if k == 0 {
			p.of = append(p.of, -1)
			continue
		}
		g, known := p.index[k]
		if !known {
			g = int32(len(p.size))
			p.index[k] = g
			p.size = append(p.size, 0)
		}
		p.of = append(p.of, g)
		p.size[g]++
	}
	p.end = p.end[:0]
	all := int32(0)
	for _, size := range p.size {
		p.end = append(p.end, all) // its begin, so far
		all += size
	}
	p.members = slices.Grow(p.members[:0], int(all))[:all]
	for i, g := range p.of {
		if g >= 0 {
			p.members[p.end[g]] = int32(i)
			p.end[g]++
		}
	}
}

// group returns the members of a group, in order, until the next call of part.
func (p *partition) group(g int) []int32 { return p.members[p.end[g]-p.size[g] : p.end[g]] }
