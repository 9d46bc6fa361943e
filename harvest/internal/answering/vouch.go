package answering

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// maxDoubts is how often in a row the site is doubted to block: one that answers nothing
// but what it has answered already serves us no more.
const maxDoubts = 4

// witness is what the site answered lately, by which it is told whether it still answers.
type witness struct {
	*asked
	vouches page.Request      // answered lately
	vouched map[string]string // titles of its records by key
	doubted int               // times in a row that it was doubted to block
	refuses refuses
	turned  turned // whether its latest answers turned us away
}

// vouch notes a request that was answered, which is asked again before the site is
// believed to block.
func (r *witness) vouch(a ledger.Answer) {
	switch o := a.Outcome; {
	case o.Status == querygen.Answered || o.Status == querygen.Empty:
		r.turned.add(false)
	case o.Reason == blocked, o.Reason == forbids:
		r.turned.add(true)
	}
	if o := a.Outcome; a.Request.Method == http.MethodGet && o.Page == 1 && (o.Status == querygen.Answered || o.Status == querygen.Empty && r.vouches.URL.IsZero()) {
		r.vouches, r.doubted = a.Request, 0
		r.vouched = map[string]string{}
		for _, row := range o.Rows {
			r.vouched[row.Key] = ""
		}
		for _, rec := range a.Records {
			r.vouched[rec.Key] = rec.Title
		}
	}
	r.refuses.see(a.Outcome)
}

// choosy reports whether the site refuses single questions.
func (r *refuses) choosy() bool { return r.alone || r.again >= oftenForbidden && !r.wavers }

// oftenForbidden is how often questions must have been forbidden again, after others were
// answered, for it to be them: where a third of all answers is forbidden by chance, it comes
// so once in 81 times.
const oftenForbidden = 4

// refuses is what is known of a site that forbids single questions (status 403), and answers others.
type refuses struct {
	alone     bool                    // what it answered before was answered once more, beside a question forbidden
	forbidden map[evidence.PageOf]int // how many were answered when it was, by what was asked
	answered  int
	again     int  // such that were forbidden once more, after others had been answered
	wavers    bool // one was answered after all
}

func (r *refuses) see(o querygen.Outcome) {
	asked := evidence.Of(o)
	before, had := r.forbidden[asked]
	switch {
	case r.choosy(): // nothing more is to be known
	case o.Reason == refusedAlone:
		r.alone = true
	case o.Reason == forbids:
		if had && r.answered > before {
			r.again++
		}
		if r.forbidden == nil {
			r.forbidden = map[evidence.PageOf]int{}
		}
		r.forbidden[asked] = r.answered
	case o.Status == querygen.Answered || o.Status == querygen.Empty:
		r.answered++
		r.wavers = r.wavers || had
	}
}

// doubtBlock returns stop, the end of a run whose questions were refused, the last one
// by p; nil where the site refuses those questions only.
func (r *witness) doubtBlock(ctx context.Context, a *ledger.Answer, p *page.Page, stop *ledger.Stop) *ledger.Stop {
	if r.doubted++; r.doubted > maxDoubts {
		return stop
	}
	if wall(p) == extract.LoginWall && r.turned.often() == "" {
		answers, stopped := r.answersStill(ctx)
		switch {
		case stopped != nil:
			return stopped
		case !answers:
			return stop
		}
		r.evidence.NotBlocked()
		return nil // a few questions ask for a login: they are asked again later
	}
	if p.Status != http.StatusForbidden || wall(p) != "" {
		return stop
	}
	if r.turned.often() != "" && a.Request.Method == http.MethodGet {
		// What answers now the question that it would not is no matter of the question.
		again, stopped, err := r.Fetch(ctx, a.Request)
		if stopped != nil {
			return stopped
		}
		if err == nil && again.Status < 400 {
			return stop
		}
	}
	vouches, reason, others := r.vouches, refusedAlone, "other questions are answered"
	if vouches.URL.IsZero() { // nothing was answered yet: who is turned away does not get the form's page either
		vouches, reason, others = page.Get(r.State.Profile.Form.Page), refusedFirst, "the form's page is not"
	}
	was, stopped, err := r.Fetch(ctx, vouches)
	switch {
	case stopped != nil:
		return stopped
	case err != nil || was.Status >= 400 || wall(was) != "":
		return stop
	}
	r.evidence.NotBlocked()
	r.turned = nil
	r.forgive(p)
	a.Outcome.Status, a.Outcome.Reason, a.Outcome.Note = querygen.Refused, reason, "refused with status 403, but "+others
	return nil
}

// wall says what a page shows instead of any answer; "" where that is not seen.
func wall(p *page.Page) string {
	doc, err := behind.Document(nil, p)
	if err != nil {
		return ""
	}
	return extract.Read(doc, extract.Options{}).Blocked
}

// answersStill asks what the site answered last once more, and reports whether it
// brings records that it brought.
func (r *witness) answersStill(ctx context.Context) (bool, *ledger.Stop) {
	if len(r.vouched) == 0 {
		return false, nil
	}
	was, stop, err := r.Fetch(ctx, r.vouches)
	if stop != nil || err != nil || was.Status >= 400 {
		return false, stop
	}
	doc, err := was.Document()
	if err != nil {
		return false, nil
	}
	profile := r.State.Profile
	records := extract.Read(doc, profile.Reading(nil)).Records
	return slices.ContainsFunc(records, func(rec extract.Record) bool { _, had := r.vouched[rec.Key]; return had }), nil
}

// turned is what became of the latest questions: whether each was answered, or
// the site turned us away. One that does so to every other question blocks as well
// as one that does it to all in a row.
type turned []bool

// Over how many questions, at most and at least, their share is looked at.
const (
	mostTurned  = 40
	leastTurned = 15
)

func (t *turned) add(away bool) {
	if *t = append(*t, away); len(*t) > mostTurned {
		*t = slices.Clone((*t)[1:])
	}
}

// often says how many of them were turned away where that is more than a third; ""
// where it is not.
func (t turned) often() string {
	n := 0
	for _, away := range t {
		if away {
			n++
		}
	}
	if len(t) < leastTurned || 3*n <= len(t) {
		return ""
	}
	return fmt.Sprintf("%d of the last %d answers", n, len(t))
}

// turnedAway tells the network that a page was a wall, whatever its status says.
func (r *witness) turnedAway(p *page.Page) {
	if n, ok := r.Net.(interface{ TurnedAway(*page.Page) }); ok {
		n.TurnedAway(p)
	}
}

// forgive tells the network that a page turned away a question, and not us.
func (r *witness) forgive(p *page.Page) {
	if n, ok := r.Net.(interface{ Forgive(*page.Page) }); ok {
		n.Forgive(p)
	}
}

// sameCollection asks a question that was answered before the pages became odd, and
// reports whether its answer is one of the new pages and has the records that it had.
// A stop is returned where these cannot be told to be the same.
func (r *witness) sameCollection(ctx context.Context, profile ledger.Profile, w extract.Wrapper, frame []uint64, pages []strange) (*ledger.Stop, bool) {
	if r.vouches.URL.IsZero() {
		if r.Planner.Held() == 0 {
			return nil, true
		}
		for _, s := range pages {
			s.reading.Wrapper = &w
			for _, rec := range extract.Read(s.doc, s.reading).Records {
				if r.Planner.Holds(rec.Key) {
					return nil, true
				}
			}
		}
		return nil, false
	}
	p, stop, err := r.Fetch(ctx, r.vouches)
	if stop != nil || err != nil || p.Status >= 400 {
		return stop, false
	}
	doc, err := p.Document()
	if err != nil {
		return nil, false
	}
	res := extract.Read(doc, extract.Options{Wrapper: &w, Keys: profile.Keys, Unsteady: profile.Unsteady, Outline: true})
	if 2*res.Outline.Shares(frame) < len(frame) || res.Misfit != "" {
		return nil, false // that one is as before, or odd in another way
	}
	keys, titles := 0, 0
	for _, rec := range res.Records {
		if _, was := r.vouched[rec.Key]; was {
			keys++
		} else if rec.Title != "" {
			for _, title := range r.vouched {
				if title != "" && extract.SameTitle(title, rec.Title) {
					titles++
					break
				}
			}
		}
	}
	switch {
	case len(r.vouched) == 0 || 2*keys >= len(r.vouched):
		return nil, true
	case 2*(keys+titles) >= len(r.vouched):
		return &ledger.Stop{Kind: ledger.Broken, Reason: fmt.Sprintf("the site has changed: %d of %d records of %s no longer have what they were told apart by. What is held stays as it is; going on would store them again. Start a new harvest with --fresh",
			titles, len(r.vouched), r.vouches.URL)}, false
	}
	return &ledger.Stop{Kind: ledger.Broken, Reason: fmt.Sprintf("the site has changed: %s now shows %d of the %d records that it had, in other pages. What is held stays; look at the site, and start a new harvest with --fresh where it is still the one you want",
		r.vouches.URL, keys, len(r.vouched))}, false
}
