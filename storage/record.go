package storage

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	lastVersion  = `SELECT coalesce(max(id), 0) FROM record_versions`
	findRecord   = `SELECT id, harvest, version, digest FROM records WHERE site = ? AND key = ?`
	insertRecord = `INSERT INTO records (site, key, first_seen, last_seen, harvest, version, digest)
		VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6)`
	updateRecord = `UPDATE records SET last_seen = max(last_seen, ?2), harvest = ?3, version = ?4, digest = ?5 WHERE id = ?1`

	selectVersion  = `SELECT id, harvest, answer, first, url, title, text, fields FROM record_versions WHERE id = ?`
	insertVersion  = `INSERT INTO record_versions (id, record, answer, harvest, first, url, title, text, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	replaceVersion = `UPDATE record_versions SET url = ?2, title = ?3, text = ?4, fields = ?5 WHERE id = ?1`
	versionBefore  = `SELECT id, url, title, text, fields FROM record_versions WHERE record = ?1 AND id < ?2 ORDER BY id DESC LIMIT 1`
	showVersion    = `UPDATE records SET version = ?2 WHERE id = ?1`
	deleteVersion  = `DELETE FROM record_versions WHERE id = ?`
	keepRow        = `UPDATE answer_records SET version = ?4, text = coalesce(text, ?5), fields = coalesce(fields, ?6) WHERE answer = ?1 AND record = ?2 AND version = ?3`

	insertLink        = `INSERT INTO answer_records (answer, position, record, version, text, fields) VALUES (?, ?, ?, ?, ?, ?)`
	insertRecordQuery = `INSERT INTO record_queries (record, query) VALUES (?, ?) ON CONFLICT DO NOTHING`
	countRecords      = `UPDATE sites SET records = records + ? WHERE id = ?`
)

// recordWriter stores the records of one answer.
type recordWriter struct {
	w                            *writeTx
	site, harvest, answer, query int64
	at                           int64 // Unix milliseconds

	columns   map[string]bool // names with a value in a row of the answer
	created   int             // records that no harvest had seen before
	seenFirst int             // records that this harvest had not seen before
	version   int64
}

// content is what a record says: a row of record_versions.
type content struct {
	url, title, text, fields string
}

// save stores the record at position of the answer, for which the ledger has row.
func (in *recordWriter) save(position int, rec extract.Record, row querygen.Row) {
	w := in.w
	said := content{rec.URL.String(), rec.Title, rec.Text, encodeFields(rec.Fields)}
	digest, fields := said.digest(), said.fields

	var id, harvest, version, oldDigest int64
	first := true
	if w.scan(one(findRecord, in.site, rec.Key), &id, &harvest, &version, &oldDigest) {
		first = harvest != in.harvest
		if digest != oldDigest {
			version, said = in.revise(id, version, said, first)
		} else if first {
			// What was read last may have been less than what is kept.
			said = in.current(version).content
		}
		w.exec(updateRecord, id, in.at, in.harvest, version, digest)
	} else {
		in.created++
		version = in.nextVersion()
		id = w.insert(insertRecord, in.site, rec.Key, in.at, in.harvest, version, digest)
		in.insertVersion(version, id, first, said)
		index(w, id, said.title, said.text, rec.Fields)
	}

	var linkVersion, linkText, linkFields any
	if !first && row.Text != "" {
		linkText = row.Text
	}
	if first {
		in.seenFirst++
		linkVersion = version
		if row.Text != said.text {
			linkText = row.Text
		}
		kept := mergeFields(nil, rec.Fields) // as they are read back
		if said.fields != fields {
			var err error
			kept, err = decodeFields(said.fields)
			w.fail(err)
		}
		if !slices.Equal(pairsOf(kept), row.Fields) {
			linkFields = dbfile.JSON("row", append([]page.Pair{}, row.Fields...))
		}
	}
	w.insert(insertLink, in.answer, position, id, linkVersion, linkText, linkFields)
	w.exec(insertRecordQuery, id, in.query)
}

// version is a row of record_versions.
type version struct {
	id, harvest, answer int64
	first               bool
	content
}

func scanVersion(row dbfile.Row, v *version) error {
	return row.Scan(&v.id, &v.harvest, &v.answer, &v.first, &v.url, &v.title, &v.text, &v.fields)
}

// current returns a version.
func (in *recordWriter) current(id int64) (v version) {
	for _, v = range rowsOf(in.w, selectVersion, []any{id}, scanVersion) {
	}
	return v
}

// revise merges what was said into the record's current version, and returns
// the version that is current now and what it says. A harvest gives a record one
// version: what its other answers say otherwise is no change of the record, but comes with
// the question (an excerpt, a score, a rank). They add what is not known yet.
func (in *recordWriter) revise(record, current int64, said content, first bool) (int64, content) {
	was := in.current(current)
	old := was.content
	if in.w.err != nil {
		return current, old
	}
	var vanished func(name string) bool
	if first {
		vanished = func(name string) bool { return in.columns[name] }
	}
	merge := merge
	if !first && in.query != 0 {
		merge = add
	}
	merged, err := merge(old, said, vanished)
	if in.w.fail(err); err != nil || merged == old {
		return current, old
	}
	return in.become(record, was, merged, first), merged
}

// become lets a record say now, and returns its current version, which was another one. That is
// the one of the harvest before, where this one says the same in the end. The row in which the
// harvest saw the record first keeps what it said.
func (in *recordWriter) become(record int64, was version, now content, first bool) int64 {
	w := in.w
	if was.title != now.title || was.text != now.text || was.fields != now.fields {
		fields, err := decodeFields(now.fields)
		w.fail(err)
		index(w, record, now.title, now.text, fields)
	}
	if was.harvest != in.harvest {
		id := in.nextVersion()
		in.insertVersion(id, record, first, now)
		return id
	}
	to := was.id
	var before version
	if w.scan(one(versionBefore, record, was.id), &before.id, &before.url, &before.title, &before.text, &before.fields) && before.content == now {
		to = before.id
	}
	if was.first {
		var text, fields any
		if was.text != now.text {
			text = was.text
		}
		if was.fields != now.fields {
			row, err := rowFields(nil, was.fields)
			w.fail(err)
			fields = dbfile.JSON("row", append([]page.Pair{}, row...))
		}
		w.exec(keepRow, was.answer, record, was.id, to, text, fields)
	}
	if to == was.id {
		w.exec(replaceVersion, was.id, now.url, now.title, now.text, now.fields)
		return to
	}
	w.exec(showVersion, record, to)
	w.exec(deleteVersion, was.id)
	return to
}

func (in *recordWriter) insertVersion(id, record int64, first bool, c content) {
	in.w.insert(insertVersion, id, record, in.answer, in.harvest, first, c.url, c.title, c.text, c.fields)
}

// nextVersion returns the id of the next version. A record and its version
// refer to each other, so one of the ids must be known beforehand.
func (in *recordWriter) nextVersion() int64 {
	if in.version == 0 {
		in.w.scan(one(lastVersion), &in.version)
	}
	in.version++
	return in.version
}

// merge returns old with all that said has: a value that is missing now may
// only be missing from this page, so the newest that is not empty stays. Only
// fields that vanished (nil: none) holds of go.
func merge(old, said content, vanished func(name string) bool) (content, error) {
	m := content{
		url:   cmp.Or(said.url, old.url),
		title: cmp.Or(said.title, old.title),
		text:  cmp.Or(said.text, old.text),
	}
	if old.fields == said.fields || said.fields == "{}" {
		m.fields = old.fields
		return m, nil
	}
	was, err := decodeFields(old.fields)
	if err != nil {
		return m, err
	}
	is, err := decodeFields(said.fields)
	if err != nil {
		return m, err
	}
	if vanished != nil {
		was = slices.DeleteFunc(was, func(f extract.Field) bool { return vanished(f.Name) && valuesOf(is, f.Name) == "" })
	}
	m.fields = encodeFields(mergeFields(was, is))
	return m, nil
}

// add is merge the other way round: what is known stays, what is not is added.
func add(old, said content, _ func(name string) bool) (content, error) {
	m := content{url: cmp.Or(old.url, said.url), title: cmp.Or(old.title, said.title), text: cmp.Or(old.text, said.text), fields: old.fields}
	was, err := decodeFields(old.fields)
	if err != nil {
		return m, err
	}
	is, err := decodeFields(said.fields)
	if err != nil {
		return m, err
	}
	is = slices.DeleteFunc(is, func(f extract.Field) bool { return valuesOf(was, f.Name) != "" })
	if len(is) > 0 {
		m.fields = encodeFields(mergeFields(was, is))
	}
	return m, nil
}

// columnsOf returns the names that have a value in any of the records. What one
// of them says no more, while others on the same page do, has vanished: its
// absence is not the page's.
func columnsOf(records []extract.Record) map[string]bool {
	names := map[string]bool{}
	for _, r := range records {
		for _, f := range r.Fields {
			if f.Value != "" {
				names[f.Name] = true
			}
		}
	}
	return names
}

// mergeFields keeps the order of was; names that are new come after it. All
// values of a name are replaced together, where one of the new ones is not empty.
func mergeFields(was, is []extract.Field) (out []extract.Field) {
	done := map[string]bool{}
	for _, f := range slices.Concat(was, is) {
		if done[f.Name] {
			continue
		}
		done[f.Name] = true
		from := was
		if indexField(was, f.Name) < 0 || slices.ContainsFunc(is, func(g extract.Field) bool { return g.Name == f.Name && g.Value != "" }) {
			from = is
		}
		for _, g := range from {
			if g.Name == f.Name {
				out = append(out, g)
			}
		}
	}
	return out
}

// digest tells cheaply whether a record says what it said when it was read last.
func (c content) digest() int64 {
	h := sha256.New()
	for _, s := range []string{c.url, c.title, c.text, c.fields} {
		io.WriteString(h, strconv.Itoa(len(s))+":")
		io.WriteString(h, s)
	}
	return int64(binary.LittleEndian.Uint64(h.Sum(nil)))
}
