package querygen

import (
	"fmt"
	"runtime"
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
