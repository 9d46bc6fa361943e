package storage

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Filter says which records of a site are wanted. The zero Filter wants all.
type Filter struct {
	Since   time.Time // seen first, or read with other values, at or after this
	Where   string    // condition in SQL over the columns of the site's view
	Current bool      // seen by the site's latest harvest; of a refresh, or by those that it goes on from, and not found gone since
}

// ErrCondition is returned (wrapped) for a Filter.Where that cannot be used.
var ErrCondition = errors.New("condition cannot be used")

// condition returns f as SQL that follows a WHERE over records r joined with
// their versions v, and its arguments. It checks Where against the site.
func (f Filter) condition(ctx context.Context, db *DB, site int64) (text string, args []any, err error) {
	if !f.Since.IsZero() {
		text += " AND (r.first_seen >= ? OR (SELECT a.at FROM answers a WHERE a.id = v.answer) >= ?)"
		args = append(args, f.Since.UnixMilli(), f.Since.UnixMilli())
	}
	if f.Current {
		span, gone, err := db.current(ctx, site)
		if err != nil {
			return "", nil, err
		}
		text += " AND r.harvest IN (SELECT value FROM json_each(?)) AND r.key NOT IN (SELECT value FROM json_each(?))"
		args = append(args, span, gone)
	}
	if f.Where == "" {
		return text, args, nil
	}
	if err := checkCondition(f.Where); err != nil {
		return "", nil, fmt.Errorf("%s: %w: %w", f.Where, ErrCondition, err)
	}
	s := siteState{id: site}
	if s.fields, err = db.columns(ctx, site); err != nil {
		return "", nil, err
	}
	// Within the inner SELECT, r and v are its own; x is the record outside.
	inner := s.viewSelect(s.fields, "r.id = x.id")
	where := "(\n" + f.Where + "\n)"
	probe := "SELECT EXISTS (SELECT 1 FROM (" + inner + ") WHERE " + where + ") FROM records x WHERE 0"
	stmt, err := db.r.PrepareContext(ctx, probe)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w: %s; the columns are %s", f.Where, ErrCondition, sqlMessage(err), strings.Join(s.headings(), ", "))
	}
	stmt.Close()
	return text + " AND r.id IN (SELECT x.id FROM records x WHERE x.site = ? AND x.id > ? AND x.id <= ? AND EXISTS (SELECT 1 FROM (" +
		inner + ") WHERE " + where + "))", append(args, argSite, argFrom, argTo), nil
}

// blame makes an error that the condition caused while it ran an ErrCondition.
func (f Filter) blame(err error) error {
	var e *sqlite.Error
	if f.Where != "" && errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%s: %w: %s", f.Where, ErrCondition, sqlMessage(err))
	}
	return err
}

// Stand-ins among a filter's arguments for what each range fills in.
type rangeArg int

const (
	argSite rangeArg = iota
	argFrom
	argTo
)

// checkCondition refuses what would end the condition and begin something else.
// The connection cannot write anyhow; this is so that a mistake is told and not
// run as something that was not meant.
func checkCondition(text string) error {
	depth := 0
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch c := text[i]; {
		case c == '\'' || c == '"' || c == '`' || c == '[':
			end := string(c)
			if c == '[' {
				end = "]"
			}
			n := strings.Index(rest[1:], end)
			if n < 0 {
				return fmt.Errorf("a %s is not closed", string(c))
			}
			i += n + 1
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				return errors.New("a ) closes nothing")
			}
		case c == ';' || c == 0 || strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "/*"):
			return errors.New("write one condition, without ; and comments")
		case c == '?' || c == '@' || c == '$' || c == ':' || c == '#':
			return fmt.Errorf("%q has no meaning here; texts go into single quotation marks", string(c))
		}
	}
	if depth > 0 {
		return errors.New("a ( is not closed")
	}
	return nil
}

// sqlMessage returns what SQLite says is wrong, without the driver's frame.
func sqlMessage(err error) string {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	text := strings.TrimPrefix(e.Error(), "SQL logic error: ")
	if i := strings.LastIndex(text, " ("); i > 0 {
		text = text[:i]
	}
	return text
}

// current returns the harvests that make up what is there now on a site, and the keys of
// the records that were found gone among them, both as JSON.
func (db *DB) current(ctx context.Context, site int64) (span, gone string, err error) {
	var latest int64
	var name string
	if err := db.r.QueryRowContext(ctx, `SELECT max(h.id), s.name FROM harvests h JOIN sites s ON s.id = h.site WHERE s.id = ?`, site).Scan(&latest, &name); err != nil {
		return "", "", err
	}
	ids, err := spanOf(ctx, db.r, latest, 0)
	if err != nil {
		return "", "", err
	}
	keys := []string{}
	if len(ids) > 1 {
		err := db.diff(ctx, name, ids[0], latest, func(c Change) bool {
			if c.Kind == Gone {
				keys = append(keys, c.Key)
			}
			return true
		})
		if err != nil {
			return "", "", err
		}
	}
	if span, err = dbfile.ToJSON("harvests", ids); err == nil {
		gone, err = dbfile.ToJSON("keys", keys)
	}
	return span, gone, err
}
