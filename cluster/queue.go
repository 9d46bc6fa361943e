package cluster

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/hadal-crawler/hadal/storage"
)

// queue is the stream from which workers take sites. It says only that a site is worth
// asking for; what is lost of it is put in again.
type queue struct {
	Settings
	js   jetstream.JetStream
	wake chan struct{}

	mu     sync.Mutex
	queued map[string]bool // sites that are believed to be in the stream
	ready  bool            // the stream and its consumers were seen
}

// The classes of sites: each is a subject of its own, and a consumer.
const (
	classAny     = "any"
	classBrowser = "browser"
)

func streamName(cluster string) string { return cluster + "-sites" }

func siteSubject(cluster, class, site string) string {
	return cluster + ".site." + class + "." + base64.RawURLEncoding.EncodeToString([]byte(site))
}

func newQueue(nc *nats.Conn, s Settings) (*queue, error) {
	js, err := jetstream.New(nc)
	return &queue{Settings: s, js: js, wake: make(chan struct{}, 1), queued: map[string]bool{}}, err
}

// look has what is due looked up now.
func (q *queue) look() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// took notes that a site was taken out of the stream.
func (q *queue) took(site string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.queued, site)
}

// ensure makes the stream and its consumers where they are not there, and counts what the
// stream has.
func (q *queue) ensure(ctx context.Context) (int, error) {
	q.mu.Lock()
	ready := q.ready
	q.mu.Unlock()
	stream, err := q.js.Stream(ctx, streamName(q.Name))
	if err == nil && ready && stream.CachedInfo().State.Consumers == 2 {
		return int(stream.CachedInfo().State.Msgs), nil
	}
	storageOf := jetstream.FileStorage
	if q.Memory {
		storageOf = jetstream.MemoryStorage
	}
	stream, err = q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamName(q.Name), Subjects: []string{q.Name + ".site.>"}, Retention: jetstream.WorkQueuePolicy, Storage: storageOf, Replicas: q.Replicas,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, // a site is in it once
	})
	if err != nil {
		return 0, fmt.Errorf("make the stream of sites: %w", err)
	}
	for _, class := range []string{classAny, classBrowser} {
		_, err := stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: class, FilterSubject: q.Name + ".site." + class + ".>", AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.LeaseTTL,
			MaxDeliver: -1, MaxAckPending: -1, // the default of 1000 would silently end deliveries there
		})
		if err != nil {
			return 0, fmt.Errorf("make the consumer of sites: %w", err)
		}
	}
	q.mu.Lock()
	q.ready = true
	q.mu.Unlock()
	return int(stream.CachedInfo().State.Msgs), nil
}

// patience is how long a broker is waited for.
const patience = 5 * time.Second

// put publishes sites that are not in the stream yet. One that is there is refused by the
// stream, which is as good.
func (q *queue) put(ctx context.Context, due []storage.Work) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	has, err := q.ensure(ctx)
	if err != nil {
		q.lost()
		return err
	}
	q.mu.Lock()
	if has < len(q.queued) { // the broker has lost some: nobody knows which
		clear(q.queued)
	}
	var fresh []storage.Work
	for _, w := range due {
		if !q.queued[w.Site] {
			fresh = append(fresh, w)
		}
	}
	q.mu.Unlock()
	type sent struct {
		site string
		ack  jetstream.PubAckFuture
	}
	var waiting []sent
	for _, w := range fresh {
		class := classAny
		if w.Needs == needsBrowser {
			class = classBrowser
		}
		data, err := json.Marshal(dispatched{protocol, w.Site})
		if err != nil {
			return err
		}
		ack, err := q.js.PublishAsync(siteSubject(q.Name, class, w.Site), data)
		if err != nil {
			return err
		}
		waiting = append(waiting, sent{w.Site, ack})
	}
	for _, one := range waiting {
		select {
		case <-one.ack.Ok():
		case err := <-one.ack.Err():
			if !there(err) {
				q.lost()
				return err
			}
		case <-ctx.Done():
			q.lost()
			return ctx.Err()
		}
		q.mu.Lock()
		q.queued[one.site] = true
		q.mu.Unlock()
	}
	return nil
}

// renew does away with the stream; it is made anew, with all that is due, by the next put.
func (q *queue) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	q.lost()
	if err := q.js.DeleteStream(ctx, streamName(q.Name)); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("do away with the stream of sites: %w", err)
	}
	return nil
}

// lost notes that the broker may not have what it had.
func (q *queue) lost() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ready = false
}

// there reports whether a site was not taken by the stream since it is in it.
func there(err error) bool {
	const perSubject = 10077 // "maximum messages per subject exceeded"
	api, is := errors.AsType[*jetstream.APIError](err)
	return is && int(api.ErrorCode) == perSubject
}
