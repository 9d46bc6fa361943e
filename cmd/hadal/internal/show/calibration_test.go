package show

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/querygen/plan"
)

func TestCalibratedSumsUp(t *testing.T) {
	rows := []plan.CalibrationRow{{Questions: 8, Expected: 1000, Actual: 900}, {Questions: 4, Expected: 200, Actual: 360}}
	if said := Calibrated(rows); !strings.HasPrefix(said, "12 questions read to the end: 1,200 new records expected, 1,260 came, 1.05 times as many") {
		t.Error(said)
	}
	for _, few := range [][]plan.CalibrationRow{nil, rows[1:], {{Questions: 20, Actual: 3}}} {
		if said := Calibrated(few); said != "" {
			t.Errorf("%+v: %q", few, said)
		}
	}
}
