package storage_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/storage"
)

// What is due comes oldest first, by what it needs, and without what somebody has, what
// rests and what is done.
func TestDueIsWhatWaits(t *testing.T) {
	ctx, now := t.Context(), time.Now()
	db, err := storage.Open(ctx, filepath.Join(t.TempDir(), "hadal.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for i := range 6 {
		w := storage.Work{Name: fmt.Sprint("s", i), Target: "t", Start: "https://s.example/", Site: fmt.Sprint("s", i)}
		if i == 2 {
			w.Needs = "browser"
		}
		if err := db.Submit(ctx, []storage.Work{w}, now.Add(time.Duration(-i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(needs string, at time.Time, most int, want ...string) {
		t.Helper()
		if due, err := db.Due(ctx, needs, at, most); err != nil || !slices.Equal(due, want) {
			t.Errorf("due: %q, %v; want %q", due, err, want)
		}
	}
	expect("", now, 10, "s5", "s4", "s3", "s1", "s0")
	expect("", now, 2, "s5", "s4")
	expect("browser", now, 10, "s2")
	grant := func(site string) storage.Lease {
		t.Helper()
		l, _, ok, err := db.Grant(ctx, site, "w", now)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		return l
	}
	five, four, three := grant("s5"), grant("s4"), grant("s3")
	expect("", now, 2, "s1", "s0")
	for lease, becomes := range map[storage.Lease]storage.Handed{five: {Done: true}, four: {NotBefore: now.Add(time.Hour)}, three: {Needs: "browser"}} {
		if err := db.HandBack(ctx, lease, becomes); err != nil {
			t.Fatal(err)
		}
	}
	expect("", now, 10, "s1", "s0")
	expect("browser", now, 10, "s3", "s2")
	expect("", now.Add(2*time.Hour), 1, "s4")
}
