package storage

import "github.com/hadal-crawler/hadal/harvest"

const (
	renameRecord = `UPDATE records SET key = ?2 WHERE id = ?1`
	moveRows     = `UPDATE answer_records SET record = ?2 WHERE record = ?1`
	moveQueries  = `INSERT OR IGNORE INTO record_queries (record, query) SELECT ?2, query FROM record_queries WHERE record = ?1`
	dropQueries  = `DELETE FROM record_queries WHERE record = ?`
	moveDetails  = `UPDATE details SET record = ?2 WHERE record = ?1`
	moveVersions = `UPDATE record_versions SET record = ?2, first = 0 WHERE record = ?1`
	seenSince    = `UPDATE records SET first_seen = min(records.first_seen, o.first_seen), last_seen = max(records.last_seen, o.last_seen)
		FROM (SELECT r.first_seen, r.last_seen FROM records r WHERE r.id = ?1) o WHERE records.id = ?2`
	dropFound   = `DELETE FROM search WHERE rowid = ?`
	dropRecord  = `DELETE FROM records WHERE id = ?`
	countSeen   = `UPDATE harvests SET records = records - 1 WHERE id = ?`
	countSiteBy = `UPDATE sites SET records = records - 1 WHERE id = ?`
)

// unite makes one record of those that a harvest found to be one: its rows, versions and pages
// are those of all of them. Only what this harvest saw is taken for another.
func unite(w *writeTx, site int64, c harvest.Commit) {
	for _, m := range c.Merged {
		var from, seenBy, into, intoBy, other int64
		if m.Key == m.Into || !w.scan(one(findRecord, site, m.Key), &from, &seenBy, &other, &other) || seenBy != c.Harvest {
			continue
		}
		if !w.scan(one(findRecord, site, m.Into), &into, &intoBy, &other, &other) {
			w.script(renameRecord, from, m.Into)
			continue
		}
		w.script(moveRows, from, into)
		w.script(moveQueries, from, into)
		w.script(dropQueries, from)
		w.script(moveDetails, from, into)
		w.script(moveVersions, from, into)
		w.script(seenSince, from, into)
		w.script(dropFound, from)
		w.script(dropRecord, from)
		w.script(countSiteBy, site)
		if intoBy == c.Harvest {
			w.script(countSeen, c.Harvest)
		}
	}
}
