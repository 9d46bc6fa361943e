package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A file is held once at a time, and free again once it is closed or removed.
func TestTake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	take := func() *os.File {
		f, err := Take(path, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Take(path, 0o600); !errors.Is(err, ErrHeld) {
			t.Fatalf("it is taken twice: %v", err)
		}
		return f
	}
	take().Close()
	if err := Remove(path, take()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
	take().Close()
}
