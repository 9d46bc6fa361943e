//go:build linux && (amd64 || arm64)

package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/storage"
)

// brokerMain is a NATS server of a cluster, as its own process: NAME DIR PORT CLUSTERPORT ROUTE,...
func brokerMain() {
	var port, clusterPort int
	if _, err := fmt.Sscan(os.Args[3]+" "+os.Args[4], &port, &clusterPort); err != nil {
		panic(err)
	}
	s, err := server.NewServer(&server.Options{
		ServerName: os.Args[1], Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true, JetStream: true, StoreDir: os.Args[2],
		Cluster: server.ClusterOpts{Name: "torture", Host: "127.0.0.1", Port: clusterPort, NoAdvertise: true}, // clients know the ways through the proxies alone
		Routes:  server.RoutesFromStr(os.Args[5]),
	})
	if err != nil {
		panic(err)
	}
	s.Start()
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM)
	<-end
	s.Shutdown()
}

// brokerProcess is one of the brokers, and the way to it that can break.
type brokerProcess struct {
	*process
	args []string
	dir  string
	*proxy
}

func (b *brokerProcess) start(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args = b.args
	b.process = launch(t, cmd)
}

func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// tortured is a cluster to which things happen.
type tortured struct {
	rnd         *rand.Rand
	db          string
	servers     []*fixtures.Server
	brokers     []*brokerProcess
	coordinator *process
	workers     []*process
	connect     string
	slots       int
	told        []string
	met         int // sites that workers had when these were killed, stopped or cut off
}

const tortureLease = 2 * time.Second

func (c *tortured) startCoordinator(t *testing.T) {
	t.Helper()
	c.coordinator = startProcess(t, "coordinator", "--db", c.db, "--connect", c.connect, "--replicas", "3", "--lease", tortureLease.String())
}

func (c *tortured) startWorker(t *testing.T, i int) {
	t.Helper()
	c.workers[i] = startProcess(t, "worker", "--connect", c.connect, "--sites-at-once", fmt.Sprint(c.slots), "--browser", "never")
}

func (p *process) kill() { _ = p.Process.Kill(); <-p.ends; _ = p.Wait() }

// end ends a process well; it must say that it did.
func (p *process) end(t *testing.T, what string) {
	t.Helper()
	_ = p.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ends:
	case <-time.After(2 * time.Minute):
		t.Errorf("%s does not end", what)
		p.kill()
		return
	}
	err := p.Wait()
	early := err != nil && err.Error() == "signal: terminated" // it did not listen yet
	alone := p.ProcessState.ExitCode() == exit.Interrupted     // nobody was there to take its answers, nor its sites
	if err != nil && !early && !alone {
		t.Errorf("%s that was told to end: %v: %s", what, err, p.told())
	}
}

// pause waits at random, less than most.
func (c *tortured) pause(most time.Duration) { time.Sleep(rand.N(most)) }

// disturb has something killed, and now and then the way to a broker broken.
func (c *tortured) disturb(t *testing.T) {
	kills := []struct {
		name string
		does func()
	}{
		{"worker", func() { c.killWorker(t) }},
		{"coordinator", func() {
			c.coordinator.kill()
			c.pause(500 * time.Millisecond)
			c.startCoordinator(t)
		}},
		{"worker", func() { c.killWorker(t) }},
		{"broker", func() {
			b := c.brokers[c.rnd.IntN(len(c.brokers))]
			b.kill()
			c.pause(time.Second)
			b.start(t)
		}},
		{"worker told to end", func() {
			i := c.rnd.IntN(len(c.workers))
			c.workers[i].end(t, "a worker")
			c.startWorker(t, i)
		}},
		{"worker stopped", func() { // as a machine that sleeps; it wakes up when its sites are another's
			p := c.workers[c.rnd.IntN(len(c.workers))].Process
			_ = p.Signal(syscall.SIGSTOP)
			c.met += c.slots
			time.Sleep(tortureLease + rand.N(tortureLease/2))
			_ = p.Signal(syscall.SIGCONT)
		}},
		{"coordinator told to end", func() {
			c.coordinator.end(t, "the coordinator")
			c.startCoordinator(t)
		}},
		{"worker", func() { c.killWorker(t) }},
		{"all brokers, wiped", func() {
			for _, b := range c.brokers {
				b.kill()
				if err := os.RemoveAll(b.dir); err != nil {
					t.Fatal(err)
				}
			}
			c.met += c.slots * len(c.workers) // the brokers may need longer than leases last
			for _, b := range c.brokers {
				b.start(t)
			}
		}},
		{"worker", func() { c.killWorker(t) }},
	}
	kill := kills[len(c.told)%len(kills)]
	c.told = append(c.told, kill.name)
	kill.does()
	switch len(c.told) % 9 {
	case 2:
		c.way(cutting, 200*time.Millisecond)
	case 5:
		c.way(slow, 2*tortureLease)
	case 8:
		c.met += c.slots * len(c.workers)
		c.way(stalled, 2*tortureLease)
	}
}

func (c *tortured) killWorker(t *testing.T) {
	t.Helper()
	i := c.rnd.IntN(len(c.workers))
	c.workers[i].kill()
	c.met += c.slots
	c.startWorker(t, i)
}

// way breaks the way to one broker for a while.
func (c *tortured) way(how int32, most time.Duration) {
	b := c.brokers[c.rnd.IntN(len(c.brokers))]
	b.broken.Store(how)
	c.pause(most)
	b.broken.Store(passing)
}

func (c *tortured) asked() (n int) {
	for _, s := range c.servers {
		n += len(s.Log())
	}
	return n
}

// submit serves so many sites more, of which every seeds-th has the same records, and has them harvested.
func (c *tortured) submit(t *testing.T, sites, seeds, records int) {
	t.Helper()
	var list strings.Builder
	for range sites {
		s, err := fixtures.Serve(fixtures.BooksOf(fixtures.Options{Seed: uint64(len(c.servers) % seeds)}, records))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		c.servers = append(c.servers, s)
		fmt.Fprintln(&list, s.URL())
	}
	submit := hadal(t, "submit", "--connect", c.connect, "--from", "-")
	submit.Stdin, submit.Env = strings.NewReader(list.String()), append(os.Environ(), "HADAL_LOOPBACK_DELAY=50ms")
	if out, err := submit.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// await waits until the servers were asked n times or all is done. Where nothing moves for minutes, something hangs.
func (c *tortured) await(t *testing.T, n int) (done bool) {
	t.Helper()
	db, err := storage.Open(t.Context(), c.db, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	last, since := -1, time.Now()
	for {
		work, err := db.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		left, handedBack := 0, ""
		for _, w := range work {
			if !w.Done {
				left++
				handedBack = w.Said
			}
		}
		asked := c.asked()
		if all := len(work) == len(c.servers); all && left == 0 {
			return true
		} else if all && asked >= n {
			return false
		}
		if asked+left != last {
			last, since = asked+left, time.Now()
		}
		if time.Since(since) > 3*time.Minute {
			for _, p := range append([]*process{c.coordinator}, c.workers...) {
				_ = p.Process.Signal(syscall.SIGQUIT) // it tells where it stands
				<-p.ends
				t.Log(tail(p.told()))
			}
			t.Fatalf("after %q nothing moves: %d sites are left (%s), %d of %d requests", c.told, left, handedBack, asked, n)
		}
		time.Sleep(time.Duration(5+len(c.servers)/2) * time.Millisecond)
	}
}

// tail is the end of what a process said before it told where it stood, and the beginning of that.
func tail(said string) string {
	before, stacks, _ := strings.Cut(said, "SIGQUIT")
	return before[max(0, len(before)-2000):] + stacks[:min(len(stacks), 20000)]
}

// Processes of their own on loopback (three brokers in a cluster, a coordinator, workers) are
// killed, stopped and cut off from each other. All sites end with the records of an
// undisturbed harvest, each once; no answer is counted twice; no request meets another at
// its host; and what is asked in vain is at most one request for each site that a worker had
// which was cut off: nothing is where a coordinator or a broker dies.
// HADAL_CLUSTER_TORTURE says how many things happen, in a larger cluster, of HADAL_CLUSTER_SITES.
func TestTortureCluster(t *testing.T) {
	t.Parallel()
	rounds := times(t, "HADAL_CLUSTER_TORTURE", 10)
	sites, workers, slots, records := 8, 3, 2, 60
	if rounds > 10 {
		sites, workers, slots = times(t, "HADAL_CLUSTER_SITES", 200), 12, 4
	}
	dir, seeds := t.TempDir(), 4
	calm := harvestCalmly(t, filepath.Join(dir, "calm.db"), seeds, records)

	c := &tortured{rnd: rand.New(rand.NewPCG(1, 29)), db: filepath.Join(dir, "hadal.db"), workers: make([]*process, workers), slots: slots}
	ports := freePorts(t, 6)
	var routes, addresses []string
	for i := range 3 {
		routes = append(routes, fmt.Sprintf("nats-route://127.0.0.1:%d", ports[3+i]))
	}
	for i := range 3 {
		b := &brokerProcess{dir: filepath.Join(dir, fmt.Sprint("n", i)), proxy: startProxy(t, fmt.Sprintf("127.0.0.1:%d", ports[i]))}
		b.args = []string{"broker", fmt.Sprint("n", i), b.dir, fmt.Sprint(ports[i]), fmt.Sprint(ports[3+i]), strings.Join(routes, ",")}
		b.start(t)
		c.brokers = append(c.brokers, b)
		addresses = append(addresses, "nats://"+b.listener.Addr().String())
	}
	c.connect = strings.Join(addresses, ",")
	c.startCoordinator(t)
	c.submit(t, sites, seeds, records)
	for i := range workers {
		c.startWorker(t, i)
	}
	all := 0
	for i := range sites {
		all += calm[i%seeds].requests
	}
	began := time.Now()
	for i := range rounds {
		if c.await(t, 1+all*9*i/(10*rounds)) { // of a slow machine's work little is left when a process is back
			c.submit(t, workers*slots, seeds, records)
			c.await(t, c.asked()+1)
		}
		c.disturb(t)
	}
	c.await(t, 1<<40)
	took := time.Since(began)
	for i, w := range c.workers {
		w.end(t, fmt.Sprint("worker ", i))
	}
	c.coordinator.end(t, "the coordinator")
	c.judge(t, calm)
	t.Logf("%d sites, %d workers, %s: %q", len(c.servers), workers, took.Round(time.Second), c.told)
}

// undisturbed is what a harvest of a site gives.
type undisturbed struct {
	records  []string
	requests int
	twice    int // answers in the ledger whose request was asked before
}

func harvestCalmly(t *testing.T, db string, seeds, records int) (all []undisturbed) {
	t.Helper()
	args := []string{"harvest", "--db", db, "--quiet", "--browser", "never", "--loopback-delay", "0s"}
	var servers []*fixtures.Server
	for i := range seeds {
		s, err := fixtures.Serve(fixtures.BooksOf(fixtures.Options{Seed: uint64(i)}, records))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		servers, args = append(servers, s), append(args, s.URL())
	}
	if out, err := hadal(t, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, s := range servers {
		h := harvestOf(t, db, s)
		h.requests = len(s.Log())
		all = append(all, h)
	}
	return all
}

// harvestOf reads the harvest of a server's site.
func harvestOf(t *testing.T, file string, s *fixtures.Server) (h undisturbed) {
	t.Helper()
	ctx := context.Background()
	db, err := storage.Open(ctx, file, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sites, err := db.Sites(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, site := range sites {
		if !strings.HasPrefix(s.URL()+"/", "http://"+site.Name+"/") {
			continue
		}
		h.requests = site.Requests
		for r, err := range db.Records(ctx, site.Name) {
			if err != nil {
				t.Fatal(err)
			}
			_, path, _ := strings.Cut(strings.TrimPrefix(r.URL, "http://"), "/")
			h.records = append(h.records, path+" "+r.Title)
		}
		seen := map[string]bool{}
		for step, err := range db.Steps(ctx, site.Harvest) {
			if err != nil {
				t.Fatal(err)
			}
			if step.Answer == nil {
				continue
			}
			key := string(step.Answer.Request.Key())
			if seen[key] {
				h.twice++
			}
			seen[key] = true
		}
	}
	return h
}

func (c *tortured) judge(t *testing.T, calm []undisturbed) {
	t.Helper()
	wasted := 0
	for i, s := range c.servers {
		want, got := calm[i%len(calm)], harvestOf(t, c.db, s)
		diff := cmp.Diff(want.records, got.records, cmpopts.SortSlices(strings.Compare))
		if diff != "" {
			t.Errorf("%s: records (-undisturbed +disturbed):\n%s", s.URL(), diff)
		}
		if got.twice > want.twice {
			t.Errorf("%s: %d answers are in the ledger again, %d undisturbed", s.URL(), got.twice, want.twice)
		}
		log := s.Log()
		if n := log.MaxInFlight(); n > 1 {
			t.Errorf("%s: %d requests were in flight at once", s.URL(), n)
		}
		if bad := s.Violations(); len(bad) > 0 {
			t.Errorf("%s: violations %+v", s.URL(), bad)
		}
		lost := len(log) - got.requests
		if lost < 0 {
			t.Errorf("%s: %d requests are counted, %d were sent", s.URL(), got.requests, len(log))
		}
		wasted += lost
	}
	t.Logf("%d requests wasted by %d disturbances, which met %d sites at workers that were cut off", wasted, len(c.told), c.met)
	if wasted > c.met {
		t.Errorf("%d requests were wasted, more than one for each of %d sites that workers had which were cut off", wasted, c.met)
	}
	if out, err := hadal(t, "db", "check", "--db", c.db).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	db, err := sql.Open("sqlite", "file:"+c.db)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var twice, again int
	if err := db.QueryRow("SELECT count(*) - count(DISTINCT site || ' ' || key) FROM records").Scan(&twice); err != nil || twice > 0 {
		t.Errorf("%d records are there twice: %v", twice, err)
	}
	if err := db.QueryRow("SELECT count(*) - count(DISTINCT site) FROM harvests").Scan(&again); err != nil || again > 0 {
		t.Errorf("%d sites were harvested again from the beginning: %v", again, err)
	}
}
