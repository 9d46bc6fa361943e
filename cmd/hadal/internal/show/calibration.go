package show

import (
	"fmt"
	"io"

	"github.com/hadal-crawler/hadal/querygen/plan"
)

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
