package facts

// breadth learns how frequent a word may be before the site refuses it. All
// shares are of the records held when the answer came.
type breadth struct {
	answers float64 // the greatest share that was answered
	Bar     float64 // no more frequent words are asked; 0 for none

	refusals int  // words that were not answered
	Refuses  bool // the last of them was refused, not shown empty
}

func (b *breadth) answered(share float64) {
	b.answers = max(b.answers, share)
	if b.Bar > 0 {
		b.Bar = max(b.Bar, share)
	}
}

// refused lowers the bar by much more than one word, so that few are wasted. A
// word is refused for another reason when more frequent ones were answered.
func (b *breadth) refused(share float64, outright bool) {
	if share > b.answers && (b.Bar == 0 || share <= b.Bar) {
		b.Bar = max(b.answers, 0.7*share)
		b.refusals++
		b.Refuses = outright
	}
}

// Allows reports whether a word of this share is likely to be answered.
func (b *breadth) Allows(share float64) bool { return b.Bar == 0 || share <= b.Bar }
