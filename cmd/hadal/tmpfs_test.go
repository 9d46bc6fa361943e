//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFullTmpfs harvests into a file system that is too small, and is given room
// step by step: each time the command ends with what to do, and goes on from
// there when it is run again. The other tests of full disks let writes fail; here
// the kernel does, for the file, its log and the log's index alike.
func TestFullTmpfs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	size := 64 << 10
	room := func(flags uintptr) error {
		return syscall.Mount("hadal-test", dir, "tmpfs", flags, fmt.Sprintf("size=%d", size))
	}
	if err := room(0); err != nil {
		t.Skipf("a small file system of its own needs the right to mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	calm, cramped := serve(t, "books"), serve(t, "books")
	calmDB, file := filepath.Join(t.TempDir(), "calm.db"), filepath.Join(dir, "cramped.db")
	if out, err := hadal(t, "harvest", calm.URL(), "--db", calmDB, "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("undisturbed: %v\n%s", err, out)
	}
	full, atWork := 0, 0
	for {
		cmd := hadal(t, "harvest", cramped.URL(), "--db", file, "--quiet")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		asked := len(cramped.Log())
		if err := cmd.Run(); err == nil {
			break
		}
		full++
		if len(cramped.Log()) > asked {
			atWork++
		}
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "free space and run the same command again") {
			t.Fatalf("with %d bytes of room: exit status %d\n%s", size, code, &stderr)
		}
		if size += size / 2; size > 64<<20 {
			t.Fatalf("still no room\n%s", &stderr)
		}
		if err := room(syscall.MS_REMOUNT); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d times full, %d of them in the middle of a harvest; %d bytes were enough", full, atWork, size)
	if atWork == 0 {
		t.Error("no harvest was under way when the file system was full")
	}
	if diff := cmp.Diff(held(t, calmDB), held(t, file)); diff != "" {
		t.Errorf("records (-undisturbed +cramped):\n%s", diff)
	}
	if out, err := hadal(t, "db", "check", "--db", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	// An answer that did not fit may be asked for again, one a failure.
	times := map[string]int{}
	again := 0
	for _, e := range cramped.Log() {
		key := e.Method + " " + e.Target + "\n" + e.Body
		if times[key]++; times[key] > 1 && e.Target != "/robots.txt" {
			again++
		}
	}
	if again > full {
		t.Errorf("%d requests repeated after %d failures", again, full)
	}
	if bad := cramped.Violations(); len(bad) > 0 {
		t.Errorf("violations %+v", bad)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 4 { // the file, its log, the log's index and the lock
		t.Errorf("left behind: %v, %v", left, err)
	}
}
