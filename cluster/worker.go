package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/nats-io/nuid"

	"github.com/hadal-crawler/hadal/harvest"
)

// A Harvester harvests the leased site into l.Store(), asking only through l.Guard. It
// ends, with everything saved, when ctx does.
type Harvester func(ctx context.Context, l *Lease) (harvest.Stop, error)

// Worker harvests the sites that a coordinator hands to it.
type Worker struct {
	Cluster string // its name; "": DefaultName
	Said    Said   // what it can; Name, Host, PID and Since are filled in
	Harvest Harvester
	Log     *slog.Logger
	// Resolve finds the addresses of a host; nil: by the system. With none, as behind a proxy,
	// sites that share an address are not told apart.
	Resolve func(context.Context, string) ([]netip.Addr, error)

	client *Client
	js     jetstream.JetStream
	key    nkeys.KeyPair // for which jobs are sealed
	public string
	ttl    time.Duration

	mu     sync.Mutex
	has    map[string]*Lease // by site
	free   int64
	ending bool
}

// windUp is how long a worker that ends waits for the answers in flight.
const windUp = 30 * time.Second

// Run works until drain ends: then it takes no more sites, the answers in flight are
// committed and the sites handed back. Where ctx ends everything is dropped at once.
func (w *Worker) Run(ctx, drain context.Context, nc *nats.Conn) error {
	if err := w.begin(ctx, nc); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var sites sync.WaitGroup
	unhook := context.AfterFunc(drain, func() {
		w.drain()
		time.AfterFunc(windUp, func() { stop(errors.New("the answers in flight did not come in time")) })
	})
	defer unhook()
	told := make(chan struct{})
	go func() { defer close(told); w.tell(ctx, stop) }()
	slots := make(chan struct{}, w.Said.Slots)
	for ctx.Err() == nil && drain.Err() == nil {
		select {
		case slots <- struct{}{}:
		case <-drain.Done():
			continue
		case <-ctx.Done():
			continue
		}
		msg, err := w.next(drain)
		if err != nil || msg == nil {
			<-slots
			if err != nil && drain.Err() == nil {
				w.Log.Debug("no site was had", "error", err)
				rest(drain, 200*time.Millisecond)
			}
			continue
		}
		sites.Go(func() {
			defer func() { <-slots }()
			if err := w.work(ctx, drain, msg); errors.Is(err, errProtocol) {
				stop(err)
			}
		})
	}
	sites.Wait()
	cause := context.Cause(ctx)
	_ = w.hello(context.WithoutCancel(ctx), time.Second) // that it has nothing now; who does not hear it sees it by the leases
	stop(nil)
	<-told
	if errors.Is(cause, errProtocol) {
		return cause
	}
	return nil
}

// rest waits a while, or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

func (w *Worker) begin(ctx context.Context, nc *nats.Conn) (err error) {
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	if w.Cluster == "" {
		w.Cluster = DefaultName
	}
	if w.Resolve == nil {
		w.Resolve = resolve
	}
	w.Said.Slots = max(w.Said.Slots, 1)
	w.Said.Host, _ = os.Hostname()
	w.Said.PID, w.Said.Since = os.Getpid(), time.Now().UTC()
	if w.Said.Name == "" {
		w.Said.Name = fmt.Sprintf("%s-%d-%s", w.Said.Host, w.Said.PID, nuid.Next()[16:])
	}
	w.has, w.free = map[string]*Lease{}, w.Said.Memory
	w.client = &Client{nc: nc, prefix: w.Cluster, name: w.Said.Name}
	if w.js, err = jetstream.New(nc); err != nil {
		return err
	}
	if w.key, err = nkeys.CreateCurveKeys(); err != nil {
		return err
	}
	if w.public, err = w.key.PublicKey(); err != nil {
		return err
	}
	err = w.hello(ctx, 0)
	w.client.tryTime = min(longestTry, max(shortestTry, w.ttl/triesALease))
	return err
}

// hello tells the coordinator of the worker, within so long, or until it is there.
func (w *Worker) hello(ctx context.Context, within time.Duration) error {
	if within > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	w.mu.Lock()
	said := w.Said
	said.Sites = []string{}
	for site := range w.has {
		said.Sites = append(said.Sites, site)
	}
	said.Ending = w.ending
	w.mu.Unlock()
	slices.Sort(said.Sites)
	var g greeting
	if err := w.client.call(ctx, opHello, from{}, said, &g); err != nil {
		return err
	}
	w.mu.Lock()
	w.ttl = g.LeaseTTL
	w.mu.Unlock()
	return nil
}

// helloEvery is how often a worker tells what it does.
const helloEvery = 5 * time.Second

// tell says hello again and again; one that is refused ends the worker.
func (w *Worker) tell(ctx context.Context, stop context.CancelCauseFunc) {
	for rest(ctx, helloEvery); ctx.Err() == nil; rest(ctx, helloEvery) {
		if err := w.hello(ctx, helloEvery); errors.Is(err, errProtocol) {
			stop(err)
		}
	}
}

// drain ends all harvests between two answers.
func (w *Worker) drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ending = true
	for _, l := range w.has {
		l.drain()
	}
}

// fetchWait is how long the broker is asked to wait for a site.
const fetchWait = time.Second

// next takes a site from the stream; nil where there is none.
func (w *Worker) next(ctx context.Context) (jetstream.Msg, error) {
	classes := []string{classAny}
	if w.Said.Browser { // what only it can do first
		classes = []string{classBrowser, classAny}
	}
	for i, class := range classes {
		asking, cancel := context.WithTimeout(ctx, 2*fetchWait)
		defer cancel()
		consumer, err := w.js.Consumer(asking, streamName(w.Cluster), class)
		if err != nil {
			return nil, err
		}
		var batch jetstream.MessageBatch
		if i < len(classes)-1 {
			batch, err = consumer.FetchNoWait(1)
		} else {
			batch, err = consumer.Fetch(1, jetstream.FetchMaxWait(fetchWait))
		}
		if err != nil {
			return nil, err
		}
		for msg := range batch.Messages() {
			return msg, nil
		}
		if err := batch.Error(); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// work leases the site of a message, harvests it and hands it back.
func (w *Worker) work(ctx, drain context.Context, msg jetstream.Msg) error {
	var d dispatched
	if err := json.Unmarshal(msg.Data(), &d); err != nil {
		w.Log.Warn("a site that cannot be read was dropped: the coordinator puts it in again", "error", err)
		return msg.Term()
	}
	if drain.Err() != nil {
		return msg.Nak()
	}
	l, err := w.lease(ctx, d.Site)
	if err != nil {
		refusal, is := errors.AsType[*Refusal](err)
		switch {
		case is && refusal.Code == codeNothing:
			return msg.Ack()
		case is:
			w.Log.Debug("a site was not had", "site", d.Site, "why", refusal.Reason)
			_ = msg.NakWithDelay(max(refusal.Wait, 20*time.Millisecond))
		}
		return err
	}
	ended := w.harvest(ctx, l, msg.InProgress)
	w.mu.Lock()
	delete(w.has, d.Site)
	w.free += l.memory
	w.mu.Unlock()
	if ctx.Err() == nil {
		err = l.release(ctx, ended)
	}
	if err == nil || errors.Is(err, errFenced) {
		_ = msg.Ack() // where that is lost, who gets it hears that nothing is due
	}
	return nil
}

// lease asks the coordinator for a site.
func (w *Worker) lease(ctx context.Context, site string) (*Lease, error) {
	w.mu.Lock()
	ask := leaseRequest{Ask: nuid.Next(), Browser: w.Said.Browser, Idle: len(w.has) == 0, Key: w.public}
	if w.Said.Memory > 0 {
		ask.Free = max(w.free, 1)
	}
	ttl := w.ttl
	w.mu.Unlock()
	asked := time.Now()
	once, cancel := context.WithTimeout(ctx, ttl)
	defer cancel()
	var g grant
	if err := w.client.call(once, opLease, from{Site: site}, ask, &g); err != nil {
		return nil, err
	}
	l := &Lease{
		Site: harvest.Site{Name: g.Name, Start: g.Start}, Fresh: g.Fresh,
		client: w.client, key: site, epoch: g.Epoch, ttl: g.TTL, memory: g.Needs, shows: w.Said.Browser,
		until: asked.Add(g.TTL), renewed: make(chan struct{}),
	}
	if g.Job != nil {
		job, err := w.key.Open(g.Job, g.Key)
		if err != nil {
			return nil, fmt.Errorf("open the job of %s: %w", g.Name, err)
		}
		l.Job = job
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free -= l.memory
	w.has[site] = l
	return l, nil
}

// harvest runs the harvest of a lease.
func (w *Worker) harvest(ctx context.Context, l *Lease, inProgress func() error) (e ended) {
	run, quit := context.WithCancelCause(ctx)
	defer quit(nil)
	w.mu.Lock()
	l.mu.Lock()
	l.quit, l.draining = quit, w.ending
	l.mu.Unlock()
	w.mu.Unlock()
	renewing := make(chan struct{})
	alive, end := context.WithCancel(ctx)
	go func() { defer close(renewing); l.renew(alive, inProgress) }()
	defer func() { end(); <-renewing }()
	if err := l.reserve(run, w.Resolve); err != nil {
		refusal, is := errors.AsType[*Refusal](err)
		return ended{Busy: is && refusal.Code == codeBusy, Failed: err.Error()}
	}
	w.Log.Info("harvesting", "site", l.Site.Name, "start", l.Site.Start.String())
	stop, err := w.Harvest(run, l)
	e.Stop = stop
	cause := context.Cause(run)
	switch {
	case errors.Is(cause, errBrowser):
		e.Stop.Kind, e.NeedsBrowser = harvest.Interrupted, true
	case err != nil && run.Err() != nil:
		e.Stop = harvest.Stop{Kind: harvest.Interrupted, Reason: "interrupted: " + cause.Error()}
	case err != nil:
		e.Failed = err.Error()
		w.Log.Error("a harvest failed", "site", l.Site.Name, "error", err)
	}
	return e
}

// release hands the site back.
func (l *Lease) release(ctx context.Context, e ended) error {
	return l.client.call(ctx, opRelease, from{Site: l.key, Epoch: l.epoch}, e, nil)
}

// NewClient returns who asks a coordinator for what is no worker's.
func NewClient(nc *nats.Conn, cluster string) *Client {
	if cluster == "" {
		cluster = DefaultName
	}
	return &Client{nc: nc, prefix: cluster}
}

// Submit asks the coordinator to have targets harvested.
func (c *Client) Submit(ctx context.Context, s Submission) (taken []Submitted, err error) {
	err = c.call(ctx, opSubmit, from{}, s, &taken)
	return taken, err
}
