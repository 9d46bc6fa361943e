package cluster

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// BenchmarkCommit is a commit of an answer with 10 records: into the store of this process,
// and at a coordinator, with the way there and back.
func BenchmarkCommit(b *testing.B) {
	run := func(store harvest.Store) func(*testing.B) {
		return func(b *testing.B) {
			st, err := store.Begin(b.Context(), books, true)
			if err != nil {
				b.Fatal(err)
			}
			g := storagetest.NewGenerator(1)
			for seq := int64(1); b.Loop(); seq++ {
				if err := store.Commit(b.Context(), g.Answer(st.Harvest, seq, 10)); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	db, err := storage.Open(context.Background(), filepath.Join(b.TempDir(), "hadal.db"), storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	b.Run("here", run(db))
	o := openOffice(b, brokerAt(b, 0).ClientURL(), Settings{LeaseTTL: time.Minute})
	o.submit(b, books.Start.String())
	b.Run("wire", run(bare(b, o, "w").mustLease(b, "books.example").Store()))
}

// BenchmarkDue is what a coordinator does every other second: it reads which sites are due.
func BenchmarkDue(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			db, err := storage.Open(b.Context(), filepath.Join(b.TempDir(), "hadal.db"), storage.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			var work []storage.Work
			for i := range n {
				name := fmt.Sprintf("site%d.example", i)
				work = append(work, storage.Work{Name: name, Target: "https://" + name + "/", Start: "https://" + name + "/", Site: name})
			}
			if err := db.Submit(b.Context(), work, time.Now()); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if due, err := db.Due(b.Context(), "", time.Now(), mostQueued); err != nil || len(due) != min(n, mostQueued) {
					b.Fatal(len(due), err)
				}
			}
		})
	}
}
