package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// listHash names a list of records.
type listHash [sha256.Size]byte

// String names it in profiles.
func (h listHash) String() string { return hex.EncodeToString(h[:8]) }

// lists are the lists of records that came, and where their records stand.
type lists struct {
	answers   map[listHash]listing
	twins     map[listHash][]listing // other questions, to which such a list was the answer as well
	came      map[PageOf][]listHash  // for questions that were not answered since
	strays    map[listHash]int       // how often a list came for a question that was then answered otherwise
	doubted   map[shown]doubt        // why answers were contested
	contested []int64                // steps whose answers later ones contradict
	last      int64                  // step noted
	counted   int                    // answers that showed a total
	uncounted []uncounted            // those that did not
	places    map[string]int         // records by manner.Shape of their addresses
	longest   int                    // rows that the longest answer showed
}

func newLists() lists {
	return lists{answers: map[listHash]listing{}, twins: map[listHash][]listing{}, came: map[PageOf][]listHash{}, strays: map[listHash]int{}, doubted: map[shown]doubt{}, places: map[string]int{}}
}

// listing is where records were shown.
type listing struct {
	PageOf
	words []string // that were asked for
	step  int64    // of the ledger; 0 where its answer is not to be doubted
	own   bool     // they tell that they answer their question
	owed  int      // how often it must come for its question once more
}

// shown is a list as the answer to a question.
type shown struct {
	list listHash
	PageOf
}

// uncounted is an answer that showed no total.
type uncounted struct {
	shown
	step int64
}

// doubt is a set of reasons to contest an answer. Each does so once: a list that comes for its
// question again all the same is the site's answer to it.
type doubt int

const (
	elsewhere doubt = 1 << iota // it came for another question, too
	noTotal                     // all others show one
	wanderer                    // questions for which it came were then answered otherwise
)

// timesStray is how often a list must have come for questions that were then answered
// otherwise for it to be one that comes whatever is asked: one that was late once is none.
const timesStray = 2

// maxWander bounds the lists that a later run is told of.
const maxWander = 20

// Wander returns the lists that come whatever is asked, those among them that a run before knew.
func (l *lists) Wander(before []string) []string {
	out := slices.Clone(before)
	for list, times := range l.strays {
		if name := list.String(); times >= timesStray && len(out) < maxWander && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
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
	for _, rec := range records {
		keys = append(keys, rec.Key)
	}
	now, list, hit := Of(o), listOf(keys), s.Fit()
	e.Came(o, keys)
	stray := e.strays[list] >= timesStray || slices.Contains(s.Profile.Manner.Wander, list.String())
	before, known := e.answers[list]
	of = fmt.Sprintf("page %d of %s", before.page, ledger.InWords(before.words))
	switch {
	case !known && stray && hit < len(records):
		return manner.Stale, "questions that have other answers"
	case !known:
		return "", ""
	case before.PageOf == now && before.owed > 1:
		before.owed--
		e.answers[list] = before
		return manner.Contested, "" // that it comes again speaks for this list, and for none of another question
	case before.PageOf == now, before.query != now.query && 2*hit >= len(records) && (!stray && before.page == now.page || hit == len(records)):
		return "", ""
	}
	if before.query != now.query {
		e.contestAll(list, elsewhere) // nothing tells that it answers the first of them either
	}
	if before.query == now.query && before.page == 1 && now.page == 2 {
		return manner.Repeated, of // as pagers bring that do not page
	}
	if before.query != now.query && (len(records) < paging.ProofRows || before.page == now.page && alike(before.words, s.Words)) {
		return manner.Repeated, of
	}
	return manner.Stale, of
}

// Came notes the records that came for a question, and reports whether they came for it
// before, and whether others did.
func (l *lists) Came(o querygen.Outcome, keys []string) (same, another bool) {
	list, before := listOf(keys), l.came[Of(o)]
	if same = slices.Contains(before, list) || len(l.came) >= maxOdds; !same {
		l.came[Of(o)] = append(before, list)
	}
	return same, len(before) > 0 && !same
}

// settled notes that a question was answered: other lists that came for it were none of its own.
func (e *Evidence) settled(o querygen.Outcome) {
	answer := listOf(keysOf(o.Rows))
	for _, list := range e.came[Of(o)] {
		if list == answer {
			continue
		}
		if e.strays[list]++; e.strays[list] >= timesStray {
			e.contestAll(list, wanderer)
		}
	}
	delete(e.came, Of(o))
}

// List notes the records of a step of the ledger that answer a question, which asks for words.
func (e *Evidence) List(o querygen.Outcome, words []string, step int64) {
	for i := range e.silent {
		if e.silent[i].PageOf == Of(o) && (o.Status == querygen.Refused || o.Status == querygen.Empty) {
			e.silent[i].step = step
		}
	}
	if o.Status == querygen.Odd {
		e.hold(o, step)
	}
	keys, asked, told, hit := keysOf(o.Rows), manner.Words(words), 0, 0
	for _, row := range o.Rows {
		if row.Text != "" {
			told++
			if manner.Has(row.Text, asked) {
				hit++
			}
		}
	}
	list := listOf(keys)
	l, known := e.answers[list]
	if len(keys) == 0 || known && step <= e.last || !known && len(e.answers) >= maxOdds { // the ledger is read again where answers were taken back
		return
	}
	e.last = max(e.last, step)
	again := known && l.PageOf == Of(o)
	// Texts are told of records that are new. Where none is, it is as it was for the question, or unknown.
	own := told > 0 && hit == told || told == 0 && (!known || again && l.own)
	short := step == 0 || len(keys) < paging.ProofRows
	if own = own || o.More || o.Total >= 0 || short; own {
		step = 0 // it is no list that stands there whatever is asked
	}
	switch {
	case o.Total >= 0:
		e.counted++
	case !short:
		e.uncounted = append(e.uncounted, uncounted{shown{list, Of(o)}, step})
	}
	switch {
	case !known:
		e.answers[list] = listing{PageOf: Of(o), words: words, step: step, own: own}
	case again:
		l.step = step
		e.answers[list] = l
	default:
		e.twins[list] = append(e.twins[list], listing{PageOf: Of(o), step: step})
	}
	if manner.Habit(e.counted, len(e.uncounted)) {
		for _, u := range e.uncounted {
			e.contest(u.shown, u.step, noTotal)
		}
		e.uncounted = nil
	}
}

// contestAll doubts each answer that a list was.
func (e *Evidence) contestAll(list listHash, why doubt) {
	for _, l := range append(e.twins[list], e.answers[list]) {
		e.contest(shown{list, l.PageOf}, l.step, why)
	}
	delete(e.twins, list)
}

// contest doubts the answer of a step, which a list is. It is believed where the list comes
// for its question again, more than once where wrong answers come and go.
func (e *Evidence) contest(answer shown, step int64, why doubt) {
	if step == 0 || e.doubted[answer]&why != 0 {
		return
	}
	e.contested = append(e.contested, step)
	e.doubted[answer] |= why
	l := e.answers[answer.list]
	if l.PageOf != answer.PageOf {
		return
	}
	l.step, l.owed = 0, timesOdd-1
	if e.recovers() {
		l.owed = timesOdd
	}
	e.answers[answer.list] = l
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

// Reached reports whether an answer showed more rows than so many: then no limit of the site
// ends others there, full as their last page may be.
func (l *lists) Reached(rows int) bool { return l.longest > rows }

func listOf(keys []string) listHash { return sha256.Sum256([]byte(strings.Join(keys, "\n"))) }

func keysOf(rows []querygen.Row) (keys []string) {
	for _, row := range rows {
		keys = append(keys, row.Key)
	}
	return keys
}

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

// Misplaced reports whether records have another address than all those before, of which
// there are many.
func (l *lists) Misplaced(records []extract.Record) bool {
	known := 0
	for _, n := range l.places {
		known += n
	}
	return known >= manyPlaced && !slices.ContainsFunc(records, func(rec extract.Record) bool { return l.places[manner.Shape(rec.URL)] > 0 })
}

// manyPlaced is how many records show where the site's records are.
const manyPlaced = 30

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
