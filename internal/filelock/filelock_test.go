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
	f := take()
	if !Held(path) {
		t.Error("a file that is held is told to be free")
	}
	f.Close()
	if Held(path) || Held(path+".none") {
		t.Error("a file that nobody holds is told to be held")
	}
	if err := Remove(path, take()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
	take().Close()
}

// Whoever asks whether a file is held keeps nobody from taking it.
func TestAskersAreNotInTheWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	done := make(chan bool)
	go func() {
		defer close(done)
		for range 2000 {
			Held(path)
		}
	}()
	for range 200 {
		f, err := Take(path, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	<-done
}
