package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// After a site is forgotten the file holds what it held before that site came.
func TestForgettingLeavesNothing(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "h.db")
	run := func(want string, args ...string) {
		t.Helper()
		out, err := hadal(t, append(args, "--db", file)...).CombinedOutput()
		if text := string(out); !strings.Contains(text, want) || err != nil && want == "" {
			t.Fatalf("%v: %v, %s, want %s", args, err, text, want)
		}
	}
	kept, gone := serve(t, "books"), serve(t, "market")
	run("", "harvest", kept.URL(), "--max-requests", "15", "--quiet")
	before := rowsOf(t, file)
	run("", "harvest", gone.URL(), "--max-requests", "30", "--details", "always", "--quiet")
	name := strings.Trim(strings.TrimPrefix(gone.URL(), "http://"), "/")
	run("say --yes", "db", "forget", name)
	run("is forgotten: 1 harvest, ", "db", "forget", name, "--yes")
	if d := cmp.Diff(before, rowsOf(t, file)); d != "" {
		t.Errorf("rows by table (-before +after):\n%s", d)
	}
	run("ok", "db", "check")
	run("no site", "db", "forget", name, "--yes")
}

// rowsOf counts the rows of all tables, and the views.
func rowsOf(t *testing.T, file string) map[string]int {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search\_%' ESCAPE '\' AND name NOT LIKE 'sqlite%'`)
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for name, query := range map[string]string{"views": `SELECT count(*) FROM sqlite_schema WHERE type = 'view'`, "broken references": `SELECT count(*) FROM pragma_foreign_key_check`} {
		out[name] = number(t, db, query)
	}
	for _, name := range tables {
		out[name] = number(t, db, `SELECT count(*) FROM "`+name+`"`)
	}
	return out
}

func number(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}
