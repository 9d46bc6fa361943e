package estimate

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Constants of the samples' estimate.
const (
	SamplesFirst  = 4    // samples before they are believed
	sampleFloor   = 0.02 // added to the share not held: what no sample shows may still be
	sampleForget  = 5    // a sample counts until the records held are that many times those it knew
	typicalSpread = 0.6  // relative error of one sample while hardly anything is held
	typicalCounts = 5    // as how many samples' own spread
	wholeBias     = 0.02 // relative error of the records not held, beyond chance
	partBias      = 0.06 // the same where not all words can be drawn, or not all is seen of an answer
	supposedBias  = 0.08 // the same of what other records suppose of those not held
	supposedFloor = 0.1  // of the variance of what a draw tells is left where words asked tell it
	alikeRows     = 2    // rows for which the resemblance of all samples counts in one; and 1 in all of them
)

// counts reports whether x says something about what is there now. Where only
// answers that were read tell, others do not.
func (s *Sampler) counts(x Sample, read bool) bool {
	return sampleForget*x.Held >= float64(s.Facts.Records.Held()) && (x.Read || !read)
}

// onlyRead reports whether only answers that were read tell: where rows show a
// part of their record, or totals are guesses.
func (s *Sampler) onlyRead() bool { return s.visible() < 1 || s.Facts.Vague() }

// found returns how many records held a sample found for each that shows its word.
func (x Sample) found(read bool) float64 {
	if read {
		return x.Again
	}
	return 1
}

// resemblance compares the new rows of samples with the records held: is is the sum
// of 1/A over the rows, as a part of what it would be if these shared as much with the
// records held as those do; rows is what it would be.
type resemblance struct{ is, rows float64 }

// resemblance returns what the samples tell of it. Nothing where they were read on:
// what was read of an answer stands for the rest then.
func (s *Sampler) resemblance() resemblance {
	var fresh, rows, all, n float64
	for _, x := range s.Samples {
		if !x.Read {
			fresh, rows = fresh+x.Fresh, rows+x.Rows*x.alike
			all, n = all+x.alike, n+1
		}
	}
	if all == 0 {
		return resemblance{1, 1}
	}
	prior := alikeRows * all / n
	return resemblance{(fresh + prior) / (rows + prior), rows + prior}
}

// unheld returns the number of records not held for each held that a sample suggests,
// and the part of it that is supposed in proportion to the resemblance.
func (x Sample) unheld(r resemblance) (all, supposed float64) {
	all, supposed = x.Fresh, r.is*x.among
	if x.Unseen > x.Rows {
		each := x.Unseen / (x.Rows + alikeRows)
		all, supposed = x.Fresh*each, supposed+alikeRows*r.is*x.alike*each
	}
	return all + x.alone + supposed, supposed
}

// weight is the inverse of a sample's variance, which is taken to be proportional to
// the share of records that was not held, since only those are guessed, and hardly to
// that of which the words asked told.
func (x Sample) weight(size float64) float64 {
	unheld := max(0, 1-x.Held/max(size, 1))
	told := min((x.alone+x.among)*x.Held/max(size, 1), unheld)
	return 1 / (unheld - told + supposedFloor*told + sampleFloor)
}

// mean returns the number of records that the samples suggest, the sum of their
// weights, and the mean of what they found for each record that shows their
// word. Of size records a sample finds (size-held)/held new ones for each that it
// finds again: a quotient of sums, since a word with forms that rows show
// otherwise finds more of both.
func (s *Sampler) mean() (size, weights, found float64) {
	held := float64(s.Facts.Records.Held())
	size = held
	read, like := s.onlyRead(), s.resemblance()
	for range 4 { // the weights depend on the result, weakly
		var sum, again float64
		weights = 0
		for _, x := range s.Samples {
			if !s.counts(x, read) {
				continue
			}
			w, a := x.weight(size), x.found(read)
			unheld, _ := x.unheld(like)
			sum, again, weights = sum+w*x.Held*(unheld+a), again+w*a, weights+w
		}
		if again == 0 {
			return held, 0, 1
		}
		size, found = sum/again, again/weights
	}
	return size, weights, found
}

// Hopes reports whether samples will tell, or do: not where there are too few
// records, or where questions asked as samples hardly ever were answered as such.
func (s *Sampler) Hopes() bool {
	return s != nil && !s.Facts.Boxed.Partial() && s.Facts.Records.Held() >= sampleFrom && len(s.Asked) < 3*SamplesFirst+3*len(s.Samples)
}

// telling is how far a sample's own result shows how far off samples are, of
// size records there: hardly, where so few are not held that most samples find none of them.
func (x Sample) telling(size float64) float64 {
	const rows = 1 / (typicalSpread * typicalSpread) // found independently that err as a sample does
	return min(1, rows*(max(0, 1-x.Held/max(size, 1))+sampleFloor))
}

// Estimate returns the number of records with its 95 % interval; it is not ok
// while there are few samples. The spread is that of the samples, pooled with a
// typical one that counts as a few more; the quantile is Student's.
func (s *Sampler) Estimate() (e querygen.Estimate, ok bool) {
	if s == nil || s.Facts.Boxed.Partial() {
		return e, false
	}
	held := float64(s.Facts.Records.Held())
	size, weights, found := s.mean()
	read, like := s.onlyRead(), s.resemblance()
	var supposed, told float64 // of the weighted sum of what the samples suggest
	for _, x := range s.Samples {
		if s.counts(x, read) {
			w := x.weight(size) * x.Held
			_, part := x.unheld(like)
			supposed, told = supposed+w*part, told+w*x.alone
		}
	}
	spread, freedom, n := typicalCounts*typicalSpread*typicalSpread*size*size, typicalCounts-1.0, 0
	for _, x := range s.Samples {
		if !s.counts(x, read) {
			continue
		}
		a, telling, w := x.found(read), x.telling(max(size, held)), x.weight(size)
		unheld, _ := x.unheld(like)
		d := w * (x.Held*(unheld+a) - a*size)
		if !x.Read { // it bears on what is supposed in all samples, too
			d += supposed * (x.Fresh/like.is - x.Rows*x.alike) / like.rows
		}
		d /= found
		spread += telling * d * d / w
		freedom += telling
		n++
	}
	if n < SamplesFirst {
		return e, false
	}
	bias := wholeBias
	if read || s.Facts.Broad.Bar > 0 {
		bias = partBias
	}
	bias = math.Hypot(bias*max(size-held, 0), supposedBias*(supposed+told)/max(weights, 1))
	half := math.Hypot(student(freedom)*math.Sqrt(spread/freedom/weights), 2*bias)
	e.Low, e.Size, e.High = statistics.Above(held, size, half)
	return e, true
}

// Told is estimate, no more certain than the matches found bear out: rows tell no more than
// as many records drawn one by one would. Five words that no second record has do not tell
// that there is no other record, however well they agree.
func (s *Sampler) Told() (e querygen.Estimate, ok bool) {
	if e, ok = s.Estimate(); !ok {
		return e, false
	}
	read, all, held := s.onlyRead(), 0.0, 0.0
	for _, x := range s.Samples {
		if s.counts(x, read) {
			n := x.Unseen + x.Beside
			all, held = all+n, held+n*x.Held
		}
	}
	if all < 1 {
		return e, false
	}
	held /= all
	share, _ := statistics.Wilson(int(math.Round(all*min(held/e.Size, 1))), int(math.Round(all)))
	e.High = max(e.High, held/share)
	return e, true
}

// drawnFrom is how much of a match the record is not that a word was drawn from: it has the
// word for sure, but that no second one has it tells something.
const drawnFrom = 0.5

// student returns the 97.5 % quantile of Student's distribution with freedom
// degrees of freedom, by the first terms of its expansion (M. Abramowitz, I. Stegun:
// Handbook of Mathematical Functions, 26.7.5); good to 1 % from 4 on.
func student(freedom float64) float64 {
	const z = 1.959964
	return z + (z*z*z+z)/(4*freedom) + (5*math.Pow(z, 5)+16*z*z*z+3*z)/(96*freedom*freedom)
}

// Constants of blindness.
const (
	blindOf     = 200 // records held that it is judged by
	blindPrior  = 5   // and as how many of them count that are told of
	BlindAtMost = 0.9
)

// Blindness returns the share of the records not held that the samples probably
// miss, as that of the records held which would be missed if they were not: those
// whose shared words were all asked, and none of the answers tells. One with a word
// whose answer was read whole would not be unheld, and does not count.
func (s *Sampler) Blindness() float64 {
	site := s.Facts.Regime()
	c := &s.Facts.Records
	k := NewStock(s, s.Pool())
	missed, told := 0.0, float64(blindPrior)
	for i := range min(c.Held(), blindOf) {
		r := uint32(i * c.Held() / min(c.Held(), blindOf))
		drawable, read := false, false
		for _, w := range c.WordsOf(r) {
			if c.Df(w) < 2 {
				continue
			}
			drawable = drawable || k.share(w, c.Df(w)-1) > 0
			if c.State[w] == text.Asked && !read {
				q := s.Facts.ByKey[s.Facts.Space.Word(c.Words[w], "").Key()]
				read = q != nil && q.Status == querygen.Answered && !q.More && !q.Short() && (site.Limit == 0 || len(q.Rows) < site.Limit)
			}
		}
		switch {
		case drawable:
			told++
		case !read:
			missed++
		}
	}
	return min(missed/(missed+told), BlindAtMost)
}
