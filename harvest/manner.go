package harvest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// A page that a site answers with is one of five things: an answer, one that says
// that nothing was found, one that refuses the question, a failure, or one that is
// odd: it does not fit what the site's answers have in common. Nothing of an odd
// page counts, and nothing is learned from it. Its question is asked again after
// others; where the same page comes while other questions are answered it is the
// site's answer to this one after all.

// Bounds of what is learned of a Manner.
const (
	leastFrame = 3 // lines that tell a page of the site
	framePages = 8 // answers that a frame is learned from
	anyCharset = "*"
)

// oddKind says what is odd about a page.
type oddKind string

const (
	elsewhere oddKind = "it is a page of another site"
	halved    oddKind = "the page breaks off"
	garbled   oddKind = "the page is in another encoding than it says, or than the others"
	atHome    oddKind = "it is the page of the form again"
	unframed  oddKind = "the page lacks what all answers have"
	another   oddKind = "the page answers another question"
	misfit    oddKind = "the wrapper does not fit"
	stale     oddKind = "the page shows the records of another one"
	repeated  oddKind = "the page shows just what another question brought"
	cutShort  oddKind = "the page shows fewer records than there are, and leads nowhere"
	silent    oddKind = "the page shows neither records nor that there are none"
	ledOff    oddKind = "the site led on to a page of few links, perhaps that of one record"
	missing   oddKind = "the page that the pager leads to is missing"
)

// sight is a page as it is judged.
type sight struct {
	page    *page.Page
	doc     *page.Document
	res     extract.Result
	asked   []page.Pair // controls that the question binds
	words   []string    // the same as a person would say it
	profile Profile
}

// foreign says what about the page as a whole is odd, "" where nothing is.
func (r *run) foreign(s sight, nonsense bool) oddKind {
	m, o := s.profile.Manner, s.res.Outline
	if s.page.Request.Render != m.Rendered {
		m = Manner{}
	}
	switch {
	case !s.page.Final.IsZero() && s.page.Final.Site() != r.site.Start.Site():
		return elsewhere
	case extract.CutOff(s.page.Body), m.Closed > 0 && m.Open == 0 && !extract.Closed(s.page.Body):
		return halved
	case o.Garbled && m.Garbled == 0 && m.Charset != "", // what was read well before shows how the site writes
		o.Garbles(m.Beyond), len(o.Beyond) > 0 && m.Charset != "" && m.Charset != anyCharset && s.doc.Charset != m.Charset:
		return garbled
	case len(s.words) > 0 && !o.Echo && sameLines(o, m.Home) && (nonsense || m.Repeats || len(s.profile.Background.Denies) > 0):
		return atHome
	case 2*len(s.profile.Background.Common(o)) >= len(o.Lines) && len(o.Lines) > 0:
		// It is much like the answer to nonsense, which need not have the frame.
	case m.Pages == 0 && json.Valid(s.page.Body):
		// It is data, which has no frame. Where pages were answers so far, it is odd.
	case m.Pages > 0 && len(m.Frame) >= leastFrame && 2*o.Shares(m.Frame) < len(m.Frame),
		m.Pages == 0 && len(m.Home) >= leastFrame && 4*o.Shares(m.Home) < min(len(m.Home), len(o.Lines)),
		m.Pages == 0 && len(m.Home) >= leastFrame && len(o.Lines) == 0:
		return unframed
	case o.Another && m.Echo > 0 && m.Another == 0:
		return another
	}
	return ""
}

// saysNothing reports whether all that a page says stands on other pages of the site,
// and it is not the form's own.
func (s sight) saysNothing() bool {
	m, o := s.profile.Manner, s.res.Outline
	known := slices.Concat(m.Frame, m.Home, s.profile.Background.Common(o))
	return len(o.Lines) > 0 && !sameLines(o, m.Home) && !slices.ContainsFunc(o.Lines, func(h uint64) bool { return !slices.Contains(known, h) })
}

// sameLines reports whether a page has the lines of another one and hardly any beside them.
func sameLines(o extract.Outline, lines []uint64) bool {
	n := o.Shares(lines)
	return len(lines) >= leastFrame && 100*n >= 97*len(o.Lines) && 10*n >= 9*len(lines)
}

// odd is an odd page that a question brought.
type odd struct {
	kind    oddKind
	outline extract.Outline
	goods   int  // answers that the run had before it
	times   int  // that it came
	due     bool // often enough, if the site answers others
}

// trust is what asking again after one kind of odd page has shown.
type trust struct {
	agreed, recovered int
	pages             []extract.Outline // that were the answer
}

// knows reports whether a page is like one that was the answer to other questions. Pages
// with records have others each time.
func (t trust) knows(kind oddKind, o extract.Outline) bool {
	switch kind {
	case misfit, stale, repeated, cutShort, another, halved, garbled:
		return true
	}
	return slices.ContainsFunc(t.pages, o.Like)
}

// How often the same odd page must come for a question to be the site's answer to it.
const (
	timesOdd     = 2 // where no other page ever came for such a question
	timesForeign = 3 // of a page that is odd as a whole, or where no answer is known
	timesDoubted = 4 // where another one came instead for others: twice may be by chance
	timesOften   = 6 // at most, however often such pages come
	enoughAgreed = 2 // questions to which it was the answer, and to none not, for such pages to be the site's way
)

// answered notes that a page was an answer: that ends a row of others.
func (r *run) answered() {
	r.judged += 1 + r.failed + r.blocked
	r.allFailed += r.failed
	r.allBlocked += r.blocked
	r.failed, r.blocked = 0, 0
}

// believes reports whether an odd page is the site's answer nevertheless: the same
// one came for the question before, and the site answered others in between; or
// asking again has shown so of such pages.
func (r *run) believes(kind oddKind, ask pageOf, outline extract.Outline) bool {
	t := r.trusts[kind]
	if t.agreed >= enoughAgreed && t.recovered == 0 && t.knows(kind, outline) {
		return true
	}
	before, again := r.odds[ask]
	r.unsteady = r.unsteady || again && !before.outline.Like(outline)
	if again = again && before.kind == kind && before.outline.Like(outline); !again {
		before = odd{kind: kind, outline: outline, goods: r.goods}
	}
	before.times++
	before.due = before.times >= r.needed(kind)
	silenced := r.goods == before.goods && r.goods > 0 && kind != repeated // nothing tells that the site answers at all
	if !before.due || silenced || kind == garbled && outline.Garbles(r.state.Profile.Manner.Beyond) {
		if len(r.odds) < maxOdds {
			r.odds[ask] = before
		}
		return false
	}
	delete(r.odds, ask)
	t.agreed++
	t.pages = append(t.pages, outline)
	r.trusts[kind] = t
	return true
}

// needed returns how often an odd page must come for a question to be the answer to it:
// so often that it hardly comes by chance, as far as the site has shown how often such
// pages come though they are no answers.
func (r *run) needed(kind oddKind) int {
	t := r.trusts[kind]
	switch {
	case kind == repeated: // it is asked again at once, and the same wrong list hardly comes twice
		return timesOdd
	case r.recovers():
		return min(inARow(timesDoubted, t.recovered, r.goods), timesOften)
	case kind == garbled, kind == unframed, kind == elsewhere, r.goods == 0 && kind != silent && kind != atHome:
		return timesForeign
	}
	return timesOdd
}

// maxOdds bounds the odd pages that are remembered.
const maxOdds = 2000

// recovers reports whether asking again has helped, or brought another odd page: the site
// answers wrongly now and then.
func (r *run) recovers() bool {
	for _, t := range r.trusts {
		if t.recovered > 0 {
			return true
		}
	}
	return r.unsteady || r.allFailed+r.allBlocked >= maxFailed
}

// doubtOdd sees to an odd page that came again while nothing else was asked: where the
// site answers what it has answered before, the page is its answer to this question.
func (r *run) doubtOdd(ctx context.Context, a *Answer, c *Commit, p *page.Page, wanted *Stop) *Stop {
	before := r.odds[askOf(a.Outcome)]
	if !before.due {
		return wanted
	}
	answers, stop := r.answersStill(ctx)
	if stop != nil {
		return stop
	}
	if !answers {
		return wanted
	}
	r.goods++
	r.failed = 0
	before.times-- // the page at hand is counted
	r.odds[askOf(a.Outcome)] = before
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests}
	return r.readPage(a, c, p)
}

// answersStill asks what the site answered last once more, and reports whether it
// brings records that it brought.
func (r *run) answersStill(ctx context.Context) (bool, *Stop) {
	if len(r.vouched) == 0 {
		return false, nil
	}
	was, stop, err := r.fetch(ctx, r.vouches)
	if stop != nil || err != nil || was.Status >= 400 {
		return false, stop
	}
	doc, err := was.Document()
	if err != nil {
		return false, nil
	}
	profile := r.state.Profile
	records := extract.Read(doc, extract.Options{Background: profile.Background, Wrapper: &profile.Wrapper, Keys: profile.Keys}).Records
	return slices.ContainsFunc(records, func(rec extract.Record) bool { _, had := r.vouched[rec.Key]; return had }), nil
}

// settled notes that a question was answered.
func (r *run) settled(ask pageOf) {
	r.goods++
	r.answered()
	if before, was := r.odds[ask]; was {
		t := r.trusts[before.kind]
		t.recovered++
		r.trusts[before.kind] = t
		delete(r.odds, ask)
	}
}

// askOf names the page of a question that an outcome is of.
func askOf(o querygen.Outcome) pageOf { return pageOf{o.Query.Key(), o.Page} }

// hold holds an odd page apart: its question is as open as before.
func (r *run) hold(a *Answer, kind oddKind, detail string) *Stop {
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Odd, Total: -1, Requests: o.Requests, Note: string(kind)}
	if detail != "" {
		o.Note += ": " + detail
	}
	a.Records, a.Next = nil, page.Request{}
	return r.failure(askOf(*o), o.Note)
}

// failure counts a question that brought no answer; a run ends after many in a row. One
// that is asked over and over, when no others are left, says nothing of these.
func (r *run) failure(ask pageOf, why string) *Stop {
	if r.failed == 0 {
		r.row = nil
	}
	if slices.Contains(r.row, ask) {
		return nil
	}
	r.row = append(r.row, ask)
	r.failed++
	if r.failed >= inARow(maxFailed, r.allFailed+r.allBlocked, r.judged) {
		return &Stop{Kind: Broken, Reason: fmt.Sprintf("%d questions in a row failed, last: %v; the same command goes on", r.failed, why)}
	}
	return nil
}

// byChance is how rarely as many bad answers in a row may come by chance for them to
// end a run.
const byChance = 1e-6

// inARow returns how many bad answers in a row end a run: least on a site that answers,
// more where bad answers come and go, so that a row of them need not mean anything.
func inARow(least, bad, all int) int {
	if bad == 0 || all <= bad {
		return least
	}
	return min(max(least, int(math.Ceil(math.Log(byChance)/math.Log(float64(bad)/float64(all))))), 4*maxFailed)
}

// keepsAsked reports whether the pager of a page keeps the parameters of its address
// that were asked for; ok is false where that cannot be told.
func keepsAsked(s sight) (keeps, ok bool) {
	next := s.res.Next.URL
	if next.IsZero() || s.page.Request.URL.IsZero() {
		return false, false
	}
	from, to := numbering.AddressOf(s.page.Request.URL), numbering.AddressOf(next)
	keeps = true
	for _, b := range s.asked {
		if values := from.Values(b.Name); b.Value != "" && slices.Contains(values, b.Value) {
			ok = true
			keeps = keeps && slices.Contains(to.Values(b.Name), b.Value)
		}
	}
	return keeps, ok
}

// framed returns what is known of the manner m of answers after one that is believed.
func framed(m Manner, s sight, background extract.Background) Manner {
	o := s.res.Outline
	if s.page.Request.Render != m.Rendered || m.Pages == 0 {
		m = Manner{Home: m.Home, Rendered: s.page.Request.Render, Repeats: m.Repeats, None: m.None, Closed: m.Closed}
		// What stands on a page without records, too, stands on all of them.
		m.Frame, m.Beyond = background.Common(o), o.Beyond
		for _, h := range m.Home {
			if _, has := slices.BinarySearch(m.Frame, h); !has && o.Shares([]uint64{h}) > 0 {
				m.Frame = append(m.Frame, h)
			}
		}
		slices.Sort(m.Frame)
	}
	if m.Pages < framePages {
		// What stands in records does so in those of other answers with the same ones only.
		m.Frame = slices.DeleteFunc(slices.Clone(m.Frame), func(h uint64) bool {
			_, listed := slices.BinarySearch(o.Listed, h)
			return listed || o.Shares([]uint64{h}) == 0
		})
		m.Beyond = slices.DeleteFunc(slices.Clone(m.Beyond), func(b extract.Beyond) bool { return !slices.Contains(m.Frame, b.Line) })
		m.Pages++
	}
	switch {
	case len(o.Beyond) == 0 || m.Charset == s.doc.Charset:
	case m.Charset == "":
		m.Charset = s.doc.Charset
	default:
		m.Charset = anyCharset
	}
	if extract.Closed(s.page.Body) {
		m.Closed = 1
	} else {
		m.Open = 1
	}
	if o.Garbled {
		m.Garbled = 1
	}
	if keeps, ok := keepsAsked(s); ok && keeps {
		m.Keeps = 1
	} else if ok {
		m.Loses = 1
	}
	if len(s.words) > 0 {
		if o.Echo {
			m.Echo = 1
		}
		if o.Another {
			m.Another = 1
		}
	}
	return m
}

// sameManner reports whether two manners are the same.
func sameManner(m, n Manner) bool {
	same := len(m.Frame) == len(n.Frame) && len(m.Home) == len(n.Home) && len(m.Beyond) == len(n.Beyond)
	m.Frame, m.Home, m.Beyond = n.Frame, n.Home, n.Beyond
	return same && reflect.DeepEqual(m, n)
}

// repeatsOther says which other question or page had the very records of this one
// before, where nothing in them tells that they are the answer to this one; "" else.
// Where the other question is like this one, or they are few, that may well be so.
func (r *run) repeatsOther(s sight, o querygen.Outcome) (kind oddKind, of string) {
	records := s.res.Records
	if len(records) == 0 || r.presents(o.Query) {
		return "", ""
	}
	var keys []string
	hit := 0
	for _, rec := range records {
		keys = append(keys, rec.Key)
		text := strings.ToLower(rec.Title + " " + rec.Text)
		if len(s.words) > 0 && !slices.ContainsFunc(s.words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) }) {
			hit++
		}
	}
	now := askOf(o)
	before, known := r.lists[listOf(keys)]
	if !known || before.pageOf == now || before.query != now.query && 2*hit >= len(records) {
		return "", ""
	}
	kind = stale
	if before.query != now.query && before.page == now.page && (len(records) < paging.ProofRows || alikeQuestions(before.words, s.words)) {
		kind = repeated
	}
	return kind, fmt.Sprintf("page %d of %s", before.page, queryText(before.words))
}

// list notes the records that answer a question.
func (r *run) list(o querygen.Outcome) {
	var keys []string
	for _, row := range o.Rows {
		keys = append(keys, row.Key)
	}
	if _, known := r.lists[listOf(keys)]; !known && len(keys) > 0 && len(r.lists) < maxOdds {
		r.lists[listOf(keys)] = listing{askOf(o), o.Query.Words(*r.state.Profile.Form)}
	}
}

// listOf names a list of records.
func listOf(keys []string) [sha256.Size]byte { return sha256.Sum256([]byte(strings.Join(keys, "\n"))) }

// askTwice asks a question again at once whose answer is what another question brought:
// the same list hardly comes twice for a question that it does not answer.
func (r *run) askTwice(ctx context.Context, a *Answer, c *Commit, p *page.Page) (*page.Page, *Stop) {
	again, stop, err := r.fetch(ctx, a.Request)
	if stop != nil || err != nil {
		return p, stop
	}
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Total: -1, Requests: o.Requests}
	return again, r.readPage(a, c, again)
}

// alikeQuestions reports whether two questions have a word in common, or one of them
// asks for all: then they may well have the same answer.
func alikeQuestions(a, b []string) bool {
	x, y := wordsIn(a), wordsIn(b)
	return len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(w string) bool { return slices.Contains(y, w) })
}

// wordsIn returns the words of what is asked for, without signs.
func wordsIn(asked []string) (out []string) {
	for _, text := range asked {
		out = append(out, strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })...)
	}
	return out
}

// pageOf is a page of a question.
type pageOf struct {
	query string // Query.Key
	page  int
}

// listing is where records were shown.
type listing struct {
	pageOf
	words []string // that were asked for
}

// presents reports whether a question chooses how the answer is shown, not only what
// it has: another order of few records is no other list.
func (r *run) presents(q querygen.Query) bool {
	for _, f := range r.state.Profile.Form.Fields {
		if (f.Role == forms.Sort || f.Role == forms.PageSize || f.Role == forms.View) && slices.ContainsFunc(q.Bind, func(b page.Pair) bool { return b.Name == f.Name }) {
			return true
		}
	}
	return slices.ContainsFunc(q.Bind, func(b page.Pair) bool { return endpoint.OwnControl(b.Name) })
}

// nothingHere reports whether a status says that nothing was found, as the site uses it.
func nothingHere(m Manner, status int) bool {
	switch status {
	case http.StatusNoContent, http.StatusNotFound, http.StatusGone:
		return m.None == status
	}
	return false
}
