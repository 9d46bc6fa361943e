package storage

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// What a harvest runs again and again must find its rows by an index, or it
// slows down as the file grows.
func TestHarvestPathScansNothing(t *testing.T) {
	ctx := context.Background()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "hadal.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	once := map[string]bool{nameTaken: true} // asked when a site is new
	statements := append([]string{selectHosts, selectFields, selectSteps, selectVisits, selectForms, selectAnswers, selectRows, selectDetails,
		selectStatus, selectRecent, selectWait, selectError, selectFailure, selectPage, selectRecord}, writeStatements...)
	for _, s := range statements {
		if once[s] {
			continue
		}
		var rows *sql.Rows
		for n := 0; n == 0 || err != nil && n < 30; n++ { // parameters, whatever their values
			rows, err = db.file.W.QueryContext(ctx, "EXPLAIN QUERY PLAN "+s, make([]any, n)...)
		}
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatal(err)
			}
			// The list of sites is read whole, and a subquery's few rows.
			if strings.HasPrefix(detail, "SCAN") && !strings.HasPrefix(detail, "SCAN s USING INDEX") && detail != "SCAN CONSTANT ROW" && !strings.HasPrefix(detail, "SCAN (subquery") {
				t.Errorf("%s\n\t%s", s, detail)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
