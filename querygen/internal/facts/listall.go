package facts

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// listAllTexts list everything on some sites: the wildcards of full-text
// engines and of SQL, a word cut short after the letter that most records have a
// word with (anyStart stands for it), and nothing that a box takes for something.
// The likeliest stand first.
var listAllTexts = []string{"*", anyStart, "%", " "}

const anyStart = "?*"

// asksForAll reports whether a text in the query box names nothing that few
// records could hold, so that an answer to it is a list of everything, or a mistake.
func asksForAll(text string) bool {
	if start, ok := strings.CutSuffix(text, "*"); ok && utf8.RuneCountInString(start) == 1 {
		return true
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// cutShort reports whether q asks for a word cut short: sites that complete words
// count the records that have one with that letter in front.
func (f *Listings) cutShort(q *Question) bool {
	text, _ := f.BoxText(q)
	return strings.HasSuffix(text, "*") && strings.ContainsFunc(text, unicode.IsLetter)
}

// ListingName says what a list of everything was asked by.
func (f *Log) ListingName(q *Question) string {
	if text, ok := f.BoxText(q); ok {
		if strings.TrimSpace(text) == "" {
			return "a blank"
		}
		return text
	}
	if f.Space.Lifts(q.Query) {
		return "the form without its preset choices"
	}
	return "the form as served"
}

// BoxText returns what q has in the query box beside what clears it.
func (f *Log) BoxText(q *Question) (string, bool) {
	for _, p := range q.Pairs {
		if f.Space.Box != nil && p.Name == f.Space.Box.Name {
			return p.Value, true
		}
	}
	return "", false
}

// served reports whether q is the form as it is served.
func (f *Log) served(q *Question) bool {
	_, text := f.BoxText(q)
	return q.Kind == Listing && !text && !f.Space.Lifts(q.Query)
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

// lift returns the question that undoes the choices which the form as served
// makes, where all of them can be undone.
func (f *Log) lift() (querygen.Query, bool) {
	pairs := f.undoing()
	if len(pairs) == 0 || !f.Space.Servable() {
		return querygen.Query{}, false
	}
	q := f.Probe("the form without its preset choices: may list everything", pairs...)
	return q, !f.WasAsked(q)
}

// undoing returns what undoes the choices which the form as served makes; nothing where
// one of them cannot be undone.
func (f *Log) undoing() (pairs []page.Pair) {
	for _, m := range f.Space.Menus {
		if !m.Preset || f.Space.Presents(&m) {
			continue
		}
		at := slices.IndexFunc(m.Field.Options, func(o forms.Option) bool { return o.Any && !o.Disabled })
		if at < 0 {
			return nil
		}
		pairs = append(pairs, page.Pair{Name: m.Field.Name, Value: m.Field.Options[at].Value})
	}
	return pairs
}

// wordsInVain is how many words may find nothing before what the form chooses by itself
// is taken to be the reason, where nothing is held.
const wordsInVain = 3

// widen undoes the form's own choices in all questions to come, once words have found
// nothing with them: a link that led to the form may have set one that has no records.
func (f *Log) widen() {
	if len(f.Space.Wide) > 0 || f.Space.Box == nil || f.Records.Held() > 0 || !f.Space.Restricted() {
		return
	}
	empty := 0
	for _, q := range f.Asked {
		if q.Worded() && q.Status == querygen.Empty {
			empty++
		}
	}
	if empty >= wordsInVain {
		f.Space.Wide = f.undoing()
	}
}

// WasAsked reports whether q was asked, with pages of whatever size.
func (f *Log) WasAsked(q querygen.Query) bool {
	if f.ByKey[q.Key()] != nil {
		return true
	}
	before := len(q.Bind)
	q.Bind = slices.DeleteFunc(slices.Clone(q.Bind), func(p page.Pair) bool { return p.Name == f.Space.Size.Name })
	return len(q.Bind) < before && f.ByKey[q.Key()] != nil
}

// Probe returns a question of the probe.
func (f *Log) Probe(why string, pairs ...page.Pair) querygen.Query {
	return querygen.Query{Form: f.Space.Form.ID, Bind: f.Space.Bind(pairs...), Strategy: ProbeStrategy, Expected: -1, Why: why}
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
	case !f.served(q) && !q.More && !q.Short() && q.Total < 0 && beside > 3 && beside > both/10:
		return fmt.Sprintf("it ended after %d records, and %d of %d that other questions brought are not among them", len(q.Rows), beside, beside+both)
	}
	return ""
}

// believed reports whether what the listing says of itself can be relied on. A
// text in the box may be searched for like any other, so records that other
// questions brought must be among those that it listed.
func (f *Log) believed(q *Question) bool {
	return f.served(q) || f.Space.Lifts(q.Query) || f.Records.ByWay[text.ByListing|text.ByOthers] >= 10 && f.Records.ByWay[text.ByOthers] == 0
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

// inVain is how many questions may bring nothing, the made-up words among them,
// before something that lists everything is the better guess than a further word; the
// next such thing comes after a word more.
const inVain = 8

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
	if text := fixed.Value; fixed.Verdict == querygen.Yes && text != "" {
		return ask(text, "the user says that it lists everything")
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
