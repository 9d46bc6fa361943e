package querygen

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkPlanner measures a decision with all that follows from its outcome,
// and the memory of a planner that holds many records of about 30 words. The
// model's own time and memory are not counted.
func BenchmarkPlanner(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for _, strategy := range []string{"frequency", "auto"} {
			b.Run(fmt.Sprintf("%s/%d", strategy, n), func(b *testing.B) {
				m := (&model{docs: zipfDocuments(n, 1), form: boxForm(), pageSize: 20, limit: 500, totals: true}).ready(1)
				decisions := 0
				var memory runtime.MemStats
				for b.Loop() {
					b.StopTimer()
					runtime.GC()
					runtime.ReadMemStats(&memory)
					before := memory.HeapAlloc
					p := mustPlan(b, Options{Form: m.form, Strategy: strategy, Seeds: []string{"w7"}})
					for p.Held() < n*8/10 {
						b.StartTimer()
						a, ok := p.Next()
						b.StopTimer()
						if !ok {
							break
						}
						o := m.answer(a)
						b.StartTimer()
						p.Observe(o)
						b.StopTimer()
						decisions++
					}
					runtime.GC()
					runtime.ReadMemStats(&memory)
					b.ReportMetric(float64(memory.HeapAlloc-before)/float64(p.Held()), "B/record")
					b.ReportMetric(float64(p.Requests())/(0.8*float64(n)/20), "x-floor")
					runtime.KeepAlive(p)
					b.StartTimer()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(decisions), "ns/decision")
			})
		}
	}
}

// BenchmarkMemory measures a planner that holds n records with 30 words each of
// 2n different ones, its memory, and the time of a decision then: what it
// costs to go on choosing where much is held.
func BenchmarkMemory(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			const each = 200
			var memory runtime.MemStats
			decisions := 0
			for b.Loop() {
				b.StopTimer()
				runtime.GC()
				runtime.ReadMemStats(&memory)
				before := memory.HeapAlloc
				p := mustPlan(b, Options{Form: boxForm(), Seeds: []string{"seed"}})
				fillPlanner(p, n)
				p.Next()
				b.StartTimer()
				for range each {
					a, ok := p.Next()
					if !ok {
						b.Fatal(p.Why())
					}
					p.Observe(answerFromHeld(p, a))
				}
				b.StopTimer()
				decisions += each
				runtime.GC()
				runtime.ReadMemStats(&memory)
				b.ReportMetric(float64(memory.HeapAlloc-before)/float64(n), "B/record")
				b.ReportMetric(float64(memory.HeapAlloc-before)/(1<<20), "MiB")
				b.ReportMetric(float64(len(p.facts.records.words)), "terms")
				runtime.KeepAlive(p)
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(decisions), "ns/decision")
		})
	}
}

// fillPlanner folds n records in, a thousand an answer that cost fifty requests. Each has 28 words whose
// frequencies fall as natural ones do, and two that no other has.
func fillPlanner(p *Planner, n int) {
	const page, common = 1000, 28
	rnd := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(rnd, 1.2, 5, uint64(n/10))
	var text strings.Builder
	for at := 0; at < n; at += page {
		o := Outcome{Query: p.facts.si.word(fmt.Sprint("fill", at), "terms"), Page: 1, Status: Answered, Total: page, Requests: page / 20}
		for i := at; i < at+page; i++ {
			text.Reset()
			fmt.Fprintf(&text, "a%dx b%dx", i, i)
			for range common {
				fmt.Fprintf(&text, " w%dy", zipf.Uint64())
			}
			o.Rows = append(o.Rows, Row{Key: fmt.Sprint("record ", i), Text: text.String()})
		}
		p.Observe(o)
	}
}

// answerFromHeld is an answer whose rows are held already, with a fifth more matches.
func answerFromHeld(p *Planner, a Ask) Outcome {
	o := Outcome{Query: a.Query, Page: a.Page, Status: Empty, Requests: 1}
	c := &p.facts.records
	id, ok := c.ids[wordOf(&p.facts.si, a.Query)]
	if !ok || c.df(id) == 0 {
		return o
	}
	list := c.postings[id]
	from := min((max(a.Page, 1)-1)*20, len(list))
	rows := list[from:min(from+20, len(list))]
	if len(rows) == 0 {
		return o
	}
	o.Status, o.Total, o.More = Answered, len(list)*6/5, from+20 < len(list)
	for _, r := range rows {
		o.Rows = append(o.Rows, Row{Key: fmt.Sprint("record ", r)})
	}
	return o
}
