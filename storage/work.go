package storage

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Work is a target that a coordinator hands out to workers.
type Work struct {
	Name      string    `json:"name"` // of its site in this file
	Target    string    `json:"target"`
	Start     string    `json:"start"`
	Site      string    `json:"site"` // registrable
	Fresh     time.Time `json:"fresh,omitzero"`
	Needs     string    `json:"needs,omitempty"`
	NotBefore time.Time `json:"not_before,omitzero"`
	Tries     int       `json:"tries,omitempty"`
	Done      bool      `json:"done"`
	Stop      string    `json:"stop,omitempty"` // kind of the last stop
	Said      string    `json:"said,omitempty"`
}

// Lease says that a worker has a site. Each time that a site is handed out it has a
// higher epoch: whoever has an old one writes nothing.
type Lease struct {
	Site   string    `json:"site"`
	Epoch  int64     `json:"epoch"`
	Worker string    `json:"worker,omitempty"`
	Work   string    `json:"work,omitempty"` // the Name of it
	Since  time.Time `json:"since,omitzero"`
}

// Handed is what became of work that is handed back.
type Handed struct {
	Done      bool
	NotBefore time.Time // the next try
	Needs     string
	Tries     int
	Stop      string
	Said      string
}

// Said is what a worker says of itself.
type Said struct {
	Name    string    `json:"name"`
	Version string    `json:"version"` // of hadal
	Host    string    `json:"host"`
	PID     int       `json:"pid"`
	Browser bool      `json:"browser"`          // it can show pages
	Memory  int64     `json:"memory,omitempty"` // bytes that its harvests may take, 0: not said
	Slots   int       `json:"slots"`            // sites at once
	Sites   []string  `json:"sites,omitempty"`  // that it has now
	Ending  bool      `json:"ending,omitempty"` // it takes no more
	Since   time.Time `json:"since"`
}

// Worker is a process that was heard of.
type Worker struct {
	Said
	Seen time.Time `json:"seen"`
}

// unheard is how long a worker that is well is not heard of at most.
const unheard = 30 * time.Second

// State is works, ended or not heard of.
func (w Worker) State() string {
	switch {
	case w.Ending:
		return "ended"
	case time.Since(w.Seen) > unheard:
		return "not heard of"
	}
	return "works"
}

// Team is what a coordinator has noted: who works, on what, and what is to be done.
type Team struct {
	Workers []Worker `json:"workers"`
	Leases  []Lease  `json:"leases"`
	Queue   []Work   `json:"queue"` // what is to be done and nobody has
	Done    int      `json:"done"`
}

// ErrFenced is returned (wrapped) to who has no valid lease of a site.
var ErrFenced = errors.New("the site was handed to another worker")

const (
	submitWork = `INSERT INTO work (name, target, start, site, submitted, fresh, needs) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT DO UPDATE SET target = ?2, start = ?3, site = ?4, fresh = coalesce(?6, fresh), needs = ?7, not_before = NULL, tries = 0, done = 0`
	workColumns = `name, target, start, site, fresh, needs, not_before, tries, done, stop_kind, said`
	dueSites    = `SELECT w.site FROM work w LEFT JOIN leases l ON l.site = w.site
		WHERE w.done = 0 AND w.needs = ?1 AND coalesce(w.not_before, 0) <= ?2 AND l.worker IS NULL ORDER BY w.submitted, w.name LIMIT ?3`
	dueOfSite  = `SELECT ` + workColumns + ` FROM work WHERE site = ? AND done = 0 AND coalesce(not_before, 0) <= ? ORDER BY submitted, name LIMIT 1`
	grantLease = `INSERT INTO leases (site, epoch, worker, work, since) VALUES (?1, 1, ?2, ?3, ?4)
		ON CONFLICT DO UPDATE SET epoch = epoch + 1, worker = ?2, work = ?3, since = ?4, last = ''`
	epochOf      = `SELECT epoch FROM leases WHERE site = ?`
	releaseLease = `UPDATE leases SET worker = NULL, work = NULL, since = NULL WHERE site = ? AND epoch = ? AND worker IS NOT NULL`
	handBack     = `UPDATE work SET done = ?2, not_before = ?3, needs = ?4, tries = ?5, stop_kind = ?6, said = ?7 WHERE name = ?1`
	heldLeases   = `SELECT site, epoch, worker, work, since FROM leases WHERE worker IS NOT NULL ORDER BY site`
	leaseLast    = `SELECT last FROM leases WHERE site = ? AND epoch = ? AND worker IS NOT NULL`
	markLast     = `UPDATE leases SET last = ?3 WHERE site = ?1 AND epoch = ?2 AND worker IS NOT NULL`
	selectWork   = `SELECT ` + workColumns + ` FROM work ORDER BY submitted, name`
	selectSize   = `SELECT CAST(max(h.records, coalesce(h.estimate ->> '$.size', 0)) AS INTEGER) FROM sites s JOIN harvests h ON h.site = s.id
		WHERE s.name = ? ORDER BY h.id DESC LIMIT 1`
	keepWorker  = `INSERT INTO workers (name, seen, said) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seen = ?2, said = ?3`
	dropWorkers = `DELETE FROM workers WHERE seen < ?`
	listWorkers = `SELECT seen, said FROM workers ORDER BY name`
	anyWork     = `SELECT EXISTS (SELECT 1 FROM work)`
)

// Coordinate makes this process the only one that hands out the work of the file, until
// Close.
func (db *DB) Coordinate() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.lock(" coordinator"); err != nil { // no site is called so
		return fmt.Errorf("%s has a coordinator already: %w", db.file.Path, err)
	}
	return nil
}

// Submit adds work; what is there already is to be done again.
func (db *DB) Submit(ctx context.Context, all []Work, now time.Time) error {
	return db.change(ctx, "submit work", func(w *writeTx) {
		for _, one := range all {
			w.exec(submitWork, one.Name, one.Target, one.Start, one.Site, now.UnixMilli(), dbfile.Millis(one.Fresh), one.Needs)
		}
	})
}

// change runs f in a transaction, one at a time.
func (db *DB) change(ctx context.Context, what string, f func(*writeTx)) (err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	defer db.file.Wrap(&err, "%s", what)
	return db.write(ctx, f)
}

// Due returns sites that have work of such needs whose time has come and that nobody has,
// oldest first, so many at most. One with several pieces of work may come several times.
func (p *Progress) Due(ctx context.Context, needs string, now time.Time, most int) (sites []string, err error) {
	defer p.file.Wrap(&err, "read what is due")
	return dbfile.All(ctx, p.file.R, dueSites, []any{needs, now.UnixMilli(), most}, func(row dbfile.Row, site *string) error {
		return row.Scan(site)
	})
}

// Grant gives a site to a worker, whoever had it: the epoch is a new one. It is not ok
// where the site has no work that is due.
func (db *DB) Grant(ctx context.Context, site, worker string, now time.Time) (l Lease, work Work, ok bool, err error) {
	err = db.change(ctx, "hand out a site", func(w *writeTx) {
		due := rowsOf(w, dueOfSite, []any{site, now.UnixMilli()}, scanWork)
		if ok = len(due) > 0; !ok {
			return
		}
		work = due[0]
		l = Lease{Site: site, Worker: worker, Work: work.Name, Since: now}
		w.exec(grantLease, site, worker, work.Name, now.UnixMilli())
		w.scan(one(epochOf, site), &l.Epoch)
	})
	return l, work, ok && err == nil, err
}

// HandBack ends a lease and says what became of its work. An old epoch changes nothing
// (ErrFenced).
func (db *DB) HandBack(ctx context.Context, l Lease, h Handed) error {
	err := db.change(ctx, "take a site back", func(w *writeTx) {
		if w.exec(releaseLease, l.Site, l.Epoch) != 1 {
			w.fail(ErrFenced)
		}
		w.exec(handBack, l.Work, h.Done, dbfile.Millis(h.NotBefore), h.Needs, h.Tries, h.Stop, h.Said)
	})
	if err == nil {
		db.mu.Lock()
		defer db.mu.Unlock()
		err = db.unlock(l.Site)
	}
	return err
}

// CommitUnder is Commit for who has a lease: in the same transaction the epoch is held
// against the one that is valid, and id, which is the commit's own, is written down. A
// commit that comes again, as its answer was lost, changes nothing and succeeds.
func (db *DB) CommitUnder(ctx context.Context, l Lease, id string, c harvest.Commit) error {
	err := db.commit(ctx, c, func(w *writeTx) {
		var last string
		switch {
		case !w.scan(one(leaseLast, l.Site, l.Epoch), &last):
			w.fail(ErrFenced)
		case id != "" && last == id:
			w.fail(errAgain)
		default:
			w.exec(markLast, l.Site, l.Epoch, id)
		}
	})
	if errors.Is(err, errAgain) {
		return nil
	}
	return err
}

var errAgain = errors.New("committed before")

// Leases returns who has which site.
func (p *Progress) Leases(ctx context.Context) (all []Lease, err error) {
	defer p.file.Wrap(&err, "read the leases")
	return dbfile.All(ctx, p.file.R, heldLeases, nil, func(row dbfile.Row, l *Lease) error {
		return row.Scan(&l.Site, &l.Epoch, &l.Worker, &l.Work, dbfile.Time(&l.Since))
	})
}

// Work returns all work, oldest first.
func (p *Progress) Work(ctx context.Context) (all []Work, err error) {
	defer p.file.Wrap(&err, "read the work")
	return dbfile.All(ctx, p.file.R, selectWork, nil, scanWork)
}

func scanWork(row dbfile.Row, w *Work) error {
	var kind sql.NullString
	err := row.Scan(&w.Name, &w.Target, &w.Start, &w.Site, dbfile.Time(&w.Fresh), &w.Needs, dbfile.Time(&w.NotBefore), &w.Tries, &w.Done, &kind, &w.Said)
	w.Stop = kind.String
	return err
}

// Size returns how many records the latest harvest of a site has, or is estimated to come
// to; 0 where nothing is known.
func (p *Progress) Size(ctx context.Context, site string) (records int, err error) {
	defer p.file.Wrap(&err, "read the size of %s", site)
	err = p.file.R.QueryRowContext(ctx, selectSize, site).Scan(&records)
	return records, dbfile.Optional(err)
}

// KeepWorkers writes down which workers were heard of, and forgets those of before.
func (db *DB) KeepWorkers(ctx context.Context, workers []Worker, before time.Time) error {
	return db.change(ctx, "note the workers", func(w *writeTx) {
		for _, one := range workers {
			said, err := json.Marshal(one.Said)
			if err != nil {
				w.fail(err)
			}
			w.exec(keepWorker, one.Name, one.Seen.UnixMilli(), string(said))
		}
		w.exec(dropWorkers, before.UnixMilli())
	})
}

// Team returns who works for the file's coordinator, and on what.
func (p *Progress) Team(ctx context.Context) (t Team, err error) {
	defer p.file.Wrap(&err, "read the workers")
	t = Team{Workers: []Worker{}, Leases: []Lease{}, Queue: []Work{}}
	workers, err := dbfile.All(ctx, p.file.R, listWorkers, nil, func(row dbfile.Row, w *Worker) error {
		var said []byte
		if err := row.Scan(dbfile.Time(&w.Seen), &said); err != nil {
			return err
		}
		return json.Unmarshal(said, &w.Said)
	})
	if err != nil {
		return t, err
	}
	leases, err := p.Leases(ctx)
	if err != nil {
		return t, err
	}
	work, err := p.Work(ctx)
	t.Workers, t.Leases = append(t.Workers, workers...), append(t.Leases, leases...)
	had := map[string]bool{}
	for _, l := range leases {
		had[l.Work] = true
	}
	for _, one := range work {
		switch {
		case one.Done:
			t.Done++
		case !had[one.Name]:
			t.Queue = append(t.Queue, one)
		}
	}
	return t, err
}

// Employed reports whether the file has a coordinator's work.
func (p *Progress) Employed(ctx context.Context) (is bool, err error) {
	defer p.file.Wrap(&err, "read the work")
	err = p.file.R.QueryRowContext(ctx, anyWork).Scan(&is)
	return is, err
}
