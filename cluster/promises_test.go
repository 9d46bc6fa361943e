package cluster

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/storagetest"
)

// crew are workers whose harvests are what a test says.
type crew struct {
	drain   []context.CancelFunc
	running sync.WaitGroup
}

func (c *crew) hire(t testing.TB, o *office, w *Worker) {
	t.Helper()
	drain, cancel := context.WithCancel(context.Background())
	c.drain = append(c.drain, cancel)
	nc := connect(t, o.address)
	c.running.Go(func() {
		if err := w.Run(context.Background(), drain, nc); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(c.dismiss)
}

// dismiss ends the workers well.
func (c *crew) dismiss() {
	for _, drain := range c.drain {
		drain()
	}
	c.running.Wait()
}

// await waits until so many sites are done, and nothing is left to be done.
func (o *office) await(t testing.TB, sites int) {
	t.Helper()
	var work []storage.Work
	for range 3000 {
		var err error
		if work, err = o.db.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(work) == sites && !slices.ContainsFunc(work, func(w storage.Work) bool { return !w.Done }) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("not all is done: %+v", work)
}

var exhausted = harvest.Stop{Kind: harvest.Exhausted, Reason: "all was read"}

// tally counts which sites are harvested, how often, and what goes on at once.
type tally struct {
	mu    sync.Mutex
	times map[string]int
	now   map[string]bool
	met   []string // pairs of sites that were harvested at once
}

func (n *tally) harvest(takes time.Duration) Harvester {
	return func(ctx context.Context, l *Lease) (harvest.Stop, error) {
		n.mu.Lock()
		if n.times == nil {
			n.times, n.now = map[string]int{}, map[string]bool{}
		}
		n.times[l.key]++
		for other := range n.now {
			n.met = append(n.met, min(l.key, other)+" "+max(l.key, other))
		}
		n.now[l.key] = true
		n.mu.Unlock()
		time.Sleep(takes)
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.now, l.key)
		return exhausted, nil
	}
}

// inStream waits until so many sites are in the stream, and returns how many are.
func inStream(t testing.TB, js jetstream.JetStream, wanted uint64) (n uint64) {
	t.Helper()
	for range 500 {
		if s, err := js.Stream(t.Context(), streamName(DefaultName)); err == nil {
			if n = s.CachedInfo().State.Msgs; n == wanted {
				break
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n
}

// What JetStream has may vanish at any moment, as a whole or in part, and so may the
// coordinator: each site is harvested all the same, and once.
func TestAWipedQueueCostsTimeOnly(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	var targets []string
	for i := range 30 {
		targets = append(targets, fmt.Sprintf("https://site%d.example/", i))
	}
	o.submit(t, targets...)
	nc := connect(t, o.address)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	queued := func() uint64 { return inStream(t, js, 30) }
	if n := queued(); n != 30 {
		t.Fatalf("%d sites are in the queue", n)
	}
	s, err := js.Stream(t.Context(), streamName(DefaultName))
	if err == nil {
		err = s.Purge(t.Context(), jetstream.WithPurgeSubject(siteSubject(DefaultName, classAny, "site7.example")))
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := queued(); n != 30 {
		t.Fatalf("%d sites are in the queue after one was lost", n)
	}
	if err := js.DeleteStream(t.Context(), streamName(DefaultName)); err != nil {
		t.Fatal(err)
	}
	if n := queued(); n != 30 {
		t.Fatalf("%d sites are in the queue after all were lost", n)
	}
	var crew crew
	var n tally
	for i := range 3 {
		crew.hire(t, o, &Worker{Said: Said{Name: fmt.Sprint("w", i), Slots: 2}, Resolve: nowhere, Harvest: n.harvest(50 * time.Millisecond)})
	}
	time.Sleep(100 * time.Millisecond)
	_ = js.DeleteStream(t.Context(), streamName(DefaultName)) // while they are at work
	o.end()
	o.start()
	o.await(t, 30)
	crew.dismiss()
	for _, target := range targets {
		if site := page.MustParseURL(target).Site(); n.times[site] != 1 {
			t.Errorf("%s was harvested %d times", site, n.times[site])
		}
	}
}

// A broker that has all sites and gives none, as one does whose consumer has lost its leader,
// keeps no worker waiting for long.
func TestAQueueThatGivesNothingIsMadeAnew(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	js, err := jetstream.New(connect(t, o.address))
	if err != nil {
		t.Fatal(err)
	}
	inStream(t, js, 0)
	for range 500 {
		if _, err = js.PauseConsumer(t.Context(), streamName(DefaultName), classAny, time.Now().Add(time.Hour)); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	o.submit(t, "https://one.example/", "https://two.example/")
	var crew crew
	var n tally
	crew.hire(t, o, &Worker{Said: Said{Name: "w", Slots: 2}, Resolve: nowhere, Harvest: n.harvest(0)})
	o.await(t, 2)
	crew.dismiss()
	if n.times["one.example"] != 1 || n.times["two.example"] != 1 {
		t.Errorf("harvested %v", n.times)
	}
}

// A site is at one worker, and so is an address: sites whose hosts share one wait for each
// other, wherever their workers are.
func TestSitesThatShareAnAddressAreNotHarvestedAtOnce(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	resolve := func(_ context.Context, host string) ([]netip.Addr, error) {
		at := map[string]string{"a.example": "192.0.2.1", "b.example": "192.0.2.1", "c.example": "192.0.2.2", "d.example": "192.0.2.3"}
		return []netip.Addr{netip.MustParseAddr(at[host])}, nil
	}
	var crew crew
	var n tally
	for i := range 2 {
		crew.hire(t, o, &Worker{Said: Said{Name: fmt.Sprint("w", i), Slots: 4}, Resolve: resolve, Harvest: n.harvest(500 * time.Millisecond)})
	}
	o.submit(t, "https://a.example/", "https://b.example/", "https://c.example/", "https://d.example/")
	o.await(t, 4)
	crew.dismiss()
	if slices.Contains(n.met, "a.example b.example") {
		t.Errorf("at once: %q", n.met)
	}
	if len(n.met) == 0 {
		t.Error("nothing was harvested at once")
	}
	for site, times := range n.times {
		if times != 1 {
			t.Errorf("%s was harvested %d times", site, times)
		}
	}
}

// A coordinator that has just started does not know yet who asks where: addresses wait until
// the leases of before have ended or told.
func TestAddressesOutliveTheCoordinator(t *testing.T) {
	s := quick(t)
	s.LeaseTTL = time.Second
	o := openOffice(t, brokerAt(t, 0).ClientURL(), s)
	o.submit(t, "https://a.example/", "https://b.example/")
	at := func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
	}
	one, other := bare(t, o, "one"), bare(t, o, "other")
	a := one.mustLease(t, "a.example")
	if err := a.reserve(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	o.end()
	o.start()
	b := other.mustLease(t, "b.example")
	var refusal *Refusal
	if err := b.reserve(t.Context(), at); !errors.As(err, &refusal) || refusal.Code != codeBusy {
		t.Fatalf("the address was given twice: %v", err)
	}
	alive, end := context.WithCancel(t.Context())
	defer end()
	go a.renew(alive, func() error { return nil }) // it tells its addresses
	time.Sleep(3 * s.LeaseTTL / 2)
	if err := b.reserve(t.Context(), at); !errors.As(err, &refusal) || !strings.Contains(refusal.Reason, "shares the address") {
		t.Errorf("the address was given twice: %v", err)
	}
}

// Settings and secrets of a site are in no stream and on no disk of the broker, and what goes
// by can be read by the worker alone that has the site.
func TestSecretsAreInNoStream(t *testing.T) {
	broker := brokerAt(t, 0)
	const secret = "Bearer 7f3a-horse-battery"
	o := &office{t: t, path: filepath.Join(t.TempDir(), "hadal.db"), address: broker.ClientURL(), settings: quick(t), jobs: anyJobs{secret: secret}}
	o.start()
	t.Cleanup(o.end)
	var mu sync.Mutex
	var heard [][]byte
	if _, err := connect(t, o.address).Subscribe(">", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, m.Data)
		if bytes.HasPrefix(m.Data, packed) {
			if plain, err := unpacker.DecodeAll(m.Data, nil); err == nil {
				heard = append(heard, plain)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	o.submit(t, books.Start.String())
	w := bare(t, o, "w")
	if n := inStream(t, w.js, 1); n != 1 {
		t.Fatalf("%d sites are in the stream", n)
	}
	l := w.mustLease(t, "books.example")
	var told string
	if err := json.Unmarshal(l.Job, &told); err != nil || told != secret {
		t.Fatalf("the worker was told %q, %v", told, err)
	}
	store := l.Store()
	st, err := store.Begin(t.Context(), books, false)
	if err == nil {
		err = store.Commit(t.Context(), storagetest.NewGenerator(1).Answer(st.Harvest, 1, 5))
	}
	if err != nil {
		t.Fatal(err)
	}
	site := base64.RawURLEncoding.EncodeToString([]byte("books.example"))
	dir := broker.JetStreamConfig().StoreDir
	o.end()
	broker.Shutdown()
	broker.WaitForShutdown()
	files, finds := 0, 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files++
		if bytes.Contains(data, []byte("horse")) {
			t.Errorf("%s has the secret", path)
		}
		if bytes.Contains(data, []byte(site)) {
			finds++
		}
		return err
	})
	if err != nil || files == 0 || finds == 0 {
		t.Errorf("%d files, of which %d have the name of the site: %v", files, finds, err)
	}
	mu.Lock()
	defer mu.Unlock()
	granted := false
	for _, data := range heard {
		granted = granted || bytes.Contains(data, []byte(`"job":`))
		for _, hidden := range []string{secret, base64.StdEncoding.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte(`"` + secret + `"`))} {
			if bytes.Contains(data, []byte(hidden)) {
				t.Errorf("whoever listens reads %s", data)
			}
		}
	}
	if !granted {
		t.Errorf("the job was not among %d messages", len(heard))
	}
}

// A site goes to a worker that can harvest it.
func TestSitesGoToWorkersThatFit(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	o.submit(t, "https://small.example/")
	plain := bare(t, o, "plain")
	plain.Said.Memory, plain.free = 1<<20, 1<<20
	plain.has["other.example"] = nil
	var refusal *Refusal
	if _, err := plain.lease(t.Context(), "small.example"); !errors.As(err, &refusal) || refusal.Code != codeUnfit {
		t.Errorf("a site was given to a worker that has no memory left: %v", err)
	}
	delete(plain.has, "other.example") // what does not fit a worker that has nothing else fits nowhere better
	time.Sleep(3 * o.settings.Every)
	if _, err := plain.lease(t.Context(), "small.example"); err != nil {
		t.Errorf("an idle worker did not get it: %v", err)
	}

	o.end()
	o.jobs = anyJobs{browser: true}
	o.start()
	o.submit(t, "https://drawn.example/")
	if _, err := plain.lease(t.Context(), "drawn.example"); !errors.As(err, &refusal) || refusal.Code != codeUnfit {
		t.Errorf("a site was given to a worker without a browser: %v", err)
	}
	var crew crew
	var without, with tally
	crew.hire(t, o, &Worker{Said: Said{Name: "without"}, Resolve: nowhere, Harvest: without.harvest(0)})
	crew.hire(t, o, &Worker{Said: Said{Name: "with", Browser: true}, Resolve: nowhere, Harvest: with.harvest(0)})
	for range 500 {
		with.mu.Lock()
		n := with.times["drawn.example"]
		with.mu.Unlock()
		if n > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	crew.dismiss()
	if with.times["drawn.example"] != 1 || without.times["drawn.example"] != 0 {
		t.Errorf("with a browser: %v, without: %v", with.times, without.times)
	}
}

// A worker that a coordinator of another version refuses says so, and ends.
func TestARefusedWorkerEnds(t *testing.T) {
	nc := connect(t, brokerAt(t, 0).ClientURL())
	if _, err := nc.Subscribe(DefaultName+".call.>", func(m *nats.Msg) {
		data, err := encode(response{Refusal: wrongProtocol("w", protocol+1)})
		if err == nil {
			err = m.Respond(data)
		}
		if err != nil {
			t.Error(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	w := &Worker{Said: Said{Name: "w"}}
	err := w.Run(t.Context(), t.Context(), nc)
	if !errors.Is(err, errProtocol) || !strings.Contains(err.Error(), "install the same hadal on both") {
		t.Errorf("it ended with %v", err)
	}
}

// A worker that is told to end has the answer in flight committed, and asks nothing more.
func TestDrainKeepsTheAnswerInFlight(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	o.submit(t, books.Start.String())
	l := bare(t, o, "w").mustLease(t, "books.example")
	ctx, quit := context.WithCancelCause(t.Context())
	l.quit = quit
	store := l.Store()
	st, err := store.Begin(ctx, books, false)
	if err != nil {
		t.Fatal(err)
	}
	n := &oneAnswer{asked: make(chan struct{}), answer: make(chan struct{})}
	guarded := l.Guard(n)
	fetched := make(chan error, 1)
	go func() { _, err := guarded.Fetch(ctx, page.Request{URL: books.Start}); fetched <- err }()
	<-n.asked
	l.drain()
	close(n.answer)
	if err := <-fetched; err != nil {
		t.Fatalf("the request in flight: %v", err)
	}
	if ctx.Err() != nil {
		t.Fatal("the harvest was ended before its answer was committed")
	}
	if err := store.Commit(ctx, storagetest.NewGenerator(1).Answer(st.Harvest, 1, 3)); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(context.Cause(ctx), errDraining) {
		t.Errorf("after the commit the harvest goes on: %v", context.Cause(ctx))
	}
	if _, err := guarded.Fetch(ctx, page.Request{URL: books.Start}); err == nil || n.times != 1 {
		t.Errorf("it asked again: %v, %d requests", err, n.times)
	}
}

type oneAnswer struct {
	harvest.Network
	asked, answer chan struct{}
	times         int
}

func (n *oneAnswer) Fetch(context.Context, page.Request) (*page.Page, error) {
	n.times++
	close(n.asked)
	<-n.answer
	return &page.Page{}, nil
}

// A coordinator that is behind works on what somebody waits for, and not on what was asked
// again meanwhile; and leases are renewed however much waits.
func TestABusyCoordinatorCatchesUp(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	o.submit(t, books.Start.String())
	l := bare(t, o, "w").mustLease(t, "books.example")
	for _, op := range []string{opBegin, opSubmit} {
		body, err := json.Marshal(map[string]any{"targets": []string{"https://films.example/"}, "name": books.Name, "start": books.Start})
		if err != nil {
			t.Fatal(err)
		}
		data, err := encode(request{from{Protocol: protocol, Worker: "w", Site: l.key, Epoch: l.epoch, Patience: time.Hour}, body})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.c.answer(t.Context(), op, data, time.Now().Add(-2*time.Hour)); !errors.Is(err, errStale) {
			t.Errorf("%s that nobody waits for is worked on: %v", op, err)
		}
		if work, err := o.db.Work(t.Context()); err != nil || len(work) != 1 {
			t.Errorf("work: %+v, %v", work, err)
		}
		if _, err := o.c.answer(t.Context(), op, data, time.Now()); err != nil {
			t.Errorf("%s: %v", op, err)
		}
	}
	for range cap(o.c.asking) {
		o.c.asking <- struct{}{}
	}
	if err := l.call(t.Context(), opRenew, renewal{}, nil); err != nil {
		t.Errorf("a lease is not renewed: %v", err)
	}
	for range cap(o.c.asking) {
		<-o.c.asking
	}
}

// A request that the end of the lease cuts off is asked again once the lease is renewed, and
// is no fault of the site.
func TestARequestOutlivesItsLease(t *testing.T) {
	o := openOffice(t, brokerAt(t, 0).ClientURL(), quick(t))
	o.submit(t, books.Start.String())
	l := bare(t, o, "w").mustLease(t, "books.example")
	l.until = time.Now().Add(50 * time.Millisecond) // as if it had not been heard of for long
	n := &cutOff{began: make(chan struct{}, 2)}
	fetched := make(chan error, 1)
	go func() {
		_, err := l.Guard(n).Fetch(t.Context(), page.Request{URL: books.Start})
		fetched <- err
	}()
	<-n.began
	select {
	case <-n.began:
		t.Fatal("it was asked again without a lease")
	case err := <-fetched:
		t.Fatalf("it ended with %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	if err := l.call(t.Context(), opRenew, renewal{}, nil); err != nil {
		t.Fatal(err)
	}
	if err := <-fetched; err != nil || n.times != 2 {
		t.Errorf("after it was renewed: %v, %d requests", err, n.times)
	}
}

// cutOff answers but the first time.
type cutOff struct {
	harvest.Network
	began chan struct{}
	times int
}

func (n *cutOff) Fetch(ctx context.Context, _ page.Request) (*page.Page, error) {
	n.times++
	n.began <- struct{}{}
	if n.times == 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &page.Page{}, nil
}
