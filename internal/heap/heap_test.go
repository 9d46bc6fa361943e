package heap

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever is added, moved and taken out, the best comes first and each item knows its place.
func TestHeap(t *testing.T) {
	type item struct{ worth, at int }
	rnd := rand.New(rand.NewPCG(1, 2))
	h := Heap[*item]{Before: func(a, b *item) bool { return a.worth < b.worth }, Place: func(i *item, at int) { i.at = at }}
	var all []*item
	for range 2000 {
		switch i := &(item{worth: rnd.IntN(1000)}); {
		case rnd.IntN(3) > 0 || len(all) == 0:
			all = append(all, i)
			h.Push(i)
		case rnd.IntN(2) == 0:
			k := rnd.IntN(len(all))
			all[k].worth = i.worth
			h.Fix(all[k].at)
		default:
			k := rnd.IntN(len(all))
			if gone := h.Remove(all[k].at); gone != all[k] || gone.at != -1 {
				t.Fatalf("%+v was taken out, not %+v", gone, all[k])
			}
			all = slices.Delete(all, k, k+1)
		}
		for at, i := range h.Items {
			if i.at != at {
				t.Fatalf("the item at %d thinks that it is at %d", at, i.at)
			}
		}
		if len(all) > 0 && h.Items[0].worth != slices.MinFunc(all, func(a, b *item) int { return a.worth - b.worth }).worth {
			t.Fatal("the best item is not on top")
		}
	}
	for _, i := range all {
		i.worth = rnd.IntN(1000)
	}
	h.Init()
	for last := -1; len(h.Items) > 0; {
		i := h.Remove(0)
		if i.worth < last {
			t.Fatalf("%d comes after %d", i.worth, last)
		}
		last = i.worth
	}
}
