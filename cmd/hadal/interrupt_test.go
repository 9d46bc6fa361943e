//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/storage"
)

// Commands in the middle of their work: at a server that does not
// answer, in a long statement of the database, in a computation, in a system call
// that never returns. SIGINT ends each within a second; a machine that does other
// things may take half of another.
func TestInterruptEndsEveryCommand(t *testing.T) {
	dir := t.TempDir()
	stuck := make(chan struct{})
	defer close(stuck)
	silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>wait</title>")
		w.(http.Flusher).Flush()
		select {
		case <-stuck:
		case <-r.Context().Done():
		}
	}))
	defer silent.Close()
	mute, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	big := largeDatabase(t, filepath.Join(dir, "big.db"))
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	corpus := filepath.Join(dir, "corpus.jsonl")
	var lines strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&lines, `{"title":"thing %d of kind%d and make%d","text":"word%d word%d word%d"}`+"\n", i, i%97, i%89, i%4001, i%3001, i%2003)
	}
	if err := os.WriteFile(corpus, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	books, held := serve(t, "books"), filepath.Join(dir, "held.db")
	if out, err := hadal(t, "harvest", books.URL(), "--db", held, "--max-requests", "12").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	url := silent.URL + "/"
	// A process listens for signals once it has started, which takes its time where
	// the race detector watches or others compute.
	began := time.Now()
	if out, err := hadal(t, "--version").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	started := 3 * time.Since(began)
	var table []byte
	for _, c := range []struct {
		status int
		args   []string
	}{
		{130, []string{"harvest", url, "--db", filepath.Join(dir, "1.db")}},
		{130, []string{"harvest", "http://" + mute.Addr().String() + "/", "--db", filepath.Join(dir, "2.db"), "--json"}},
		{130, []string{"probe", url, "--db", filepath.Join(dir, "3.db")}},
		{130, []string{"init", url, "--db", filepath.Join(dir, "4.db")}},
		{130, []string{"forms", url}},
		{130, []string{"records", url}},
		{130, []string{"robots", url}},
		{130, []string{"locate", url, "--db", filepath.Join(dir, "5.db")}},
		{130, []string{"locate", "--seeds", "-", "--db", filepath.Join(dir, "6.db")}},
		{130, []string{"refresh", books.URL(), "--requests", "5", "--delay", "20s", "--db", held}},
		{130, []string{"demo", "--site", "books", "--delay", "300ms", "--loopback-delay", "300ms"}},
		{130, []string{"harvest", "--config", pipe, "--all"}}, // before the database is open
		{130, []string{"config", "validate", pipe}},
		{130, []string{"simulate", corpus, "--max-requests", "1000000", "--json"}},
		{130, []string{"export", "--db", big, "--out", pipe}},
		{130, []string{"export", "--db", big, "--format", "warc", "--out", pipe, "--json"}},
		{130, []string{"db", "check", "--db", big}},
		{130, []string{"db", "compact", "--db", big}},
		{130, []string{"db", "backup", filepath.Join(dir, "copy.db"), "--db", big}},
		{0, []string{"status", "--watch", "--db", big}}, // how it is meant to end
	} {
		t.Run(strings.Join(c.args[:2], " "), func(t *testing.T) {
			// A fast machine may be through before it is interrupted: then sooner.
			for wait := started + 250*time.Millisecond; wait > started/3; wait -= started / 4 {
				if interruptedIn(t, wait, c.args, c.status, &table) {
					return
				}
				_ = os.Remove(filepath.Join(dir, "copy.db")) // it is whole
			}
			t.Log("through before it could be interrupted")
		})
	}
	if shown := string(table); !strings.Contains(shown, "SITE") || !strings.Contains(shown, "books") {
		t.Errorf("the demo shows nothing of what it found: %q", shown)
	}
	// What a copy that could not be cut short leaves behind has another name, and a later one
	// clears it away.
	parts, _ := filepath.Glob(filepath.Join(dir, "*.part"))
	for _, part := range parts {
		if err := os.Chtimes(part, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Error(err)
		}
	}
	backup := filepath.Join(dir, "copy.db")
	if _, err := os.Stat(backup); err == nil {
		t.Error("half a copy is left under its name")
	}
	if out, err := hadal(t, "db", "backup", backup, "--db", big).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// interruptedIn starts a command, interrupts it after so long and holds how it ends
// against what is wanted; false where it had done its work before. table gets what a demo
// says.
func interruptedIn(t *testing.T, wait time.Duration, args []string, status int, table *[]byte) bool {
	t.Helper()
	cmd := hadal(t, args...)
	stdin, err := cmd.StdinPipe() // stays open
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the exit status says it
		close(ended)
	}()
	select {
	case <-ended:
		if got := cmd.ProcessState.ExitCode(); got != 0 {
			t.Errorf("exit status %d before it was interrupted: %s", got, said.String())
			return true
		}
		return false
	case <-time.After(wait):
	}
	began := time.Now()
	_ = cmd.Process.Signal(os.Interrupt) // it may have ended just now
	kill := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
	<-ended
	kill.Stop()
	if took := time.Since(began); took > 1500*time.Millisecond {
		t.Errorf("took %s to end", took)
	} else {
		t.Logf("ended after %s", took.Round(time.Millisecond))
	}
	if args[0] == "demo" {
		*table = said.Bytes()
	}
	got := cmd.ProcessState.ExitCode()
	by, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if got == 0 && status != 0 || by.Signaled() && by.Signal() == syscall.SIGINT { // it listened no longer, or not yet
		return false
	}
	if got != status {
		t.Errorf("exit status %d, want %d: %s", got, status, said.String())
	}
	return true
}

// largeDatabase makes a database whose check, compaction and copy take seconds.
func largeDatabase(t *testing.T, file string) string {
	t.Helper()
	db, err := storage.Open(t.Context(), file, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	for _, statement := range []string{
		"PRAGMA synchronous = OFF",
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250000)
			INSERT INTO bodies (digest, size, packed) SELECT CAST(printf('%016d', i) AS BLOB), 300, zeroblob(300) FROM n`,
	} {
		if _, err := raw.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	return file
}
