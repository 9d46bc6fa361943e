// Fleet simulates how a coordinator hands sites out to workers, by a virtual clock, for more
// sites and workers than a machine can hold.
//
//	fleet [-sites N] [-workers N] [-slots N] [-commit D] [-coordinators N] ...
//
// Sites wait in a queue, oldest first. A worker with a free place leases one and asks it one
// question after another: the pause of the host, the answer of the host, then the commit, for
// which commits of all workers wait in line at the coordinator, as its store writes one
// after another. Workers die now and then: their sites wait until the leases end, and what was
// not committed is asked again. Nothing is known of what is asked or answered.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/internal/heap"
)

// fleet is what is simulated. The times of a commit are those measured.
type fleet struct {
	sites, workers, slots, coordinators int
	requests                            float64 // of a site: the median of a lognormal distribution
	spread                              float64 // its sigma
	delay, answer                       time.Duration
	commit, lease                       time.Duration
	life                                time.Duration // of a worker, on average; 0: for ever
	seed                                uint64
}

// course is how it went.
type course struct {
	took     time.Duration
	requests int
	wasted   int
	waits    []time.Duration // for a commit, a sample
	busy     float64         // of the coordinators' time
	expired  int             // commits that waited longer than a lease
	deaths   int
}

type event struct {
	at   time.Duration
	kind int
	site int // or worker
	turn int // of the site: an event of an earlier one is void
}

const (
	asked   = iota // the answer is there: it goes to the coordinator
	written        // the commit is through
	dies           // a worker
	free           // a lease has ended: the site waits again
)

type site struct {
	left   int // requests
	worker int
	turn   int
}

func (f fleet) run() (c course) {
	rnd := rand.New(rand.NewPCG(f.seed, 0))
	all := make([]site, f.sites)
	var queue []int
	for i := range all {
		all[i].left = max(3, int(f.requests*math.Exp(f.spread*rnd.NormFloat64())))
		queue = append(queue, i)
	}
	has := make([]map[int]bool, f.workers)
	line := make([]time.Duration, f.coordinators) // when each has written what it was given
	var spent time.Duration
	agenda := heap.Heap[event]{Before: func(a, b event) bool { return a.at < b.at }}
	push := agenda.Push
	answer := func() time.Duration { return time.Duration(float64(f.answer) * math.Exp(0.5*rnd.NormFloat64())) }
	handOut := func(now time.Duration) {
		for w := range has {
			for len(has[w]) < f.slots && len(queue) > 0 {
				i := queue[0]
				queue = queue[1:]
				has[w][i] = true
				all[i].worker = w
				push(event{now + f.delay + answer(), asked, i, all[i].turn})
			}
		}
	}
	for w := range has {
		has[w] = map[int]bool{}
		if f.life > 0 {
			push(event{time.Duration(rnd.ExpFloat64() * float64(f.life)), dies, w, 0})
		}
	}
	handOut(0)
	for done := 0; done < f.sites; {
		e := agenda.Remove(0)
		now := e.at
		switch e.kind {
		case dies:
			c.deaths++
			for i := range has[e.site] {
				all[i].turn++ // the answer in flight, or what waits for its commit, is lost
				c.wasted++
				push(event{now + f.lease, free, i, all[i].turn})
			}
			has[e.site] = map[int]bool{} // another takes its place
			push(event{now + time.Duration(rnd.ExpFloat64()*float64(f.life)), dies, e.site, 0})
			handOut(now)
			continue
		case free:
			queue = append(queue, e.site)
			handOut(now)
			continue
		}
		s := &all[e.site]
		if e.turn != s.turn {
			continue
		}
		switch e.kind {
		case asked:
			c.requests++
			at := &line[e.site%f.coordinators]
			*at = max(*at, now) + f.commit
			spent += f.commit
			if *at-now > f.lease {
				c.expired++
			}
			if c.requests%97 == 0 {
				c.waits = append(c.waits, *at-now)
			}
			push(event{*at, written, e.site, s.turn})
		case written:
			if s.left--; s.left > 0 {
				push(event{now + f.delay + answer(), asked, e.site, s.turn})
				break
			}
			done++
			delete(has[s.worker], e.site)
			if len(queue) > 0 { // its worker takes the next
				i := queue[0]
				queue = queue[1:]
				has[s.worker][i] = true
				all[i].worker = s.worker
				push(event{now + f.delay + answer(), asked, i, all[i].turn})
			}
			c.took = now
		}
	}
	c.busy = spent.Seconds() / c.took.Seconds() / float64(f.coordinators)
	slices.SortFunc(c.waits, cmp.Compare)
	return c
}

// pace is the most requests a second that the model says, and what bounds them.
func (f fleet) pace() (rate float64, bound string) {
	places := float64(min(f.sites, f.workers*f.slots))
	mean := f.answer.Seconds() * math.Exp(0.125) // of the lognormal distribution
	polite, written := places/(f.delay.Seconds()+mean+f.commit.Seconds()), float64(f.coordinators)/f.commit.Seconds()
	if polite < written {
		return polite, "politeness and places"
	}
	return written, "commits"
}

func main() {
	f := fleet{}
	flag.IntVar(&f.sites, "sites", 100_000, "sites")
	flag.IntVar(&f.workers, "workers", 100, "workers")
	flag.IntVar(&f.slots, "slots", 50, "sites at once at a worker")
	flag.IntVar(&f.coordinators, "coordinators", 1, "coordinators, each with the sites of a part of all hashes")
	flag.Float64Var(&f.requests, "requests", 80, "of a site, the median")
	flag.Float64Var(&f.spread, "spread", 0.8, "sigma of the lognormal distribution of requests")
	flag.DurationVar(&f.delay, "delay", time.Second, "pause of a host")
	flag.DurationVar(&f.answer, "answer", 200*time.Millisecond, "of a host, the median")
	flag.DurationVar(&f.commit, "commit", 4*time.Millisecond, "time that the coordinator takes for a commit")
	flag.DurationVar(&f.lease, "lease", 30*time.Second, "lease")
	flag.DurationVar(&f.life, "life", 24*time.Hour, "of a worker, on average; 0: for ever")
	flag.Uint64Var(&f.seed, "seed", 1, "of all that is random")
	flag.Parse()
	if f.sites < 1 || f.workers < 1 || f.slots < 1 || f.coordinators < 1 || f.commit <= 0 {
		flag.Usage()
		os.Exit(2)
	}
	c := f.run()
	rate, bound := f.pace()
	p99 := time.Duration(0)
	if n := len(c.waits); n > 0 {
		p99 = c.waits[n*99/100]
	}
	fmt.Printf("%d sites, %d workers of %d places, %d coordinators, %s a commit: %s, %.0f requests/s; the model: %.0f, bound by %s; coordinators busy %.0f %%, wait for a commit p99 %s, %d longer than a lease; %d deaths wasted %d of %d requests\n",
		f.sites, f.workers, f.slots, f.coordinators, f.commit, c.took.Round(time.Second), float64(c.requests)/c.took.Seconds(), rate, bound, 100*c.busy, p99.Round(time.Millisecond), c.expired, c.deaths, c.wasted, c.requests)
}
