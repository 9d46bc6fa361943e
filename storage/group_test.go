package storage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// Sites that commit at once share transactions: what one of them does wrong is its own
// error, and takes nothing from the others.
func TestCommitsOfManySitesShareTransactions(t *testing.T) {
	const sites, steps, wrong = 24, 12, 5
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	var all sync.WaitGroup
	for i := range sites {
		h := mustBegin(t, db, fmt.Sprintf("site%d.example", i), false).Harvest
		all.Go(func() {
			g := storagetest.NewGenerator(uint64(i))
			for seq := int64(1); seq <= steps; seq++ {
				if i == 7 && seq == wrong {
					if err := db.Commit(context.Background(), g.Answer(h, seq+1, 3)); !errors.Is(err, storage.ErrStep) {
						t.Errorf("a step too far: %v", err)
					}
				}
				if err := db.Commit(context.Background(), g.Answer(h, seq, 3)); err != nil {
					t.Errorf("site %d, step %d: %v", i, seq, err)
				}
			}
		})
	}
	all.Wait()
	for i := range sites {
		if st := mustBegin(t, db, fmt.Sprintf("site%d.example", i), false); st.Steps != steps {
			t.Errorf("site %d has %d steps, want %d", i, st.Steps, steps)
		}
	}
	if problems, err := db.Check(context.Background()); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
}

// BenchmarkCommitOfMany is a commit of ten records where so many sites commit at once.
func BenchmarkCommitOfMany(b *testing.B) {
	for _, sites := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("sites=", sites), func(b *testing.B) {
			db := mustOpen(b, filepath.Join(b.TempDir(), "hadal.db"))
			steps := make(chan struct{})
			var all sync.WaitGroup
			for i := range sites {
				h := mustBegin(b, db, fmt.Sprintf("site%d.example", i), false).Harvest
				all.Go(func() {
					g := storagetest.NewGenerator(uint64(i))
					seq := int64(0)
					for range steps {
						seq++
						mustCommit(b, db, g.Answer(h, seq, 10))
					}
				})
			}
			for b.Loop() {
				steps <- struct{}{}
			}
			close(steps)
			all.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}
