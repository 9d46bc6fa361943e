package storage

import (
	"context"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// A refresh looks at a part of the records and goes on from the harvests before it:
// together they are one data set, its span.

const (
	selectOf = `SELECT h.value FROM harvests, json_each(harvests.profile, '$.refresh.of') h WHERE harvests.id = ?`
	// A harvest without others in its span has its counts in its row.
	selectSpan = `SELECT (SELECT count(DISTINCT l.record) FROM answers a CROSS JOIN answer_records l ON l.answer = a.id WHERE a.harvest IN (SELECT value FROM json_each(?1))),
		(SELECT sum(requests) FROM harvests WHERE id IN (SELECT value FROM json_each(?1))),
		(SELECT count(DISTINCT query) FROM answers WHERE harvest IN (SELECT value FROM json_each(?1)))`
)

// spanOf returns the harvests of a harvest's span, itself last.
func spanOf(ctx context.Context, q dbfile.Querier, harvest int64) ([]int64, error) {
	ids, err := dbfile.Column[int64](ctx, q, selectOf, harvest)
	return append(ids, harvest), err
}

// spanned are the counts of a span.
type spanned struct{ records, requests, queries int }

// countSpan counts what the span of a harvest has; it is not ok where that is only the
// harvest itself.
func countSpan(ctx context.Context, q dbfile.Querier, harvest int64) (c spanned, ok bool, err error) {
	ids, err := spanOf(ctx, q, harvest)
	if err != nil || len(ids) == 1 {
		return c, false, err
	}
	err = q.QueryRowContext(ctx, selectSpan, dbfile.JSON("harvests", ids)).Scan(&c.records, &c.requests, &c.queries)
	return c, err == nil, err
}
