package plan

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// samplerOf returns the sampler of a planner that holds n records, whose samples each
// knew the given part of them.
func samplerOf(t *testing.T, n int, read bool, known ...float64) *estimate.Sampler {
	t.Helper()
	p := mustPlan(t, querygen.Options{Form: boxForm()})
	o := querygen.Outcome{Query: p.facts.Space.Word("w", ""), Page: 1, Status: querygen.Answered, Total: -1, Requests: 300}
	for i := range n {
		o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(i), Text: fmt.Sprint("record", i)})
	}
	p.Observe(o)
	for _, part := range known {
		p.sampler.Samples = append(p.sampler.Samples, estimate.Sample{Held: part * float64(n), Beside: 30, Again: 1, Read: read})
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
	e, ok := s.Estimate()
	if !ok || e.High < 1010 || e.High > 1060 || e.Low != 1000 {
		t.Errorf("%+v %v: 1,000 held, and 40 samples of some rows each found nothing else", e, ok)
	}
}

// Samples whose totals turned out to be guesses tell nothing.
func TestOutdatedSamplesTellNothing(t *testing.T) {
	s := samplerOf(t, 1000, false, 0.5, 0.6, 0.7, 0.8, 0.9)
	s.Facts.Signs.Round = [2]int{20, 20} // totals are all round
	if e, ok := s.Estimate(); ok {
		t.Errorf("%+v, though only samples that were read tell where totals are guesses", e)
	}
}

// Where all words that records share were asked, and none of their answers read
// whole, no word tells of the records that are not held.
func TestBlindSamplesSaySo(t *testing.T) {
	s := samplerOf(t, 1000, true, 0.9, 0.92, 0.94, 0.96)
	s.Facts.Asked[0].More = true                       // the answer that brought them was not read whole
	if b := s.Blindness(); b != estimate.BlindAtMost { // each record has a word of its own
		t.Errorf("blind to %.2f of what is not held, by words of which none is shared", b)
	}
	seen := estimate.EstimateOf(s.Facts, nil, nil, s, nil, nil, false)
	s.Blind = 0.5
	if half := estimate.EstimateOf(s.Facts, nil, nil, s, nil, nil, false); half.High <= seen.High || half.Size != seen.Size {
		t.Errorf("half blind: %+v, and not blind: %+v", half, seen)
	}
}

// However well samples agree that no second record has their words, they do not tell that
// there is no other record; matches that are all held do.
func TestSamplesOfSingleRecordsTellNothing(t *testing.T) {
	m, err := model.New(zipfRecords(10, 1), model.Options{Box: true})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form()})
	var rows []querygen.Row
	for i := range 111 {
		rows = append(rows, querygen.Row{Key: strconv.Itoa(i), Text: "one of many"})
	}
	p.Observe(querygen.Outcome{Query: p.facts.Space.Word("many", "frequency"), Page: 1, Status: querygen.Answered, Rows: rows, Total: -1, Requests: 1})
	for range 5 {
		p.sampler.Samples = append(p.sampler.Samples, estimate.Sample{Held: 111, Again: 1, Read: true})
	}
	if e, ok := p.sampler.Told(); ok {
		t.Errorf("five words that one record has tell of %.0f (%.0f-%.0f)", e.Size, e.Low, e.High)
	}
	for i := range p.sampler.Samples {
		p.sampler.Samples[i].Beside = 30
	}
	if e, ok := p.sampler.Told(); !ok || e.High > 130 {
		t.Errorf("150 matches that are all held tell of %.0f (%.0f-%.0f), %v", e.Size, e.Low, e.High, ok)
	}
}
