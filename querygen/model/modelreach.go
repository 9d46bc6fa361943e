package model

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// Reachable returns how many records some question brings: the rest stands
// behind the result limit of every question that can be put, however narrow.
//
// A bound without a partner leaves of those all that are on one side: of them
// again no more than the limit. Two such bounds at once are not thought of.
//
// Of an interface with controls for attributes the narrowest question binds
// them all: of the records that are alike in all of them, no more than the
// limit. Of a box it is a single word, or all words of a record where
// several narrow.
func (m *Model) Reachable() int {
	k := m.o.TopK
	if k <= 0 {
		k = math.MaxInt
	}
	reached := make([]bool, m.Len())
	take := func(list []uint32) {
		if len(list) > k && (m.o.Cap == "refuse" || m.o.Cap == "empty") {
			return
		}
		for _, r := range list[:min(len(list), k)] {
			reached[r] = true
		}
	}
	for _, list := range m.Words {
		take(list)
	}
	if m.o.Operators == "and" || m.o.Operators == "not" || len(m.fields) > 0 {
		for _, list := range m.cells() {
			take(list)
			m.bounded(list, k, reached)
		}
	}
	n := 0
	for _, r := range reached {
		if r {
			n++
		}
	}
	return n
}

// bounded notes which records of a list in rank order show under a lone bound
// that is as close as it can be: at their own value.
func (m *Model) bounded(list []uint32, k int, reached []bool) {
	if len(list) <= k {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(m.fields)) {
		f := m.fields[name]
		if !f.lone {
			continue
		}
		at := func(r uint32) float64 { // ascending away from the bound
			if f.low {
				return -f.numbers[r]
			}
			return f.numbers[r]
		}
		whole := m.o.Cap == "refuse" || m.o.Cap == "empty"
		var all []float64 // of the records above in rank, ascending; of the whole list where answers are shown whole or not at all
		if whole {
			for _, r := range list {
				all = append(all, at(r))
			}
			slices.Sort(all)
		}
		for _, r := range list {
			x := at(r)
			if math.IsNaN(x) {
				continue
			}
			within, _ := slices.BinarySearch(all, math.Nextafter(x, math.Inf(1)))
			if whole {
				reached[r] = reached[r] || within <= k
				continue
			}
			reached[r] = reached[r] || within < k
			if within < k { // those farther off are in the way of none
				all = slices.Insert(all, within, x)
				all = all[:min(len(all), k)]
			}
		}
	}
}

// cells returns the records that no question tells apart, each list in rank
// order: those that have the same values in all controls and the same words.
func (m *Model) cells() map[string][]uint32 {
	keys := make([][]byte, m.Len())
	add := func(r uint32, x uint64) { keys[r] = binary.LittleEndian.AppendUint64(keys[r], x) }
	for _, name := range slices.Sorted(maps.Keys(m.fields)) {
		f := m.fields[name]
		for i, v := range sortedKeys(f.values) {
			for _, r := range f.values[v] {
				add(r, uint64(i))
			}
		}
		for r := range f.numbers {
			if !f.lone {
				add(uint32(r), math.Float64bits(f.numbers[r]))
			}
		}
		for r := range keys {
			add(uint32(r), math.MaxUint64) // ends the control's values
		}
	}
	if m.o.Operators == "and" || m.o.Operators == "not" {
		for i, w := range sortedKeys(m.Words) {
			for _, r := range m.Words[w] {
				add(r, uint64(i))
			}
		}
	}
	out := map[string][]uint32{}
	for r, k := range keys {
		out[string(k)] = append(out[string(k)], uint32(r))
	}
	return out
}
