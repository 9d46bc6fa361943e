package harvest

import (
	"context"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// AskPages is Run with someone else's choice of pages: next gets the latest
// answer and returns what to ask, until it is not ok.
func AskPages(ctx context.Context, site Site, o Options, n Network, s Store, next func(Answer) (word string, number int, ok bool)) error {
	r := newRun(site, o, n, s, nil)
	var err error
	if r.State, err = s.Begin(ctx, site, false); err != nil {
		return err
	}
	if err := r.wishes.believe(o.Profile); err != nil {
		return err
	}
	if err := r.replay(ctx); err != nil {
		return err
	}
	if r.State.Profile.Form == nil {
		if _, err := r.find(ctx); err != nil {
			return err
		}
	}
	if r.Planner == nil {
		if err := r.plan(); err != nil {
			return err
		}
	}
	for a := (Answer{}); ; {
		word, number, ok := next(a)
		if !ok {
			return nil
		}
		q := querygen.Query{Form: r.State.Profile.Form.ID, Strategy: "frequency", Bind: []page.Pair{{Name: "q", Value: word}}}
		var c Commit
		if a, c, _, err = r.Answer(ctx, querygen.Ask{Query: q, Page: number}); err != nil {
			return err
		}
		c.Step = &Step{Answer: &a}
		if err := r.Commit(ctx, c); err != nil {
			return err
		}
		r.observe(a, 0)
	}
}
