package facts

import (
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

// Log is what was asked, and what it brought.
type Log struct {
	Space   space.SearchInterface
	Seed    uint64
	Records text.Collection
	Asked   []*Question // in the order of their first outcome
	ByKey   map[string]*Question
	ByPair  map[page.Pair]*Question // those that bind this only
	Bounded map[string][]*Question  // by control: those that bind this only, the first ones
	Listing *Question               // the form as served, nil until asked
	Failed  []*Question
	again   struct{ asked, helped int } // times that failed questions were asked again, and that this helped
	Spent   []Spending                  // one an outcome

	Requests int
	Unsent   int      // questions in a row that were refused before anything was sent
	Answers  int      // outcomes that were one
	Curious  float64  // of these, on questions that teach about the interface; less the pages that what they brought would fill
	fruitful int      // questions that brought records
	ByWords  int      // rows that questions with words showed
	Covered  bool     // as far as words in hand lead, hardly anything is left: see estimate.Missed
	InVain   int      // words that hardly any record held has, asked since one of them brought much
	NoOthers bool     // there are no more such words
	Most     int      // greatest total that a question other than for everything showed
	Numbered bool     // a page can be asked for by its number: so the latest one that leads on says
	PageSize int      // most rows seen on one page that leads on; 0 until then
	one      oneTotal // what totals say
}

// Spending is what one outcome cost and brought.
type Spending struct {
	Requests, Rows, Fresh int32
	Of                    *Question // nil where it failed
	Again                 bool      // the page had been read before
}

// Question returns what is known about q, and begins it where it is new.
func (f *Log) Question(q querygen.Query) *Question {
	key := q.Key()
	if have := f.ByKey[key]; have != nil {
		return have
	}
	n := &Question{Query: q, Status: querygen.Failed, Total: -1, Claim: -1, Pairs: f.Space.Free(q), Kind: Template}
	text, inBox := f.BoxText(n)
	switch {
	case q.Nonsense:
		n.Kind = Garbage
	case inBox && !asksForAll(text):
		f.read(n, text)
	case len(n.Pairs) == 0, inBox && len(n.Pairs) == 1:
		n.Kind = Listing
		if f.Listing == nil {
			f.Listing = n
		}
	}
	n.trial = n.Kind == Garbage || n.Kind == Listing && inBox
	f.Asked = append(f.Asked, n)
	f.ByKey[key] = n
	if n.Kind == Template && len(n.Pairs) == 1 {
		p := n.Pairs[0]
		f.ByPair[p] = n
		if len(f.Bounded[p.Name]) < boundedKept {
			f.Bounded[p.Name] = append(f.Bounded[p.Name], n)
		}
	}
	return n
}

// read reads what n asks for in the query box.
func (f *Log) read(n *Question, entry string) {
	if isExpression(entry) || len(n.Pairs) > 1 || n.Query.Strategy == lettersStrategy {
		n.Kind, n.Word = Expression, f.Records.Intern(entry)
		return
	}
	if words, ok := f.Records.Parse(entry); ok {
		n.Kind, n.Words = Several, words
		return
	}
	n.Kind, n.Word = Keyword, f.Records.Intern(entry)
	n.Words = text.Compound{With: []uint32{n.Word}}
}

// boundedKept is how many questions that bind one control are kept by its name.
const boundedKept = 20

// RowsAPage returns the page size, guessed while no answer had two pages.
func (f *Log) RowsAPage() int {
	if f.PageSize > 0 {
		return f.PageSize
	}
	return 10
}

// FarthestPage keeps page numbers of a broken ledger from overflowing.
const FarthestPage = 1 << 30

// asksForAll reports whether a text in the query box names nothing that few
// records could hold, so that an answer to it is a list of everything, or a mistake.
func asksForAll(text string) bool {
	if start, ok := strings.CutSuffix(text, "*"); ok && utf8.RuneCountInString(start) == 1 {
		return true
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

const anyStart = "?*"

// isExpression reports whether a text in the query box is more than a word.
func isExpression(text string) bool { return strings.ContainsAny(text, `*"`) }

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

// Fruitful returns how many questions brought records.
func (f *Log) Fruitful() int { return f.fruitful }

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

// Compound returns the question for several words.
func (f *Log) Compound(x text.Compound, mark, strategy string) querygen.Query {
	return f.Space.Word(f.Records.Write(x, mark), strategy)
}

// Together returns the question for both of two words, nil where it was not asked.
func (f *Log) Together(a, b uint32) *Question {
	if q := f.ByKey[f.Compound(text.Compound{With: []uint32{a, b}}, "", "").Key()]; q != nil {
		return q
	}
	return f.ByKey[f.Compound(text.Compound{With: []uint32{b, a}}, "", "").Key()]
}

// Word returns the question for a single word, nil where it was not asked.
func (f *Log) Word(w uint32) *Question {
	return f.ByKey[f.Space.Word(f.Records.Words[w], "").Key()]
}

// Spoken returns the text that q binds in the query box.
func (f *Log) Spoken(q *Question) string {
	for _, p := range q.Pairs {
		if p.Name == f.Space.Box.Name {
			return p.Value
		}
	}
	return ""
}

// Unordered returns the question that q repeats in another order, and the
// name of that order; nil where q is no such question.
func (f *Log) Unordered(q *Question) (*Question, string) {
	var by *space.Order
	for i, o := range f.Space.Orders {
		if !slices.ContainsFunc(o.Pairs, func(p page.Pair) bool { return !slices.Contains(q.Pairs, p) }) && (by == nil || len(o.Pairs) > len(by.Pairs)) {
			by = &f.Space.Orders[i]
		}
	}
	if by == nil {
		return nil, ""
	}
	rest := slices.DeleteFunc(slices.Clone(q.Pairs), func(p page.Pair) bool { return slices.Contains(by.Pairs, p) })
	return f.ByKey[f.Probe("", rest...).Key()], by.Label
}

// What a list of everything is called that is asked by no word; a profile says so, too.
const (
	listsBlank  = "a blank"
	listsLifted = "the form without its preset choices"
	listsServed = "the form as served"
)

// ListingName says what a list of everything was asked by.
func (f *Log) ListingName(q *Question) string {
	if text, ok := f.BoxText(q); ok {
		if strings.TrimSpace(text) == "" {
			return listsBlank
		}
		return text
	}
	if f.Space.Lifts(q.Query) {
		return listsLifted
	}
	return listsServed
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

// wordsInVain is how many words may find nothing before what the form chooses by itself
// is taken to be the reason, where nothing is held.
const wordsInVain = 3

// believed reports whether what the listing says of itself can be relied on. A
// text in the box may be searched for like any other, so records that other
// questions brought must be among those that it listed.
func (f *Log) believed(q *Question) bool {
	return f.served(q) || f.Space.Lifts(q.Query) || f.Records.ByWay[text.ByListing|text.ByOthers] >= 10 && f.Records.ByWay[text.ByOthers] == 0
}

// listAllTexts list everything on some sites: the wildcards of full-text
// engines and of SQL, a word cut short after the letter that most records have a
// word with (anyStart stands for it), and nothing that a box takes for something.
// The likeliest stand first.
var listAllTexts = []string{"*", anyStart, "%", " "}

// inVain is how many questions may bring nothing, the made-up words among them,
// before something that lists everything is the better guess than a further word; the
// next such thing comes after a word more.
const inVain = 8

// Stump returns the start of several words in hand that is itself no word there:
// of the rarest, since broad questions may be refused. It is "" where there is
// none.
func (f *Log) Stump() string {
	const letters, several = 4, 3
	c := &f.Records
	words, df := map[string]int{}, map[string]int{}
	var starts []string
	for w, list := range c.Postings {
		word := c.Words[w]
		if len(list) == 0 || utf8.RuneCountInString(word) <= letters+1 || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) || text.IsEast(r) }) {
			continue
		}
		start := string([]rune(word)[:letters])
		if id, ok := c.ID(start); ok && c.Df(id) > 0 {
			continue
		}
		if words[start]++; words[start] == 1 {
			starts = append(starts, start)
		}
		df[start] += len(list)
	}
	best := ""
	for _, s := range starts {
		if words[s] >= several && (best == "" || df[s] < df[best]) {
			best = s
		}
	}
	return best
}

// ProbeStrategy is the strategy of questions that are asked for what they tell
// about the interface.
const ProbeStrategy = "probe"
