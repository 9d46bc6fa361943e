package dbfile

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
)

// Readers are served while views come and go.
func TestReadersWhileTheSchemaChanges(t *testing.T) {
	file := "file:" + filepath.Join(t.TempDir(), "a.db")
	w, err := sql.Open("sqlite", file+"?_pragma=journal_mode(WAL)&_pragma=synchronous(0)&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	w.SetMaxOpenConns(1)
	view := func(n int) {
		if _, err := w.Exec(fmt.Sprintf("DROP VIEW IF EXISTS v%d; CREATE VIEW v%[1]d AS SELECT a AS b%[1]d FROM t", n)); err != nil {
			t.Error(err)
		}
	}
	if _, err := w.Exec("CREATE TABLE t (a); INSERT INTO t VALUES (7); BEGIN"); err != nil {
		t.Fatal(err)
	}
	for n := range 1_200 {
		view(n)
	}
	if _, err := w.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite", file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	r := Reader{pool}
	ctx, ended := t.Context(), make(chan struct{})
	go func() {
		defer close(ended)
		for n := range 6_000 {
			view(n % 1_200)
		}
	}()
	defer func() { <-ended }()
	for going := true; going; {
		select {
		case <-ended:
			going = false
		default:
		}
		var a int
		if err := r.QueryRowContext(ctx, "SELECT a FROM t").Scan(&a); err != nil || a != 7 {
			t.Fatalf("a row: %d, %v", a, err)
		}
		if all, err := Column[int](ctx, r, "SELECT a FROM t"); err != nil || len(all) != 1 {
			t.Fatalf("rows: %v, %v", all, err)
		}
		tx, err := r.Snapshot(ctx)
		if err != nil {
			t.Fatalf("a snapshot: %v", err)
		}
		if err := tx.QueryRowContext(ctx, "SELECT a FROM t").Scan(&a); err != nil {
			t.Fatalf("in a snapshot: %v", err)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	}
}
