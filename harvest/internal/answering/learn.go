package answering

import (
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// How many answers it takes to believe something about the pages.
const (
	wrapperPages  = 3  // that a wrapper is learned from before it is used
	ExtendPages   = 12 // until which further columns are looked for
	hopelessPages = 10 // after which no wrapper is looked for where none was found
	driftPages    = 3  // in a row that do not fit before a wrapper is learned anew
	keyClashes    = 5  // rows of keys that had another title twice before the key is doubted
)

// learner learns from answers how the site lays out its records, and tells them apart.
type learner struct {
	*asked
	Titles map[string]string // by key, of this run

	clashed  map[string]bool        // keys that stood for another title before
	recurred int                    // rows whose key came before with the same title
	said     map[uint64]sighting    // of records with an address, by a hash of what they say
	strayed  map[uint64][2]page.URL // of them, two addresses under which the same was said
	twins    map[uint64][2]page.URL // likewise, on one page
	steady   int                    // rows that said the same under the same key
	rows     []extract.Shown        // the latest ones
	answers  []asking               // that showed them
	nextLook int                    // how many of these there are when rows are looked at again
	named    named                  // whether what rows are called keeps its key
	shared   int                    // rows of one page with the address of another that says something else
	sharing  map[string]bool        // these addresses
	linked   int                    // rows with an address
	mixed    []int64                // steps whose answers show, by what is known now, records that they were not read to have
	Lacks    missing
}

// sighting is the key and the address of a record, and the answer that showed it.
type sighting struct {
	key    string
	at     page.URL
	answer int
}

// learn folds an answer with records into what the profile believes about the
// pages, and reports whether that changed. A frozen profile is only compared.
func (r *learner) learn(p *ledger.Profile, o *querygen.Outcome, doc *page.Document, reading extract.Options, res extract.Result) bool {
	at := r.answerOf(p.Form, o.Query)
	changed := r.checkKeys(p, res.Records)
	r.sayAgain(p, doc.URL, at, res.Records)
	if !p.Frozen {
		changed = r.learnUnsteady(p) || changed
		changed = r.learnRows(p, at, strings.Join(reading.Query, " "), res.Records) || changed
	}
	_, section := r.Paging.Total(*o)
	switch {
	case section:
		return changed
	case res.Misfit != "":
		// The page came twice: it is the site's, and was read by itself.
		p.Misfits++
		remark(o, "the wrapper does not fit: "+res.Misfit)
		return true
	case p.Frozen:
		changed = changed || p.Misfits > 0
		p.Misfits = 0
	case p.Wrapper.Unplaced():
		if p.Learning.Pages >= hopelessPages {
			return changed
		}
		p.Learning = p.Learning.See(doc, reading)
		if w := p.Learning.Wrapper(); p.Learning.Pages >= wrapperPages && !w.Unplaced() {
			p.Wrapper = w.Following(p.Wrapper)
			r.Tell("note", fmt.Sprintf("learned from %d pages: records stand in %q, %d columns", w.Pages, w.Region, len(w.Columns)))
		}
		return true
	case p.Wrapper.Pages < ExtendPages || sharesAnew(p, res.Records):
		p.Wrapper = p.Wrapper.Extend(doc, reading)
		p.Misfits, p.Learning = 0, extract.Learning{}
		return true
	case p.Misfits > 0:
		p.Misfits, p.Learning = 0, extract.Learning{}
		return true
	}
	return changed
}

// sharesAnew reports whether records of a page share an address, as none did before.
func sharesAnew(p *ledger.Profile, records []extract.Record) bool {
	return slices.ContainsFunc(records, func(rec extract.Record) bool { return shares(p, rec) })
}

// shares reports whether another record of its page has a record's address, as none did before.
func shares(p *ledger.Profile, rec extract.Record) bool {
	return p.Wrapper.Shared == "" && p.Keys == extract.ByAddress && !rec.URL.IsZero() && strings.HasPrefix(rec.Key, rec.URL.Canonical().String()+"#")
}

// checkKeys holds records against those that had their key before, and against those that say
// the same. Where one key keeps standing for clearly different titles, the address does not
// tell records apart: from then on the title counts as well. Where what says the same keeps
// coming under another address, this has something of the question in it, or says nothing of
// the record. Records that were mixed up by then stay as they are; there are few.
func (r *learner) checkKeys(p *ledger.Profile, records []extract.Record) bool {
	changed := false
	for _, rec := range records {
		before, known := r.Titles[rec.Key]
		if len(r.Titles) < maxTitles {
			r.Titles[rec.Key] = rec.Title
		}
		switch {
		case !p.Wrapper.Unplaced() && shares(p, rec): // two of one page: none of them is garbled
			p.Clashes++
			changed = true
		case !known || rec.Title == "":
		case extract.SameTitle(before, rec.Title):
			r.recurred++
		case !r.clashed[rec.Key]: // the one before may have been garbled
			r.clashed[rec.Key] = true
		default:
			p.Clashes++
			changed = true
		}
	}
	if p.Keys == extract.ByAddress && !p.Frozen && p.Clashes >= keyClashes && p.Clashes*clashShare > r.recurred+p.Clashes {
		p.Keys = extract.ByTitle
		r.Tell("note", fmt.Sprintf("%d rows had the address of another record under another title: from now on records are told apart by address and title", p.Clashes))
	}
	return changed
}

// findTwins takes note of records of one page that say the same under different addresses:
// what differs between these tells records apart.
func (r *learner) findTwins(say func(extract.Record) uint64, records []extract.Record) {
	at := map[uint64]extract.Record{}
	for _, rec := range records {
		if rec.URL.IsZero() || rec.Text == "" {
			continue
		}
		what := say(rec)
		if other, has := at[what]; has && other.Key != rec.Key && len(r.twins) < maxStrayed {
			r.twins[what] = [2]page.URL{other.URL.Canonical(), rec.URL.Canonical()}
		}
		at[what] = rec
	}
}

// saying returns the hash of what a record says in an answer to a search at some place, but for
// what changes from answer to answer: what searches at other places list are others, though
// they may say the same.
func saying(p *ledger.Profile, at page.URL) func(extract.Record) uint64 {
	place, _, _ := strings.Cut(at.String(), "?")
	return func(rec extract.Record) uint64 {
		h := fnv.New64a()
		h.Write([]byte(place))
		restless := slices.ContainsFunc(rec.Pieces, func(of extract.RowPiece) bool { return slices.Contains(p.Unsteady, of.Place) })
		if !restless {
			h.Write([]byte("\x00" + rec.Text))
			return h.Sum64()
		}
		for _, of := range rec.Pieces {
			if !slices.Contains(p.Unsteady, of.Place) && !extract.IsAttribute(of.Place) {
				h.Write([]byte("\x00" + of.Says))
			}
		}
		return h.Sum64()
	}
}

// sayAgain holds the addresses of records against those under which the same was said before,
// by an answer that may show the same records.
func (r *learner) sayAgain(p *ledger.Profile, at page.URL, answer int, records []extract.Record) {
	say := saying(p, at)
	r.findTwins(say, records)
	for _, rec := range records {
		if rec.URL.IsZero() || rec.Text == "" {
			continue
		}
		what := say(rec)
		switch before, known := r.said[what]; {
		case !known && len(r.said) < maxTitles:
			r.said[what] = sighting{rec.Key, rec.URL.Canonical(), answer}
		case known && before.key == rec.Key:
			r.steady++
		case known && len(r.strayed) < maxStrayed && r.meet(before.answer, answer):
			r.strayed[what] = [2]page.URL{before.at, rec.URL.Canonical()}
		}
	}
}

// learnUnsteady finds out what of the addresses differs where records say the same: a part
// without which all others are told apart as well, or else the address as a whole.
func (r *learner) learnUnsteady(p *ledger.Profile) bool {
	maps.DeleteFunc(r.strayed, func(what uint64, _ [2]page.URL) bool { return !r.twins[what][0].IsZero() })
	if len(r.strayed) < fewStrayed || p.Keys == extract.ByRow {
		return false
	}
	var others []page.URL
	for _, s := range r.said {
		others = append(others, s.at)
	}
	for _, pair := range r.twins {
		others = append(others, pair[:]...)
	}
	parts := extract.Strayed(slices.Collect(maps.Values(r.strayed)), others, p.Unsteady)
	switch {
	case len(parts) > 0:
		p.Unsteady = append(slices.Clone(p.Unsteady), parts...)
		r.Tell("note", "the addresses of records differ from answer to answer in "+strings.Join(parts, ", ")+": records are told apart by the rest")
	case len(r.strayed) >= keyClashes && len(r.strayed) > r.steady+2*len(r.twins):
		p.Keys = extract.ByRow
		r.Tell("note", fmt.Sprintf("%d rows that say the same had other addresses: from now on records are told apart by what they say", len(r.strayed)))
	default:
		return false
	}
	return true
}

// forgetSaid forgets the keys of what was said: these are others from now on.
func (r *learner) forgetSaid() {
	r.said, r.strayed, r.twins, r.steady = map[uint64]sighting{}, map[uint64][2]page.URL{}, map[uint64][2]page.URL{}, 0
}

const (
	fewStrayed = 3   // rows that say the same under other addresses, after which it is looked what differs
	maxStrayed = 100 // that are remembered
	clashShare = 8   // of the rows that came again under their key, the part that had another title for the key to be doubted
)

// maxTitles bounds the titles that are remembered for checkKeys.
const maxTitles = 20_000

// remark adds to an outcome's note.
func remark(o *querygen.Outcome, said string) {
	if o.Note != "" {
		o.Note += "; "
	}
	o.Note += said
}

// learnNothing folds the answer to a question that cannot match into what is known
// of pages that found nothing.
func learnNothing(p *ledger.Profile, s manner.Sight) {
	if !p.Frozen {
		p.Background.Labels = labelsOf(p.Form)
		learn := p.Background.Learn
		if listed := keysOf(slices.Concat(s.Res.Records, s.Res.Instead)); len(listed) > 0 && !advice(p.Form, s) {
			learn = p.Background.Beside
			if len(listed) <= mostDrawn {
				p.Instead = listed
			}
		}
		counts := p.Background.Counts
		p.Background = learn(s.Doc, s.Words).Denying(s.Doc, s.Words, p.Manner.Home)
		if !s.Res.Empty && s.Res.Total > 0 && !s.Res.Next.IsZero() {
			p.Background.Counts = counts // the words were ignored: it counts what is listed, to nobody's question
		}
	}
	if p.Empty == "" {
		p.Empty = extract.Denial(s.Doc, s.Words)
	}
	p.Manner.Advises = extract.TooMuch(s.Doc, nil)
	p.Manner.Repeats = p.Manner.Repeats || s.Res.Outline.Echo
	if s.Res.Outline.Garbled {
		p.Manner.Garbled = 1
	}
	if s.Page.Status == http.StatusNotFound || s.Page.Status == http.StatusGone || s.Page.Status == http.StatusNoContent {
		p.Manner.None = s.Page.Status
	}
}

// advice reports whether what a page lists where nothing was found leads, most of it, to other
// sites or to other questions: that is no record.
func advice(f *forms.Form, s manner.Sight) bool {
	away, all := 0, slices.Concat(s.Res.Records, s.Res.Instead)
	for _, rec := range all {
		if u := rec.URL; !u.IsZero() && (u.Site() != s.Page.Final.Site() || slices.ContainsFunc(u.Params(), func(a page.Pair) bool {
			return slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Role == forms.QueryRole && c.Name == a.Name })
		})) {
			away++
		}
	}
	return 2*away > len(all)
}

// keysOf returns the keys of records, sorted.
func keysOf(records []extract.Record) []string {
	out := keysInOrder(records)
	slices.Sort(out)
	return slices.Compact(out)
}

// learnManner folds an answer with records into what answers have in common, and
// reports whether that changed.
func (r *learner) learnManner(p *ledger.Profile, s manner.Sight) bool {
	now := s.Framed(p.Manner, p.Background)
	background, changed := p.Background.Answered(s.Res.Outline)
	if !p.Frozen {
		p.Background = background
	}
	changed = changed && !p.Frozen || !manner.Same(now, p.Manner)
	p.Manner = now
	for _, rec := range s.Res.Records {
		r.evidence.Place(rec.URL)
	}
	return changed
}
