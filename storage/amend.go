package storage

import (
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	countHarvests = `SELECT count(*) FROM harvests WHERE site = ?`
	deleteFields  = `DELETE FROM fields WHERE site = ?`
)

// amend puts another reading of records in the place of the one that their harvest had, and
// returns the catalogue that holds then. The rows of the ledger keep what they said.
func amend(w *writeTx, site *siteState, c harvest.Commit) []Column {
	in := recordWriter{w: w, site: site.id, harvest: c.Harvest}
	var records []extract.Record
	for _, a := range c.Amended {
		in.amend(a.Record, a.Gone)
		records = append(records, a.Record)
	}
	is := siteView{id: site.id, view: site.view, fields: site.fields}
	var harvests int
	if w.scan(one(countHarvests, site.id), &harvests); harvests == 1 { // what was read before is not held any more
		is.fields = nil
		records = rowsOf(w, selectValues, []any{site.id, -1}, func(row dbfile.Row, r *extract.Record) error { return row.Scan(fieldsColumn{&r.Fields}) })
		w.exec(deleteFields, site.id)
	}
	fields, learned := is.learn(records)
	if learned && w.err == nil {
		is.saveCatalogue(w, fields)
	}
	return fields
}

// amend makes what rec says now what the harvest's version of it says: one that is no other than
// that of the harvest before is taken back.
func (in *recordWriter) amend(rec extract.Record, gone []string) {
	w := in.w
	var id, seenBy, current, digest int64
	if !w.scan(one(findRecord, in.site, rec.Key), &id, &seenBy, &current, &digest) || seenBy != in.harvest {
		return
	}
	was := in.current(current)
	fields, err := decodeFields(was.fields)
	w.fail(err)
	rest := was.content
	rest.fields = encodeFields(slices.DeleteFunc(fields, func(f extract.Field) bool { return slices.Contains(gone, f.Name) }))
	said := content{rec.URL.String(), rec.Title, rec.Text, encodeFields(rec.Fields)}
	now, err := merge(rest, said, nil)
	w.fail(err)
	if in.answer = was.answer; now != was.content && w.err == nil {
		current = in.become(id, was, now, false)
	}
	w.exec(updateRecord, id, 0, in.harvest, current, said.digest())
}
