package divide

import (
	"fmt"

	"github.com/hadal-crawler/hadal/querygen"
)

// Beyond is what parts hold that match more than can be read, and that no control divides
// further.
type Beyond struct {
	Records int    // that no question can bring, as far as totals tell
	Unknown int    // parts of which no total tells
	Cut     int    // rows of those without any total, where it is no chance that they end where they do
	Why     string // for people; "" where there are no such parts
}

// Beyond returns what cannot be had. It is for when nothing is left to ask.
func (d *Drilldown) Beyond() (b Beyond) {
	parts := 0
	for _, n := range d.nodes {
		if n.Question == nil || n.Question.Status == querygen.Empty && n.doubt < 1 || n.Split != nil || len(n.used) > 0 || !d.overflows(n) || len(d.Choices(n)) > 0 {
			continue
		}
		parts++
		switch m := d.Facts.Matches(n.Question); {
		case m > len(n.Question.Rows):
			b.Records += m - len(n.Question.Rows)
		default:
			b.Unknown++
			if n.Question.Total < 0 {
				b.Cut += len(n.Question.Rows)
			}
		}
	}
	if parts == 0 {
		return Beyond{}
	}
	if d.alike.open {
		if why := d.inDoubt(); why != "" && b.Unknown == parts {
			b.Why = why
			if parts < alikeAtOnce {
				b.Cut = 0
			}
			return b
		}
	}
	b.Why = fmt.Sprintf("%d parts match more than can be read and cannot be divided further", parts)
	if b.Unknown > 0 {
		b.Why += fmt.Sprintf("; of %d of them the number of matches is not known", b.Unknown)
	}
	return b
}
