package keyword

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Partition asks words that divide the records among them: those of a column that says
// what kind a record is of, like a category, a type or a year. Nearly every record has
// one of them, so that each answer is nearly all new, whatever was asked before, and all
// together cost little more than the floor. Words that are chosen one by one, each for
// what it brings next, never come to that: the most frequent one is in all kinds, and
// every answer after it repeats its share. It is slice-cover with a query box for the
// menu (C. Sheng, N. Zhang, Y. Tao, X. Jin: Optimal algorithms for crawling a hidden
// database in the web. VLDB 2012, section 4), where the kinds are learned from records.
type Partition struct {
	f      *facts.Facts
	may    func(word uint32) bool // the word can be asked
	column *facts.Vocabulary      // that divides the records; nil for none
	words  []uint32               // of it, those of most records first
	judged int                    // records held when they were chosen
	again  float64                // requests after which they are chosen again, whatever is held

	reading *facts.Question
	pages   facts.Yield
	of      map[uint32]*facts.Vocabulary // by word asked whose matches are not known yet: its column
	larger  float64                      // mean matches of a word asked, for each record that held it by then
	failed  map[*facts.Vocabulary]int    // answers which show that the site does not search for the column
}

const PartitionStrategy = "partition"

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
	PartitionFails  = 2    // answers after which a column is taken not to be searched

	partitionCarried = 10 // pages of their answers from which such words shape what is held
)

func NewPartition(f *facts.Facts, may func(word uint32) bool) *Partition {
	f.Named.Wanted = true
	return &Partition{f: f, may: may, of: map[uint32]*facts.Vocabulary{}, larger: partitionLarger, failed: map[*facts.Vocabulary]int{}}
}

// Propose returns the next page of the answer that is being read, or the next word. Pages
// that were left out, since others show much of them where rows move, wait for the end.
func (s *Partition) Propose() (facts.Proposal, bool) {
	if s.f.Space.Box == nil || s.pages.Below(partitionReads, s.f.RowsAPage()) {
		return facts.Proposal{}, false
	}
	if q := s.reading; q != nil && q.Open() && q.Promising() && q.Late >= partitionReads {
		if ask := s.f.NextPage(q); s.f.Anew(q, ask.Page) >= facts.DriftNear*s.f.Ahead() {
			return facts.Proposal{Ask: ask, Rate: math.Inf(1)}, true
		}
	}
	s.choose()
	c := &s.f.Records
	for _, w := range s.words {
		if !s.may(w) {
			continue
		}
		if fresh, ok := s.pays(w); ok {
			s.of[w] = s.column
			q := s.f.Space.Word(c.Words[w], PartitionStrategy)
			q.Expected = math.Round(fresh)
			q.Why = fmt.Sprintf("%d words of %q divide the records: this one is in %d of %d held", len(s.words), s.column.Column, c.Df(w), c.Held())
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
		}
	}
	return facts.Proposal{}, false
}

// pays returns how many new records a word is expected to bring, and whether these are
// worth its pages. It is not ok where the site would show only a part of them.
func (s *Partition) pays(w uint32) (fresh float64, ok bool) {
	held, p := float64(s.f.Records.Df(w)), float64(s.f.RowsAPage())
	all := held * s.larger
	if k := float64(s.f.Regime().Limit); k > 0 && all > k {
		return 0, false
	}
	least := statistics.Clamp(s.f.Pace(), partitionReads, partitionPays)
	return all - held, all-held >= least*p*max(1, math.Ceil(all/p-0.2))
}

// choose looks for the column that divides the records best, when enough more are held or
// enough more was asked.
func (s *Partition) choose() {
	held := s.f.Records.Held()
	if float64(held) < partitionAgain*float64(s.judged) && float64(s.f.Requests) < s.again {
		return
	}
	s.judged, s.again = held, partitionOften*float64(s.f.Requests)
	var best *facts.Vocabulary
	least := partitionCost
	for _, v := range s.f.Named.All {
		if s.failed[v] >= PartitionFails || v.Records < partitionFrom || v.Unlike() {
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
		s.words, _ = s.Disjoint(best, 1)
	}
}

// cost returns what all records cost by the words of a column, as a multiple of the
// floor: what every other record tells of words that the rest chose. Records that one
// of the words brought tell nothing, since they have it, and those beside them are missing.
func (s *Partition) cost(v *facts.Vocabulary) float64 {
	words, covered := s.Disjoint(v, 2)
	shown := s.shown(v)
	tells := make([]bool, v.Until)
	n, rest, rows := 0, 0, 0
	for r := range tells {
		if tells[r] = r%2 == 1 && shown[r] && !slices.Contains(words, s.f.Named.By[r]); tells[r] {
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
		for _, r := range s.f.Records.Postings[w] {
			if int(r) < v.Until && tells[r] {
				rows++
			}
		}
	}
	return (float64(rows) + partitionRest*float64(rest)) / float64(n)
}

// shown returns, by record, whether its row shows what it has in a column: where rows
// show parts of their records, those with nothing there may have something.
func (s *Partition) shown(v *facts.Vocabulary) []bool {
	out := make([]bool, v.Until)
	if s.f.Seeing.Share() >= facts.WholeShown {
		for r := range out {
			out[r] = true
		}
		return out
	}
	for _, list := range v.Postings {
		for _, r := range list {
			out[r] = true
		}
	}
	return out
}

// Disjoint returns words of a column that have few records in common there, those of
// most first, by each step-th record, and which records have any of them.
func (s *Partition) Disjoint(v *facts.Vocabulary, step uint32) (words []uint32, covered []bool) {
	type counted struct {
		at      int // in v.words
		records int
	}
	var order []counted
	for i, w := range v.Words {
		if s.f.Records.State[w] == text.Dead || len(v.Postings[i]) < partitionLeast {
			continue
		}
		x := counted{at: i}
		for _, r := range v.Postings[i] {
			if r%step == 0 {
				x.records++
			}
		}
		if x.records >= partitionLeast {
			order = append(order, x)
		}
	}
	slices.SortStableFunc(order, func(a, b counted) int { return b.records - a.records })
	covered = make([]bool, v.Until)
	for _, x := range order {
		fresh := 0
		for _, r := range v.Postings[x.at] {
			if r%step == 0 && !covered[r] {
				fresh++
			}
		}
		if 2*fresh < x.records {
			continue
		}
		for _, r := range v.Postings[x.at] {
			covered[r] = true
		}
		words = append(words, v.Words[x.at])
	}
	return words, covered
}

// Carried reports whether words that divide the records were asked for a while.
func (s *Partition) Carried() bool { return s.pages.Pages > partitionCarried }

func (s *Partition) Observe(q *facts.Question) {
	if q.Query.Strategy != PartitionStrategy || q.Kind != facts.Keyword || q.Stuck {
		return
	}
	s.reading = q
	s.pages.Add(q.LastFresh, s.f.RowsAPage())
	column, asked := s.of[q.Word]
	m := s.f.Matches(q)
	if m < 0 || !asked {
		return
	}
	delete(s.of, q.Word)
	s.larger += partitionNews * (float64(m)/float64(max(q.Holders, 1)) - s.larger)
	if 2*m < q.Holders {
		s.failed[column]++
		s.judged = 0
	}
}
