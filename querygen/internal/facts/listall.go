package facts

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// cutShort reports whether q asks for a word cut short: sites that complete words
// count the records that have one with that letter in front.
func (f *Listings) cutShort(q *Question) bool {
	text, _ := f.BoxText(q)
	return strings.HasSuffix(text, "*") && strings.ContainsFunc(text, unicode.IsLetter)
}

// Restricted reports whether the listing shows a part of the records only.
func (f *Listings) Restricted() bool {
	if !f.Space.Restricted() || len(f.Space.Wide) > 0 || f.Listing != nil && f.Space.Lifts(f.Listing.Query) {
		return false
	}
	return f.Space.Between() || slices.ContainsFunc(f.Space.Menus, func(m space.Menu) bool { return m.Preset && !f.Space.Presents(&m) && !f.StandsForAll(&m) })
}

// meantForAll is how many records the other values of a menu must have shown for
// the one that is preset to be seen through.
const meantForAll = 10

// StandsForAll reports whether the value that a menu is preset to ("unknown",
// "ignore", of whatever name) lets all records pass: each other value was asked,
// no record was found by two of them, and all are among those that the listing
// showed to its end. Values that hold each other ("last week", "last month") tell nothing.
func (f *Listings) StandsForAll(m *space.Menu) bool {
	q := f.Listing
	if q == nil || q.Status != querygen.Answered || q.More || q.Short() || !f.served(q) {
		return false
	}
	found, bringing := map[uint32]bool{}, 0
	for _, v := range m.Values {
		if v == space.PresetValue(m.Field) {
			continue
		}
		other := f.ByPair[page.Pair{Name: m.Field.Name, Value: v}]
		if other == nil || other.Status != querygen.Answered && other.Status != querygen.Empty {
			return false
		}
		if len(other.Rows) > 0 {
			bringing++
		}
		for _, r := range other.Rows {
			if found[r] || f.Records.Ways[r]&text.ByListing == 0 {
				return false
			}
			found[r] = true
		}
	}
	return bringing >= 2 && len(found) >= min(meantForAll, len(q.Rows))
}

// Lists reports whether the listing may show everything: it goes beyond a page or
// tells how many there are, and nothing speaks against it.
func (f *Listings) Lists() bool {
	q := f.Listing
	return q != nil && q.Status == querygen.Answered && (q.Pages > 1 || q.More || q.Total >= 0 || f.Records.Held() <= len(q.Rows)) && f.Against(q) == ""
}

// Against tells, for people, what shows that a listing is not of everything; ""
// where nothing does. A tenth is granted to totals that are estimates.
func (f *Listings) Against(q *Question) string {
	both := f.Records.ByWay[text.ByListing|text.ByOthers]
	beside := f.Records.ByWay[text.ByOthers]
	switch {
	case q.Status != querygen.Answered:
		return ""
	case q.Total >= 0 && !q.Capped && float64(f.Most) > 1.1*float64(q.Total):
		return fmt.Sprintf("it claims %d matches, another question %d", q.Total, f.Most)
	case q.Total >= 0 && !q.Capped && float64(f.Records.Held()) > 1.1*float64(q.Total):
		return fmt.Sprintf("it claims %d matches, and %d records are held", q.Total, f.Records.Held())
	case (q.Total < 0 && !f.served(q) || q.Total > 0 && !q.Capped) && !q.More && !q.Stuck && beside > 3 && float64(beside) > float64(both)/10+float64(beside+both)*q.unlisted():
		return fmt.Sprintf("it ended after %d records, and %d of %d that other questions brought are not among them", len(q.Rows), beside, beside+both)
	}
	if menu, sum := f.between(q); q.Total >= 0 && !q.Capped && float64(sum) > 1.1*float64(q.Total) && f.apart(menu) {
		return fmt.Sprintf("it claims %d matches, and the values of %s, which share none, %d between them", q.Total, menu, sum)
	}
	return ""
}

// unlisted is the share of what a listing claims that it did not show, so that as many of the
// records that others bring are beside it.
func (q *Question) unlisted() float64 {
	return max(0, float64(q.Total-len(q.Rows))) / float64(max(q.Total, 1))
}

// betterListing returns which of two listings to go on with.
func (f *Listings) betterListing(a, b *Question) *Question {
	usable := func(q *Question) bool { return q.Status == querygen.Answered && f.Against(q) == "" }
	switch {
	case a == nil || !usable(a) && usable(b):
		return b
	case !usable(b):
		return a
	case f.Space.Lifts(b.Query) && !f.Space.Lifts(a.Query):
		return b
	case a.Total >= 0 && b.Total > a.Total, a.Total < 0 && !a.More && (b.More || len(b.Rows) > len(a.Rows)):
		return b
	}
	return a
}

// TryList returns the next question that may list everything. While an answer
// does, there is none. Where eager is not set, it is due only once the harvest is
// large enough for it.
func (f *Listings) TryList(eager bool) (querygen.Query, bool) {
	fixed := f.Fixed.Get(querygen.CanListAll)
	if fixed.Verdict == querygen.No {
		return querygen.Query{}, false
	}
	if q, ok := f.lift(); ok && f.Listing != nil && f.Listing.Pages > 0 {
		return q, true
	}
	if f.Space.Box == nil || f.Lists() {
		return querygen.Query{}, false
	}
	ask := func(text, why string) (querygen.Query, bool) {
		if text == " " {
			text = strings.Repeat(text, max(1, f.Space.Box.MinLength))
		}
		q := f.Probe(why, page.Pair{Name: f.Space.Box.Name, Value: text})
		return q, f.Space.Accepts(text) && !f.WasAsked(q)
	}
	if fixed.Verdict == querygen.Yes {
		switch fixed.Value {
		case "", listsLifted, listsServed: // which is asked anyway
		case listsBlank:
			return ask(" ", "the user says that it lists everything")
		default:
			return ask(fixed.Value, "the user says that it lists everything")
		}
	}
	if !f.Space.Servable() {
		if q, ok := ask(" ", "a blank, since the box must not be empty: may list everything"); ok {
			return q, true
		}
	}
	tried := 0
	for _, text := range listAllTexts {
		if text == anyStart {
			if text = f.Signs.start; text == "" {
				continue
			}
			text += "*"
		}
		q, ok := ask(text, "may list everything")
		if !ok {
			tried++
			continue
		}
		if vain := len(f.Asked) - f.fruitful; f.fruitful == 0 && vain < inVain+2*tried || f.fruitful > 0 && !eager && !f.Affords(tried) {
			return querygen.Query{}, false // what a word shows is needed to judge it by
		}
		return q, true
	}
	return querygen.Query{}, false
}

// Listings is what is known of lists of everything, and of asking for one.
type Listings struct {
	Extent
	Fixed querygen.Capabilities // what the user says
	lost  *Question             // an answer that was asked with larger pages, and cut off

	parted struct { // between, as of so many outcomes
		of   *Question
		at   int
		menu string
		sum  int
	}
}

// spendOn takes account of what the first answer to q cost, beyond what it brought, if q
// was asked for what it tells about the interface. Larger pages pay for their trial.
func (f *Listings) spendOn(q *Question, s Spending) {
	if q.Reads == 0 && (q.Query.Strategy == ProbeStrategy || q.Kind == Listing) && f.resized(q) == nil {
		f.Curious += max(0, float64(s.Requests)-float64(s.Fresh)/float64(f.RowsAPage()))
	}
}
