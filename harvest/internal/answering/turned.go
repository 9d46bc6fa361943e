package answering

import (
	"fmt"
	"slices"
)

// turned is what became of the latest questions: whether each was answered, or
// the site turned us away. One that does so to every other question blocks as well
// as one that does it to all in a row.
type turned []bool

// Over how many questions, at most and at least, their share is looked at.
const (
	mostTurned  = 40
	leastTurned = 15
)

func (t *turned) add(away bool) {
	if *t = append(*t, away); len(*t) > mostTurned {
		*t = slices.Clone((*t)[1:])
	}
}

// often says how many of them were turned away where that is more than a third; ""
// where it is not.
func (t turned) often() string {
	n := 0
	for _, away := range t {
		if away {
			n++
		}
	}
	if len(t) < leastTurned || 3*n <= len(t) {
		return ""
	}
	return fmt.Sprintf("%d of the last %d answers", n, len(t))
}
