package divide

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// correlated walks the graph of the values of the records held (P. Wu et al.:
// Query selection techniques for efficient crawling of structured web sources.
// ICDE 2006). Its vertices are words, asked in the query box, and options of
// menus; those of one record are neighbours. First the value with the most
// neighbours is asked. Once the harvest rate falls, the value that depends least
// on those asked is, of the records known: min-max mutual information.
type correlated struct {
	f     *facts.Facts
	seeds keyword.Seeds
	walk  facts.Walker
	dims  []*space.Dimension

	vertices []vertex
	ofWord   map[uint32]uint32
	ofOption map[[2]int]uint32 // by dimension and index of the value
	same     *implications     // the records of vertices, which are its values
	aside    []uint32          // vertices that others imply
	seen     int               // of facts.records.texts, whose words are in the graph
	queue    text.WordQueue    // of vertices, by degree or independence

	best   float64 // harvest rate, of windows of saturationWindow requests
	mutual bool    // the second phase has begun
}

// vertex is a value that can be asked.
type vertex struct {
	id     uint32
	bind   page.Pair
	word   uint32 // in the box; else an option
	option bool
	asked  bool
	degree int // neighbours when it had degreeAt records
	at     int
}

const (
	saturationWindow = 40   // requests over which the harvest rate is measured
	saturated        = 0.5  // of the best rate: then independence counts, not degree
	degreeGrowth     = 1.15 // of the records of a value before its neighbours are counted anew
)

func NewCorrelated(f *facts.Facts, o querygen.Options) facts.Strategy {
	s := &correlated{f: f, seeds: keyword.NewSeeds(f, o), same: newImplications(), ofWord: map[uint32]uint32{}, ofOption: map[[2]int]uint32{}}
	for i := range f.Space.Menus {
		// A question binds one value, and alone a list that depends on another
		// one cannot be chosen from.
		if m := &f.Space.Menus[i]; f.Space.ParentOf(m) == nil {
			s.dims = append(s.dims, &space.Dimension{Menu: m})
		}
	}
	if len(s.dims) > 0 {
		f.Traits = facts.NewTraits(s.dims, func(name, value string) string { return querygen.Spoken(f.Space.Form, name, value) })
	}
	return s
}

func (s *correlated) Propose() (facts.Proposal, bool) {
	s.grow()
	if q := s.walk.Worthwhile(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	if s.f.Records.Held() == 0 {
		if q, ok := s.start(); ok {
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
		}
	}
	s.saturate()
	for len(s.queue.Items) > 0 {
		v := s.queue.Items[0]
		x := &s.vertices[v]
		if s.same.implied(v) && !x.asked {
			s.aside = append(s.aside, s.queue.Pop())
			continue
		}
		if s.mutual && !x.asked {
			if d := s.independence(x); d < s.queue.Priority[v]-1e-9 {
				s.queue.Set(v, d) // independence falls as more is asked: the top is put right until it stays
				continue
			}
		}
		if q, ok := s.question(x); ok {
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
		}
		s.queue.Pop()
	}
	for _, v := range s.aside {
		if q, ok := s.question(&s.vertices[v]); ok {
			q.Why = "all else was asked; others have brought its records, as these tell"
			return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
		}
	}
	if q, ok := s.start(); ok {
		return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: 0}, true
	}
	if q := s.walk.Remaining(); q != nil {
		return facts.Proposal{Ask: q.NextPage(), Rate: 0}, true
	}
	return facts.Proposal{}, false
}

// start returns a question that needs no record: a seed, else an option.
func (s *correlated) start() (querygen.Query, bool) {
	if s.f.Space.Box != nil {
		if q, ok := s.seeds.Next("correlated", "a word to start from"); ok {
			return q, true
		}
	}
	for i, d := range s.dims {
		for v := range d.Menu.Values {
			if q, ok := s.question(&s.vertices[s.option(i, v)]); ok {
				q.Why = "an option to start from"
				return q, true
			}
		}
	}
	return querygen.Query{}, false
}

func (s *correlated) question(x *vertex) (querygen.Query, bool) {
	f := s.f
	if x.asked || !x.option && !f.Candidate(x.word) {
		return querygen.Query{}, false
	}
	q := querygen.Query{Form: f.Space.Form.ID, Bind: f.Space.Bind(x.bind), Strategy: "correlated", Expected: -1}
	if f.ByKey[q.Key()] != nil {
		return querygen.Query{}, false
	}
	q.Why = fmt.Sprintf("goes with %d other values in %d records, the most of those not asked", x.degree, len(s.same.with[x.id]))
	if s.mutual {
		q.Why = fmt.Sprintf("depends least on what was asked, of the values in %d records", len(s.same.with[x.id]))
	}
	return q, true
}

// option returns the vertex of a menu's value.
func (s *correlated) option(dim, value int) uint32 {
	key := [2]int{dim, value}
	id, ok := s.ofOption[key]
	if !ok {
		id = s.same.add(dim)
		s.ofOption[key] = id
		m := s.dims[dim].Menu
		s.vertices = append(s.vertices, vertex{id: id, option: true, bind: page.Pair{Name: m.Field.Name, Value: m.Values[value]}})
	}
	return id
}

// grow puts the records that came since into the graph.
func (s *correlated) grow() {
	c := &s.f.Records
	if s.f.Space.Box != nil {
		var grown []uint32
		for _, w := range c.Grown(&s.seen) {
			id, ok := s.ofWord[w]
			if !ok {
				id = s.same.add(noControl)
				s.ofWord[w] = id
				s.vertices = append(s.vertices, vertex{id: id, word: w, bind: page.Pair{Name: s.f.Space.Box.Name, Value: c.Words[w]}})
			}
			s.same.join(id, text.Since(s.same.with[id], c.Postings[w])...)
			grown = append(grown, id)
		}
		for _, id := range grown { // once all are joined: they are each other's neighbours
			s.value(id)
		}
	}
}

// value ranks a vertex anew, where it has grown enough.
func (s *correlated) value(id uint32) {
	x := &s.vertices[id]
	records := len(s.same.with[id])
	if x.asked || float64(records) < degreeGrowth*float64(x.at) {
		return
	}
	x.at, x.degree = records, s.neighbours(x)
	if s.mutual {
		s.queue.Set(id, s.independence(x))
	} else {
		s.queue.Set(id, float64(x.degree))
	}
}

// neighbours counts the values that go with x in a record.
func (s *correlated) neighbours(x *vertex) int {
	seen := map[uint32]struct{}{}
	for _, r := range s.same.with[x.id] {
		for _, v := range s.same.values(r) {
			seen[v] = struct{}{}
		}
	}
	return max(0, len(seen)-1)
}

// independence is the negative of the greatest mutual information between x
// and a value asked; of equal ones the value with more neighbours is better.
func (s *correlated) independence(x *vertex) float64 {
	joint := map[uint32]int{}
	for _, r := range s.same.with[x.id] {
		for _, v := range s.same.values(r) {
			if s.vertices[v].asked {
				joint[v]++
			}
		}
	}
	n, most := float64(s.f.Records.Held()), math.Inf(-1)
	for v, both := range joint { // a maximum does not depend on the order
		most = max(most, math.Log(float64(both)*n/(float64(len(s.same.with[x.id]))*float64(len(s.same.with[v])))))
	}
	return 1e-6*math.Log1p(float64(x.degree)) - most
}

// saturate begins the second phase when the harvest rate has fallen.
func (s *correlated) saturate() {
	if s.mutual || s.f.Requests < saturationWindow {
		return
	}
	rate, spent := 0.0, 0
	for _, x := range slices.Backward(s.f.Spent) {
		if spent >= saturationWindow {
			break
		}
		rate, spent = rate+float64(x.Fresh), spent+int(x.Requests)
	}
	rate /= float64(max(spent, 1))
	if s.best = max(s.best, rate); rate >= saturated*s.best {
		return
	}
	s.mutual = true
	for _, id := range slices.Clone(s.queue.Items) {
		s.queue.Set(id, s.independence(&s.vertices[id]))
	}
}

func (s *correlated) Observe(q *facts.Question) {
	s.grow()
	asked := noControl
	for _, p := range q.Pairs {
		if v := s.learn(q, p); v >= 0 && len(q.Pairs) == 1 {
			asked = v
		}
	}
	s.same.observe(s.f, q, asked)
	if q.Kind == facts.Keyword || q.Kind == facts.Template {
		s.walk.Observe(q)
	}
}

// learn puts the rows of an answer on the vertex that it was asked by, which it returns, and on
// those of the options that the rows name.
func (s *correlated) learn(q *facts.Question, p page.Pair) (asked int) {
	asked = noControl
	for i, d := range s.dims {
		v := slices.Index(d.Menu.Values, p.Value)
		if d.Menu.Field.Name == p.Name && v >= 0 {
			asked = int(s.option(i, v))
			s.put(uint32(asked), q.Latest, true)
			continue
		}
		for _, r := range q.Latest {
			if v, ok := s.f.Traits.Value(r, i); ok {
				s.put(s.option(i, int(v)), []uint32{r}, false)
			}
		}
	}
	if q.Kind == facts.Keyword && s.f.Space.Box != nil && p.Name == s.f.Space.Box.Name {
		if id, ok := s.ofWord[q.Word]; ok {
			s.vertices[id].asked, asked = true, int(id)
		}
	}
	return asked
}

// put joins those of rows that the vertex does not have yet.
func (s *correlated) put(id uint32, rows []uint32, asked bool) {
	s.vertices[id].asked = s.vertices[id].asked || asked
	s.same.join(id, rows...)
	s.value(id)
}

func (s *correlated) Why() string {
	if s.f.Records.Held() == 0 {
		return "no value brought a record"
	}
	return "every value of the records held was asked"
}
