package space

import (
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page/dates"
)

// NotationOf returns the notation that a control wants; "" where it does not say.
func NotationOf(f forms.Field) dates.Notation {
	switch f.Control {
	case "date":
		return dates.ISO
	case "month":
		return dates.MonthOnly
	case "datetime-local":
		return dates.WithTime
	}
	return dates.Notation(f.Format)
}

// WantsDate reports whether a control takes dates.
func WantsDate(f forms.Field) bool {
	return NotationOf(f) != "" || f.Control.IsBox() && f.Control != "number" && TypeOf(f) == DateType
}

// dateTrial finds out how a pair of boxes wants its dates. A notation is right
// where everything is later than a day long ago, and nothing earlier: a site that
// does not understand the date shows nothing for both, or everything.
type dateTrial struct {
	Left []dates.Notation // to try, the first one now; nil before the trial
	Over bool
}

// LongAgo is a day before all records; its number is no month's.
const LongAgo = "1800-12-31"
