package facts

import "testing"

// Of a word's answers the first page tells how much of the records in hand their texts
// show: what is read on is what seems to have few of them in hand.
func TestFirstPagesTellWhatTextsShow(t *testing.T) {
	var v Visibility
	for i := range 100 {
		q := &Question{Kind: Keyword}
		for row := range 10 {
			v.add(q, row < 9, true, false)
		}
		q.Reads++
		for range 10 {
			v.add(q, false, true, false)
		}
		if q.again != 10 || q.againVisible != 9 {
			t.Fatalf("question %d counts %d rows, %d of which showed the word", i, q.again, q.againVisible)
		}
	}
	if share := v.Share(); share < 0.89 || share > 0.92 {
		t.Errorf("texts in hand are taken to show %.2f of their records, want 0.9", share)
	}
}
