package plan

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/querygen"
)

// BenchmarkPlanner harvests four fifths of sites of several sizes and measures
// what it costs to choose a question (median, mean of all and the longest), and
// to take in a row of its answer. The site's own time and memory are not counted.
func BenchmarkPlanner(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		for _, strategy := range []string{"frequency", "auto"} {
			b.Run(fmt.Sprintf("%s/%d", strategy, n), func(b *testing.B) {
				s := newLargeSite(n)
				for b.Loop() {
					before := heapInUse()
					p := mustPlan(b, querygen.Options{Form: boxForm(), Strategy: strategy, Seeds: []string{"w7y"}})
					var c costs
					for p.Held() < n*8/10 && c.decide(p, s) {
					}
					b.ReportMetric(float64(heapInUse()-before)/float64(p.Held()), "B/record")
					b.ReportMetric(float64(p.Requests())/(0.8*float64(n)/largePage), "x-floor")
					c.report(b)
					runtime.KeepAlive(p)
				}
			})
		}
	}
}

// BenchmarkMemory measures a planner that holds n records with 30 words each of
// 2n different ones: its memory, and what it costs to go on choosing then, in the
// time in which the requests grow by a twentieth.
func BenchmarkMemory(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			s := newLargeSite(n + n/4)
			for b.Loop() {
				before := heapInUse()
				p := mustPlan(b, querygen.Options{Form: boxForm(), Seeds: []string{"w7y"}})
				s.fill(p, n)
				p.Next()
				b.ReportMetric(float64(heapInUse()-before)/float64(n), "B/record")
				b.ReportMetric(float64(heapInUse()-before)/(1<<20), "MiB")
				b.ReportMetric(float64(len(p.facts.Records.Words)), "terms")
				var c costs
				for to := p.Requests() + p.Requests()/20; p.Requests() < to && c.decide(p, s); {
				}
				c.report(b)
				runtime.KeepAlive(p)
			}
		})
	}
}

// heapInUse returns the bytes in use after a collection.
func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// costs are the times of a planner's steps. Sums are of the processor's time,
// collecting garbage included, so that what else the machine does counts little.
type costs struct {
	decisions           []time.Duration
	deciding, observing time.Duration
	rows                int
}

// processor returns the time that all threads of the process have run for.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// decide lets p choose and take in one answer. It returns false where nothing is left.
func (c *costs) decide(p *Planner, s *largeSite) bool {
	before, start := processor(), time.Now()
	a, ok := p.Next()
	c.decisions = append(c.decisions, time.Since(start))
	c.deciding += processor() - before
	if !ok {
		return false
	}
	o := s.answer(a)
	before = processor()
	p.Observe(o)
	c.observing += processor() - before
	c.rows += len(o.Rows)
	return true
}

func (c *costs) report(b *testing.B) {
	slices.Sort(c.decisions)
	n := len(c.decisions)
	b.ReportMetric(float64(c.decisions[n/2].Nanoseconds()), "median-ns/decision")
	b.ReportMetric(float64(c.deciding.Nanoseconds())/float64(n), "ns/decision")
	b.ReportMetric(float64(c.decisions[n-1].Milliseconds()), "max-ms")
	b.ReportMetric(float64(c.observing.Nanoseconds())/float64(max(c.rows, 1)), "ns/row")
	b.ReportMetric(float64(n), "decisions")
	b.ReportMetric(0, "ns/op")
}

// largeSite shows up to largeLimit of n records, and tells how many match. It
// makes up their texts as they are asked for: 28 words whose frequencies fall as
// natural ones do, and two that no other record has.
type largeSite struct {
	n     int
	words map[string][]int32 // by word: the records that hold it
}

const (
	largePage  = 20
	largeLimit = 500
)

func newLargeSite(n int) *largeSite {
	s := &largeSite{n: n, words: map[string][]int32{}}
	ranked := make([][]int32, n/10+1)
	for i := range n {
		s.ranks(i, func(rank uint64) {
			if l := ranked[rank]; len(l) == 0 || l[len(l)-1] != int32(i) {
				ranked[rank] = append(l, int32(i))
			}
		})
	}
	for rank, l := range ranked {
		if len(l) > 0 {
			s.words[fmt.Sprintf("w%dy", rank)] = l
		}
	}
	return s
}

func (s *largeSite) ranks(i int, yield func(uint64)) {
	const common = 28
	r := rand.New(rand.NewPCG(uint64(i), 2))
	zipf := rand.NewZipf(r, 1.2, 5, uint64(s.n/10))
	for range common {
		yield(zipf.Uint64())
	}
}

func (s *largeSite) row(i int32) querygen.Row {
	var text strings.Builder
	fmt.Fprintf(&text, "a%dx b%dx", i, i)
	s.ranks(int(i), func(rank uint64) { fmt.Fprintf(&text, " w%dy", rank) })
	return querygen.Row{Key: fmt.Sprint("record ", i), Text: text.String()}
}

func (s *largeSite) answer(a querygen.Ask) querygen.Outcome {
	o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: 0, Requests: 1}
	if len(a.Query.Bind) == 0 {
		return o
	}
	word := a.Query.Bind[0].Value
	list := s.words[word]
	if len(word) > 2 && (word[0] == 'a' || word[0] == 'b') && word[len(word)-1] == 'x' {
		if i, err := strconv.Atoi(word[1 : len(word)-1]); err == nil && i < s.n {
			list = []int32{int32(i)}
		}
	}
	o.Total = len(list)
	list = list[:min(len(list), largeLimit)]
	from := min((a.Page-1)*largePage, len(list))
	to := min(from+largePage, len(list))
	for _, i := range list[from:to] {
		o.Status = querygen.Answered
		o.Rows = append(o.Rows, s.row(i))
	}
	o.More = to < len(list)
	return o
}

// fill folds n records in, a thousand an answer that cost fifty requests.
func (s *largeSite) fill(p *Planner, n int) {
	const page = 1000
	for at := 0; at < n; at += page {
		o := querygen.Outcome{Query: p.facts.Space.Word(fmt.Sprint("fill", at), "terms"), Page: 1, Status: querygen.Answered, Total: page, Requests: page / largePage}
		for i := at; i < at+page; i++ {
			o.Rows = append(o.Rows, s.row(int32(s.n-n+i)))
		}
		p.Observe(o)
	}
}
