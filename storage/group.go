package storage

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage/internal/packing"
)

// groups has the commits that wait to be written. Whoever commits while nobody writes
// writes for all that wait, in one transaction: the disk is waited for once for all of
// them, and a page of the file that several change is written once. Nobody waits for
// others to come, and each goes on only when its own commit is on the disk.
type groups struct {
	turn chan struct{} // has a value while somebody writes

	mu      sync.Mutex
	waiting []*pending // first come first
}

// mostTogether bounds how long the first of a group waits for the last one: so many
// answers take some 50 ms.
const mostTogether = 16

// pending is a commit that is to be written. What it says of its site is kept when the
// transaction is through.
type pending struct {
	commit harvest.Commit
	guard  func(*writeTx) // goes before, and may fail; nil for none

	site   *siteState
	kept   *packing.Page
	body   int64
	fields []Column

	err  error
	done chan struct{} // closed when it is written, or failed
}

// Commit implements harvest.Store. The harvest must have been begun with this
// DB and not been followed by a fresh one; a step whose Seq is not the next
// one is refused with ErrStep (wrapped), so that two writers cannot mix their
// ledgers.
func (db *DB) Commit(ctx context.Context, c harvest.Commit) error { return db.commit(ctx, c, nil) }

// commit applies c after guard, which may be nil and may fail, in one transaction.
func (db *DB) commit(ctx context.Context, c harvest.Commit, guard func(*writeTx)) (err error) {
	defer db.file.Wrap(&err, "commit")
	if err := db.file.Writable(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	p := &pending{commit: c, guard: guard, done: make(chan struct{})}
	db.groups.mu.Lock()
	db.groups.waiting = append(db.groups.waiting, p)
	db.groups.mu.Unlock()
	for {
		select {
		case <-p.done:
			return p.err
		case db.groups.turn <- struct{}{}:
			db.commitGroup(context.WithoutCancel(ctx)) // others' commits are in it
			<-db.groups.turn
		}
	}
}

// next takes commits that wait, first come first: of each site one, as what a commit
// begins with is what the one before it left.
func (g *groups) next() (group []*pending) {
	g.mu.Lock()
	defer g.mu.Unlock()
	harvests := map[int64]bool{}
	for _, p := range g.waiting[:min(mostTogether, len(g.waiting))] {
		if harvests[p.commit.Harvest] {
			break
		}
		harvests[p.commit.Harvest] = true
		group = append(group, p)
	}
	g.waiting = slices.Delete(g.waiting, 0, len(group))
	return group
}

// commitGroup writes commits that wait, in one transaction if they let it.
func (db *DB) commitGroup(ctx context.Context) {
	db.mu.Lock()
	defer db.mu.Unlock()
	group := db.groups.next()
	ready := slices.DeleteFunc(slices.Clone(group), func(p *pending) bool {
		p.err = db.prepare(p)
		return p.err != nil
	})
	together := func(some ...*pending) error {
		err := db.write(ctx, func(w *writeTx) {
			for _, p := range some {
				db.apply(w, p)
			}
		})
		for _, p := range some {
			if p.err = err; err == nil {
				p.keep()
			}
		}
		return err
	}
	if len(ready) > 0 && together(ready...) != nil && len(ready) > 1 {
		for _, p := range ready { // not all of them are to blame
			_ = together(p) // is the commit's
		}
	}
	for _, p := range group {
		close(p.done)
	}
}

// prepare does what can be done before the write lock is taken: compressing takes
// longer than the transaction.
func (db *DB) prepare(p *pending) (err error) {
	p.site = db.sites[p.commit.Harvest]
	if p.site == nil {
		return fmt.Errorf("harvest %d is not the one that was begun here last", p.commit.Harvest)
	}
	if p.commit.Page != nil {
		p.kept, err = db.packer.Pack(p.commit.Page, p.site.base)
	}
	return err
}

func (db *DB) apply(w *writeTx, p *pending) {
	c := p.commit
	if p.guard != nil {
		if p.guard(w); w.err != nil {
			return
		}
	}
	p.fields = p.site.fields
	saveBeliefs(w, c)
	unite(w, p.site.id, c)
	if len(c.Amended) > 0 {
		p.fields = amend(w, p.site, c)
	}
	if c.Step == nil {
		return
	}
	fields, learned := p.site.learn(recordsOf(c.Step))
	if p.fields = fields; learned {
		p.site.saveCatalogue(w, fields)
	}
	if p.kept != nil {
		p.body = savePage(w, db.packer, c, p.kept)
	}
	saveStep(w, p.site.id, c)
}

// keep keeps of a site what was committed.
func (p *pending) keep() {
	p.site.fields = p.fields
	if p.kept != nil && p.body != 0 && p.kept.FitsAsBase() && hasRecords(p.commit.Step) {
		p.site.base = packing.Base{ID: p.body, Digest: p.kept.Digest, Packed: p.kept.Body}
	}
}
