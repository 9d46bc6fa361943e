package facts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// verdicts judge one capability each, in the order of the Can constants. What is
// not known has no verdict. Nothing is concluded before an answer showed records (see
// fruitful), but what the form alone tells, nor from rows that could not show it: a site
// that answers nothing may be broken, and one answer without records an accident.
var verdicts = []struct {
	name  string
	judge func(*Facts) querygen.Capability
}{

	{querygen.CanListAll, (*Facts).canListAll},
	{querygen.CanPageSize, (*Facts).canPageSize},
	{querygen.CanLimit, (*Facts).canLimit},
	{querygen.CanTotal, (*Facts).canTotal},
	{querygen.CanAnd, func(f *Facts) querygen.Capability { return f.Operators.capability(querygen.CanAnd) }},
	{querygen.CanOr, func(f *Facts) querygen.Capability { return f.Operators.capability(querygen.CanOr) }},
	{querygen.CanNot, func(f *Facts) querygen.Capability { return f.Operators.capability(querygen.CanNot) }},
	{querygen.CanPhrase, func(f *Facts) querygen.Capability { return f.Signs.Phrase.capability(`"..."`) }},
	{querygen.CanPrefix, func(f *Facts) querygen.Capability { return f.Signs.prefix.capability("wor*") }},
	{querygen.CanSubstring, (*Facts).canSubstring},
	{querygen.CanShort, (*Facts).canShort},
	{querygen.CanStopWords, (*Facts).canStopWords},
	{querygen.CanStem, func(f *Facts) querygen.Capability { return f.Signs.stem.capability("") }},
	{querygen.CanSort, (*Facts).canSort},
	{querygen.CanStay, (*Facts).canStay},
	{querygen.CanDivide, (*Facts).canDivide},
	{querygen.CanRange, (*Facts).canRange},
	{querygen.CanServe, (*Facts).canServe},
}

func (f *Facts) Capabilities() querygen.Capabilities {
	var out querygen.Capabilities
	for _, v := range verdicts {
		if said := f.Fixed.Get(v.name); said.Verdict != querygen.Unknown {
			said.Evidence = "as configured"
			out = append(out, said)
			continue
		}
		if f.fruitful == 0 && !(v.name == querygen.CanServe && !f.Space.Servable()) {
			continue
		}
		if c := v.judge(f); c.Verdict != querygen.Unknown {
			c.Name = v.name
			out = append(out, c)
		}
	}
	return out
}

func (s *sides) capability(value string) querygen.Capability {
	c := querygen.Capability{Verdict: s.verdict(), Evidence: s.example}
	if c.Verdict == querygen.Yes {
		c.Value = value
	}
	return c
}

func (f *Facts) canListAll() querygen.Capability {
	q := f.Listing
	if q != nil && f.Lists() && (q.Total >= 0 || q.More || q.Pages > 1) {
		both, beside := f.Records.ByWay[text.ByListing|text.ByOthers], f.Records.ByWay[text.ByOthers]
		if !f.served(q) && !f.believed(q) && (q.Total < 0 && both == 0 || beside > 0 && (!q.More || f.cutShort(q))) {
			return querygen.Capability{}
		}
		evidence := fmt.Sprintf("%d records so far", len(q.Rows))
		if q.Total >= 0 {
			evidence = fmt.Sprintf("it claims %d records", q.Total)
		}
		if both+beside > 0 && (!q.More || f.Records.Held() == len(q.Rows)) {
			evidence += fmt.Sprintf("; %d of %d that other questions brought are among those it listed", both, both+beside)
		}
		if f.Restricted() {
			return querygen.Capability{Verdict: querygen.No, Evidence: "the form as served binds a choice: " + evidence}
		}
		return querygen.Capability{Verdict: querygen.Yes, Value: f.ListingName(q), Evidence: evidence}
	}
	var tried []string
	disproved := false
	for _, q := range f.Asked {
		if q.Kind != Listing || q.Pages == 0 {
			continue
		}
		said := f.ListingName(q) + ": "
		switch against := f.Against(q); {
		case against != "":
			said += against
			disproved = true
		case q.Status != querygen.Answered:
			said += string(q.Status)
		default:
			said += fmt.Sprintf("%d rows on a single page", len(q.Rows))
		}
		tried = append(tried, said)
	}
	if f.Space.Box != nil && !disproved {
		if _, untried := f.TryList(true); untried {
			return querygen.Capability{}
		}
	}
	if len(tried) == 0 {
		return querygen.Capability{}
	}
	return querygen.Capability{Verdict: querygen.No, Evidence: strings.Join(tried, "; ")}
}

func (f *Facts) canPageSize() querygen.Capability {
	s := &f.Space.Size
	switch {
	case s.On:
		return querygen.Capability{Verdict: querygen.Yes, Value: strconv.Itoa(s.Shown[1]),
			Evidence: fmt.Sprintf("%s=%s shows %d rows a page instead of %d", s.Name, s.Largest[0].Value, s.Shown[1], s.Shown[0])}
	case s.Name != "" && len(s.Largest) == 0:
		return querygen.Capability{Verdict: querygen.No, Evidence: s.Name + " does not change how many rows a page shows, or changes what is found"}
	}
	return querygen.Capability{}
}

// ManyPages is the length of an answer that speaks against a limit.
const ManyPages = 8

// canLimit judges whether an answer shows a part of its matches only.
func (f *Facts) canLimit() querygen.Capability {
	if k := f.limit(); k > 0 {
		c := querygen.Capability{Verdict: querygen.Yes, Value: strconv.Itoa(k)}
		switch {
		case f.Signs.Capped > 0:
			c.Evidence = fmt.Sprintf("totals are capped at %d; no answer showed more than %d rows", f.Signs.Capped, k)
		case f.Cut > 0:
			c.Evidence = fmt.Sprintf("answers stop after %d rows though they claim more", f.Cut)
		case f.onePageAlike():
			c.Evidence = fmt.Sprintf("%d of %d words have %d rows on a single page, none has more", f.onePage.alike, f.onePage.all, k)
		default:
			c.Evidence = fmt.Sprintf("%d answers ended after %d rows, none was longer", f.Ended[1], k)
		}
		return c
	}
	if f.Broad.Bar > 0 && f.Broad.refusals > 1 && f.Most > 0 {
		how := "shows nothing for"
		if f.Broad.Refuses {
			how = "refuses"
		}
		return querygen.Capability{Verdict: querygen.Yes, Value: strconv.Itoa(f.Most),
			Evidence: fmt.Sprintf("the site %s words in more than %.1f %% of the records held; the longest answer had %d matches", how, 100*f.Broad.Bar, f.Most)}
	}
	if n := f.Ended[0]; n >= ManyPages*f.RowsAPage() {
		return querygen.Capability{Verdict: querygen.No, Evidence: fmt.Sprintf("an answer was read to its end after %d rows", n)}
	}
	return querygen.Capability{}
}

func (f *Facts) canTotal() querygen.Capability {
	s := &f.Signs
	exact, off, of := s.honest(&f.Extent)
	switch {
	case s.Capped > 0:
		return querygen.Capability{Verdict: querygen.Yes, Value: "capped", Evidence: fmt.Sprintf("no total is above %d", s.Capped)}
	case off > exact:
		return querygen.Capability{Verdict: querygen.Yes, Value: "estimated",
			Evidence: fmt.Sprintf("of %d answers read to their end %d did not have what they claimed: %d rows of %d, say", off+exact, off, len(of.Rows), of.Claim)}
	case exact > 0:
		return querygen.Capability{Verdict: querygen.Yes, Value: "exact", Evidence: fmt.Sprintf("%d of %d answers read to their end had what they claimed", exact, exact+off)}
	case s.claimed == 0 && s.unclaimed >= 3:
		return querygen.Capability{Verdict: querygen.No, Evidence: fmt.Sprintf("none of %d answers shows one", s.unclaimed)}
	}
	return querygen.Capability{}
}

// shortInVain is how many words of a length in vain tell that such are not searched for:
// one may be missing for a reason of its own.
const shortInVain = 2

// canShort finds the length below which words are not searched for: some of them in vain,
// none with success.
func (f *Facts) canShort() querygen.Capability {
	least := LongestShort + 1
	for n := LongestShort; n > 0; n-- {
		switch t := f.Signs.Lengths[n]; {
		case t.Found > 0:
			least = n
		case t.Asked >= shortInVain && least <= LongestShort:
			return querygen.Capability{Verdict: querygen.Yes, Value: strconv.Itoa(n + 1),
				Evidence: fmt.Sprintf("words of %d letters are searched for, %d of %d letters brought nothing", least, t.Asked, n)}
		}
	}
	if least <= 2 {
		return querygen.Capability{Verdict: querygen.No, Evidence: fmt.Sprintf("a word of %d letters was searched for", least)}
	}
	return querygen.Capability{}
}

// canStopWords lists the words that brought nothing though records hold them
// and more frequent ones were answered.
func (f *Facts) canStopWords() querygen.Capability {
	c := &f.Records
	short, _ := strconv.Atoi(f.canShort().Value)
	var words []string
	for _, w := range f.Signs.stopped {
		if len([]rune(c.Words[w])) >= short && (c.Share(w) < f.Signs.broadest || f.Lists()) {
			words = append(words, c.Words[w])
		}
	}
	switch {
	case len(words) > 0:
		return querygen.Capability{Verdict: querygen.Yes, Value: strings.Join(words[:min(len(words), 8)], " "), Evidence: fmt.Sprintf("%d words that records hold brought nothing", len(words))}
	case f.Signs.broadest > 0.5:
		return querygen.Capability{Verdict: querygen.No, Evidence: fmt.Sprintf("a word in %.0f %% of the records held was answered", 100*f.Signs.broadest)}
	}
	return querygen.Capability{}
}

func (f *Facts) canSort() querygen.Capability {
	var changes, same []string
	for _, o := range f.Signs.orders {
		if said := fmt.Sprintf("%s: %d of %d rows are those of the order as served", o.label, o.same, o.rows); 2*o.same < o.rows {
			changes = append(changes, said)
		} else {
			same = append(same, said)
		}
	}
	switch {
	case len(changes) > 0:
		var labels []string
		for _, o := range f.Signs.orders {
			if 2*o.same < o.rows && !slices.Contains(labels, o.label) {
				labels = append(labels, o.label)
			}
		}
		return querygen.Capability{Verdict: querygen.Yes, Value: strings.Join(labels, " | "), Evidence: changes[0]}
	case len(same) > 0:
		return querygen.Capability{Verdict: querygen.No, Evidence: same[0]}
	}
	return querygen.Capability{}
}

// canStay judges by the rows that come twice in one answer. One in fifty may for
// records that are written while they are read.
func (f *Facts) canStay() querygen.Capability {
	s := &f.Signs
	switch {
	case s.Later < 10:
		return querygen.Capability{}
	case s.moves():
		return querygen.Capability{Verdict: querygen.No, Evidence: fmt.Sprintf("%d of %d rows of further pages stood on an earlier page", s.Repeated, s.Later)}
	}
	return querygen.Capability{Verdict: querygen.Yes, Evidence: fmt.Sprintf("%d of %d rows of further pages stood on an earlier page", s.Repeated, s.Later)}
}

// canDivide adds up the totals of each menu's values. Of a menu of which some were asked
// nothing is known but that it selects.
func (f *Facts) canDivide() querygen.Capability {
	var dividing, said []string
	open := false
	for _, m := range f.Space.Menus {
		asked, answered, sum, known := 0, 0, 0, true
		distinct := map[string]bool{}
		for _, v := range m.Values {
			if q := f.ByPair[page.Pair{Name: m.Field.Name, Value: v}]; q != nil && q.Pages > 0 {
				n := f.Matches(q)
				asked, sum, known = asked+1, sum+max(n, 0), known && n >= 0
				distinct[string(q.First[:])] = true
				if q.Status == querygen.Answered {
					answered++
				}
			}
		}
		name := space.NameOf(m.Field.Label, m.Field.Name)
		all, whole := f.Whole()
		switch {
		case asked < 2:
		case answered == 0:
			said = append(said, fmt.Sprintf("%s: %d values alone find nothing", name, asked))
		case len(distinct) == 1:
			said = append(said, fmt.Sprintf("%s only presents: %d values show the same", name, asked))
		case asked == len(m.Values) && known && whole && 50*max(sum-all, all-sum) <= all:
			dividing = append(dividing, name)
			said = append(said, fmt.Sprintf("%s: %d values have %d matches together, and there are %d", name, asked, sum, all))
		case asked == len(m.Values) && known && whole:
			said = append(said, fmt.Sprintf("%s filters, but its %d values have %d matches together, and there are %d", name, asked, sum, all))
		default:
			open = true
		}
	}
	switch {
	case len(dividing) > 0:
		return querygen.Capability{Verdict: querygen.Yes, Value: strings.Join(dividing, " | "), Evidence: strings.Join(said, "; ")}
	case len(said) > 0 && !open:
		return querygen.Capability{Verdict: querygen.No, Evidence: strings.Join(said, "; ")}
	}
	return querygen.Capability{}
}

// Whole returns the number of all records where the listing shows it.
func (f *Listings) Whole() (int, bool) {
	if q := f.Listing; q != nil && f.Lists() && !f.Restricted() {
		m := f.Matches(q)
		return m, m >= 0
	}
	return 0, false
}

// canRange holds the totals of the two sides of a cut against all.
func (f *Facts) canRange() querygen.Capability {
	var working, said []string
	all, whole := f.Whole()
	for _, s := range f.Space.Spans {
		best := -1
		for _, low := range f.Bounded[s.Max.Name] {
			x, ok := s.Read(low.Pairs[0].Value, true)
			if !ok {
				continue
			}
			for _, high := range f.Bounded[s.Min.Name] {
				if y, ok := s.Read(high.Pairs[0].Value, false); ok && y >= x && y <= x+s.Step {
					if a, b := f.Matches(low), f.Matches(high); a >= 0 && b >= 0 {
						best = a + b
					}
				}
			}
		}
		switch {
		case best <= 0 || !whole: // where neither side has records, the bounds may be written otherwise
		case best <= all && 10*best >= 5*all:
			working = append(working, s.Name())
			said = append(said, fmt.Sprintf("%s: both sides of a cut have %d matches together, and there are %d", s.Name(), best, all))
		default:
			said = append(said, fmt.Sprintf("%s does not select: both sides of a cut have %d matches together, and there are %d", s.Name(), best, all))
		}
	}
	switch {
	case len(working) > 0:
		return querygen.Capability{Verdict: querygen.Yes, Value: strings.Join(working, " | "), Evidence: strings.Join(said, "; ")}
	case len(said) > 0:
		return querygen.Capability{Verdict: querygen.No, Evidence: strings.Join(said, "; ")}
	}
	return querygen.Capability{}
}

func (f *Facts) canServe() querygen.Capability {
	if !f.Space.Servable() {
		return querygen.Capability{Verdict: querygen.No, Evidence: "the query box must not be empty"}
	}
	i := slices.IndexFunc(f.Asked, func(q *Question) bool { return q.Kind == Listing && f.served(q) && q.Pages > 0 })
	if i < 0 {
		return querygen.Capability{}
	}
	q := f.Asked[i]
	if q.Status != querygen.Answered {
		return querygen.Capability{Verdict: querygen.No, Evidence: "the site's answer to it: " + string(q.Status)}
	}
	return querygen.Capability{Verdict: querygen.Yes, Evidence: fmt.Sprintf("%d rows on its first page", q.Opening)}
}
