package text

import "hash/maphash"

// Index finds the numbers of strings, which stand in a slice in the order of their first
// sight. A map from string to number takes four times as much, and a site has thousands
// of words and values, which all stay in hand. The zero value is that of an empty slice.
type Index struct {
	slots []uint32 // numbers and one, where their hashes lead; 0: free
}

var indexSeed = maphash.MakeSeed() // tells where a number stands, not which it is

// Number returns the number of a string in all, and whether it has one.
func (x *Index) Number(all []string, s string) (uint32, bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	number := x.slots[x.slot(all, s)]
	return number - 1, number != 0
}

// Add appends a string that is not in all.
func (x *Index) Add(all []string, s string) []string {
	if 4*len(all) >= 3*len(x.slots) {
		x.slots = make([]uint32, max(16, 2*len(x.slots)))
		for i, known := range all {
			x.slots[x.slot(all, known)] = uint32(i) + 1
		}
	}
	x.slots[x.slot(all, s)] = uint32(len(all)) + 1
	return append(all, s)
}

// slot returns where a string stands, or would stand.
func (x *Index) slot(all []string, s string) int {
	mask := len(x.slots) - 1 // of a power of two
	at := int(maphash.String(indexSeed, s)) & mask
	for x.slots[at] != 0 && all[x.slots[at]-1] != s {
		at = (at + 1) & mask
	}
	return at
}
