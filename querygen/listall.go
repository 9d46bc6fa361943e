package querygen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
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
func (f *facts) cutShort(q *question) bool {
	text, _ := f.boxText(q)
	return strings.HasSuffix(text, "*") && strings.ContainsFunc(text, unicode.IsLetter)
}

// listingName says what a list of everything was asked by.
func (f *facts) listingName(q *question) string {
	if text, ok := f.boxText(q); ok {
		if strings.TrimSpace(text) == "" {
			return "a blank"
		}
		return text
	}
	if f.si.lifts(q.query) {
		return "the form without its preset choices"
	}
	return "the form as served"
}

// boxText returns what q has in the query box beside what clears it.
func (f *facts) boxText(q *question) (string, bool) {
	for _, p := range q.pairs {
		if f.si.box != nil && p.Name == f.si.box.Name {
			return p.Value, true
		}
	}
	return "", false
}

// served reports whether q is the form as it is served.
func (f *facts) served(q *question) bool {
	_, text := f.boxText(q)
	return q.kind == listing && !text && !f.si.lifts(q.query)
}

// restricted reports whether the listing shows a part of the records only.
func (f *facts) restricted() bool {
	if !f.si.restricted() || f.listing != nil && f.si.lifts(f.listing.query) {
		return false
	}
	return slices.ContainsFunc(f.si.menus, func(m menu) bool { return m.preset && !f.si.presents(&m) && !f.standsForAll(&m) })
}

// meantForAll is how many records the other values of a menu must have shown for
// the one that is preset to be seen through.
const meantForAll = 10

// standsForAll reports whether the value that a menu is preset to ("unknown",
// "ignore", of whatever name) lets all records pass: each other value was asked,
// no record was found by two of them, and all are among those that the listing
// showed to its end. Values that hold each other ("last week", "last month") tell nothing.
func (f *facts) standsForAll(m *menu) bool {
	q := f.listing
	if q == nil || q.status != Answered || q.more || q.short() || !f.served(q) {
		return false
	}
	found, bringing := map[uint32]bool{}, 0
	for _, v := range m.values {
		if v == presetValue(m.field) {
			continue
		}
		other := f.byPair[page.Pair{Name: m.field.Name, Value: v}]
		if other == nil || other.status != Answered && other.status != Empty {
			return false
		}
		if len(other.rows) > 0 {
			bringing++
		}
		for _, r := range other.rows {
			if found[r] || f.records.ways[r]&byListing == 0 {
				return false
			}
			found[r] = true
		}
	}
	return bringing >= 2 && len(found) >= min(meantForAll, len(q.rows))
}

// lifts reports whether q undoes every choice that the form as served makes.
func (si *searchInterface) lifts(q Query) bool {
	lifted := false
	for _, m := range si.menus {
		if !m.preset || si.presents(&m) {
			continue
		}
		if !slices.ContainsFunc(q.Bind, func(p page.Pair) bool { return p.Name == m.field.Name && si.isAny(p) }) {
			return false
		}
		lifted = true
	}
	return lifted
}

// isAny reports whether a pair chooses the option of a menu that does not filter.
func (si *searchInterface) isAny(p page.Pair) bool {
	for _, m := range si.menus {
		if m.field.Name != p.Name {
			continue
		}
		for _, o := range m.field.Options {
			if o.Value == p.Value && o.Any && !o.Disabled {
				return true
			}
		}
	}
	return false
}

// lift returns the question that undoes the choices which the form as served
// makes, where all of them can be undone.
func (f *facts) lift() (Query, bool) {
	if !f.si.restricted() || !f.si.servable() {
		return Query{}, false
	}
	var pairs []page.Pair
	for _, m := range f.si.menus {
		if !m.preset || f.si.presents(&m) {
			continue
		}
		before := len(pairs)
		for _, o := range m.field.Options {
			if p := (page.Pair{Name: m.field.Name, Value: o.Value}); o.Any && !o.Disabled && len(pairs) == before {
				pairs = append(pairs, p)
			}
		}
		if len(pairs) == before {
			return Query{}, false
		}
	}
	q := f.probe("the form without its preset choices: may list everything", pairs...)
	return q, !f.wasAsked(q)
}

// wasAsked reports whether q was asked, with pages of whatever size.
func (f *facts) wasAsked(q Query) bool {
	if f.byKey[q.Key()] != nil {
		return true
	}
	before := len(q.Bind)
	q.Bind = slices.DeleteFunc(slices.Clone(q.Bind), func(p page.Pair) bool { return p.Name == f.si.size.name })
	return len(q.Bind) < before && f.byKey[q.Key()] != nil
}

// probe returns a question of the probe.
func (f *facts) probe(why string, pairs ...page.Pair) Query {
	return Query{Form: f.si.form.ID, Bind: f.si.bind(pairs...), Strategy: probeStrategy, Expected: -1, Why: why}
}

// lists reports whether the listing may show everything: it goes beyond a page or
// tells how many there are, and nothing speaks against it.
func (f *facts) lists() bool {
	q := f.listing
	return q != nil && q.status == Answered && (q.pages > 1 || q.more || q.total >= 0 || f.records.held() <= len(q.rows)) && f.against(q) == ""
}

// against tells, for people, what shows that a listing is not of everything; ""
// where nothing does. A tenth is granted to totals that are estimates.
func (f *facts) against(q *question) string {
	both := f.records.byWay[byListing|byOthers]
	beside := f.records.byWay[byOthers]
	switch {
	case q.status != Answered:
		return ""
	case q.total >= 0 && !q.capped && float64(f.most) > 1.1*float64(q.total):
		return fmt.Sprintf("it claims %d matches, another question %d", q.total, f.most)
	case q.total >= 0 && !q.capped && float64(f.records.held()) > 1.1*float64(q.total):
		return fmt.Sprintf("it claims %d matches, and %d records are held", q.total, f.records.held())
	case !f.served(q) && !q.more && !q.short() && q.total < 0 && beside > 3 && beside > both/10:
		return fmt.Sprintf("it ended after %d records, and %d of %d that other questions brought are not among them", len(q.rows), beside, beside+both)
	}
	return ""
}

// believed reports whether what the listing says of itself can be relied on. A
// text in the box may be searched for like any other, so records that other
// questions brought must be among those that it listed.
func (f *facts) believed(q *question) bool {
	return f.served(q) || f.si.lifts(q.query) || f.records.byWay[byListing|byOthers] >= 10 && f.records.byWay[byOthers] == 0
}

// betterListing returns which of two listings to go on with.
func (f *facts) betterListing(a, b *question) *question {
	usable := func(q *question) bool { return q.status == Answered && f.against(q) == "" }
	switch {
	case a == nil || !usable(a) && usable(b):
		return b
	case !usable(b):
		return a
	case f.si.lifts(b.query) && !f.si.lifts(a.query):
		return b
	case a.total >= 0 && b.total > a.total, a.total < 0 && !a.more && (b.more || len(b.rows) > len(a.rows)):
		return b
	}
	return a
}

// inVain is how many questions may bring nothing, the made-up words among them,
// before something that lists everything is the better guess than a further word.
const inVain = 8

// tryList returns the next question that may list everything. While an answer
// does, there is none. Where eager is not set, it is due only once the harvest is
// large enough for it.
func (f *facts) tryList(eager bool) (Query, bool) {
	fixed := f.fixed.Get(CanListAll)
	if fixed.Verdict == No {
		return Query{}, false
	}
	if q, ok := f.lift(); ok && f.listing != nil && f.listing.pages > 0 {
		return q, true
	}
	if f.si.box == nil || f.lists() {
		return Query{}, false
	}
	ask := func(text, why string) (Query, bool) {
		if text == " " {
			text = strings.Repeat(text, max(1, f.si.box.MinLength))
		}
		q := f.probe(why, page.Pair{Name: f.si.box.Name, Value: text})
		return q, f.si.accepts(text) && !f.wasAsked(q)
	}
	if text := fixed.Value; fixed.Verdict == Yes && text != "" {
		return ask(text, "the user says that it lists everything")
	}
	if !f.si.servable() {
		if q, ok := ask(" ", "a blank, since the box must not be empty: may list everything"); ok {
			return q, true
		}
	}
	tried := 0
	for _, text := range listAllTexts {
		if text == anyStart {
			if text = f.signs.start; text == "" {
				continue
			}
			text += "*"
		}
		q, ok := ask(text, "may list everything")
		if !ok {
			tried++
			continue
		}
		if vain := len(f.asked) - f.fruitful; f.fruitful == 0 && vain < inVain || f.fruitful > 0 && !eager && !f.affords(tried) {
			return Query{}, false // what a word shows is needed to judge it by
		}
		return q, true
	}
	return Query{}, false
}
