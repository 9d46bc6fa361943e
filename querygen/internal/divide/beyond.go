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
	Cut     int    // rows of those, where it is no chance that they end where they do
	Why     string // for people; "" where there are no such parts
}

// Beyond returns what cannot be had. It is for when nothing is left to ask.
//
// An answer that is the longest of all, with no total, may be cut: one of them always
// is the longest, so that alone tells nothing. It is cut where its length is known for the
// limit, where the form as served ended there, though more is held, or where as many
// different answers ended there as chance does not bring.
func (t *tree) Beyond() (b Beyond) {
	parts, rows := 0, 0
	doubted, bare := 0, 0 // longest answers, and of them those without a total
	for _, n := range t.nodes {
		q := n.Question
		if q == nil || q.Status == querygen.Empty && n.doubt < 1 || n.Split != nil || len(n.used) > 0 || !t.reach.overflows(n) || len(t.controls.Choices(n)) > 0 {
			continue
		}
		m := t.f.Matches(q)
		switch {
		case m > len(q.Rows):
			b.Records += m - len(q.Rows)
		case t.reach.suspect(n):
			doubted, rows = doubted+1, len(q.Rows)
			if q.Total < 0 {
				bare++
			}
		default:
			b.Unknown++
			if q.Total < 0 || q.Capped {
				b.Cut += len(q.Rows)
			}
		}
		parts++
	}
	b.Unknown += doubted
	if bare >= alikeAtOnce || bare > 0 && (t.f.Regime().Limit == rows || t.reach.alike.listingCut(rows)) {
		b.Cut += bare * rows
	} else if parts -= doubted; parts == 0 && doubted > 0 {
		b.Why = doubt(doubted, rows)
	}
	if parts > 0 {
		b.Why = fmt.Sprintf("%d parts match more than can be read and cannot be divided further", parts)
		if b.Unknown > 0 {
			b.Why += fmt.Sprintf("; of %d of them the number of matches is not known", b.Unknown)
		}
	}
	return b
}
