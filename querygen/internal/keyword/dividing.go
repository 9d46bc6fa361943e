package keyword

import (
	"cmp"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// Constants of judging which answers can be divided.
const (
	cutsOf   = 0.67 // of the words that a question may have are counted on to cut an answer,
	cutsFrom = 3    // of those that so many records hold
	cutPrior = 20   // records that the share of all which they leave counts for
	restFits = 0.15 // of the limit: what they may leave of an answer that is divided
)

// Judge judges anew which words are too broad, when another limit shows. With a
// word fall those claimed after it: they may exclude it, and what holds both
// would come by neither.
func (e *exclusions) Judge() {
	k := e.f.Regime().Limit
	if k == e.limit {
		return
	}
	e.Survey()
	e.limit = k
	e.rehabilitate()
	for i, w := range e.claimed {
		if !e.TooBroad(w, e.matches[w]) {
			continue
		}
		for _, fallen := range e.claimed[i:] {
			e.at[fallen] = 0
			if e.TooBroad(fallen, e.matches[fallen]) {
				e.Broad[fallen] = true
			}
		}
		e.claimed, e.chosen = e.claimed[:i], nil
		return
	}
}

// rehabilitate judges anew the words that were too broad.
func (e *exclusions) rehabilitate() {
	for w := range e.Broad {
		if !e.TooBroad(w, e.matches[w]) {
			delete(e.Broad, w)
		}
	}
}

// TooBroad reports whether an answer to w with so many matches cannot be divided
// into parts that can be read: what holds none of the words that cut it is one part.
func (e *exclusions) TooBroad(w uint32, matches float64) bool {
	if !e.f.TooLong(matches) {
		return false
	}
	list := facts.Spread(e.f.Records.Postings[w], cellSample)
	rest := (e.uncut(list, w) + cutPrior*e.plain) / (float64(len(list)) + cutPrior)
	return matches*rest > restFits*e.f.Readable()
}

// dividable returns how many matches an answer may have for its parts to be readable.
func (e *exclusions) dividable() float64 { return restFits * e.f.Readable() / e.plain }

// Survey learns which words can cut answers, and how much they leave.
func (e *exclusions) Survey() {
	c := &e.f.Records
	most := int(cutsOf * float64(e.f.Operators.Limit()))
	var words []uint32
	for w, list := range c.Postings {
		if len(list) >= cutsFrom && !e.f.Operators.Ignored[uint32(w)] && e.f.Searchable(uint32(w)) {
			words = append(words, uint32(w))
		}
	}
	slices.SortFunc(words, func(a, b uint32) int {
		return cmp.Or(c.Df(b)-c.Df(a), int(a)-int(b))
	})
	e.common = map[uint32]bool{}
	for _, w := range words[:min(most, len(words))] {
		e.common[w] = true
	}
	all := make([]uint32, c.Held())
	for i := range all {
		all[i] = uint32(i)
	}
	list := facts.Spread(all, exclusionSample)
	e.plain = (e.uncut(list, math.MaxUint32) + 1) / float64(len(list)+1)
}

// uncut returns how many of the listed records hold no common word but w.
func (e *exclusions) uncut(list []uint32, w uint32) float64 {
	n := 0.0
	for _, d := range list {
		if !slices.ContainsFunc(e.f.Records.WordsOf(d), func(x uint32) bool { return x != w && e.common[x] }) {
			n++
		}
	}
	return n
}
