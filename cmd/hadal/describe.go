package main

import (
	"fmt"
	"math"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// unknown stands in tables where there is nothing to say.
const unknown = "-"

func formName(f *forms.Form) string {
	if f == nil {
		return unknown
	}
	return short(f.Method+" "+f.Action.PathQuery(), 30)
}

// describeEstimate gives the size with its interval, "1,230 (1,200-1,260)", or what is known
// of it: "at least 1,200".
func describeEstimate(e querygen.Estimate) string {
	if !e.Known() {
		if e.Low > 0 {
			return "at least " + rounded(e.Low)
		}
		return unknown
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
	return count(int(math.Round(x)))
}

func coverage(e querygen.Estimate) string {
	if !e.Known() {
		return unknown
	}
	return percent(e.Coverage)
}

func floor(n *int) string {
	if n == nil {
		return unknown
	}
	return count(*n)
}

// roundTime gives a duration the precision that a reader wants.
func roundTime(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
