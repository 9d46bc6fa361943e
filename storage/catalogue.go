package storage

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

const (
	selectFields = `SELECT name, heading, numeric, whole FROM fields WHERE site = ? ORDER BY position`
	insertField  = `INSERT INTO fields (site, position, name, heading, numeric, whole) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (site, position) DO UPDATE SET numeric = excluded.numeric, whole = excluded.whole`
	nameTaken = `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE)
		OR EXISTS (SELECT 1 FROM sites WHERE view = ?1)`
)

// maxColumns bounds the catalogue of a site. A hostile site can make up field
// names without end; those beyond are kept in the records but get no column.
// SQLite's own bound is 2000 columns.
const maxColumns = 500

// exactly is below what a float64 holds every integer.
const exactly = 1 << 53

// Column is one field of a site's catalogue.
type Column struct {
	Field   string // extract.Field.Name
	Heading string // name of its column in the site's view and in tables: Field, or field_Field where that is taken
	Numeric bool   // all its values are numbers
	Whole   bool   // and integers
}

func scanColumn(row dbfile.Row, c *Column) error {
	return row.Scan(&c.Field, &c.Heading, &c.Numeric, &c.Whole)
}

// siteView is a site's typed view, with the catalogue that it shows.
type siteView struct {
	id     int64
	view   string
	fields []Column
}

// learn returns the catalogue extended by what records show, and whether that
// changes it.
func (s *siteView) learn(records []extract.Record) (fields []Column, changed bool) {
	fields = s.fields
	for _, r := range records {
		for i, f := range r.Fields {
			is := Column{Field: f.Name, Numeric: IsNumber(f) && indexField(r.Fields[:i], f.Name) < 0}
			is.Whole = is.Numeric && f.Kind == "number" && f.Number == math.Trunc(f.Number) && math.Abs(f.Number) < exactly
			at := indexColumn(fields, f.Name)
			if at >= 0 {
				is.Heading = fields[at].Heading
				is.Numeric, is.Whole = is.Numeric && fields[at].Numeric, is.Whole && fields[at].Whole
			}
			if at < 0 && len(fields) >= maxColumns || at >= 0 && is == fields[at] {
				continue
			}
			if !changed {
				fields, changed = append([]Column(nil), fields...), true
			}
			if at >= 0 {
				fields[at] = is
			} else {
				is.Heading = heading(fields, f.Name)
				fields = append(fields, is)
			}
		}
	}
	return fields, changed
}

func indexColumn(columns []Column, field string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Field == field })
}

// fixedColumns stand in every view and table.
var fixedColumns = []string{"site", "key", "url", "title", "text", "queries", "first_seen", "last_seen"}

// heading returns a column name for a field that no other column has: a field called title
// is field_title beside the records' own. SQLite compares names without case.
func heading(columns []Column, field string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(fixedColumns, func(f string) bool { return strings.EqualFold(f, name) }) ||
			slices.ContainsFunc(columns, func(c Column) bool { return strings.EqualFold(c.Heading, name) })
	}
	name := identifier(field)
	if taken(name) {
		name = "field_" + name
	}
	return distinct(name, taken)
}

// distinct returns base, or base_2, base_3, ... whichever is not taken first.
func distinct(base string, taken func(string) bool) string {
	name := base
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	return name
}

// identifier turns a name into one that SQL takes without quotes wherever it
// can: letters, digits and underscores, not starting with a digit.
func identifier(name string) string {
	const longest = 60
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case b.Len() >= longest:
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	id := strings.TrimSuffix(b.String(), "_")
	// SQLite keeps names that start with sqlite_ for itself.
	if id == "" || unicode.IsDigit([]rune(id)[0]) || strings.HasPrefix(id, "sqlite_") {
		id = "site_" + id
	}
	return strings.TrimSuffix(id, "_")
}

// freeViewName returns the name of a new site's view: books.example gives
// books_example.
func freeViewName(w *writeTx, site string) string {
	return distinct(identifier(site), func(name string) bool {
		var taken bool
		w.scan(one(nameTaken, name), &taken)
		return taken || reserved[name]
	})
}

// reserved are names that later versions may give to tables of their own.
var reserved = map[string]bool{"pages": true, "bodies": true, "search": true, "wrappers": true, "settings": true}

// saveCatalogue stores a changed catalogue and makes the view anew.
func (s *siteView) saveCatalogue(w *writeTx, fields []Column) {
	for i, c := range fields {
		if i >= len(s.fields) || s.fields[i] != c {
			w.exec(insertField, s.id, i, c.Field, c.Heading, c.Numeric, c.Whole)
		}
	}
	w.script(s.viewDDL(fields))
}

// viewDDL returns the SQL that (re)creates the site's view. It uses only what
// the sqlite3 shell of 2022 (3.38) understands.
func (s *siteView) viewDDL(fields []Column) string {
	return fmt.Sprintf("DROP VIEW IF EXISTS %[1]s;\nCREATE VIEW %[1]s AS\n%s;", quote(s.view), s.selectSQL(fields, fmt.Sprintf("r.site = %d", s.id)))
}

// selectSQL returns the SELECT of a view over the records that where names.
func (s *siteView) selectSQL(fields []Column, where string) string {
	var b strings.Builder
	b.WriteString("SELECT r.key AS key, nullif(v.url, '') AS url, v.title AS title,\n")
	for _, c := range fields {
		fmt.Fprintf(&b, "  %s AS %s,\n", columnSQL(c), quote(c.Heading))
	}
	b.WriteString("  v.text AS text, (SELECT count(*) FROM record_queries q WHERE q.record = r.id) AS queries,\n")
	fmt.Fprintf(&b, "  %s,\n  %s\n", isoTime("first_seen"), isoTime("last_seen"))
	b.WriteString("FROM records r JOIN record_versions v ON v.id = r.version\nWHERE " + where)
	return b.String()
}

// headings returns the names of the view's columns.
func (s *siteView) headings() []string {
	names := []string{"key", "url", "title"}
	for _, c := range s.fields {
		names = append(names, c.Heading)
	}
	return append(names, "text", "queries", "first_seen", "last_seen")
}

func isoTime(column string) string {
	return "strftime('%Y-%m-%dT%H:%M:%SZ', r." + column + " / 1000, 'unixepoch') AS " + column
}

func columnSQL(c Column) string {
	// A JSON path cannot name a label with a quote or a backslash in it.
	if strings.ContainsAny(c.Field, `"\`) {
		return fmt.Sprintf("(SELECT CASE j.type WHEN 'object' THEN j.value ->> '$.v' ELSE j.value END FROM json_each(v.fields) j WHERE j.key = %s)",
			literal(c.Field))
	}
	path := `$."` + c.Field + `"`
	if c.Numeric {
		return fmt.Sprintf("CAST(v.fields ->> %s AS NUMERIC)", literal(path+".n"))
	}
	return fmt.Sprintf("CAST(coalesce(v.fields ->> %s, v.fields ->> %s) AS TEXT)", literal(path+".v"), literal(path))
}

func quote(name string) string   { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
