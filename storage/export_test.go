package storage

import (
	"fmt"
	"testing"
)

// LimitPages makes the file behave as on a disk that holds n pages of 4 KiB.
func LimitPages(t *testing.T, db *DB, n int) {
	t.Helper()
	var set int
	if err := db.file.W.QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", n)).Scan(&set); err != nil {
		t.Fatal(err)
	}
	if set != n {
		t.Fatalf("the file already holds more than %d pages: %d", n, set)
	}
}

// CallCommon makes words common that stand in more than n records.
func CallCommon(db *DB, n int) { db.common = n }
