package facts

import (
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// Where the site does not tell how many matches its answers have and cuts none,
// nothing holds the weights to what is left: answers read whole say that nothing
// like their records is missing. Once little that is new comes, other signs are better.
const (
	ScarceRows = 0.1  // of the rows of frequent words that are new, below which words are weighed instead
	ScarceTold = 0.5  // likewise, where ends tell
	yieldShare = 0.25 // of the pages, the latest, that a yield is the mean of:
	yieldLeast = 10   // at least so many,
	yieldMost  = 33   // and at most
)

// Yield is a fading mean of the new records of a page. It remembers a share of the
// pages, so that it tells as soon in a small collection as in a large one that little
// that is new comes.
type Yield struct {
	Mean  float64
	Pages int
}

// Add takes a page with so many new records into account. Before the first,
// pages of rows rows are taken to be all new.
func (y *Yield) Add(fresh, rows int) {
	if y.Pages == 0 {
		y.Mean = float64(rows)
	}
	y.Pages++
	part := 1 / statistics.Clamp(yieldShare*float64(y.Pages), yieldLeast, yieldMost)
	y.Mean += part * (float64(fresh) - y.Mean)
}

// Below reports whether the mean fell below a share of rows rows.
func (y *Yield) Below(share float64, rows int) bool {
	return y.Pages > 0 && y.Mean < share*float64(rows)
}
