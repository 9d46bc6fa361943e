package answering

import (
	"context"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// mostDrawn is how many records a page draws by chance at most: as many as answers have are
// rather those of another question.
const mostDrawn = 12

// drawTwice has the page of a question that cannot match shown once more where it lists
// records, and returns the one to learn from. Where they are others then, they answer nothing:
// so many rows, without a total and a further page, are drawn by chance where nothing was
// found. Where there are none then, they came by mistake.
func (r *reader) drawTwice(ctx context.Context, a ledger.Answer, c *ledger.Commit, p *page.Page) (*page.Page, *ledger.Stop) {
	profile := r.profile(c)
	if !a.Outcome.Query.Nonsense || profile.Drawn > 0 || profile.Frozen || p.Request.Method != http.MethodGet {
		return p, nil
	}
	drawn := func(p *page.Page) (keys []string, ok bool) {
		doc, err := p.Document()
		if err != nil || p.Status != http.StatusOK {
			return nil, false
		}
		words := a.Outcome.Query.Words(*profile.Form)
		reading := profile.Reading(words)
		reading.Outline = true
		res := extract.Read(doc, reading)
		s := manner.Sight{Page: p, Doc: doc, Res: res, Asked: a.Outcome.Query.Bind, Words: words, Profile: profile}
		if res.Blocked != "" || res.Total > 0 || !res.Next.IsZero() || s.Foreign(true) != "" || len(res.Records) > mostDrawn {
			return nil, false
		}
		return keysOf(res.Records), true
	}
	first, _ := drawn(p)
	if len(first) == 0 {
		return p, nil
	}
	again, stop, err := r.Fetch(ctx, p.Request)
	if stop != nil || err != nil {
		return p, stop
	}
	switch second, ok := drawn(again); {
	case ok && len(second) == 0:
		return again, nil
	case ok && !slices.Equal(first, second):
		profile.Drawn = max(len(first), len(second))
		c.Profile = &profile
		r.Tell("note", "a question that cannot match brought other records each time: lists like these are no answers")
	}
	return p, nil
}

// keysInOrder returns the keys of records as they stand on their page.
func keysInOrder(records []extract.Record) (out []string) {
	for _, rec := range records {
		out = append(out, rec.Key)
	}
	return out
}

// maybeDrawn reports whether a page may list what is drawn by chance where nothing was found:
// nothing tells that its records are what was asked for. A word that is a part of others in all
// of them tells nothing of it.
func maybeDrawn(s manner.Sight) bool {
	n := len(s.Res.Records)
	hits, typed := s.Hits()
	return n > 0 && n <= s.Profile.Drawn && s.Res.Total <= 0 && s.Res.Next.IsZero() && (len(s.Words) == 0 || s.Fit() < n || typed && hits < n)
}
