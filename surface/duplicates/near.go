package duplicates

import "math/bits"

// Texts remember the texts of pages by their simhashes, of those that are long
// enough to have one that tells: of a few thousand, comparing with all takes
// less than keeping them in order. The zero Texts are empty.
type Texts struct{ all []uint64 }

// Len returns how many are remembered.
func (t *Texts) Len() int { return len(t.all) }

// Add remembers a text.
func (t *Texts) Add(s Signature) {
	if s.Words >= fewWords {
		t.all = append(t.all, s.Similar)
	}
}

// Near reports whether one of the texts is the same as s but for details (see
// Signature.Near).
func (t *Texts) Near(s Signature) bool {
	if s.Words < fewWords {
		return false
	}
	for _, h := range t.all {
		if bits.OnesCount64(h^s.Similar) <= nearBits {
			return true
		}
	}
	return false
}
