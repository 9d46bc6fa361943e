package querygen

import "math"

// Where the site does not tell how many matches its answers have and cuts none,
// nothing holds the weights to what is left: answers read whole say that nothing
// like their records is missing. Once little that is new comes, other signs are better.
const (
	scarceRows   = 0.1  // of the rows of frequent words that are new, below which words are weighed instead
	scarceTold   = 0.5  // likewise, where ends tell
	yieldShare   = 0.25 // of the pages, the latest, that a yield is the mean of:
	yieldLeast   = 10   // at least so many,
	yieldMost    = 33   // and at most
	caughtFactor = 0.4  // of the weight of a record for each question that returned it beyond the first
)

// yield is a fading mean of the new records of a page. It remembers a share of the
// pages, so that it tells as soon in a small collection as in a large one that little
// that is new comes.
type yield struct {
	mean  float64
	pages int
}

// add takes a page with so many new records into account. Before the first,
// pages of rows rows are taken to be all new.
func (y *yield) add(fresh, rows int) {
	if y.pages == 0 {
		y.mean = float64(rows)
	}
	y.pages++
	part := 1 / clamp(yieldShare*float64(y.pages), yieldLeast, yieldMost)
	y.mean += part * (float64(fresh) - y.mean)
}

// below reports whether the mean fell below a share of rows rows.
func (y *yield) below(share float64, rows int) bool {
	return y.pages > 0 && y.mean < share*float64(rows)
}

// fitCaught weighs the records in hand by how often they were returned: what was
// met once was nearly missed, and is like what still is (I. J. Good, The population
// frequencies of species, Biometrika 40, 1953). The weights add up to unseen.
func (w *weights) fitCaught(f *facts, unseen float64) {
	w.total = max(unseen, 1)
	sum := 0.0
	for d := range w.of {
		w.of[d] = math.Pow(caughtFactor, max(float64(f.records.caught[d])-1, 0))
		sum += w.of[d]
	}
	for d := range w.of {
		w.of[d] *= w.total / sum
	}
	w.mean = w.total / float64(max(len(w.of), 1))
	w.level, w.alike = w.mean, nil
}
