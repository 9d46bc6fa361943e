//go:build unix

package storage_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// victim names the file that the test binary, run again, commits into until it
// is killed.
const victim = "HADAL_STORAGE_TEST_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(victim); path != "" {
		commitForever(path)
	}
	os.Exit(m.Run())
}

// victims are the sites that it commits of at once.
var victims = []string{"books.example", "cars.example", "films.example"}

// commitForever prints the site and number of each step after it was acknowledged.
func commitForever(path string) {
	fail := func(err error) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ctx := context.Background()
	db, err := storage.Open(ctx, path, storage.Options{})
	if err != nil {
		fail(err)
	}
	for _, name := range victims {
		st, err := db.Begin(ctx, siteAt(name), false)
		if err != nil {
			fail(err)
		}
		go func() {
			for seq := st.Steps + 1; ; seq++ {
				if err := db.Commit(ctx, crashCommit(st.Harvest, seq)); err != nil {
					fail(err)
				}
				fmt.Println(name, seq)
			}
		}()
	}
	select {}
}

// crashCommit is the same for the same step in every process.
func crashCommit(h, seq int64) harvest.Commit {
	return storagetest.NewGenerator(uint64(seq)).Answer(h, seq, 10)
}

func TestKillLosesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hadal.db")
	acknowledged := map[string]int64{}
	for round := range 5 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), victim+"="+path)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines, told := bufio.NewScanner(out), 0
		lines.Scan() // it is at work now
		timer := time.AfterFunc(time.Duration(20+rand.IntN(150))*time.Millisecond, func() { cmd.Process.Kill() })
		for ok := true; ok; ok = lines.Scan() {
			var name string
			var seq int64
			if _, err := fmt.Sscan(lines.Text(), &name, &seq); err != nil || seq > acknowledged[name]+2 {
				t.Fatalf("the victim said %q after step %d: %v", lines.Text(), acknowledged[name], err)
			}
			acknowledged[name] = seq
			told++
		}
		timer.Stop()
		cmd.Wait()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || told == 0 {
			t.Fatalf("round %d: the victim ended by itself or did nothing: %v, %d steps", round, cmd.ProcessState, told)
		}

		db := mustOpen(t, path)
		for _, name := range victims {
			st := mustBegin(t, db, name, false) // its lock died with it
			if st.Steps < acknowledged[name] || st.Steps > acknowledged[name]+1 {
				t.Fatalf("round %d: %d steps of %s, %d were acknowledged", round, st.Steps, name, acknowledged[name])
			}
			var want []harvest.Step
			keys := map[string]bool{}
			for seq := range st.Steps {
				c := crashCommit(st.Harvest, seq+1)
				want = append(want, *c.Step)
				for _, r := range c.Step.Answer.Records {
					keys[r.Key] = true
				}
			}
			var got []harvest.Step
			for s, err := range db.Steps(context.Background(), st.Harvest) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(storagetest.Replayed(want), got, storagetest.Same); diff != "" {
				t.Fatalf("round %d: ledger of %s (-committed +found):\n%s", round, name, diff)
			}
			if n := len(readAll(t, db, name)); n != len(keys) {
				t.Errorf("round %d: %d records of %s, want %d", round, n, name, len(keys))
			}
		}
		for _, check := range []string{"PRAGMA integrity_check", "SELECT count(*) || ' violations' FROM pragma_foreign_key_check"} {
			err := query(t, path, check, func(rows *sql.Rows) error {
				var s string
				err := rows.Scan(&s)
				if s != "ok" && s != "0 violations" {
					t.Errorf("round %d: %s: %s", round, check, s)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		db.Close()
	}
	t.Logf("steps over 5 kills: %v", acknowledged)
}

// runAsNobody runs the calling test again in a process without privileges.
func runAsNobody(t *testing.T) {
	t.Helper()
	// The temporary directory of this process may be closed to others.
	dir, err := os.MkdirTemp("/tmp", "hadal-storage-test-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	const nobody = 65534
	binary := filepath.Join(dir, "test")
	exe, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(binary, exe, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as nobody: %v\n%s", err, out)
	}
	t.Logf("as nobody:\n%s", out)
}

func TestReadOnlyFile(t *testing.T) {
	if os.Geteuid() == 0 {
		// Permissions do not bind the superuser: run this test as somebody else.
		runAsNobody(t)
		return
	}
	ctx := context.Background()
	dir := t.TempDir()
	path := filepath.Join(dir, "hadal.db")
	db := mustOpen(t, path)
	mustBegin(t, db, "a.example", false)
	db.Close()
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if _, err := storage.Open(ctx, path, storage.Options{}); !errors.Is(err, storage.ErrReadOnly) {
		t.Errorf("open for writing: %v", err)
	}
	r, err := storage.Open(ctx, path, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s, err := r.Sites(ctx); err != nil || len(s) != 1 {
		t.Errorf("status %v, %v", s, err)
	}
}
