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

// condition returns f as SQL that follows the WHERE of selectRecords, and what its
// parameters are given. It checks Where against the site.
func (f Filter) condition(ctx context.Context, file *dbfile.File, site int64) (text string, args []any, err error) {
	if !f.Since.IsZero() {
		text += " AND (r.first_seen >= ? OR (SELECT a.at FROM answers a WHERE a.id = v.answer) >= ?)"
		args = append(args, f.Since.UnixMilli(), f.Since.UnixMilli())
	}
	if f.Current {
		span, gone, err := current(ctx, file, site)
		if err != nil {
			return "", nil, err
		}
		text += " AND r.harvest IN (SELECT value FROM json_each(?)) AND r.key NOT IN (SELECT value FROM json_each(?))"
		args = append(args, dbfile.JSON("harvests", span), dbfile.JSON("keys", gone))
	}
	if f.Where == "" {
		return text, args, nil
	}
	if err := checkCondition(f.Where); err != nil {
		return "", nil, fmt.Errorf("%s: %w: %w", f.Where, ErrCondition, err)
	}
	v := siteView{id: site}
	if v.fields, err = dbfile.All(ctx, file.R, selectFields, []any{site}, scanColumn); err != nil {
		return "", nil, err
	}
	// Within the inner SELECT, r and v are its own; x is the record outside.
	exists := "EXISTS (SELECT 1 FROM (" + v.selectSQL(v.fields, "r.id = x.id") + ") WHERE (\n" + f.Where + "\n))"
	probe, err := file.R.PrepareContext(ctx, "SELECT "+exists+" FROM records x WHERE 0")
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w: %s; the columns are %s", f.Where, ErrCondition, sqlMessage(err), strings.Join(v.headings(), ", "))
	}
	probe.Close()
	return text + " AND r.id IN (SELECT x.id FROM records x WHERE x.site = ?1 AND x.id > ?2 AND x.id <= ?3 AND " + exists + ")", args, nil
}

// blame makes an error that the condition caused while it ran an ErrCondition.
func (f Filter) blame(err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok && f.Where != "" && e.Code()&0xff == sqlite3.SQLITE_ERROR {
		return fmt.Errorf("%s: %w: %s", f.Where, ErrCondition, sqlMessage(err))
	}
	return err
}

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
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err.Error()
	}
	text := strings.TrimPrefix(e.Error(), "SQL logic error: ")
	if i := strings.LastIndex(text, " ("); i > 0 {
		text = text[:i]
	}
	return text
}

// current returns the harvests that make up what is there now on a site, and the keys of
// the records that were found gone among them.
func current(ctx context.Context, file *dbfile.File, site int64) (span []int64, gone []string, err error) {
	gone = []string{} // a list in JSON, too
	var latest int64
	if err := file.R.QueryRowContext(ctx, `SELECT max(id) FROM harvests WHERE site = ?`, site).Scan(&latest); err != nil {
		return nil, nil, err
	}
	if span, err = spanOf(ctx, file.R, latest); err != nil || len(span) == 1 {
		return span, gone, err
	}
	err = compareHarvests(ctx, file, site, span[0], latest, func(c Change) bool {
		if c.Kind == Gone {
			gone = append(gone, c.Key)
		}
		return true
	})
	return span, gone, err
}
