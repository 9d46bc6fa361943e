package estimate

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// pool is what words may be drawn, and how likely: a(w) grows with the number
// of records held that show w, since what few show says little; it falls where
// more than wanted matches are expected, since those cannot all be read.
type pool struct {
	held   int     // records held then
	each   float64 // matches expected for each record held that shows the word
	wanted float64
	most   float64 // matches expected of a word that is drawn at all
	common int     // records held that show the most frequent word that the site answers
}

func (p pool) share(df int) float64 {
	d := float64(df)
	matches := d * p.each
	if df == 0 || df > p.common || matches > p.most {
		return 0
	}
	return p.fading(df)
}

// fading is share of a word that need not be asked, however frequent it is.
func (p pool) fading(df int) float64 {
	if df == 0 {
		return 0
	}
	d := float64(df)
	part := min(1, p.wanted/(d*p.each))
	return d * part * math.Sqrt(part)
}

// Pool returns what may be drawn now.
func (s *Sampler) Pool() pool {
	const atFirst, counts = 5, 3 // records there for each held, and as how many samples that counts
	held, n := float64(s.Facts.Records.Held()), float64(len(s.Samples))
	size, _, _ := s.mean()
	each := (atFirst*counts + n*max(1, size/held)) / (counts + n)
	rows, visible := float64(s.Facts.RowsAPage()), s.visible()
	p := pool{held: int(held), each: each / visible, wanted: 3 * rows, most: math.Inf(1), common: math.MaxInt}
	if s.readsOn() {
		p.wanted, p.most = 1.5*rows, 4*rows
	}
	k := float64(s.Facts.Regime().Limit)
	if s.Facts.Broad.Bar > 0 { // what matches more than others showed may be refused, and tell nothing
		if most := float64(s.Facts.Most); k == 0 || most < k {
			k = most
		}
	}
	if k > 0 {
		p.wanted = min(p.wanted, k/2)
		if s.readsOn() || s.Facts.Broad.Bar > 0 { // else the total tells how many are cut off
			p.most = min(p.most, k/2)
		}
	}
	p.each = min(p.each, p.most/2) // whatever was seen, words that one or two show may be drawn
	if bar := s.Facts.Broad.Bar; bar > 0 {
		p.common = int(bar * held)
	}
	return p
}

// readsOn reports whether only an answer read to its end tells how many of its
// rows are held: not its total, which is missing or a guess, nor the texts in hand.
func (s *Sampler) readsOn() bool {
	return !s.Facts.Regime().Totals || s.visible() < facts.WholeShown || s.Facts.Vague()
}

// visible returns the share of a record's words that its text in hand shows.
func (s *Sampler) visible() float64 {
	const counts = 2 // samples that count as many of the share of all rows of all questions
	sum, n := counts/s.Facts.Seeing.Share(), float64(counts)
	for _, x := range s.Samples {
		if x.Read {
			sum, n = sum+x.Again, n+1
		}
	}
	if v := n / sum; v < facts.WholeShown {
		return v
	}
	return 1
}

// before returns how many of the first held records show a word.
func (p pool) before(list []uint32) int {
	if n := len(list); n == 0 || int(list[n-1]) < p.held {
		return n // mostly
	}
	n, _ := slices.BinarySearch(list, uint32(p.held))
	return n
}

// eligible reports whether a word may be drawn or could have been: not
// numbers and single letters, which many sites do not search for.
func (s *Sampler) eligible(word uint32) bool {
	for n := len(s.plain); n <= int(word); n++ {
		w := s.Facts.Records.Words[n]
		s.plain = append(s.plain, utf8.RuneCountInString(w) >= 2 && strings.ContainsFunc(w, unicode.IsLetter) && s.Facts.Space.Accepts(w))
	}
	return s.plain[word] && s.Facts.Records.State[word] == text.Unasked && !s.Facts.Records.Labels(word)
}

// sum returns A of a record held, with a word that counts even where it was
// asked since, and how many words it sums up.
func (s *Sampler) sum(p pool, record, also uint32) (a float64, count int) {
	c := &s.Facts.Records
	for _, w := range c.WordsOf(record) {
		if w != also && !s.eligible(w) {
			continue
		}
		if share := p.share(p.before(c.Postings[w])); share > 0 {
			a += share
			count++
		}
	}
	return a, count
}
