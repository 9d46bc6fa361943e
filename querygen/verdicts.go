package querygen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// Capabilities returns what the user says and what the outcomes so far show
// about the interface, in the order of the Can constants. A verdict turns when
// later outcomes contradict it.
func (p *Planner) Capabilities() Capabilities { return p.facts.capabilities() }

// verdicts judge one capability each, in the order of the Can constants. What is
// not known has no verdict.
var verdicts = []struct {
	name  string
	judge func(*facts) Capability
}{
	{CanListAll, (*facts).canListAll},
	{CanPageSize, (*facts).canPageSize},
	{CanLimit, (*facts).canLimit},
	{CanTotal, (*facts).canTotal},
	{CanAnd, func(f *facts) Capability { return f.operators.capability(CanAnd) }},
	{CanOr, func(f *facts) Capability { return f.operators.capability(CanOr) }},
	{CanNot, func(f *facts) Capability { return f.operators.capability(CanNot) }},
	{CanPhrase, func(f *facts) Capability { return f.signs.phrase.capability(`"..."`) }},
	{CanPrefix, func(f *facts) Capability { return f.signs.prefix.capability("wor*") }},
	{CanShort, (*facts).canShort},
	{CanStopWords, (*facts).canStopWords},
	{CanStem, func(f *facts) Capability { return f.signs.stem.capability("") }},
	{CanSort, (*facts).canSort},
	{CanStay, (*facts).canStay},
	{CanDivide, (*facts).canDivide},
	{CanRange, (*facts).canRange},
	{CanServe, (*facts).canServe},
}

func (f *facts) capabilities() Capabilities {
	var out Capabilities
	for _, v := range verdicts {
		if said := f.fixed.Get(v.name); said.Verdict != Unknown {
			said.Evidence = "as configured"
			out = append(out, said)
			continue
		}
		if c := v.judge(f); c.Verdict != Unknown {
			c.Name = v.name
			out = append(out, c)
		}
	}
	return out
}

func (s *sides) capability(value string) Capability {
	c := Capability{Verdict: s.verdict(), Evidence: s.example}
	if c.Verdict == Yes {
		c.Value = value
	}
	return c
}

func (f *facts) canListAll() Capability {
	q := f.listing
	if q != nil && f.lists() && (q.total >= 0 || q.more || q.pages > 1) {
		both, beside := f.records.byWay[byListing|byOthers], f.records.byWay[byOthers]
		if !f.served(q) && !f.believed(q) && (q.total < 0 && both == 0 || q.more && beside > 0 && f.cutShort(q)) {
			return Capability{}
		}
		evidence := fmt.Sprintf("%d records so far", len(q.rows))
		if q.total >= 0 {
			evidence = fmt.Sprintf("it claims %d records", q.total)
		}
		if both+beside > 0 && (!q.more || f.records.held() == len(q.rows)) {
			evidence += fmt.Sprintf("; %d of %d that other questions brought are among those it listed", both, both+beside)
		}
		if f.restricted() {
			return Capability{Verdict: No, Evidence: "the form as served binds a choice: " + evidence}
		}
		return Capability{Verdict: Yes, Value: f.listingName(q), Evidence: evidence}
	}
	var tried []string
	disproved := false
	for _, q := range f.asked {
		if q.kind != listing || q.pages == 0 {
			continue
		}
		said := f.listingName(q) + ": "
		switch against := f.against(q); {
		case against != "":
			said += against
			disproved = true
		case q.status != Answered:
			said += string(q.status)
		default:
			said += fmt.Sprintf("%d rows on a single page", len(q.rows))
		}
		tried = append(tried, said)
	}
	if f.si.box != nil && !disproved {
		if _, untried := f.tryList(true); untried || f.fruitful == 0 {
			return Capability{}
		}
	}
	if len(tried) == 0 {
		return Capability{}
	}
	return Capability{Verdict: No, Evidence: strings.Join(tried, "; ")}
}

func (f *facts) canPageSize() Capability {
	s := &f.si.size
	switch {
	case s.on:
		return Capability{Verdict: Yes, Value: strconv.Itoa(s.shown[1]),
			Evidence: fmt.Sprintf("%s=%s shows %d rows a page instead of %d", s.name, s.largest[0].Value, s.shown[1], s.shown[0])}
	case s.name != "" && len(s.largest) == 0:
		return Capability{Verdict: No, Evidence: s.name + " does not change how many rows a page shows, or changes what is found"}
	}
	return Capability{}
}

// manyPages is the length of an answer that speaks against a limit.
const manyPages = 8

// canLimit judges whether an answer shows a part of its matches only.
func (f *facts) canLimit() Capability {
	if k := f.limit(); k > 0 {
		c := Capability{Verdict: Yes, Value: strconv.Itoa(k)}
		switch {
		case f.signs.capped > 0:
			c.Evidence = fmt.Sprintf("totals are capped at %d; no answer showed more than %d rows", f.signs.capped, k)
		case f.cut > 0:
			c.Evidence = fmt.Sprintf("answers stop after %d rows though they claim more", f.cut)
		case f.onePageAlike():
			c.Evidence = fmt.Sprintf("%d of %d words have %d rows on a single page, none has more", f.onePage.alike, f.onePage.all, k)
		default:
			c.Evidence = fmt.Sprintf("%d answers ended after %d rows, none was longer", f.ended[1], k)
		}
		return c
	}
	if f.broad.bar > 0 && f.broad.refusals > 1 {
		how := "shows nothing for"
		if f.broad.refuses {
			how = "refuses"
		}
		return Capability{Verdict: Yes, Value: strconv.Itoa(f.most),
			Evidence: fmt.Sprintf("the site %s words in more than %.1f %% of the records held; the longest answer had %d matches", how, 100*f.broad.bar, f.most)}
	}
	if n := f.ended[0]; n >= manyPages*f.rowsAPage() {
		return Capability{Verdict: No, Evidence: fmt.Sprintf("an answer was read to its end after %d rows", n)}
	}
	return Capability{}
}

func (f *facts) canTotal() Capability {
	s := &f.signs
	exact, off, of := s.honest(f)
	switch {
	case s.capped > 0:
		return Capability{Verdict: Yes, Value: "capped", Evidence: fmt.Sprintf("no total is above %d", s.capped)}
	case off > exact:
		return Capability{Verdict: Yes, Value: "estimated",
			Evidence: fmt.Sprintf("of %d answers read to their end %d did not have what they claimed: %d rows of %d, say", off+exact, off, len(of.rows), of.claim)}
	case exact > 0:
		return Capability{Verdict: Yes, Value: "exact", Evidence: fmt.Sprintf("%d of %d answers read to their end had what they claimed", exact, exact+off)}
	case s.claimed == 0 && s.unclaimed >= 3:
		return Capability{Verdict: No, Evidence: fmt.Sprintf("none of %d answers shows one", s.unclaimed)}
	}
	return Capability{}
}

// canShort finds the length below which words are not searched for: two
// of them in vain, none with success.
func (f *facts) canShort() Capability {
	least := longestShort + 1
	for n := longestShort; n > 0; n-- {
		switch t := f.signs.lengths[n]; {
		case t.found > 0:
			least = n
		case t.asked > 0 && least <= longestShort:
			return Capability{Verdict: Yes, Value: strconv.Itoa(n + 1),
				Evidence: fmt.Sprintf("words of %d letters are searched for, %d of %d letters brought nothing", least, t.asked, n)}
		}
	}
	if least <= 2 {
		return Capability{Verdict: No, Evidence: fmt.Sprintf("a word of %d letters was searched for", least)}
	}
	return Capability{}
}

// canStopWords lists the words that brought nothing though records hold them
// and more frequent ones were answered.
func (f *facts) canStopWords() Capability {
	c := &f.records
	short, _ := strconv.Atoi(f.canShort().Value)
	var words []string
	for _, w := range f.signs.stopped {
		if len([]rune(c.words[w])) >= short && (c.share(w) < f.signs.broadest || f.lists()) {
			words = append(words, c.words[w])
		}
	}
	switch {
	case len(words) > 0:
		return Capability{Verdict: Yes, Value: strings.Join(words[:min(len(words), 8)], " "), Evidence: fmt.Sprintf("%d words that records hold brought nothing", len(words))}
	case f.signs.broadest > 0.5:
		return Capability{Verdict: No, Evidence: fmt.Sprintf("a word in %.0f %% of the records held was answered", 100*f.signs.broadest)}
	}
	return Capability{}
}

func (f *facts) canSort() Capability {
	var changes, same []string
	for _, o := range f.signs.orders {
		if said := fmt.Sprintf("%s: %d of %d rows are those of the order as served", o.label, o.same, o.rows); 2*o.same < o.rows {
			changes = append(changes, said)
		} else {
			same = append(same, said)
		}
	}
	switch {
	case len(changes) > 0:
		var labels []string
		for _, o := range f.signs.orders {
			if 2*o.same < o.rows && !slices.Contains(labels, o.label) {
				labels = append(labels, o.label)
			}
		}
		return Capability{Verdict: Yes, Value: strings.Join(labels, " | "), Evidence: changes[0]}
	case len(same) > 0:
		return Capability{Verdict: No, Evidence: same[0]}
	}
	return Capability{}
}

// canStay judges by the rows that come twice in one answer. One in fifty may for
// records that are written while they are read.
func (f *facts) canStay() Capability {
	s := &f.signs
	switch {
	case s.later < 10:
		return Capability{}
	case s.moves():
		return Capability{Verdict: No, Evidence: fmt.Sprintf("%d of %d rows of further pages stood on an earlier page", s.repeated, s.later)}
	}
	return Capability{Verdict: Yes, Evidence: fmt.Sprintf("%d of %d rows of further pages stood on an earlier page", s.repeated, s.later)}
}

// moves reports whether rows change places while an answer is read.
func (s *signs) moves() bool { return s.later >= 10 && 50*s.repeated > s.later }

// canDivide adds up the totals of each menu's values.
func (f *facts) canDivide() Capability {
	var dividing, said []string
	for _, m := range f.si.menus {
		asked, sum, known := 0, 0, true
		distinct := map[string]bool{}
		for _, v := range m.values {
			if q := f.byPair[page.Pair{Name: m.field.Name, Value: v}]; q != nil && q.pages > 0 {
				n := f.matches(q)
				asked, sum, known = asked+1, sum+max(n, 0), known && n >= 0
				distinct[string(q.first[:])] = true
			}
		}
		name := nameOf(m.field.Label, m.field.Name)
		all, whole := f.whole()
		switch {
		case asked < 2:
		case len(distinct) == 1:
			said = append(said, fmt.Sprintf("%s only presents: %d values show the same", name, asked))
		case asked == len(m.values) && known && whole && 50*max(sum-all, all-sum) <= all:
			dividing = append(dividing, name)
			said = append(said, fmt.Sprintf("%s: %d values have %d matches together, and there are %d", name, asked, sum, all))
		case asked == len(m.values) && known && whole:
			said = append(said, fmt.Sprintf("%s filters, but its %d values have %d matches together, and there are %d", name, asked, sum, all))
		default:
			said = append(said, fmt.Sprintf("%s filters: %d of its %d values were asked", name, asked, len(m.values)))
		}
	}
	switch {
	case len(dividing) > 0:
		return Capability{Verdict: Yes, Value: strings.Join(dividing, " | "), Evidence: strings.Join(said, "; ")}
	case len(said) > 0:
		return Capability{Verdict: No, Evidence: strings.Join(said, "; ")}
	}
	return Capability{}
}

// whole returns the number of all records where the listing shows it.
func (f *facts) whole() (int, bool) {
	if q := f.listing; q != nil && f.lists() && !f.restricted() {
		m := f.matches(q)
		return m, m >= 0
	}
	return 0, false
}

// canRange holds the totals of the two sides of a cut against all.
func (f *facts) canRange() Capability {
	var working, said []string
	all, whole := f.whole()
	for _, s := range f.si.spans {
		best := -1
		for _, low := range f.bounded[s.max.Name] {
			x, ok := s.read(low.pairs[0].Value, true)
			if !ok {
				continue
			}
			for _, high := range f.bounded[s.min.Name] {
				if y, ok := s.read(high.pairs[0].Value, false); ok && y >= x && y <= x+s.step {
					if a, b := f.matches(low), f.matches(high); a >= 0 && b >= 0 {
						best = a + b
					}
				}
			}
		}
		switch {
		case best < 0 || !whole:
		case best <= all && 10*best >= 5*all:
			working = append(working, s.name())
			said = append(said, fmt.Sprintf("%s: both sides of a cut have %d matches together, and there are %d", s.name(), best, all))
		default:
			said = append(said, fmt.Sprintf("%s does not select: both sides of a cut have %d matches together, and there are %d", s.name(), best, all))
		}
	}
	switch {
	case len(working) > 0:
		return Capability{Verdict: Yes, Value: strings.Join(working, " | "), Evidence: strings.Join(said, "; ")}
	case len(said) > 0:
		return Capability{Verdict: No, Evidence: strings.Join(said, "; ")}
	}
	return Capability{}
}

func (f *facts) canServe() Capability {
	if !f.si.servable() {
		return Capability{Verdict: No, Evidence: "the query box must not be empty"}
	}
	i := slices.IndexFunc(f.asked, func(q *question) bool { return q.kind == listing && f.served(q) && q.pages > 0 })
	if i < 0 {
		return Capability{}
	}
	q := f.asked[i]
	if q.status != Answered {
		return Capability{Verdict: No, Evidence: "the site's answer to it: " + string(q.status)}
	}
	return Capability{Verdict: Yes, Evidence: fmt.Sprintf("%d rows on its first page", q.opening)}
}
