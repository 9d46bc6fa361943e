package querygen

// breadth learns how frequent a word may be before the site refuses it. All
// shares are of the records held when the answer came.
type breadth struct {
	answers float64 // the greatest share that was answered
	bar     float64 // no more frequent words are asked; 0 for none

	refusals int  // words that were not answered
	refuses  bool // the last of them was refused, not shown empty
}

func (b *breadth) answered(share float64) {
	b.answers = max(b.answers, share)
	if b.bar > 0 {
		b.bar = max(b.bar, share)
	}
}

// refused lowers the bar by much more than one word, so that few are wasted. A
// word is refused for another reason when more frequent ones were answered.
func (b *breadth) refused(share float64, outright bool) {
	if share > b.answers && (b.bar == 0 || share <= b.bar) {
		b.bar = max(b.answers, 0.7*share)
		b.refusals++
		b.refuses = outright
	}
}

// allows reports whether a word of this share is likely to be answered.
func (b *breadth) allows(share float64) bool { return b.bar == 0 || share <= b.bar }
