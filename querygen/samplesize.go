package querygen

import "math"

// Constants of the samples' estimate.
const (
	samplesFirst  = 4    // samples before they are believed
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
func (s *sampler) counts(x sample, read bool) bool {
	return sampleForget*x.held >= float64(s.f.records.held()) && (x.read || !read)
}

// onlyRead reports whether only answers that were read tell: where rows show a
// part of their record, or totals are guesses.
func (s *sampler) onlyRead() bool { return s.visible() < 1 || s.f.vague() }

// found returns how many records held a sample found for each that shows its word.
func (x sample) found(read bool) float64 {
	if read {
		return x.again
	}
	return 1
}

// resemblance compares the new rows of samples with the records held: is is the sum
// of 1/A over the rows, as a part of what it would be if these shared as much with the
// records held as those do; rows is what it would be.
type resemblance struct{ is, rows float64 }

// resemblance returns what the samples tell of it. Nothing where they were read on:
// what was read of an answer stands for the rest then.
func (s *sampler) resemblance() resemblance {
	var fresh, rows, all, n float64
	for _, x := range s.samples {
		if !x.read {
			fresh, rows = fresh+x.fresh, rows+x.rows*x.alike
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
func (x sample) unheld(r resemblance) (all, supposed float64) {
	all, supposed = x.fresh, r.is*x.among
	if x.unseen > x.rows {
		each := x.unseen / (x.rows + alikeRows)
		all, supposed = x.fresh*each, supposed+alikeRows*r.is*x.alike*each
	}
	return all + x.alone + supposed, supposed
}

// weight is the inverse of a sample's variance, which is taken to be proportional to
// the share of records that was not held, since only those are guessed, and hardly to
// that of which the words asked told.
func (x sample) weight(size float64) float64 {
	unheld := max(0, 1-x.held/max(size, 1))
	told := min((x.alone+x.among)*x.held/max(size, 1), unheld)
	return 1 / (unheld - told + supposedFloor*told + sampleFloor)
}

// mean returns the number of records that the samples suggest, the sum of their
// weights, and the mean of what they found for each record that shows their
// word. Of size records a sample finds (size-held)/held new ones for each that it
// finds again: a quotient of sums, since a word with forms that rows show
// otherwise finds more of both.
func (s *sampler) mean() (size, weights, found float64) {
	held := float64(s.f.records.held())
	size = held
	read, like := s.onlyRead(), s.resemblance()
	for range 4 { // the weights depend on the result, weakly
		var sum, again float64
		weights = 0
		for _, x := range s.samples {
			if !s.counts(x, read) {
				continue
			}
			w, a := x.weight(size), x.found(read)
			unheld, _ := x.unheld(like)
			sum, again, weights = sum+w*x.held*(unheld+a), again+w*a, weights+w
		}
		if again == 0 {
			return held, 0, 1
		}
		size, found = sum/again, again/weights
	}
	return size, weights, found
}

// hopes reports whether samples will tell, or do: not where there are too few
// records, or where questions asked as samples hardly ever were answered as such.
func (s *sampler) hopes() bool {
	return s != nil && !s.f.boxed.partial() && s.f.records.held() >= sampleFrom && len(s.asked) < 3*samplesFirst+3*len(s.samples)
}

// telling is how far a sample's own result shows how far off samples are, of
// size records there: hardly, where so few are not held that most samples find none of them.
func (x sample) telling(size float64) float64 {
	const rows = 1 / (typicalSpread * typicalSpread) // found independently that err as a sample does
	return min(1, rows*(max(0, 1-x.held/max(size, 1))+sampleFloor))
}

// estimate returns the number of records with its 95 % interval; it is not ok
// while there are few samples. The spread is that of the samples, pooled with a
// typical one that counts as a few more; the quantile is Student's.
func (s *sampler) estimate() (e Estimate, ok bool) {
	if s == nil || s.f.boxed.partial() {
		return e, false
	}
	held := float64(s.f.records.held())
	size, weights, found := s.mean()
	read, like := s.onlyRead(), s.resemblance()
	var supposed, told float64 // of the weighted sum of what the samples suggest
	for _, x := range s.samples {
		if s.counts(x, read) {
			w := x.weight(size) * x.held
			_, part := x.unheld(like)
			supposed, told = supposed+w*part, told+w*x.alone
		}
	}
	spread, freedom, n := typicalCounts*typicalSpread*typicalSpread*size*size, typicalCounts-1.0, 0
	for _, x := range s.samples {
		if !s.counts(x, read) {
			continue
		}
		a, telling, w := x.found(read), x.telling(max(size, held)), x.weight(size)
		unheld, _ := x.unheld(like)
		d := w * (x.held*(unheld+a) - a*size)
		if !x.read { // it bears on what is supposed in all samples, too
			d += supposed * (x.fresh/like.is - x.rows*x.alike) / like.rows
		}
		d /= found
		spread += telling * d * d / w
		freedom += telling
		n++
	}
	if n < samplesFirst {
		return e, false
	}
	bias := wholeBias
	if read || s.f.broad.bar > 0 {
		bias = partBias
	}
	bias = math.Hypot(bias*max(size-held, 0), supposedBias*(supposed+told)/max(weights, 1))
	half := math.Hypot(student(freedom)*math.Sqrt(spread/freedom/weights), 2*bias)
	e.Low, e.Size, e.High = above(held, size, half)
	return e, true
}

// told is estimate; where hardly a sample found anything new, no more certain than the
// matches found bear out: five words that no second record has do not tell that there is no
// other record, however well they agree.
func (s *sampler) told() (e Estimate, ok bool) {
	if e, ok = s.estimate(); !ok {
		return e, false
	}
	const few = 3 // samples that found something: their spread tells
	read, finds, fresh, all, held := s.onlyRead(), 0, 0.0, 0.0, 0.0
	for _, x := range s.samples {
		if s.counts(x, read) {
			n := x.unseen + x.beside
			fresh, all, held = fresh+x.unseen, all+n, held+n*x.held
			if x.unseen > 0 {
				finds++
			}
		}
	}
	if finds < few && all >= 1 {
		_, share := wilson(int(fresh), int(all))
		e.High = max(e.High, held/all/(1-share))
	}
	return e, all >= 1
}

// drawnFrom is how much of a match the record is not that a word was drawn from: it has the
// word for sure, but that no second one has it tells something.
const drawnFrom = 0.5

// above returns the 95 % interval and the median of what is estimated as size,
// give or take half, where at least held are there: those of a normal
// distribution cut off below held. An estimate of less than is held is off by so
// much, and is taken for less certain where that is unlikely.
func above(held, size, half float64) (low, median, high float64) {
	const z, most = 1.959964, 2
	deviation := max(half/z, (held-size)/most, 1e-9*held)
	left := math.Erfc((held-size)/deviation/math.Sqrt2) / 2
	at := func(share float64) float64 { // the point that so much of the distribution lies above
		return max(held, size+deviation*math.Sqrt2*math.Erfcinv(2*left*share))
	}
	return max(held, size-half), at(0.5), at(0.025) // perhaps none is left
}

// student returns the 97.5 % quantile of Student's distribution with freedom
// degrees of freedom, by the first terms of its expansion (M. Abramowitz, I. Stegun:
// Handbook of Mathematical Functions, 26.7.5); good to 1 % from 4 on.
func student(freedom float64) float64 {
	const z = 1.959964
	return z + (z*z*z+z)/(4*freedom) + (5*math.Pow(z, 5)+16*z*z*z+3*z)/(96*freedom*freedom)
}

// size returns the number of records that the samples suggest, those held while
// there are none.
func (s *sampler) size() float64 {
	size, _, _ := s.mean()
	return size
}

// unseen returns the number of records not held that the samples suggest, and its
// relative error; it is not ok while there are few samples, or where no totals tell.
func (s *sampler) unseen() (n, spread float64, ok bool) {
	e, ok := s.estimate()
	if !ok || !s.f.totals && !s.f.endsTell() && s.f.limit() == 0 {
		return 0, 0, false
	}
	n = max(e.Size-float64(s.f.records.held()), 1)
	return n, (e.High - e.Size) / 2 / n, true
}

// fullOf reports whether nearly all rows of the latest outcomes were new.
func (f *facts) fullOf(outcomes int) bool {
	rows, fresh := 0, 0
	for _, s := range f.spent[max(0, len(f.spent)-outcomes):] {
		rows, fresh = rows+int(s.rows), fresh+int(s.fresh)
	}
	return rows > 0 && float64(fresh) >= 0.9*float64(rows)
}

// Constants of blindness.
const (
	blindOf     = 200 // records held that it is judged by
	blindPrior  = 5   // and as how many of them count that are told of
	blindAtMost = 0.9
)

// blindness returns the share of the records not held that the samples probably
// miss, as that of the records held which would be missed if they were not: those
// whose shared words were all asked, and none of the answers tells. One with a word
// whose answer was read whole would not be unheld, and does not count.
func (s *sampler) blindness() float64 {
	c := &s.f.records
	k := newStock(s, s.pool())
	missed, told := 0.0, float64(blindPrior)
	for i := range min(c.held(), blindOf) {
		r := uint32(i * c.held() / min(c.held(), blindOf))
		drawable, read := false, false
		for _, w := range c.wordsOf(r) {
			if c.df(w) < 2 {
				continue
			}
			drawable = drawable || k.share(w, c.df(w)-1) > 0
			if c.state[w] == asked && !read {
				q := s.f.byKey[s.f.si.word(c.words[w], "").Key()]
				read = q != nil && q.status == Answered && !q.more && !q.short() && (s.f.limit() == 0 || len(q.rows) < s.f.limit())
			}
		}
		switch {
		case drawable:
			told++
		case !read:
			missed++
		}
	}
	return min(missed/(missed+told), blindAtMost)
}
