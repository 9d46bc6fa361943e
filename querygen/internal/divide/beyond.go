package divide

import (
	"fmt"

	"github.com/hadal-crawler/hadal/querygen"
)

// Beyond returns how many records no question can bring, as far as totals tell,
// and why: those of parts that match more than can be read, and that no control
// divides further; and of how many of these it is not known. It is for when nothing is
// left to ask.
func (d *Drilldown) Beyond() (records, unknown int, why string) {
	parts := 0
	for _, n := range d.nodes {
		if n.Question == nil || n.Question.Status == querygen.Empty && n.doubt < 1 || n.Split != nil || len(n.used) > 0 || !d.overflows(n) || len(d.Choices(n)) > 0 {
			continue
		}
		parts++
		switch m := d.Facts.Matches(n.Question); {
		case m > len(n.Question.Rows):
			records += m - len(n.Question.Rows)
		default:
			unknown++
		}
	}
	if parts == 0 {
		return 0, 0, ""
	}
	if d.alike.open {
		if why = d.inDoubt(); why != "" && unknown == parts {
			return 0, unknown, why
		}
	}
	why = fmt.Sprintf("%d parts match more than can be read and cannot be divided further", parts)
	if unknown > 0 {
		why += fmt.Sprintf("; of %d of them the number of matches is not known", unknown)
	}
	return records, unknown, why
}
