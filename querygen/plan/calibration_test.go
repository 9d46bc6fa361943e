package plan

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hadal-crawler/hadal/querygen"
)

func TestCalibrate(t *testing.T) {
	got := Calibrate([]Expectation{
		{"weighted", 250, 100}, {"weighted", 0, 3}, {"weighted", 0.5, 0}, {"weighted", 3, 6}, {"drilldown", 10, 9}, {"weighted", 2, 4},
	})
	want := []CalibrationRow{
		{Strategy: "drilldown", Above: 3, UpTo: new(10.0), Questions: 1, Expected: 10, Actual: 9, Ratio: new(0.9)},
		{Strategy: "weighted", UpTo: new(0.0), Questions: 1, Actual: 3},
		{Strategy: "weighted", UpTo: new(1.0), Questions: 1, Expected: 0.5, Ratio: new(0.0)},
		{Strategy: "weighted", Above: 1, UpTo: new(3.0), Questions: 2, Expected: 5, Actual: 10, Ratio: new(2.0)},
		{Strategy: "weighted", Above: 100, Questions: 1, Expected: 250, Actual: 100, Ratio: new(0.4)},
	}
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(CalibrationRow{})); d != "" {
		t.Error(d)
	}
}

func TestCalibrationCountsWhatWasReadToItsEnd(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: boxForm()})
	answer := func(word string, expected float64, rows int, more bool) {
		q := p.facts.Space.Word(word, "weighted")
		q.Expected = expected
		o := querygen.Outcome{Query: q, Page: 1, Status: querygen.Answered, Total: -1, More: more, Requests: 1}
		for i := range rows {
			o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(word, i), Text: word})
		}
		p.Observe(o)
	}
	answer("whole", 5, 4, false)
	answer("open", 5, 4, true)
	answer("unknown", -1, 4, false)
	want := []CalibrationRow{{Strategy: "weighted", Above: 3, UpTo: new(10.0), Questions: 1, Expected: 5, Actual: 4, Ratio: new(0.8)}}
	if d := cmp.Diff(want, p.Calibration(), cmpopts.IgnoreUnexported(CalibrationRow{})); d != "" {
		t.Error(d)
	}
}
