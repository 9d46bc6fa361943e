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
	answers map[[sha256.Size]byte]listing // by listOf
	places  map[string]int                // records by manner.Shape of their addresses
	longest int                           // rows that the longest answer showed
	short   map[int]string                // by rows: the first question whose answer ended there, though it claims more
}

func newLists() lists {
	return lists{answers: map[[sha256.Size]byte]listing{}, places: map[string]int{}, short: map[int]string{}}
}

// listing is where records were shown.
type listing struct {
	PageOf
	words []string // that were asked for
}

// Repeats says which other question or page had the very records of this one
// before, where nothing in them tells that they are the answer to this one; "" else.
// Where the other question is like this one, or they are few, that may well be so.
func (l *lists) Repeats(s manner.Sight, o querygen.Outcome) (kind manner.Kind, of string) {
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
	before, known := l.answers[listOf(keys)]
	if !known || before.PageOf == now || before.query != now.query && 2*hit >= len(records) {
		return "", ""
	}
	kind = manner.Stale
	if before.query != now.query && before.page == now.page && (len(records) < paging.ProofRows || alike(before.words, s.Words)) {
		kind = manner.Repeated
	}
	return kind, fmt.Sprintf("page %d of %s", before.page, ledger.InWords(before.words))
}

// List notes the records that answer a question, which asks for words.
func (l *lists) List(o querygen.Outcome, words []string) {
	var keys []string
	for _, row := range o.Rows {
		keys = append(keys, row.Key)
	}
	if _, known := l.answers[listOf(keys)]; !known && len(keys) > 0 && len(l.answers) < maxOdds {
		l.answers[listOf(keys)] = listing{Of(o), words}
	}
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
