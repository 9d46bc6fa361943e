package show

import (
	"fmt"
	"math"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// Unknown stands in tables where there is nothing to say.
const Unknown = "-"

// Form names a form by what it sends where.
func Form(f *forms.Form) string {
	if f == nil {
		return Unknown
	}
	return Short(f.Method+" "+f.Action.PathQuery(), 30)
}

// Estimate gives the size with its interval, "1,230 (1,200-1,260)", or what is known
// of it: "at least 1,200".
func Estimate(e querygen.Estimate) string {
	if !e.Known() {
		if e.Low > 0 {
			return "at least " + rounded(e.Low)
		}
		return Unknown
	}
	size, low, high := rounded(e.Size), rounded(e.Low), rounded(e.High)
	if low == size && high == size {
		return size
	}
	return fmt.Sprintf("%s (%s-%s)", size, low, high)
}

func rounded(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) || math.Abs(x) > 1e15 {
		return "?"
	}
	return Count(int(math.Round(x)))
}

// Coverage gives the share held, where it is known.
func Coverage(e querygen.Estimate) string {
	if !e.Known() {
		return Unknown
	}
	return Percent(e.Coverage)
}

// Floor gives the fewest requests that the records take, where that is known.
func Floor(n *int) string {
	if n == nil {
		return Unknown
	}
	return Count(*n)
}

// Duration gives a duration the precision that a reader wants.
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

// Since tells how long ago a time is.
func Since(t time.Time) string {
	if t.IsZero() {
		return Unknown
	}
	return Duration(time.Since(t)) + " ago"
}
