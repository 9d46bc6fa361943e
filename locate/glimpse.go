package locate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// sources returns the best interface of each site that the crawl found, with
// what earlier runs learned of it.
func (l *locator) sources(ctx context.Context) ([]Source, error) {
	all, err := l.store.Interfaces(ctx, l.o.Name)
	if err != nil {
		return nil, err
	}
	var out []Source
	at := map[string]int{}
	for _, f := range all {
		i, ok := at[f.Site]
		if !ok {
			i = len(out)
			at[f.Site] = i
			out = append(out, Source{Site: f.Site, Others: -1})
		}
		s := &out[i]
		s.Others++
		s.Requests = f.Requests
		if s.FormID == "" || survey.Worth(&f.Form, l.browses()) > survey.Worth(&s.Form, l.browses()) {
			s.take(f.Form)
			s.Depth = f.Depth
		}
	}
	var names []string
	for i := range out {
		s := &out[i]
		s.Status, s.At = Located, time.Now()
		_, s.Name, _ = strings.Cut(s.Page.Origin(), "://")
		names = append(names, s.Site)
	}
	if len(names) == 0 {
		return nil, nil
	}
	known, err := l.store.Sources(ctx, names...)
	if err != nil {
		return nil, err
	}
	for _, k := range known {
		s := &out[at[k.Site]]
		if k.FormID != s.FormID {
			continue // a better interface was found since
		}
		k.Form, k.Others, k.Page, k.Kind, k.Score, k.Depth = s.Form, s.Others, s.Page, s.Kind, s.Score, s.Depth
		k.Requests = s.Requests + k.Asked
		*s = k
	}
	for _, s := range out {
		if s.Status == Located {
			if err := l.store.SaveSource(ctx, s); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// take makes a form the search of a source.
func (s *Source) take(f forms.Form) {
	s.Page, s.Form, s.FormID, s.Action, s.Kind, s.Score = f.Page, f, f.ID, f.Action, Kind(&f), f.Score
	if s.Action.IsZero() {
		s.Action = s.Page // scripts send what is typed
	}
}

// covered adds the sites where the crawl saw no search, though their scripts may show one
// once something is pressed: a glimpse begins by looking for it. Those where it was found
// so are sources already.
func (l *locator) covered(ctx context.Context, seen []Source) ([]Source, error) {
	missing := slices.DeleteFunc(slices.Sorted(maps.Keys(l.admitted)), func(site string) bool {
		return slices.ContainsFunc(seen, func(s Source) bool { return s.Site == site })
	})
	if len(missing) == 0 {
		return seen, nil
	}
	known, err := l.store.Sources(ctx, missing...)
	if err != nil {
		return nil, err
	}
	out := append(seen, known...)
	if l.o.Probes <= 0 {
		return out, nil
	}
	for _, site := range missing {
		start := l.scripted[site]
		if start.IsZero() || slices.ContainsFunc(out, func(s Source) bool { return s.Site == site }) {
			continue
		}
		s := Source{Site: site, Page: start, Status: Located}
		_, s.Name, _ = strings.Cut(start.Origin(), "://")
		asked, err := l.store.Asked(ctx, s.Name)
		if err != nil {
			return nil, err
		}
		if asked == 0 {
			out = append(out, s)
		}
	}
	return out, nil
}

// glimpses asks the sources that were not asked about the topic yet, many at
// the same time.
func (l *locator) glimpses(ctx context.Context, sources []Source) ([]Source, error) {
	var group errgroup.Group
	group.SetLimit(l.o.Fetchers)
	for i := range sources {
		s := &sources[i]
		if s.Status == Located || s.Status == Failed || s.Topic != strings.Join(l.topic, " ") {
			group.Go(func() error { return l.glimpse(ctx, s) })
		}
	}
	err := group.Wait()
	return slices.DeleteFunc(sources, func(s Source) bool { return s.FormID == "" }), err
}

// scripted is how much more a glimpse may cost where only scripts send what is
// typed, since their own requests count, and where no record came yet.
const scripted = 3

// glimpse asks one source a few questions, or goes on with that, and keeps
// what they tell. A source stays Located until it was asked all that it may be.
func (l *locator) glimpse(ctx context.Context, s *Source) error {
	topic := strings.Join(l.topic, " ")
	may := l.o.Probes
	if !s.Form.Submit {
		may *= scripted
	}
	if s.Status == Located && s.Topic == topic {
		may -= s.Asked
	}
	all, err := l.store.Asked(context.WithoutCancel(ctx), s.Name)
	if err != nil {
		return err
	}
	if lost := all - s.Asked; lost > 0 { // by a glimpse that was killed: what it has is gone on with
		s.Requests, s.Asked, may = s.Requests+lost, all, max(may-lost, 1)
	}
	if l.left() <= 0 || ctx.Err() != nil {
		return nil
	}
	budget := l.net.reserve(may)
	if budget <= 0 {
		return nil
	}
	site := harvest.Site{Name: s.Name, Start: s.Page}
	o := l.o.Harvest
	o.Form, o.Also, o.Strategy, o.Terms, o.MaxRequests, o.SurveyPages = s.FormID, nil, "glimpse", l.topic.terms(), budget, 1
	o.Details, o.Fresh, o.DryRun = harvest.FollowNever, false, false
	o.MaxDuration = l.left()
	o.MaxWait = min(cmp.Or(o.MaxWait, harvest.DefaultMaxWait), patience)
	sum, err := harvest.Run(ctx, site, o, l.net.Network, l.store, nil)
	if err == nil && sum.Records == 0 && sum.Stop.Kind == harvest.Limit && budget == l.o.Probes {
		l.net.release(budget) // its first record may need as much as where scripts send what is typed
		budget = l.net.reserve(may * (scripted - 1))
		may, o.MaxRequests, o.MaxDuration = may*(scripted-1), budget, l.left()
		if budget > 0 && o.MaxDuration > 0 {
			sum, err = harvest.Run(ctx, site, o, l.net.Network, l.store, nil)
		}
	}
	spent := max(sum.Requests-s.Asked, 0)
	l.net.release(budget)
	if s.FormID == "" {
		if sum.Form == nil {
			return err
		}
		s.take(*sum.Form)
	}
	s.At, s.Topic, s.Note = time.Now(), topic, sum.Stop.Reason
	s.Requests, s.Asked, s.Records = s.Requests+spent, s.Asked+spent, sum.Records
	ctx = context.WithoutCancel(ctx) // what was learned is kept
	switch {
	case err != nil:
		s.Status, s.Note = Failed, err.Error()
	case sum.Stop.Kind == harvest.Interrupted || sum.Stop.Kind == harvest.Limit && (budget < may || l.left() <= 0):
		s.Status = Located
	default:
		s.Status = statusOf(sum)
		if err := l.measure(ctx, s, site, sum.Estimate); err != nil {
			return err
		}
	}
	l.o.Events(Event{Kind: "source", Site: s.Site, Message: fmt.Sprintf("%s: %d records seen, %.0f estimated, %.0f on the topic", s.Status, s.Records, s.Size, s.OnTopic)})
	return l.store.SaveSource(ctx, *s)
}

func statusOf(sum harvest.Summary) Status {
	switch {
	case sum.Records > 0:
		return Answers
	case sum.Stop.Kind == harvest.Forbidden || sum.Stop.Kind == harvest.Blocked:
		return Refused
	case sum.Stop.Kind == harvest.Broken || sum.Stop.Kind == harvest.NoForm:
		return Failed
	}
	return Silent
}

// measure estimates how much a source holds, and how much of it on the topic,
// from the answers in the ledger.
//
// What is on the topic is estimated from each question about it: its matches,
// times the share of the topic's words that the rows shown have on average. So
// a site that pays no heed to the words gets nothing for long answers. The
// largest counts (of "garden history", "garden" and "history" the first is
// narrow, the others hold what has one word only).
func (l *locator) measure(ctx context.Context, s *Source, site harvest.Site, e querygen.Estimate) error {
	s.Size, s.Low, s.High, s.Method = e.Size, e.Low, e.High, e.Method
	s.OnTopic, s.Share = 0, 0
	state, err := l.store.Begin(ctx, site, false)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	shares, longest := 0.0, 0 // longest: the most matches that an answer claims
	terms := l.topic.terms()
	for step, err := range l.store.Steps(ctx, state.Harvest) {
		if err != nil {
			return err
		}
		if step.Answer == nil {
			continue
		}
		o := step.Answer.Outcome
		longest = max(longest, o.Total)
		about := 0.0
		for _, row := range o.Rows {
			if _, known := texts[row.Key]; !known {
				texts[row.Key] = row.Text
				shares += l.topic.share(row.Text)
			}
			about += l.topic.share(texts[row.Key])
		}
		asked := slices.ContainsFunc(o.Query.Bind, func(p page.Pair) bool { return slices.Contains(terms, p.Value) })
		if asked && o.Page == 1 && len(o.Rows) > 0 {
			matches := float64(max(o.Total, len(o.Rows)))
			if o.Total < 0 && o.More && s.Size > 0 {
				matches = max(matches, s.Size*shares/float64(len(texts)))
			}
			s.OnTopic = max(s.OnTopic, matches*about/float64(len(o.Rows)))
		}
	}
	if s.Size == 0 && len(texts) > 0 { // nothing but what was seen is sure
		s.Size, s.Low, s.Method = float64(len(texts)), float64(len(texts)), "seen; there may be more"
		if longest > len(texts) {
			s.Size, s.Method = float64(longest), "the most matches that an answer claims; there may be more"
		}
	}
	if s.Size > 0 {
		s.OnTopic = min(s.OnTopic, s.Size)
		s.Share = s.OnTopic / s.Size
	}
	return nil
}

// Rank sorts sources: those that answer first, by how much they hold on the
// topic, or in all.
func Rank(sources []Source, topical bool) {
	order := map[Status]int{Answers: 0, Located: 1, Silent: 2, Refused: 3, Failed: 4}
	slices.SortStableFunc(sources, func(a, b Source) int {
		if c := cmp.Compare(order[a.Status], order[b.Status]); c != 0 {
			return c
		}
		if topical {
			if c := cmp.Compare(b.OnTopic, a.OnTopic); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(b.Score, a.Score), strings.Compare(a.Site, b.Site))
	})
}
