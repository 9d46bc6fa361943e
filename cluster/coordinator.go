package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// Jobs is what whoever puts a cluster together knows of its sites.
type Jobs interface {
	// Find returns the site that a TARGET means, and whether its pages are shown in a browser.
	Find(ctx context.Context, target string) (site harvest.Site, browser bool, err error)
	// Job returns what the worker that gets the work is told: settings, and what they refer
	// to. It goes to that worker only, and is kept nowhere.
	Job(ctx context.Context, w storage.Work) (json.RawMessage, error)
}

// Settings of a Coordinator; the zero values are the defaults.
type Settings struct {
	Name            string        // of the cluster, a prefix of all subjects; "hadal"
	LeaseTTL        time.Duration // how long a site stays at a worker that is not heard of; 30 s
	Every           time.Duration // how often what is due is looked up; 2 s
	Replicas        int           // of the stream, at a cluster of brokers; 1
	Memory          bool          // the stream is not on the broker's disk: for one that ends with this process
	SitesPerAddress int           // sites at once whose hosts share an address; 1
	Log             *slog.Logger
}

func (s Settings) withDefaults() Settings {
	if s.Name == "" {
		s.Name = DefaultName
	}
	if s.LeaseTTL <= 0 {
		s.LeaseTTL = 30 * time.Second
	}
	if s.Every <= 0 {
		s.Every = 2 * time.Second
	}
	s.Replicas, s.SitesPerAddress = max(s.Replicas, 1), max(s.SitesPerAddress, 1)
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return s
}

// DefaultName is the name of a cluster that has none.
const DefaultName = "hadal"

// Coordinator owns a store and hands out the sites of its work.
type Coordinator struct {
	Settings
	db    *storage.DB
	jobs  Jobs
	nc    *nats.Conn
	queue *queue
	parts parts
	quiet time.Time // before it, addresses are not given: whose they are is not known yet
	flow  flow

	mu      sync.Mutex
	held    map[string]*held           // by site
	at      map[string]map[string]bool // sites by address
	workers map[string]*heard
	asking  chan struct{} // as many requests are worked on at once; what is light does not wait
	running sync.WaitGroup
}

// held is a site that is handed out, or was a moment ago. Its requests are worked on one
// at a time.
type held struct {
	until     atomic.Int64 // unix nanoseconds
	mu        sync.Mutex
	dead      bool // it is no longer the one of its site
	lease     storage.Lease
	work      storage.Work
	ask       string         // of the request by which it was handed out
	granted   grant          // the answer to it
	begun     map[int64]bool // harvests, in this process
	addresses []string
}

type heard struct {
	Said
	seen time.Time
}

// NewCoordinator begins to hand out the work of db over nc. Close ends it, and neither of
// the two.
func NewCoordinator(ctx context.Context, nc *nats.Conn, db *storage.DB, jobs Jobs, s Settings) (*Coordinator, error) {
	s = s.withDefaults()
	if err := db.Coordinate(); err != nil {
		return nil, err
	}
	now := time.Now()
	c := &Coordinator{
		Settings: s, db: db, jobs: jobs, nc: nc, quiet: now, flow: flow{calm: 4 * (s.LeaseTTL + s.Every)},
		held: map[string]*held{}, at: map[string]map[string]bool{}, workers: map[string]*heard{}, asking: make(chan struct{}, 8*runtime.NumCPU()),
	}
	leases, err := db.Leases(ctx)
	if err != nil {
		return nil, err
	}
	work, err := db.Work(ctx)
	if err != nil {
		return nil, err
	}
	byName := map[string]storage.Work{}
	for _, w := range work {
		byName[w.Name] = w
	}
	for _, l := range leases { // their workers may be well, and must be believed to be
		h := &held{lease: l, work: byName[l.Work], begun: map[int64]bool{}}
		h.until.Store(now.Add(s.LeaseTTL).UnixNano())
		c.held[l.Site] = h
		c.quiet = now.Add(s.LeaseTTL)
	}
	if c.queue, err = newQueue(nc, s); err != nil {
		return nil, err
	}
	return c, nil
}

// Run answers and hands out until ctx ends.
func (c *Coordinator) Run(ctx context.Context) error {
	calls, err := c.nc.Subscribe(c.Name+".call.*", func(m *nats.Msg) { c.receive(ctx, m) })
	if err != nil {
		return err
	}
	gets, err := c.nc.Subscribe(c.Name+".part", func(m *nats.Msg) {
		id, i, _ := partOf(m)
		_ = m.Respond(c.parts.get(id, i, time.Now())) // who asked asks again
	})
	if err != nil {
		return err
	}
	for _, s := range []*nats.Subscription{calls, gets} {
		_ = s.SetPendingLimits(-1, 2*mostHeld)
	}
	noted := time.Time{}
	tick := time.NewTicker(c.Every)
	defer tick.Stop()
	for {
		if err := c.dispatch(ctx); err != nil && ctx.Err() == nil {
			c.Log.Warn("what is due was not handed out: it is tried again", "error", err)
		}
		if now := time.Now(); now.Sub(noted) > min(10*time.Second, 4*c.Every) {
			noted = now
			if err := c.noteWorkers(ctx, now); err != nil && ctx.Err() == nil {
				c.Log.Warn("the workers were not noted", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			_ = calls.Unsubscribe()
			_ = gets.Unsubscribe()
			c.running.Wait()
			return c.noteWorkers(context.WithoutCancel(ctx), time.Now())
		case <-c.queue.wake:
		case <-tick.C:
		}
	}
}

// receive takes one message of a request, and answers with its last one.
func (c *Coordinator) receive(ctx context.Context, m *nats.Msg) {
	data := m.Data
	id, i, of := partOf(m)
	c.parts.begin(id, time.Now())
	if of > 1 {
		whole, err := c.parts.put(id, i, of, data, time.Now())
		if err != nil {
			c.parts.reply(m, c.nc, response{Refusal: &Refusal{Code: codeFailed, Reason: err.Error()}})
			return
		}
		if whole == nil {
			if i < of-1 {
				_ = m.Respond(nil)
			} else { // the ones before it are lost
				c.parts.reply(m, c.nc, response{Refusal: &Refusal{Code: codeLost, Reason: "parts of the message are lost"}})
			}
			return
		}
		data = whole
	}
	arrived := time.Now()
	c.running.Go(func() {
		op := m.Subject[len(c.Name)+len(".call."):]
		if op != opHello && op != opRenew { // a lease must not end since others' commits are many
			c.asking <- struct{}{}
			defer func() { <-c.asking }()
		}
		var r response
		body, err := c.answer(context.WithoutCancel(ctx), op, data, arrived)
		if errors.Is(err, errStale) {
			return
		}
		if err == nil && body != nil {
			r.Body, err = json.Marshal(body)
		}
		if refusal, is := errors.AsType[*Refusal](err); is {
			r.Refusal = refusal
		} else if err != nil {
			r.Refusal = &Refusal{Code: codeFailed, Reason: err.Error()}
		}
		c.parts.reply(m, c.nc, r)
	})
}

// errStale is of a request that nobody waits for any more: who asked has asked again. To work
// on it would make those wait longer that somebody waits for, until all are stale.
var errStale = errors.New("nobody waits for the answer")

func (f from) stale(arrived time.Time) bool {
	return f.Patience > 0 && time.Since(arrived) > f.Patience
}

// answer works on one request.
func (c *Coordinator) answer(ctx context.Context, op string, data []byte, arrived time.Time) (any, error) {
	var r request
	if err := decode(data, &r); err != nil {
		return nil, err
	}
	who := r.From.Worker
	if who == "" {
		who = "whoever asks"
	}
	if refusal := wrongProtocol(who, r.From.Protocol); refusal != nil {
		return nil, refusal
	}
	if r.From.stale(arrived) {
		return nil, errStale
	}
	body, err := c.work(ctx, op, r, arrived)
	if r.From.stale(arrived) { // what is in parts would be held for nobody
		return nil, errStale
	}
	return body, err
}

// work does what a request asks for, unless it has waited for too long.
func (c *Coordinator) work(ctx context.Context, op string, r request, arrived time.Time) (any, error) {
	switch op {
	case opHello:
		return with(r.Body, func(s Said) (any, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.workers[s.Name] = &heard{s, time.Now()}
			return greeting{c.LeaseTTL}, nil
		})
	case opLease:
		return with(r.Body, func(ask leaseRequest) (any, error) { return c.lease(ctx, r.From, ask) })
	case opSubmit:
		return with(r.Body, func(s Submission) (any, error) { return c.submit(ctx, s) })
	}
	h := c.take(r.From.Site, false)
	if h == nil {
		return nil, fenced(r.From.Site)
	}
	defer h.mu.Unlock()
	if h.lease.Epoch != r.From.Epoch || h.lease.Worker != r.From.Worker {
		return nil, fenced(r.From.Site)
	}
	if r.From.stale(arrived) {
		return nil, errStale
	}
	prolong := func() { h.until.Store(time.Now().Add(c.LeaseTTL).UnixNano()) }
	prolong()
	defer prolong()
	switch op {
	case opRenew, opAddress:
		return with(r.Body, func(a renewal) (any, error) { return nil, c.settle(h, a.Addresses, op == opAddress) })
	case opRelease:
		return with(r.Body, func(e ended) (any, error) { return nil, c.release(ctx, h, e) })
	case opBegin:
		return with(r.Body, func(b beginning) (any, error) { return c.begin(ctx, h, b) })
	case opRetract:
		return with(r.Body, func(a retraction) (any, error) {
			if err := c.resume(ctx, h, a.Harvest, a.Of); err != nil {
				return nil, err
			}
			return nil, c.db.Retract(ctx, a.Harvest)
		})
	case opCommit:
		return with(r.Body, func(a commitment) (any, error) {
			if err := c.resume(ctx, h, a.Commit.Harvest, a.Of); err != nil {
				return nil, err
			}
			err := c.db.CommitUnder(ctx, h.lease, a.ID, a.Commit)
			if errors.Is(err, storage.ErrFenced) {
				err = fenced(h.lease.Site)
			}
			return nil, err
		})
	case opSteps:
		return with(r.Body, func(a stepsFrom) (any, error) { return c.steps(ctx, a) })
	case opUndetailed:
		return with(r.Body, func(a recordsFrom) (any, error) { return c.undetailed(ctx, a) })
	}
	return nil, fmt.Errorf("a coordinator cannot %q", op)
}

func fenced(site string) *Refusal {
	return &Refusal{Code: codeFenced, Reason: site + ": " + errFenced.Error()}
}

// with reads the body of a request and has f answer it.
func with[T any](body json.RawMessage, f func(T) (any, error)) (any, error) {
	var v T
	if err := json.Unmarshal(body, &v); err != nil {
		return nil, err
	}
	return f(v)
}

// take returns the entry of a site, locked; nil where there is none and none is wanted.
func (c *Coordinator) take(site string, wanted bool) *held {
	for {
		c.mu.Lock()
		h := c.held[site]
		if h == nil && wanted {
			h = &held{}
			c.held[site] = h
		}
		c.mu.Unlock()
		if h == nil {
			return nil
		}
		if h.mu.Lock(); !h.dead {
			return h
		}
		h.mu.Unlock()
	}
}

// drop ends a locked entry.
func (c *Coordinator) drop(h *held, site string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h.dead = true
	delete(c.held, site)
	c.leave(h, site)
}

// leave gives up the addresses of an entry; c.mu is held.
func (c *Coordinator) leave(h *held, site string) {
	for _, a := range h.addresses {
		if delete(c.at[a], site); len(c.at[a]) == 0 {
			delete(c.at, a)
		}
	}
	h.addresses = nil
}

// lease hands a site out.
func (c *Coordinator) lease(ctx context.Context, f from, ask leaseRequest) (any, error) {
	now := time.Now()
	c.flow.moves(now)
	h := c.take(f.Site, true)
	defer h.mu.Unlock()
	taken := h.lease.Epoch != 0
	switch left := time.Unix(0, h.until.Load()).Sub(now); {
	case taken && h.ask == ask.Ask && ask.Ask != "": // the answer was lost
		h.until.Store(now.Add(c.LeaseTTL).UnixNano())
		return h.granted, nil
	case taken && left > 0:
		return nil, &Refusal{Code: codeBusy, Reason: fmt.Sprintf("%s is at worker %s", f.Site, h.lease.Worker), Wait: left}
	}
	lease, work, ok, err := c.db.Grant(ctx, f.Site, f.Worker, now)
	c.queue.took(f.Site)
	if err != nil || !ok {
		if !taken {
			c.drop(h, f.Site)
		}
		if err == nil {
			err = &Refusal{Code: codeNothing, Reason: f.Site + " has nothing that is due"}
		}
		return nil, err
	}
	h.lease, h.work, h.begun, h.ask = lease, work, map[int64]bool{}, ask.Ask
	h.until.Store(now.Add(c.LeaseTTL).UnixNano())
	c.mu.Lock()
	c.leave(h, f.Site)
	c.mu.Unlock()
	g, err := c.grant(ctx, h, ask)
	if err == nil {
		h.granted = g
		return g, nil
	}
	next := storage.Handed{NotBefore: now.Add(c.Every), Needs: work.Needs, Tries: work.Tries, Stop: work.Stop, Said: err.Error()}
	if _, refused := errors.AsType[*Refusal](err); !refused { // its settings cannot be read, say: that is for a person to mend
		next.NotBefore = now.Add(wait(work.Tries))
		next.Tries++
		c.Log.Error("a site cannot be handed out", "site", work.Name, "error", err)
	}
	return nil, errors.Join(err, c.handBack(ctx, h, next))
}

// grant puts together what the worker of a site must know, or refuses.
func (c *Coordinator) grant(ctx context.Context, h *held, ask leaseRequest) (g grant, err error) {
	if h.work.Needs == needsBrowser && !ask.Browser {
		return g, &Refusal{Code: codeUnfit, Reason: h.work.Name + " needs a browser, which this worker has not", Wait: c.Every}
	}
	size, err := c.db.Size(ctx, h.work.Name)
	if err != nil {
		return g, err
	}
	memory := memoryOf(size)
	if ask.Free != 0 && memory > ask.Free && !ask.Idle {
		return g, &Refusal{Code: codeUnfit, Reason: fmt.Sprintf("%s needs %d MB of memory, and this worker has %d MB left", h.work.Name, memory>>20, max(0, ask.Free)>>20), Wait: c.Every}
	}
	start, err := page.ParseURL(h.work.Start)
	if err != nil {
		return g, err
	}
	g = grant{Epoch: h.lease.Epoch, Name: h.work.Name, Start: start, TTL: c.LeaseTTL, Fresh: !h.work.Fresh.IsZero(), Needs: memory}
	job, err := c.jobs.Job(ctx, h.work)
	if err != nil || job == nil {
		return g, err
	}
	own, err := nkeys.CreateCurveKeys()
	if err != nil {
		return g, err
	}
	if g.Key, err = own.PublicKey(); err == nil {
		g.Job, err = own.Seal(job, ask.Key)
	}
	return g, err
}

const needsBrowser = "browser"

// Memory that the harvest of a site takes, by its records.
const (
	memoryOfSite   = 3 << 20
	memoryOfRecord = 6 << 10
)

func memoryOf(records int) int64 { return memoryOfSite + int64(records)*memoryOfRecord }

// settle notes at which addresses the hosts of a site are. Where they are asked for, they
// are refused while another site's worker asks there.
func (c *Coordinator) settle(h *held, addresses []string, asked bool) error {
	now, site := time.Now(), h.lease.Site
	c.mu.Lock()
	defer c.mu.Unlock()
	if asked && now.Before(c.quiet) && len(addresses) > 0 {
		return &Refusal{Code: codeBusy, Reason: "the coordinator does not know yet who asks at which address", Wait: c.quiet.Sub(now)}
	}
	for _, a := range addresses {
		others := 0
		for other := range c.at[a] {
			if o := c.held[other]; other != site && o != nil && o.until.Load() > now.UnixNano() {
				others++
			}
		}
		if asked && others >= c.SitesPerAddress {
			return &Refusal{Code: codeBusy, Reason: fmt.Sprintf("%s shares the address %s with a site that is being harvested", site, a), Wait: c.Every}
		}
	}
	for _, a := range addresses {
		if !slices.Contains(h.addresses, a) {
			h.addresses = append(h.addresses, a)
		}
		if c.at[a] == nil {
			c.at[a] = map[string]bool{}
		}
		c.at[a][site] = true
	}
	return nil
}

// release takes a site back.
func (c *Coordinator) release(ctx context.Context, h *held, e ended) error {
	next := judge(h.work, e, time.Now())
	if err := c.handBack(ctx, h, next); err != nil {
		return err
	}
	c.Log.Info("handed back", "site", h.work.Name, "worker", h.lease.Worker, "done", next.Done, "why", next.Said)
	return nil
}

// handBack ends a lease, and wakes the queue where the site is due again.
func (c *Coordinator) handBack(ctx context.Context, h *held, next storage.Handed) error {
	err := c.db.HandBack(ctx, h.lease, next)
	if err != nil && !errors.Is(err, storage.ErrFenced) {
		return err
	}
	c.drop(h, h.lease.Site)
	return nil
}

// How often, and after how long, a site is tried again that failed.
const (
	mostTries = 4
	firstWait = 5 * time.Minute
)

// wait is how long a site rests after so many failures in a row.
func wait(tries int) time.Duration { return firstWait << min(2*tries, 8) }

// judge says what becomes of work that is handed back.
func judge(w storage.Work, e ended, now time.Time) storage.Handed {
	next := storage.Handed{Needs: w.Needs, Tries: w.Tries, Stop: string(e.Stop.Kind), Said: e.Stop.Reason}
	failed := e.Stop.Kind == harvest.Broken || e.Stop.Kind == harvest.Blocked
	switch {
	case e.Busy:
		next.NotBefore, next.Stop, next.Said = now.Add(time.Second+rand.N(2*time.Second)), w.Stop, "it shares an address with a site that is being harvested"
	case e.NeedsBrowser:
		next.Needs, next.Said = needsBrowser, "it needs a worker with a browser"
	case e.Failed != "":
		next.Said, failed = e.Failed, true
	case e.Stop.Kind == harvest.Interrupted:
	case !failed:
		next.Done = true
	}
	if failed {
		next.Done = w.Tries+1 >= mostTries
		next.NotBefore = now.Add(wait(w.Tries))
		next.Tries++
	} else if e.Stop.Kind != harvest.Interrupted && !e.Busy && !e.NeedsBrowser {
		next.Tries = 0
	}
	return next
}

// begin is Store.Begin. Where the work is to start over, a harvest that began before it
// was submitted so is followed by a fresh one, and no other.
func (c *Coordinator) begin(ctx context.Context, h *held, b beginning) (any, error) {
	site := harvest.Site{Name: b.Name, Start: b.Start}
	state, err := c.db.Begin(ctx, site, false)
	if err == nil && b.Fresh && state.Started.Before(h.work.Fresh) && (state.Steps > 0 || state.Stop != nil) {
		state, err = c.db.Begin(ctx, site, true)
	}
	if err != nil {
		return nil, err
	}
	h.begun[state.Harvest] = true
	return state, nil
}

// resume begins a harvest again that was begun before this process.
func (c *Coordinator) resume(ctx context.Context, h *held, id int64, of beginning) error {
	if h.begun[id] {
		return nil
	}
	state, err := c.db.Begin(ctx, harvest.Site{Name: of.Name, Start: of.Start}, false)
	if err != nil {
		return err
	}
	if state.Harvest != id {
		return fmt.Errorf("harvest %d of %s is not its latest, which is %d", id, of.Name, state.Harvest)
	}
	h.begun[id] = true
	return nil
}

// enough is how many bytes of steps or records go into one answer.
const enough = 2 << 20

func (c *Coordinator) steps(ctx context.Context, a stepsFrom) (any, error) {
	some := struct {
		Steps []json.RawMessage `json:"steps"`
		UpTo  int64             `json:"up_to"`
	}{UpTo: a.UpTo}
	if a.UpTo == 0 {
		var err error
		if some.UpTo, err = c.db.Last(ctx, a.Harvest); err != nil {
			return nil, err
		}
	}
	size := 0
	for step, err := range c.db.StepsAfter(ctx, a.Harvest, a.After) {
		if err != nil {
			return nil, err
		}
		if step.Seq > some.UpTo || size > enough {
			break
		}
		data, err := json.Marshal(step)
		if err != nil {
			return nil, err
		}
		some.Steps = append(some.Steps, data)
		size += len(data)
	}
	return some, nil
}

func (c *Coordinator) undetailed(ctx context.Context, a recordsFrom) (any, error) {
	var some struct {
		Records []json.RawMessage `json:"records"`
		More    bool              `json:"more"`
	}
	size, n := 0, 0
	for record, err := range c.db.Undetailed(ctx, a.Harvest) {
		if err != nil {
			return nil, err
		}
		if n++; n <= a.Skip {
			continue
		}
		if some.More = size > enough; some.More {
			break
		}
		data, err := json.Marshal(record)
		if err != nil {
			return nil, err
		}
		some.Records = append(some.Records, data)
		size += len(data)
	}
	return some, nil
}

// submit takes targets on: all of them, or none.
func (c *Coordinator) submit(ctx context.Context, s Submission) (any, error) {
	now := time.Now().UTC()
	var all []storage.Work
	var out []Submitted
	var errs []error
	for _, target := range s.Targets {
		site, browser, err := c.jobs.Find(ctx, target)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		w := storage.Work{Name: site.Name, Target: target, Start: site.Start.String(), Site: site.Start.Site()}
		if s.Fresh {
			w.Fresh = now
		}
		if browser {
			w.Needs = needsBrowser
		}
		all = append(all, w)
		out = append(out, Submitted{target, site.Name, w.Start})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if err := c.db.Submit(ctx, all, now); err != nil {
		return nil, err
	}
	c.queue.look()
	return out, nil
}

// forgetWorker is how long a worker that is not heard of is remembered.
const forgetWorker = time.Hour

// noteWorkers writes down which workers were heard of.
func (c *Coordinator) noteWorkers(ctx context.Context, now time.Time) error {
	var all []storage.Worker
	c.mu.Lock()
	for name, w := range c.workers {
		all = append(all, storage.Worker{Said: w.Said, Seen: w.seen})
		if now.Sub(w.seen) > forgetWorker {
			delete(c.workers, name)
		}
	}
	c.mu.Unlock()
	if len(all) == 0 {
		return nil
	}
	return c.db.KeepWorkers(ctx, all, now.Add(-forgetWorker))
}

// mostQueued is how many sites of a class the queue has at most: as many as workers could
// take until what is due is looked up again. However many wait, no more are read.
const mostQueued = 1000

// dispatch puts what is due, and whose worker is not heard of, into the queue.
func (c *Coordinator) dispatch(ctx context.Context) error {
	now := time.Now()
	var due []storage.Work
	for _, needs := range []string{"", needsBrowser} { // each is a class of its own, which none of the other keeps waiting
		sites, err := c.db.Due(ctx, needs, now, mostQueued)
		if err != nil {
			return err
		}
		for _, site := range sites {
			due = append(due, storage.Work{Site: site, Needs: needs})
		}
	}
	c.mu.Lock()
	for site, h := range c.held {
		if h.until.Load() < now.UnixNano() && h.mu.TryLock() {
			if h.lease.Epoch != 0 {
				due = append(due, storage.Work{Site: site, Needs: h.work.Needs})
			}
			h.mu.Unlock()
		}
	}
	c.mu.Unlock()
	if err := c.queue.put(ctx, due); err != nil || !c.flow.stalls(now, c.idleFor(due, now)) {
		return err
	}
	c.Log.Warn("workers have room, but no site that is due reaches them: the stream of sites is made anew")
	return c.queue.renew(ctx)
}

// idleFor reports whether a worker that is heard of has room for one of the sites that are due.
func (c *Coordinator) idleFor(due []storage.Work, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.workers {
		if now.Sub(w.seen) < 2*helloEvery && !w.Ending && len(w.Sites) < w.Slots &&
			slices.ContainsFunc(due, func(d storage.Work) bool { return d.Needs != needsBrowser || w.Browser }) {
			return true
		}
	}
	return false
}

// flow tells when sites no longer come out of the stream. A broker may have all of it and
// give nothing: one whose consumer has lost its leader, or has one that does not work, says
// nothing of it to who puts sites in.
type flow struct {
	mu    sync.Mutex
	since time.Time // when something moved last, or nothing had to
	calm  time.Duration
	tries int // how often the stream was made anew since something moved
}

// moves notes that a site came out of the stream.
func (f *flow) moves(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.since, f.tries = now, 0
}

// stalls reports whether for too long nothing has moved while something should have; longer
// each time, until something does.
func (f *flow) stalls(now time.Time, should bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !should || f.since.IsZero() {
		f.since = now
	}
	if now.Sub(f.since) < f.calm<<min(f.tries, 5) {
		return false
	}
	f.since = now
	f.tries++
	return true
}
