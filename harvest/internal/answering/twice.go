package answering

import (
	"context"
	"net/http"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// showTwice has the first page with records shown once more where their addresses may hold
// something that is another one each time: a session, a moment, what tells who comes from
// where. What does is no part of what tells records apart, from the first of them on: nothing
// on one page tells it from their numbers, and each record would be held as often as it came.
func (r *learner) showTwice(ctx context.Context, a ledger.Answer, c *ledger.Commit, p *page.Page) *ledger.Stop {
	profile := r.profile(c)
	q := a.Outcome.Query
	if profile.Compared || profile.Frozen || q.Nonsense || p.Request.Method != http.MethodGet || p.Status != http.StatusOK {
		return nil
	}
	records := func(p *page.Page) []extract.Record {
		doc, err := p.Document()
		if err != nil {
			return nil
		}
		reading := profile.Reading(q.Words(*profile.Form))
		reading.Wrapper, reading.Unsteady = nil, nil
		res := extract.Read(doc, reading)
		if res.Blocked != "" || !res.Sure {
			return nil
		}
		return res.Records
	}
	first := records(p)
	if len(first) == 0 {
		return nil
	}
	may := extract.MayChange(first)
	profile.Compared = !may && len(first) >= enoughShown
	c.Profile = &profile
	if r.shown >= timesShown || !may {
		return nil
	}
	r.shown++
	again, stop, err := r.Fetch(ctx, p.Request)
	if stop != nil || err != nil {
		return stop
	}
	profile.Unsteady, profile.Compared = extract.Unsteady(first, records(again))
	if len(profile.Unsteady) > 0 {
		r.Tell("note", "the addresses of records are others each time in "+strings.Join(profile.Unsteady, ", ")+": records are told apart by the rest")
	}
	return nil
}

const (
	enoughShown = 5 // records with steady addresses that a page must show for others to be left unseen
	timesShown  = 3 // that a page is shown twice, where the second one is another
)
