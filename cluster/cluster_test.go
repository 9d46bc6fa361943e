package cluster

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/netip"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// brokerAt starts a broker on loopback; port 0 is any.
func brokerAt(t testing.TB, port int) *server.Server {
	t.Helper()
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the broker does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

func connect(t testing.TB, address string) *nats.Conn {
	t.Helper()
	nc, err := Connect(t.Context(), Access{Addresses: []string{address}, Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// anyJobs takes every URL on, and tells workers nothing but a secret.
type anyJobs struct {
	browser bool
	secret  string
}

func (j anyJobs) Find(_ context.Context, target string) (harvest.Site, bool, error) {
	u, err := page.ParseURL(target)
	return harvest.Site{Name: u.Site(), Start: u}, j.browser, err
}

func (j anyJobs) Job(context.Context, storage.Work) (json.RawMessage, error) {
	return json.Marshal(j.secret)
}

// office is a coordinator that can be ended and started again over the same file.
type office struct {
	t        testing.TB
	path     string
	address  string
	settings Settings
	jobs     Jobs

	c    *Coordinator
	db   *storage.DB
	nc   *nats.Conn
	stop context.CancelFunc
	done chan struct{}
}

func openOffice(t testing.TB, address string, s Settings) *office {
	o := &office{t: t, path: filepath.Join(t.TempDir(), "hadal.db"), address: address, settings: s, jobs: anyJobs{}}
	o.start()
	t.Cleanup(o.end)
	return o
}

func (o *office) start() {
	o.t.Helper()
	var err error
	if o.db, err = storage.Open(context.Background(), o.path, storage.Options{}); err != nil {
		o.t.Fatal(err)
	}
	if o.nc, err = Connect(context.Background(), Access{Addresses: []string{o.address}, Name: "coordinator"}); err != nil {
		o.t.Fatal(err)
	}
	if o.c, err = NewCoordinator(context.Background(), o.nc, o.db, o.jobs, o.settings); err != nil {
		o.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	o.stop, o.done = stop, make(chan struct{})
	go func() {
		defer close(o.done)
		_ = o.c.Run(ctx)
	}()
}

// end closes it as a kill would: what is in flight gets no answer.
func (o *office) end() {
	if o.nc == nil {
		return
	}
	o.nc.Close()
	o.stop()
	<-o.done
	if err := o.db.Close(); err != nil {
		o.t.Error(err)
	}
	o.nc = nil
}

func (o *office) submit(t testing.TB, targets ...string) {
	t.Helper()
	if _, err := NewClient(connect(t, o.address), "").Submit(t.Context(), Submission{Targets: targets}); err != nil {
		t.Fatal(err)
	}
}

// quick are settings for tests.
func quick(t testing.TB) Settings {
	return Settings{LeaseTTL: 2 * time.Second, Every: 20 * time.Millisecond, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// bare is a worker that leases what a test says.
func bare(t testing.TB, o *office, name string) *Worker {
	t.Helper()
	w := &Worker{Said: Said{Name: name}, Resolve: nowhere}
	if err := w.begin(t.Context(), connect(t, o.address)); err != nil {
		t.Fatal(err)
	}
	return w
}

func nowhere(context.Context, string) ([]netip.Addr, error) { return nil, nil }

func (w *Worker) mustLease(t testing.TB, site string) *Lease {
	t.Helper()
	l, err := w.lease(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	_, l.quit = context.WithCancelCause(t.Context())
	return l
}
