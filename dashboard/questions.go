package dashboard

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/storage"
)

// questionStore tells what was asked, and what came.
type questionStore interface {
	Asked(ctx context.Context, site string, harvest int64, f storage.AskedFilter) ([]storage.Asked, int, error)
	Tallies(ctx context.Context, harvest int64) ([]storage.Tally, error)
	QuestionNumbered(ctx context.Context, site string, number int64) (storage.Question, bool, error)
	Answers(ctx context.Context, q storage.Question) ([]storage.AnswerLine, error)
}

// questions are the pages of what was asked.
type questions struct{ store questionStore }

const questionsShown = 50

type questionsPage struct {
	Harvest    int64           `json:"harvest"`
	Questions  []storage.Asked `json:"questions"`
	Matching   *int            `json:"matching"` // null where it would take too long to count
	Offset     int             `json:"offset"`
	More       bool            `json:"more"`
	Words      string          `json:"words"`
	Strategy   string          `json:"strategy"`
	Status     string          `json:"status"`
	Sort       string          `json:"sort"`
	Descending bool            `json:"descending"`
	Strategies []string        `json:"strategies"`
	Statuses   []string        `json:"statuses"`
	Sorts      []string        `json:"sorts"`
	Shown      int             `json:"-"`
}

// list lists the questions of a site's latest harvest.
func (p questions) list(r *http.Request, of storage.SiteStatus) (view, error) {
	return ofSite(of.Name, "questions", "Questions", func() (any, error) { return p.find(r.Context(), of, r.URL.Query()) }), nil
}

func (p questions) find(ctx context.Context, of storage.SiteStatus, q url.Values) (d questionsPage, err error) {
	d = questionsPage{Harvest: of.Harvest, Words: strings.TrimSpace(q.Get("q")), Strategy: q.Get("strategy"), Status: q.Get("status"),
		Sort: q.Get("sort"), Descending: q.Get("desc") != "", Offset: whole(q, "offset", 0, 1e9), Sorts: storage.AskedSorts, Shown: questionsShown}
	if !slices.Contains(d.Sorts, d.Sort) {
		d.Sort = "step"
	}
	all, n, err := p.store.Asked(ctx, of.Name, of.Harvest, storage.AskedFilter{Words: d.Words, Strategy: d.Strategy, Status: d.Status,
		Sort: d.Sort, Descending: d.Descending, Offset: d.Offset, Limit: questionsShown + 1})
	if err != nil {
		return d, err
	}
	if n >= 0 {
		d.Matching = &n
	}
	d.More = len(all) > questionsShown
	d.Questions = append([]storage.Asked{}, all[:min(len(all), questionsShown)]...)
	tallies, err := p.store.Tallies(ctx, of.Harvest)
	for _, t := range tallies {
		if !slices.Contains(d.Strategies, t.Strategy) {
			d.Strategies = append(d.Strategies, t.Strategy)
		}
		if !slices.Contains(d.Statuses, t.Status) {
			d.Statuses = append(d.Statuses, t.Status)
		}
	}
	return d, err
}

type questionPage struct {
	Question storage.Question     `json:"question"`
	Answers  []storage.AnswerLine `json:"answers"`
}

const answersShown = 500

// one shows one question with its answers, of all harvests.
func (p questions) one(r *http.Request, of storage.SiteStatus) (view, error) {
	n, err := number(r, "number")
	if err != nil {
		return view{}, err
	}
	q, found, err := p.store.QuestionNumbered(r.Context(), of.Name, n)
	if err != nil {
		return view{}, err
	}
	if !found {
		return view{}, notFound("there is no such question")
	}
	answers, err := p.store.Answers(r.Context(), q)
	answers = answers[max(0, len(answers)-answersShown):]
	return view{name: "question", title: "Question", site: of.Name, data: questionPage{q, append([]storage.AnswerLine{}, answers...)}}, err
}
