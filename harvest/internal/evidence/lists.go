package evidence

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// lists are the lists of records that came, and where their records stand.
type lists struct {
	answers   map[[sha256.Size]byte]listing // by listOf
	contested []int64                       // steps whose answers later ones contradict
	counted   int                           // answers that showed a total
	uncounted []int64                       // steps of those that did not
	places    map[string]int                // records by manner.Shape of their addresses
	longest   int                           // rows that the longest answer showed
	short     map[int]string                // by rows: the first question whose answer ended there, though it claims more
}

func newLists() lists {
	return lists{answers: map[[sha256.Size]byte]listing{}, places: map[string]int{}, short: map[int]string{}}
}

// listing is where records were shown.
type listing struct {
	PageOf
	words []string // that were asked for
	step  int64    // of the ledger; 0 where its answer is not to be doubted
	owed  int      // how often it must come for its question once more
}

// Repeats says which other question or page had the very records of this one
// before, where nothing in them tells that they are the answer to this one; "" else.
// Where the other question is like this one, or they are few, that may well be so.
func (e *Evidence) Repeats(s manner.Sight, o querygen.Outcome) (kind manner.Kind, of string) {
	records := s.Res.Records
	if len(records) == 0 || presents(s.Profile.Form, o.Query) {
		return "", ""
	}
	var keys []string
	hit := 0
	for _, rec := range records {
		keys = append(keys, rec.Key)
		text := strings.ToLower(rec.Title + " " + rec.Text)
		if len(s.Words) > 0 && !slices.ContainsFunc(s.Words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) }) {
			hit++
		}
	}
	now := Of(o)
	list := listOf(keys)
	before, known := e.answers[list]
	of = fmt.Sprintf("page %d of %s", before.page, ledger.InWords(before.words))
	switch {
	case !known:
		return "", ""
	case before.PageOf == now && before.owed > 1:
		before.owed--
		e.answers[list] = before
		return manner.Stale, of
	case before.PageOf == now, before.query != now.query && 2*hit >= len(records):
		return "", ""
	}
	if before.query != now.query && before.step > 0 {
		e.contest(list, before) // nothing tells that it answers the first of them either
	}
	if before.query != now.query && before.page == now.page && (len(records) < paging.ProofRows || alike(before.words, s.Words)) {
		return manner.Repeated, of
	}
	return manner.Stale, of
}

// List notes the records of a step of the ledger that answer a question, which asks for words.
func (e *Evidence) List(o querygen.Outcome, words []string, step int64) {
	var keys []string
	asked, told, hit := manner.Words(words), 0, 0
	for _, row := range o.Rows {
		keys = append(keys, row.Key)
		if row.Text != "" {
			told++
			if manner.Has(row.Text, asked) {
				hit++
			}
		}
	}
	list := listOf(keys)
	if _, known := e.answers[list]; known || len(keys) == 0 || len(e.answers) >= maxOdds {
		return
	}
	switch {
	case o.Total >= 0:
		e.counted++
	case step > 0 && len(keys) >= paging.ProofRows:
		e.uncounted = append(e.uncounted, step)
	}
	if o.More || o.Total >= 0 || told == 0 || hit == told || len(keys) < paging.ProofRows {
		step = 0 // it is no list that stands there whatever is asked
	}
	e.answers[list] = listing{PageOf: Of(o), words: words, step: step}
	if manner.Habit(e.counted, len(e.uncounted)) {
		for list, l := range e.answers {
			if l.step > 0 && slices.Contains(e.uncounted, l.step) {
				e.contest(list, l)
			}
		}
		e.uncounted = nil
	}
}

// contest doubts the answer that a list is of. It is believed where the list comes for its
// question again, more than once where wrong answers come and go.
func (e *Evidence) contest(list [sha256.Size]byte, l listing) {
	e.contested = append(e.contested, l.step)
	l.step, l.owed = 0, timesOdd-1
	if e.recovers() {
		l.owed = timesOdd
	}
	e.answers[list] = l
}

// Contested returns the steps whose answers were contradicted since it was called last: their
// lists came for other questions, too, while nothing told that they answer their own, or they
// show no total as all others do.
func (l *lists) Contested() []int64 {
	out := slices.Sorted(slices.Values(l.contested))
	l.contested = nil
	return out
}

// Reach notes after how many rows a page of an answer ended.
func (l *lists) Reach(rows int) { l.longest = max(l.longest, rows) }

// EndsAlike reports whether an answer that ends after so many rows, though it claims
// more, does so at the site's limit: another one ended there, too, and none showed more.
// Answers of which something is lost end here and there.
func (l *lists) EndsAlike(o querygen.Outcome, rows int) bool {
	query := o.Query.Key()
	if before, known := l.short[rows]; known {
		return before != query && rows >= l.longest
	}
	l.short[rows] = query
	return false
}

// listOf names a list of records.
func listOf(keys []string) [sha256.Size]byte { return sha256.Sum256([]byte(strings.Join(keys, "\n"))) }

// Place notes the address of a record.
func (l *lists) Place(u page.URL) {
	if shape := manner.Shape(u); shape != "" {
		l.places[shape]++
	}
}

// Placed reports whether so many records have addresses like one that leads there from
// another that has not.
func (l *lists) Placed(u, from page.URL) bool {
	shape := manner.Shape(u)
	return shape != "" && shape != manner.Shape(from) && l.places[shape] >= paging.ProofRows
}

// alike reports whether two questions have a word in common, or one of them asks for
// all: then they may well have the same answer.
func alike(a, b []string) bool {
	x, y := manner.Words(a), manner.Words(b)
	return len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(w string) bool { return slices.Contains(y, w) })
}

// presents reports whether a question chooses how the answer is shown, not only what
// it has: another order of few records is no other list.
func presents(form *forms.Form, q querygen.Query) bool {
	for _, f := range form.Fields {
		if (f.Role == forms.Sort || f.Role == forms.PageSize || f.Role == forms.View) && slices.ContainsFunc(q.Bind, func(b page.Pair) bool { return b.Name == f.Name }) {
			return true
		}
	}
	return slices.ContainsFunc(q.Bind, func(b page.Pair) bool { return endpoint.OwnControl(b.Name) })
}
