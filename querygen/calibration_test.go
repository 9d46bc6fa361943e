package querygen

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestCalibrate(t *testing.T) {
	got := Calibrate([]Expectation{
		{"weighted", 250, 100}, {"weighted", 0, 3}, {"weighted", 0.5, 0}, {"weighted", 3, 6}, {"drilldown", 10, 9}, {"weighted", 2, 4},
	})
	want := []CalibrationRow{
		{Strategy: "drilldown", Above: 3, UpTo: 10, Questions: 1, Expected: 10, Actual: 9, Ratio: 0.9},
		{Strategy: "weighted", Questions: 1, Actual: 3},
		{Strategy: "weighted", UpTo: 1, Questions: 1, Expected: 0.5},
		{Strategy: "weighted", Above: 1, UpTo: 3, Questions: 2, Expected: 5, Actual: 10, Ratio: 2},
		{Strategy: "weighted", Above: 100, UpTo: -1, Questions: 1, Expected: 250, Actual: 100, Ratio: 0.4},
	}
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(CalibrationRow{})); d != "" {
		t.Error(d)
	}
}

func TestCalibrationCountsWhatWasReadToItsEnd(t *testing.T) {
	p := mustPlan(t, Options{Form: boxForm()})
	answer := func(word string, expected float64, rows int, more bool) {
		q := p.facts.si.word(word, "weighted")
		q.Expected = expected
		o := Outcome{Query: q, Page: 1, Status: Answered, Total: -1, More: more, Requests: 1}
		for i := range rows {
			o.Rows = append(o.Rows, Row{Key: fmt.Sprint(word, i), Text: word})
		}
		p.Observe(o)
	}
	answer("whole", 5, 4, false)
	answer("open", 5, 4, true)
	answer("unknown", -1, 4, false)
	want := []CalibrationRow{{Strategy: "weighted", Above: 3, UpTo: 10, Questions: 1, Expected: 5, Actual: 4, Ratio: 0.8}}
	if d := cmp.Diff(want, p.Calibration(), cmpopts.IgnoreUnexported(CalibrationRow{})); d != "" {
		t.Error(d)
	}
}
