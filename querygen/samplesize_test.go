package querygen

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

func TestAbove(t *testing.T) {
	for _, tt := range []struct {
		held, size, half  float64
		low, median, high float64
	}{
		{100, 1000, 100, 900, 1000, 1100}, // far below: as it is
		{1000, 1000, 100, 1000, 1034, 1114},
		{1000, 960, 100, 1000, 1023, 1090}, // less than is held: never mind, but not so sure that none is left
		{1000, 900, 1, 1000, 1014, 1063},   // contradicted: off by as much at least
		{1000, 1000, 0, 1000, 1000, 1000},
	} {
		low, median, high := above(tt.held, tt.size, tt.half)
		for _, x := range [][2]float64{{low, tt.low}, {median, tt.median}, {high, tt.high}} {
			if math.Abs(x[0]-x[1]) > 1 {
				t.Errorf("above(%v, %v, %v) = %.1f, %.1f, %.1f; want %v, %v, %v", tt.held, tt.size, tt.half, low, median, high, tt.low, tt.median, tt.high)
				break
			}
		}
	}
}

// samplerOf returns the sampler of a planner that holds n records, whose samples each
// knew the given part of them.
func samplerOf(t *testing.T, n int, read bool, known ...float64) *sampler {
	t.Helper()
	p := mustPlan(t, Options{Form: boxForm()})
	o := Outcome{Query: p.facts.si.word("w", ""), Page: 1, Status: Answered, Total: -1, Requests: 300}
	for i := range n {
		o.Rows = append(o.Rows, Row{Key: fmt.Sprint(i), Text: fmt.Sprint("record", i)})
	}
	p.Observe(o)
	for _, part := range known {
		p.sampler.samples = append(p.sampler.samples, sample{held: part * float64(n), beside: 30, again: 1, read: read})
	}
	return p.sampler
}

// Where hardly anything is left, samples that find none of it do not prove that
// none is left: what they can show is no more than what they looked at.
func TestSamplesWithoutFindsAreNoProof(t *testing.T) {
	var known []float64
	for i := range 40 {
		known = append(known, 0.96+0.001*float64(i))
	}
	s := samplerOf(t, 1000, true, known...)
	e, ok := s.estimate()
	if !ok || e.High < 1010 || e.High > 1060 || e.Low != 1000 {
		t.Errorf("%+v %v: 1,000 held, and 40 samples of some rows each found nothing else", e, ok)
	}
}

// Samples whose totals turned out to be guesses tell nothing; others are drawn soon.
func TestOutdatedSamplesAreReplaced(t *testing.T) {
	s := samplerOf(t, 1000, false, 0.5, 0.6, 0.7, 0.8, 0.9)
	all := s.f.spent
	s.f.spent = []spending{{requests: 1, rows: 10, fresh: 5}}
	s.next = 1 << 30
	if s.due() {
		t.Error("a sample is due though there are enough and the next one is far off")
	}
	s.f.signs.round = [2]int{20, 20} // totals are all round
	if _, ok := s.estimate(); ok || !s.due() {
		t.Errorf("due: %v, though only samples that were read tell where totals are guesses", s.due())
	}
	if s.f.spent = all; s.due() {
		t.Error("a sample is due while all rows are new")
	}
	s.f.spent = []spending{{requests: 1, rows: 10, fresh: 5}}
	s.soon = s.f.requests + 1
	if s.due() {
		t.Error("samples are drawn one after the other")
	}
}

// Where all words that records share were asked, and none of their answers read
// whole, no word tells of the records that are not held.
func TestBlindSamplesSaySo(t *testing.T) {
	s := samplerOf(t, 1000, true, 0.9, 0.92, 0.94, 0.96)
	s.f.asked[0].more = true                  // the answer that brought them was not read whole
	if b := s.blindness(); b != blindAtMost { // each record has a word of its own
		t.Errorf("blind to %.2f of what is not held, by words of which none is shared", b)
	}
	seen := estimateOf(s.f, nil, s, nil)
	s.blind = 0.5
	if half := estimateOf(s.f, nil, s, nil); half.High <= seen.High || half.Size != seen.Size {
		t.Errorf("half blind: %+v, and not blind: %+v", half, seen)
	}
}

// However well samples agree that no second record has their words, they do not tell that
// there is no other record; matches that are all held do.
func TestSamplesOfSingleRecordsTellNothing(t *testing.T) {
	m, err := NewModel(zipfRecords(10, 1), ModelOptions{Box: true})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, Options{Form: m.Form()})
	var rows []Row
	for i := range 111 {
		rows = append(rows, Row{Key: strconv.Itoa(i), Text: "one of many"})
	}
	p.Observe(Outcome{Query: p.facts.si.word("many", "frequency"), Page: 1, Status: Answered, Rows: rows, Total: -1, Requests: 1})
	for range 5 {
		p.sampler.samples = append(p.sampler.samples, sample{held: 111, again: 1, read: true})
	}
	if e, ok := p.sampler.told(); ok {
		t.Errorf("five words that one record has tell of %.0f (%.0f-%.0f)", e.Size, e.Low, e.High)
	}
	for i := range p.sampler.samples {
		p.sampler.samples[i].beside = 30
	}
	if e, ok := p.sampler.told(); !ok || e.High > 130 {
		t.Errorf("150 matches that are all held tell of %.0f (%.0f-%.0f), %v", e.Size, e.Low, e.High, ok)
	}
}
