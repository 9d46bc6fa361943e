package harvest

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// untold is what answers that were taken back say of their records, by key. It is kept for
// those that show them rightly: the ledger says it only where a record was seen first.
type untold map[string]querygen.Row

// take returns an answer that counts for nothing, and keeps what its records say.
func (u untold) take(a Answer) Answer {
	o := a.Outcome
	for _, row := range o.Rows {
		if row.Text != "" {
			u[row.Key] = row
		}
	}
	return Answer{Request: a.Request, Outcome: querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Odd, Total: -1, Requests: o.Requests, Note: "taken back: later answers contradict it"}}
}

// tell returns an answer with what was said of its records by answers that were taken back.
func (u untold) tell(a Answer) Answer {
	if len(u) == 0 {
		return a
	}
	a.Outcome.Rows = slices.Clone(a.Outcome.Rows)
	for i, row := range a.Outcome.Rows {
		if told, ok := u[row.Key]; ok && row.Text == "" {
			a.Outcome.Rows[i] = told
			delete(u, row.Key)
		}
	}
	return a
}
