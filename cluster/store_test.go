package cluster

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// manySites is a store that takes a lease for each site that is begun: the contract's
// tests mix sites, of which a worker's store has one.
type manySites struct {
	t      *testing.T
	o      *office
	w      *Worker
	sites  map[string]*Store // by registrable site
	begun  map[int64]*Store  // by harvest
	leases []*Lease
}

func (m *manySites) Begin(ctx context.Context, s harvest.Site, fresh bool) (harvest.State, error) {
	key := s.Start.Site()
	if m.sites[key] == nil {
		if err := m.o.db.Submit(ctx, []storage.Work{{Name: s.Name, Target: s.Name, Start: s.Start.String(), Site: key}}, time.Now()); err != nil {
			m.t.Fatal(err)
		}
		l := m.w.mustLease(m.t, key)
		m.leases = append(m.leases, l)
		m.sites[key] = l.Store()
	}
	if fresh { // a harvest is begun anew once for each submission that says so
		h := m.o.c.take(key, false)
		h.work.Fresh = time.Now().Add(time.Hour)
		h.mu.Unlock()
	}
	state, err := m.sites[key].Begin(ctx, s, fresh)
	m.begun[state.Harvest] = m.sites[key]
	return state, err
}

func (m *manySites) Retract(ctx context.Context, id int64) error { return m.begun[id].Retract(ctx, id) }

func (m *manySites) Commit(ctx context.Context, c harvest.Commit) error {
	return m.begun[c.Harvest].Commit(ctx, c)
}

func (m *manySites) Steps(ctx context.Context, id int64) iter.Seq2[harvest.Step, error] {
	return m.anyOf(id).Steps(ctx, id)
}

func (m *manySites) Undetailed(ctx context.Context, id int64) iter.Seq2[extract.Record, error] {
	return m.anyOf(id).Undetailed(ctx, id)
}

// anyOf returns the store of a harvest, or one that has begun another: what is read needs
// no more than a lease.
func (m *manySites) anyOf(id int64) *Store {
	if s := m.begun[id]; s != nil {
		return s
	}
	for _, s := range m.sites {
		return s
	}
	_, _ = m.Begin(context.Background(), harvest.Site{Name: "books.example", Start: page.MustParseURL("https://books.example/")}, false)
	return m.sites["books.example"]
}

func TestStoreKeepsTheContract(t *testing.T) {
	address := brokerAt(t, 0).ClientURL()
	storagetest.Run(t, func(t *testing.T) storagetest.Open {
		s := quick(t)
		s.LeaseTTL = time.Minute
		s.Name = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, t.Name())
		o := &office{t: t, path: filepath.Join(t.TempDir(), "hadal.db"), address: address, settings: s, jobs: anyJobs{}}
		t.Cleanup(o.end)
		var last *manySites
		return func(t *testing.T) harvest.Store {
			if last != nil {
				for _, l := range last.leases {
					if err := l.release(t.Context(), ended{Stop: harvest.Stop{Kind: harvest.Interrupted}}); err != nil {
						t.Fatal(err)
					}
				}
			}
			o.end() // the coordinator, too, is another one
			o.start()
			w := &Worker{Cluster: s.Name, Said: Said{Name: "w"}, Resolve: nowhere}
			if err := w.begin(t.Context(), connect(t, address)); err != nil {
				t.Fatal(err)
			}
			last = &manySites{t: t, o: o, w: w, sites: map[string]*Store{}, begun: map[int64]*Store{}}
			return last
		}
	})
}

var books = harvest.Site{Name: "books.example", Start: page.MustParseURL("https://books.example/")}

// A worker whose site was given to another one writes nothing, however well it forges the
// rest of a commit; nor does anybody twice.
func TestAnOldEpochChangesNothing(t *testing.T) {
	s := quick(t)
	s.LeaseTTL = 500 * time.Millisecond
	o := openOffice(t, brokerAt(t, 0).ClientURL(), s)
	o.submit(t, books.Start.String())
	old := bare(t, o, "old").mustLease(t, "books.example")
	st, err := old.Store().Begin(t.Context(), books, false)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * s.LeaseTTL)
	young := bare(t, o, "young").mustLease(t, "books.example")
	if young.epoch <= old.epoch {
		t.Fatalf("epoch %d follows %d", young.epoch, old.epoch)
	}
	g, ctx := storagetest.NewGenerator(1), t.Context()
	store := young.Store()
	if _, err := store.Begin(ctx, books, false); err != nil {
		t.Fatal(err)
	}
	first := g.Answer(st.Harvest, 1, 5)
	if err := store.Commit(ctx, first); err != nil {
		t.Fatal(err)
	}
	held := func() (steps []harvest.Step, records int) {
		for step, err := range o.db.Steps(ctx, st.Harvest) {
			if err != nil {
				t.Fatal(err)
			}
			steps = append(steps, step)
		}
		sites, err := o.db.Sites(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return steps, sites[0].Records
	}
	want, records := held()
	forged := commitment{"forged", beginning{books.Name, books.Start, false}, g.Answer(st.Harvest, 2, 5)}
	for name, f := range map[string]from{
		"the old lease":                  {Worker: "old", Site: "books.example", Epoch: old.epoch},
		"the old epoch in another name":  {Worker: "young", Site: "books.example", Epoch: old.epoch},
		"the new epoch, of another":      {Worker: "old", Site: "books.example", Epoch: young.epoch},
		"an epoch that was never":        {Worker: "young", Site: "books.example", Epoch: young.epoch + 1},
		"a lease of another site":        {Worker: "young", Site: "films.example", Epoch: young.epoch},
		"no lease at all":                {Worker: "young"},
		"the old lease of a dead worker": {Worker: "", Site: "books.example", Epoch: old.epoch},
	} {
		c := &Client{nc: old.client.nc, prefix: DefaultName, name: f.Worker}
		if err := c.call(ctx, opCommit, f, forged, nil); !errors.Is(err, errFenced) {
			t.Errorf("%s: %v, want it fenced", name, err)
		}
		if err := c.call(ctx, opRelease, f, ended{}, nil); !errors.Is(err, errFenced) {
			t.Errorf("%s: the site was handed back: %v", name, err)
		}
	}
	// The store holds the epoch against the one of its own transaction, too.
	if err := o.db.CommitUnder(ctx, storage.Lease{Site: "books.example", Epoch: old.epoch}, "x", forged.Commit); !errors.Is(err, storage.ErrFenced) {
		t.Errorf("the store took a commit under an old epoch: %v", err)
	}
	if steps, n := held(); n != records || !cmp.Equal(want, steps, storagetest.Same, cmpopts.EquateNaNs()) {
		t.Errorf("forged commits changed the ledger: %d steps, %d records; %d and %d before", len(steps), n, len(want), records)
	}

	// The same commit again, as its answer was lost, changes nothing and succeeds; so it does
	// at a coordinator that was started meanwhile.
	second := commitment{"once", beginning{books.Name, books.Start, false}, g.Answer(st.Harvest, 2, 3)}
	for i := range 3 {
		if i == 2 {
			o.end()
			o.start()
		}
		if err := young.call(ctx, opCommit, second, nil); err != nil {
			t.Fatalf("time %d: %v", i+1, err)
		}
	}
	if steps, _ := held(); len(steps) != 2 {
		t.Errorf("%d steps, want 2", len(steps))
	}
}

// Whoever speaks another version is refused with a sentence, whatever is asked, and ends.
func TestAnOlderProtocolIsRefused(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	o.submit(t, books.Start.String())
	nc := connect(t, o.address)
	for _, op := range []string{opHello, opLease, opCommit, opBegin, opSubmit, opRelease} {
		for _, body := range []string{`{"from":{"protocol":0,"worker":"w7","site":"books.example"},"body":{}}`, `{"from":{"worker":"w7"}}`, `{"from":{"protocol":99,"worker":"w7"},"unknown":1}`} {
			m, err := nc.Request(DefaultName+".call."+op, []byte(body), 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			var r response
			if err := decode(m.Data, &r); err != nil {
				t.Fatal(err)
			}
			if r.Refusal == nil || r.Refusal.Code != codeProtocol || !strings.Contains(r.Refusal.Reason, "w7 speaks version") || !strings.Contains(r.Refusal.Reason, "install the same hadal on both") {
				t.Errorf("%s %s: %+v", op, body, r.Refusal)
			}
			if r.Body != nil {
				t.Errorf("%s: an answer beside the refusal: %s", op, r.Body)
			}
		}
	}
	if leases, err := o.db.Leases(t.Context()); err != nil || len(leases) != 0 {
		t.Errorf("leases: %v, %v", leases, err)
	}
}

// What is longer than a message may be comes whole, in both directions.
func TestLongMessagesGoInParts(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	o.submit(t, books.Start.String())
	store := bare(t, o, "w").mustLease(t, "books.example").Store()
	ctx := t.Context()
	st, err := store.Begin(ctx, books, false)
	if err != nil {
		t.Fatal(err)
	}
	body := make([]byte, 3<<20) // of random bytes, which nothing makes shorter
	seed := uint64(88172645463325252)
	for i := range body {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		body[i] = byte(seed)
	}
	c := storagetest.NewGenerator(3).Answer(st.Harvest, 1, 3)
	c.Page = &page.Page{Request: c.Step.Answer.Request, Final: books.Start, Status: 200, Body: body, FetchedAt: time.Now()}
	long := make([]byte, 2<<20)
	for i := range long {
		long[i] = 'a' + body[i]%26
	}
	c.Step.Answer.Outcome.Rows[0].Text, c.Step.Answer.Records[0].Text = string(long), string(long)
	if err := store.Commit(ctx, c); err != nil {
		t.Fatal(err)
	}
	pages := 0
	for kept, err := range o.db.Pages(ctx, st.Harvest) {
		if err != nil {
			t.Fatal(err)
		}
		pages++
		if string(kept.Page.Body) != string(body) {
			t.Error("the page has another body")
		}
	}
	if pages != 1 {
		t.Errorf("%d pages", pages)
	}
	for step, err := range store.Steps(ctx, st.Harvest) {
		if err != nil {
			t.Fatal(err)
		}
		if got := step.Answer.Outcome.Rows[0].Text; got != string(long) {
			t.Errorf("a row's text has %d bytes, want %d", len(got), len(long))
		}
	}
	if o.c.parts.bytes != 0 || len(o.c.parts.held) != 0 {
		t.Errorf("%d bytes of %d messages are held", o.c.parts.bytes, len(o.c.parts.held))
	}
}

// A message in parts is held until its last part is there, or was fetched.
func TestPartsAreHeldUntilTheyAreFetched(t *testing.T) {
	var p parts
	now := time.Now()
	if whole, err := p.put(try{"a", 1}, 1, 2, []byte("bc"), now); whole != nil || err != nil || p.bytes != 2 {
		t.Fatalf("%q, %v, %d bytes held", whole, err, p.bytes)
	}
	if whole, err := p.put(try{"a", 1}, 0, 2, []byte("a"), now); string(whole) != "abc" || err != nil || p.bytes != 0 {
		t.Errorf("%q, %v, %d bytes held", whole, err, p.bytes)
	}
	p.keep(try{"b", 1}, [][]byte{[]byte("d"), []byte("e")}, now)
	for i, want := range []string{"d", "e"} {
		if part := p.get(try{"b", 1}, i, now); string(part) != want {
			t.Errorf("part %d is %q", i, part)
		}
	}
	if p.bytes != 0 || len(p.held) != 0 {
		t.Errorf("%d bytes of %d messages are held", p.bytes, len(p.held))
	}
}

// What is held of a try goes when the call is tried again, and is not held when it comes
// after that.
func TestPartsOfEarlierTriesGo(t *testing.T) {
	var p parts
	now := time.Now()
	two := [][]byte{[]byte("d"), []byte("e")}
	if _, err := p.put(try{"a", 1}, 0, 2, two[0], now); err != nil {
		t.Fatal(err)
	}
	p.begin(try{"a", 2}, now)
	p.keep(try{"a", 2}, two, now)
	p.begin(try{"a", 4}, now)
	p.keep(try{"a", 2}, two, now)
	p.keep(try{"a", 3}, two, now)
	if p.bytes != 0 || len(p.held) != 0 {
		t.Errorf("%d bytes of %d messages are held", p.bytes, len(p.held))
	}
	p.keep(try{"a", 4}, two, now)
	if part := p.get(try{"a", 4}, 1, now); string(part) != "e" || p.bytes != 0 {
		t.Errorf("%q, %d bytes held", part, p.bytes)
	}
}
