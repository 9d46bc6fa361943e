package show

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
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

// fewCalibrated is the number of questions below which a sum of what was
// expected says nothing: of the first ones, those that were refused alone may
// have been read to their end.
const fewCalibrated = 10

// Calibrated sums a harvest's calibration up; "" where it says nothing.
func Calibrated(rows []plan.CalibrationRow) string {
	questions, expected, actual := 0, 0.0, 0.0
	for _, r := range rows {
		questions, expected, actual = questions+r.Questions, expected+r.Expected, actual+r.Actual
	}
	if expected == 0 || questions < fewCalibrated {
		return ""
	}
	return fmt.Sprintf("%s read to the end: %s new records expected, %s came, %.2f times as many (hadal explain --calibration)",
		Plural(questions, "question"), rounded(expected), rounded(actual), actual/expected)
}

// Calibration prints the calibration of a site's harvest.
func Calibration(w io.Writer, site string, rows []plan.CalibrationRow) error {
	if len(rows) == 0 {
		fmt.Fprintf(w, "%s: no question of which something was expected was read to its end\n", site)
		return nil
	}
	fmt.Fprintf(w, "%s: new records expected and brought, by what each question was expected to bring\n", site)
	headings := []string{"STRATEGY", "EXPECTED EACH", "QUESTIONS", "EXPECTED", "CAME", "RATIO"}
	return Rows(w, headings, rows, func(r plan.CalibrationRow) []string {
		size := fmt.Sprintf("over %g", r.Above)
		switch {
		case r.UpTo == nil:
		case *r.UpTo == 0:
			size = "none"
		default:
			size = fmt.Sprintf("%g to %g", r.Above, *r.UpTo)
		}
		ratio := Unknown
		if r.Ratio != nil {
			ratio = fmt.Sprintf("%.2f", *r.Ratio)
		}
		return []string{r.Strategy, size, Count(r.Questions), rounded(r.Expected), rounded(r.Actual), ratio}
	})
}
