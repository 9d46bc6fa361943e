package divide

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// How templates are judged (J. Madhavan et al.: Google's deep-web crawl. PVLDB
// 1(2), 2008): a template is informative if different values bring different
// rows often enough, and only informative ones are combined.
const (
	informativeShare = 0.2 // of distinct answers among those to a template's values
	SampleValues     = 4   // asked of each menu before it is judged
	MaxDimension     = 3   // menus bound together
)

// templates binds menus: one at a time first, more where an answer overflows.
type templates struct {
	f     *facts.Facts
	menus []menuState
	empty map[string]bool   // by pairsKey: what nothing matches
	known map[string]bool   // by pairsKey: queued or asked
	queue [][]page.Pair     // to ask next
	walks []*facts.Question // to read on
	now   *facts.Question   // being read

	settled   []*facts.Question // answers that were acted on
	divided   map[*facts.Question]bool
	postponed []*facts.Question // overflow, but another menu is likely to cover them
	limit     int               // result limit that settled was judged by
}

// menuState is what is known about a menu.
type menuState struct {
	*space.Menu
	order    int // among the menus
	asked    []*facts.Question
	bound    bool // its values were all queued
	distinct map[text.Digest]bool
	parent   *space.Menu // that it depends on: it is bound only after that; nil for none
}

func NewTemplates(f *facts.Facts) *templates {
	f.Offers = true
	t := &templates{f: f, empty: map[string]bool{}, known: map[string]bool{}, divided: map[*facts.Question]bool{}}
	for i := range f.Space.Menus {
		m := &f.Space.Menus[i]
		t.menus = append(t.menus, menuState{Menu: m, order: i, distinct: map[text.Digest]bool{}, parent: f.Space.ParentOf(m)})
	}
	return t
}

func pairsKey(pairs []page.Pair) string { return querygen.Query{Bind: pairs}.Key() }

func (t *templates) Propose() (facts.Proposal, bool) {
	if k := t.f.Regime().Limit; k != t.limit {
		t.limit = k
		for _, q := range t.settled {
			t.settle(q)
		}
	}
	if q := t.now; q != nil && slices.Contains(t.walks, q) && t.promising(q) {
		return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
	}
	for i := range t.menus {
		m := &t.menus[i]
		if n := len(m.asked); !m.Useless && !m.bound && m.parent == nil && n < min(SampleValues, len(m.Values)) {
			if q, ok := t.question(t.unaskedOf(m)); ok {
				return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
			}
		}
	}
	for {
		for len(t.queue) > 0 {
			if q, ok := t.question(t.queue[0]); ok {
				return facts.Proposal{Ask: querygen.Ask{Query: q, Page: 1}, Rate: math.Inf(1)}, true
			}
			t.queue = t.queue[1:]
		}
		for len(t.walks) > 0 {
			if q := t.walks[0]; t.promising(q) {
				return facts.Proposal{Ask: q.NextPage(), Rate: math.Inf(1)}, true
			}
			t.walks = t.walks[1:]
		}
		if !t.bindNext() {
			return facts.Proposal{}, false
		}
	}
}

// promising reports whether q should be read on. Where a ranking is the same
// for all questions, the top of an answer may be known from as many rows as
// the longest answer showed.
func (t *templates) promising(q *facts.Question) bool {
	return q.Open() && q.Dry < facts.LeaveAfter+t.f.Reach/t.f.RowsAPage()
}

// unaskedOf returns the pairs for the first value of m that was not asked alone.
func (t *templates) unaskedOf(m *menuState) []page.Pair {
	for _, v := range m.Values {
		if pairs := []page.Pair{{Name: m.Field.Name, Value: v}}; t.f.ByKey[(querygen.Query{Form: t.f.Space.Form.ID, Bind: t.f.Space.Bind(pairs...)}).Key()] == nil {
			return pairs
		}
	}
	return nil
}

// question returns the question that binds pairs, unless it was asked or
// cannot match.
func (t *templates) question(pairs []page.Pair) (querygen.Query, bool) {
	if len(pairs) == 0 || t.knownEmpty(pairs) {
		return querygen.Query{}, false
	}
	if len(pairs) == 1 && t.menuOf(pairs[0].Name).Useless {
		return querygen.Query{}, false
	}
	q := querygen.Query{Form: t.f.Space.Form.ID, Bind: t.f.Space.Bind(pairs...), Strategy: "templates", Expected: -1}
	if t.f.ByKey[q.Key()] != nil {
		return querygen.Query{}, false
	}
	var said []string
	for _, p := range pairs {
		m := t.menuOf(p.Name)
		label := m.Field.Label
		if label == "" {
			label = p.Name
		}
		said = append(said, label+" = "+querygen.Spoken(t.f.Space.Form, p.Name, p.Value))
	}
	q.Why = "choice of " + strings.Join(said, ", ")
	if len(pairs) > 1 {
		q.Why += ": fewer of these choices match more than can be read"
	}
	return q, true
}

// knownEmpty reports whether a part of pairs is known to match nothing, or
// nothing that was not shown.
func (t *templates) knownEmpty(pairs []page.Pair) bool {
	for set := 1; set < 1<<len(pairs); set++ {
		var part []page.Pair
		for i, p := range pairs {
			if set>>i&1 == 1 {
				part = append(part, p)
			}
		}
		if t.empty[pairsKey(part)] || len(part) == 1 && len(pairs) > 1 && t.f.Exhausted(part[0]) {
			return true
		}
	}
	return false
}

func (t *templates) menuOf(name string) *menuState {
	i := slices.IndexFunc(t.menus, func(m menuState) bool { return m.Field.Name == name })
	if i < 0 {
		return nil
	}
	return &t.menus[i]
}

func (t *templates) Observe(q *facts.Question) {
	if q.Kind != facts.Template {
		return
	}
	t.now = q
	for _, p := range q.Pairs {
		if m := t.menuOf(p.Name); m == nil || len(q.Pairs) > MaxDimension {
			return // not ours: asked under other options
		}
	}
	if len(q.Pairs) == 1 {
		m := t.menuOf(q.Pairs[0].Name)
		if !slices.Contains(m.asked, q) {
			m.asked = append(m.asked, q)
		}
		t.judge(m)
		if !m.bound {
			t.note(q)
			return // a sample: what to do with it is decided with its menu
		}
	}
	t.note(q)
	t.settle(q)
}

// note remembers what matches nothing.
func (t *templates) note(q *facts.Question) {
	if q.Status == querygen.Empty {
		t.empty[pairsKey(q.Pairs)] = true
	}
}

// judge drops a menu that does not filter.
func (t *templates) judge(m *menuState) {
	served := t.f.Listing
	clear(m.distinct)
	var answers, asServed, silent int
	for _, q := range m.asked {
		switch {
		case q.Status == querygen.Answered:
			answers++
			m.distinct[q.First] = true
			if served != nil && served.Status == querygen.Answered && q.First == served.First && q.Total == served.Total {
				asServed++
			}
		case !q.Stuck:
			silent++
		}
	}
	share := float64(len(m.distinct)) / float64(max(answers, 1))
	enough := answers+silent >= min(SampleValues, len(m.Values))
	switch {
	case answers >= 3 && len(m.distinct) == 1,
		answers >= 3 && asServed == answers,
		enough && answers >= 2 && len(m.distinct) == 1,
		enough && answers == asServed, // that includes none at all
		answers >= 10 && share < informativeShare:
		m.Useless, m.Silent = true, answers == 0
	}
}

// settle decides what follows from an answer: reading it on or dividing it.
func (t *templates) settle(q *facts.Question) {
	if q.Status != querygen.Answered || t.divided[q] {
		return
	}
	if !slices.Contains(t.settled, q) {
		t.settled = append(t.settled, q)
	}
	if t.overflows(q) && t.divide(q) {
		t.walks = slices.DeleteFunc(t.walks, func(w *facts.Question) bool { return w == q })
		return
	}
	if q.Open() && !slices.Contains(t.walks, q) {
		t.walks = append(t.walks, q)
	}
}

func (t *templates) overflows(q *facts.Question) bool {
	k, m := t.f.Regime().Limit, t.f.Matches(q)
	return q.Short() || k > 0 && (m > k || m < 0 && len(q.Rows) >= k)
}

// divide queues the questions that bind one more menu than q, or another menu
// whose values seem to need no dividing. It returns false where there is none
// left that could help.
func (t *templates) divide(q *facts.Question) bool {
	if len(q.Pairs) >= MaxDimension {
		return false
	}
	if slices.ContainsFunc(t.menus, func(m menuState) bool { return !m.bound && t.fits(&m) }) {
		if !slices.Contains(t.postponed, q) {
			t.postponed = append(t.postponed, q)
		}
		return true
	}
	m := t.pick(t.f.Matches(q), func(m *menuState) bool {
		return !space.Binds(q.Pairs, m.Menu) && (m.parent == nil || space.Binds(q.Pairs, m.parent))
	})
	if m == nil {
		return false
	}
	t.divided[q] = true
	for _, v := range m.Values {
		p := page.Pair{Name: m.Field.Name, Value: v}
		if !t.f.Space.Possible(q.Pairs, p) {
			continue
		}
		pairs := append(slices.Clone(q.Pairs), p)
		slices.SortStableFunc(pairs, func(a, b page.Pair) int { return t.menuOf(a.Name).order - t.menuOf(b.Name).order })
		t.enqueue(pairs)
	}
	return true
}

// fits reports whether the samples of m are all under the limit.
func (t *templates) fits(m *menuState) bool {
	return !m.Useless && m.parent == nil && len(m.asked) >= min(SampleValues, len(m.Values)) && !slices.ContainsFunc(m.asked, func(q *facts.Question) bool {
		n := t.f.Matches(q)
		return q.Stuck || n < 0 || n > t.f.Regime().Limit
	})
}

func (t *templates) enqueue(pairs []page.Pair) {
	if key := pairsKey(pairs); !t.known[key] {
		t.known[key] = true
		t.queue = append(t.queue, pairs)
	}
}

// pick returns the informative menu that best divides a set of total records
// (-1 where unknown): the one with the fewest values that are likely to bring
// every part under the limit, else the one with most values.
func (t *templates) pick(total int, may func(*menuState) bool) *menuState {
	var best *menuState
	k := float64(t.f.Regime().Limit)
	fits := func(m *menuState) bool {
		return k == 0 || total < 0 || float64(total)/float64(len(m.Values)) <= k/2
	}
	for i := range t.menus {
		m := &t.menus[i]
		if m.Useless || len(m.asked) == 0 && m.parent == nil || !may(m) {
			continue
		}
		switch {
		case best == nil, fits(m) && !fits(best):
			best = m
		case k == 0 || total < 0 || fits(m) != fits(best): // in the form's order
		case fits(m) && len(m.Values) < len(best.Values), !fits(m) && len(m.Values) > len(best.Values):
			best = m
		}
	}
	return best
}

// bindNext queues all values of the next menu that can still bring something.
func (t *templates) bindNext() bool {
	total := -1
	if n, ok := t.f.ShownTotal(); ok {
		total = n
	}
	first := !slices.ContainsFunc(t.menus, func(m menuState) bool { return m.bound })
	m := t.pick(total, func(m *menuState) bool {
		return !m.bound && m.parent == nil && (first || !t.covered(m) || len(t.postponed) > 0 && t.fits(m))
	})
	if m == nil {
		return t.dividePostponed()
	}
	m.bound = true
	for _, v := range m.Values {
		t.enqueue([]page.Pair{{Name: m.Field.Name, Value: v}})
	}
	for _, q := range m.asked {
		t.settle(q)
	}
	return true
}

// dividePostponed divides the answers that were left to another menu, unless
// that menu's values add up to as many records as the first one's.
func (t *templates) dividePostponed() bool {
	all := t.postponed
	t.postponed = nil
	var sums []int
	for i := range t.menus {
		if m := &t.menus[i]; m.bound {
			sum := 0
			for _, q := range m.asked {
				sum += max(t.f.Matches(q), 0)
			}
			if t.fits(m) && len(sums) > 0 && float64(sum) >= 0.98*float64(slices.Max(sums)) {
				return false
			}
			sums = append(sums, sum)
		}
	}
	for _, q := range all {
		t.settle(q)
	}
	return len(all) > 0
}

// covered reports whether all that a menu's samples showed came by other
// questions, too: then the menu is another way to what is held.
func (t *templates) covered(m *menuState) bool {
	for _, q := range m.asked {
		for _, r := range q.Rows {
			if t.f.Records.Caught[r] < 2 {
				return false
			}
		}
	}
	return true
}

func (t *templates) Why() string {
	if len(t.menus) == 0 {
		return "the form has no menu that filters"
	}
	var bound, useless int
	for _, m := range t.menus {
		if m.Useless {
			useless++
		} else if m.bound {
			bound++
		}
	}
	return fmt.Sprintf("of %d menus the values of %d were asked, %d do not filter, and the others lead to what is held", len(t.menus), bound, useless)
}
