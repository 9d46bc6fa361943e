package plan

import (
	"cmp"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Course is how asking has gone: which records are held, what it cost, and what the answers
// so far say of another one. It decides nothing.
type Course struct{ facts *facts.Facts }

// Held returns the number of distinct records seen.
func (c Course) Held() int { return c.facts.Records.Held() }

// Holds reports whether a record with this key was seen.
func (c Course) Holds(key string) bool { return c.facts.Records.Has(key) }

// Knows reports whether the text of a row need not be observed, nor be kept in
// the ledger: it tells nothing that is not known of a record held.
func (c Course) Knows(r querygen.Row) bool { return c.facts.Records.Knows(r) }

// HaveWord returns how many records held have the word that a question asks for, and nothing
// beside it; 0 where the search does not look into the columns that have it, as far as is known.
func (c Course) HaveWord(q querygen.Query) int {
	if c.facts.Space.Box == nil || len(q.Bind) != 1 {
		return 0
	}
	id, ok := c.facts.Records.ID(facts.WordOf(&c.facts.Space, q))
	if !ok || c.facts.Finds.Doubtful(id) {
		return 0
	}
	return c.facts.Records.Df(id)
}

// Frequent returns the words that most of the records held have, at most n: what may be
// asked of other records of the site.
func (c Course) Frequent(n int) []string {
	held := &c.facts.Records
	ids := make([]int, 0, len(held.Words))
	for id, in := range held.Postings {
		if len(in) > 1 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int) int {
		return cmp.Or(cmp.Compare(len(held.Postings[b]), len(held.Postings[a])), cmp.Compare(a, b))
	})
	var out []string
	for _, id := range ids[:min(n, len(ids))] {
		out = append(out, held.Words[id])
	}
	return out
}

// ListsAll reports whether the form as served, or what else may list everything, lists all
// records held.
func (c Course) ListsAll() bool { return c.Held() > 0 && c.facts.Lists() }

// ListsNone reports whether that says that there is nothing to list, and nothing is held.
func (c Course) ListsNone() bool {
	q := c.facts.Listing
	return q != nil && q.Status == querygen.Empty && c.Held() == 0
}

// Requests returns the number of HTTP requests that all outcomes cost.
func (c Course) Requests() int { return c.facts.Requests }

// Queries returns the number of different questions asked.
func (c Course) Queries() int { return len(c.facts.Asked) }

// Answers returns how many pages of answers came.
func (c Course) Answers() int { return c.facts.Answers }

// Put counts the questions asked, nonsense left out: those that the site answered, by records
// or by saying that it has none, and those of which pages failed to come.
func (c Course) Put() (asked, answered, failed int) {
	for _, q := range c.facts.Asked {
		if q.Kind == facts.Garbage {
			continue
		}
		asked++
		if q.Status == querygen.Answered || q.Status == querygen.Empty {
			answered++
		}
		if q.Stuck && !q.Trial() {
			failed++
		}
	}
	return asked, answered, failed
}

// Unanswered returns the questions that failed each time they were asked so far,
// pages of answers that could not be read on among them, trials of the interface not.
func (c Course) Unanswered() []querygen.Ask {
	var out []querygen.Ask
	for _, q := range c.facts.Failed {
		if q.Stuck && !q.Trial() {
			out = append(out, q.NextPage())
		}
	}
	return out
}

// Yield returns the new records per request over the latest outcomes that
// together cost at least window requests, failed ones left out, and how many requests those are;
// fewer than window when fewer were made.
func (c Course) Yield(window int) (newPerRequest float64, requests int) {
	fresh := 0
	for _, s := range slices.Backward(c.facts.Spent) {
		if requests >= window {
			break
		}
		if s.Of == nil {
			continue
		}
		requests += int(s.Requests)
		fresh += int(s.Fresh)
	}
	if requests == 0 {
		return 0, 0
	}
	return float64(fresh) / float64(requests), requests
}

// sinceNew returns how many answers came since the latest new record, and the rows that
// they showed: all of them of records held already. Of one question a few pages count.
func (c Course) sinceNew() (answers, rows int) {
	answers, rows, _ = c.facts.Weigh(len(c.facts.Spent), func(s facts.Spending) bool { return s.Fresh > 0 })
	return answers, rows
}

// lately returns the new records of each of the latest answers, as many as window, and how
// many these are: fewer where fewer came. Of one question a few pages count.
func (c Course) lately(window int) (newPerAnswer float64, answers int) {
	answers, _, fresh := c.facts.Weigh(window, func(facts.Spending) bool { return false })
	if answers == 0 {
		return 0, 0
	}
	return float64(fresh) / float64(answers), answers
}

// Has reports whether all of rows are of records that a question with a part of q's choices
// has shown: then the page answers that one, and ignores the other choices.
func (c Course) Has(q querygen.Query, rows []querygen.Row) bool {
	return slices.ContainsFunc(c.broader(q), func(other *facts.Question) bool {
		return !slices.ContainsFunc(rows, func(r querygen.Row) bool {
			record, held := c.facts.Records.Numbers[text.DigestOf(r.Key)]
			return !held || !space.ContainsRow(other.Rows, record)
		})
	})
}

// Narrows reports whether q binds all that a question bound which brought records, and
// more: what that one was allowed to match is not too much for q. The form as served may
// list something else than all that there is; where it counts that, it does not.
func (c Course) Narrows(q querygen.Query) bool {
	all := c.facts.Listing
	return len(c.broader(q)) > 0 || all != nil && all.Status == querygen.Answered && all.Total > 0 && len(c.facts.Space.Free(q)) > 0
}

// broader returns the questions that brought records and bind a part of what q binds.
func (c Course) broader(q querygen.Query) (out []*facts.Question) {
	pairs := c.facts.Space.Free(q)
	for _, other := range c.facts.Asked {
		if other.Status == querygen.Answered && len(other.Pairs) > 0 && len(other.Pairs) < len(pairs) &&
			!slices.ContainsFunc(other.Pairs, func(b page.Pair) bool { return !slices.Contains(pairs, b) }) {
			out = append(out, other)
		}
	}
	return out
}

// AsServed reports whether rows are those of the first page that the form as served
// brought: a question answered so was not understood. It is false while that is not known.
func (c Course) AsServed(rows []querygen.Row) bool {
	q := c.facts.Listing
	return q != nil && q.Status == querygen.Answered && len(rows) == q.Opening && facts.Signature(rows) == q.First
}

// Capabilities returns what the user says and what the outcomes so far show
// about the interface, in the order of the Can constants. A verdict turns when
// later outcomes contradict it.
func (c Course) Capabilities() querygen.Capabilities { return c.facts.Capabilities() }
