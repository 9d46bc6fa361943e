package dbfile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// What a process left that was killed is removed; what another one writes, or may write, is not.
func TestPartClearsWhatWasAbandoned(t *testing.T) {
	gone := exec.Command(os.Args[0], "-test.run", "^$")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "books [1].csv")
	long := time.Now().Add(-time.Hour)
	for _, c := range []struct {
		name string
		pid  string
		at   time.Time
		left bool
	}{
		{"of a process that was killed", fmt.Sprint(gone.Process.Pid), long, false},
		{"of one that may run elsewhere", fmt.Sprint(gone.Process.Pid), time.Now(), true},
		{"of one that runs", fmt.Sprint(os.Getppid()), long, true},
		{"somebody's", "mine", long, true},
	} {
		part := path + "." + c.pid + ".part"
		if err := os.WriteFile(part, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(part, c.at, c.at); err != nil {
			t.Fatal(err)
		}
		Part(path)
		if _, err := os.Stat(part); (err == nil) != c.left {
			t.Errorf("%s: left %t, want %t", c.name, err == nil, c.left)
		}
		os.Remove(part)
	}
}
