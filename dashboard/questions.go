package dashboard

import (
	"net/http"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/storage"
)

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

// questions lists the questions of a site's latest harvest.
func (s *Server) questions(r *http.Request) (view, error) {
	ctx, name, q := r.Context(), r.PathValue("site"), r.URL.Query()
	of, err := s.status(ctx, name)
	if err != nil {
		return view{}, err
	}
	d := questionsPage{Harvest: of.Harvest, Words: strings.TrimSpace(q.Get("q")), Strategy: q.Get("strategy"), Status: q.Get("status"),
		Sort: q.Get("sort"), Descending: q.Get("desc") != "", Offset: whole(q, "offset", 0, 1e9), Sorts: storage.AskedSorts, Shown: questionsShown}
	if !slices.Contains(d.Sorts, d.Sort) {
		d.Sort = "step"
	}
	all, n, err := s.Store.Asked(ctx, name, of.Harvest, storage.AskedFilter{Words: d.Words, Strategy: d.Strategy, Status: d.Status,
		Sort: d.Sort, Descending: d.Descending, Offset: d.Offset, Limit: questionsShown + 1})
	if err != nil {
		return view{}, err
	}
	if n >= 0 {
		d.Matching = &n
	}
	d.More = len(all) > questionsShown
	d.Questions = append([]storage.Asked{}, all[:min(len(all), questionsShown)]...)
	tallies, err := s.Store.Tallies(ctx, of.Harvest)
	for _, t := range tallies {
		if !slices.Contains(d.Strategies, t.Strategy) {
			d.Strategies = append(d.Strategies, t.Strategy)
		}
		if !slices.Contains(d.Statuses, t.Status) {
			d.Statuses = append(d.Statuses, t.Status)
		}
	}
	return view{name: "questions", title: "Questions", site: name, live: []string{"site:" + name}, data: d}, err
}

type questionPage struct {
	Question storage.Question     `json:"question"`
	Answers  []storage.AnswerLine `json:"answers"`
}

const answersShown = 500

// question shows one question with its answers, of all harvests.
func (s *Server) question(r *http.Request) (view, error) {
	name := r.PathValue("site")
	n, err := number(r, "number")
	if err != nil {
		return view{}, err
	}
	q, found, err := s.Store.QuestionNumbered(r.Context(), name, n)
	if err != nil {
		return view{}, err
	}
	if !found {
		return view{}, status{http.StatusNotFound, "there is no such question"}
	}
	answers, err := s.Store.Answers(r.Context(), q)
	answers = answers[max(0, len(answers)-answersShown):]
	return view{name: "question", title: "Question", site: name, data: questionPage{q, append([]storage.AnswerLine{}, answers...)}}, err
}
