package querygen

import (
	"fmt"
	"math"
	"slices"
)

// partition asks words that divide the records among them: those of a column that says
// what kind a record is of, like a category, a type or a year. Nearly every record has
// one of them, so that each answer is nearly all new, whatever was asked before, and all
// together cost little more than the floor. Words that are chosen one by one, each for
// what it brings next, never come to that: the most frequent one is in all kinds, and
// every answer after it repeats its share. It is slice-cover with a query box for the
// menu (C. Sheng, N. Zhang, Y. Tao, X. Jin: Optimal algorithms for crawling a hidden
// database in the web. VLDB 2012, section 4), where the kinds are learned from records.
type partition struct {
	f      *facts
	may    func(word uint32) bool // the word can be asked
	column *vocabulary            // that divides the records; nil for none
	words  []uint32               // of it, those of most records first
	judged int                    // records held when they were chosen
	again  float64                // requests after which they are chosen again, whatever is held

	reading *question
	pages   yield
	of      map[uint32]*vocabulary // by word asked whose matches are not known yet: its column
	larger  float64                // mean matches of a word asked, for each record that held it by then
	failed  map[*vocabulary]int    // answers which show that the site does not search for the column
}

const partitionStrategy = "partition"

// Of partition. The outcome is flat around the shares.
const (
	partitionFrom   = 10   // records that tell what a column costs
	partitionAgain  = 1.25 // growth of the records held from one choice of words to the next
	partitionOften  = 1.05 // likewise, of the requests: words of few records are not among the first
	partitionLeast  = 2    // records that have a word in the column, for it to be chosen
	partitionCost   = 1.5  // requests as a multiple of the floor, at most
	partitionRest   = 2    // likewise, what records with none of the words cost
	partitionStays  = 0.05 // by which another column must be better, once one is chosen
	partitionReads  = 0.25 // of the rows of a page that must be new, for an answer to be read on
	partitionPays   = 0.5  // likewise, that must be expected of a word, unless less comes of late
	partitionLarger = 4    // matches for each record that holds a word, before anything is known
	partitionNews   = 0.25 // of the latest answer in that
	partitionFails  = 2    // answers after which a column is taken not to be searched

	partitionCarried = 10 // pages of their answers from which such words shape what is held
)

func newPartition(f *facts, may func(word uint32) bool) *partition {
	f.named.wanted = true
	return &partition{f: f, may: may, of: map[uint32]*vocabulary{}, larger: partitionLarger, failed: map[*vocabulary]int{}}
}

// propose returns the next page of the answer that is being read, or the next word. Pages
// that were left out, since others show much of them where rows move, wait for the end.
func (s *partition) propose() (proposal, bool) {
	if s.f.si.box == nil || s.pages.below(partitionReads, s.f.rowsAPage()) {
		return proposal{}, false
	}
	if q := s.reading; q != nil && q.open() && q.promising() && q.late >= partitionReads {
		if ask := s.f.nextPage(q); s.f.anew(q, ask.Page) >= driftNear*s.f.ahead() {
			return proposal{ask, math.Inf(1)}, true
		}
	}
	s.choose()
	c := &s.f.records
	for _, w := range s.words {
		if c.state[w] != unasked || !s.may(w) {
			continue
		}
		if fresh, ok := s.pays(w); ok {
			s.of[w] = s.column
			q := s.f.si.word(c.words[w], partitionStrategy)
			q.Expected = math.Round(fresh)
			q.Why = fmt.Sprintf("%d words of %q divide the records: this one is in %d of %d held", len(s.words), s.column.column, c.df(w), c.held())
			return proposal{Ask{q, 1}, math.Inf(1)}, true
		}
	}
	return proposal{}, false
}

// pays returns how many new records a word is expected to bring, and whether these are
// worth its pages. It is not ok where the site would show only a part of them.
func (s *partition) pays(w uint32) (fresh float64, ok bool) {
	held, p := float64(s.f.records.df(w)), float64(s.f.rowsAPage())
	all := held * s.larger
	if k := float64(s.f.limit()); k > 0 && all > k {
		return 0, false
	}
	least := clamp(s.f.pace(), partitionReads, partitionPays)
	return all - held, all-held >= least*p*max(1, math.Ceil(all/p-0.2))
}

// choose looks for the column that divides the records best, when enough more are held or
// enough more was asked.
func (s *partition) choose() {
	held := s.f.records.held()
	if float64(held) < partitionAgain*float64(s.judged) && float64(s.f.requests) < s.again {
		return
	}
	s.judged, s.again = held, partitionOften*float64(s.f.requests)
	var best *vocabulary
	least := partitionCost
	for _, v := range s.f.named.all {
		if s.failed[v] >= partitionFails || v.records < partitionFrom || v.unlike() {
			continue
		}
		cost := s.cost(v)
		if s.column != nil && v != s.column {
			cost += partitionStays
		}
		if cost < least {
			best, least = v, cost
		}
	}
	if s.column, s.words = best, nil; best != nil {
		s.words, _ = s.disjoint(best, 1)
	}
}

// cost returns what all records cost by the words of a column, as a multiple of the
// floor: what every other record tells of words that the rest chose. Records that one
// of the words brought tell nothing, since they have it, and those beside them are missing.
func (s *partition) cost(v *vocabulary) float64 {
	words, covered := s.disjoint(v, 2)
	shown := s.shown(v)
	tells := make([]bool, v.until)
	n, rest, rows := 0, 0, 0
	for r := range tells {
		if tells[r] = r%2 == 1 && shown[r] && !slices.Contains(words, s.f.named.by[r]); tells[r] {
			n++
			if !covered[r] {
				rest++
			}
		}
	}
	if n < partitionFrom || len(words) < 2 {
		return math.Inf(1)
	}
	for _, w := range words {
		for _, r := range s.f.records.postings[w] {
			if int(r) < v.until && tells[r] {
				rows++
			}
		}
	}
	return (float64(rows) + partitionRest*float64(rest)) / float64(n)
}

// shown returns, by record, whether its row shows what it has in a column: where rows
// show parts of their records, those with nothing there may have something.
func (s *partition) shown(v *vocabulary) []bool {
	out := make([]bool, v.until)
	if s.f.seeing.share() >= wholeShown {
		for r := range out {
			out[r] = true
		}
		return out
	}
	for _, list := range v.postings {
		for _, r := range list {
			out[r] = true
		}
	}
	return out
}

// disjoint returns words of a column that have few records in common there, those of
// most first, by each step-th record, and which records have any of them.
func (s *partition) disjoint(v *vocabulary, step uint32) (words []uint32, covered []bool) {
	type counted struct {
		at      int // in v.words
		records int
	}
	var order []counted
	for i, w := range v.words {
		if s.f.records.state[w] == dead || len(v.postings[i]) < partitionLeast {
			continue
		}
		x := counted{at: i}
		for _, r := range v.postings[i] {
			if r%step == 0 {
				x.records++
			}
		}
		if x.records >= partitionLeast {
			order = append(order, x)
		}
	}
	slices.SortStableFunc(order, func(a, b counted) int { return b.records - a.records })
	covered = make([]bool, v.until)
	for _, x := range order {
		fresh := 0
		for _, r := range v.postings[x.at] {
			if r%step == 0 && !covered[r] {
				fresh++
			}
		}
		if 2*fresh < x.records {
			continue
		}
		for _, r := range v.postings[x.at] {
			covered[r] = true
		}
		words = append(words, v.words[x.at])
	}
	return words, covered
}

// carried reports whether words that divide the records were asked for a while.
func (s *partition) carried() bool { return s.pages.pages > partitionCarried }

func (s *partition) observe(q *question) {
	if q.query.Strategy != partitionStrategy || q.kind != keyword || q.stuck {
		return
	}
	s.reading = q
	s.pages.add(q.lastFresh, s.f.rowsAPage())
	column, asked := s.of[q.word]
	m := s.f.matches(q)
	if m < 0 || !asked {
		return
	}
	delete(s.of, q.word)
	s.larger += partitionNews * (float64(m)/float64(max(q.holders, 1)) - s.larger)
	if 2*m < q.holders {
		s.failed[column]++
		s.judged = 0
	}
}
