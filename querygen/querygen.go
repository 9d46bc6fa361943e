package querygen

import (
	"encoding/json"
	"math"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/page"
)

// Query is one question: the controls it binds and to what. All other controls
// stay at their default.
type Query struct {
	Form     string      `json:"form"`               // forms.Form.ID
	Bind     []page.Pair `json:"bind,omitempty"`     // by control name, in the form's order; empty is the form as served
	Strategy string      `json:"strategy"`           // that proposed it
	Why      string      `json:"why"`                // for people: "most frequent unseen word, in 37 of 120 records"
	Expected float64     `json:"expected"`           // new records expected, -1 where unknown
	Nonsense bool        `json:"nonsense,omitempty"` // cannot match: its answer teaches what an empty page looks like
}

// Ask is what to fetch next: page Page of Query. Page 1 submits the form; a
// later page follows the pager of the page before it, or is asked for by its
// number, where Outcome.Numbered says that it can be.
type Ask struct {
	Query Query
	Page  int
}

// Status says what kind of answer came.
type Status string

// The statuses of an Outcome.
const (
	Answered Status = "answered" // with at least one record
	Empty    Status = "empty"    // the site says that nothing matches
	Refused  Status = "refused"  // the site would not answer this question: too broad, too short, constraint, robots.txt
	Failed   Status = "failed"   // no answer after all attempts; says nothing about the query
	Odd      Status = "odd"      // a page that does not fit what the site's answers have in common; nothing of it counts
)

// Unanswered reports whether the question is as open as before it was asked.
func (s Status) Unanswered() bool { return s == Failed || s == Odd }

// Row is one record of an answer.
type Row struct {
	Key    string      // identity on its site
	Text   string      // its text; may be empty for a record seen before of which it tells nothing new
	Fields []page.Pair // its named values as first seen, in page order; may be missing for a record seen before
}

// Offer is the options that a control has on the page of an answer, chosen as
// the query chose.
type Offer struct {
	Name    string         `json:"name"`
	Options []forms.Option `json:"options,omitempty"`
}

// A Want is a menu whose options are not known beside what others choose.
type Want struct {
	Name   string      // of the menu
	Beside []page.Pair // what is chosen before, the last of which it depends on
}

// Outcome is one answer, as the ledger keeps it.
type Outcome struct {
	Query    Query
	Page     int
	Status   Status
	Rows     []Row
	Total    int     // matches the page claims, -1 where it shows none
	Capped   bool    // Total is a lower bound
	More     bool    // the page leads to a further page
	Numbered bool    // any further page of such an answer can be asked for by its number, in any order
	Offers   []Offer // of controls whose options depend on another one
	Requests int     // HTTP requests that it cost
	Reason   Reason  // why it is what it is, where code has to know; "" else
	Note     string  // the same and more, for people
}

// Reason is a word for what made an outcome what it is. Who asks the questions defines the
// words; they are stored.
type Reason string

// TooMuch is why a question is refused where the site says that it matches more than it shows.
const TooMuch Reason = "too-much"

// Denied is why no answer is believed where the site says that there is nothing, and records are
// held that have the word.
const Denied Reason = "denied"

// Estimate is how many records there are. In JSON, what is not known is null.
type Estimate struct {
	Held     int     `json:"held"`
	Size     float64 `json:"size"` // 0 where unknown; then Low is the least that is known, 0 for nothing, and High 0
	Low      float64 `json:"low"`  // 95 % interval
	High     float64 `json:"high"`
	Coverage float64 `json:"coverage"` // Held / Size, 0 where unknown
	Exact    bool    `json:"exact"`    // Size is known, not estimated: the harvest is complete when all are held
	// Unreachable is how many of them no question can bring, as far as is known, and Beyond why.
	Unreachable int    `json:"unreachable,omitempty"`
	Cut         int    `json:"cut,omitempty"` // held in parts that match more than can be read, how many more is not known
	Beyond      string `json:"beyond,omitempty"`
	// Method tells by what it is known ("total shown by the site"), or
	// why it is not.
	Method string `json:"method"`
	// Row names the row of the table of intervals in docs/measured.md that an interval like
	// this one is in: how often it holds the truth was measured there.
	Row string `json:"row,omitempty"`
}

// Known reports whether Size, Low, High and Coverage say anything.
func (e Estimate) Known() bool { return e.Size > 0 }

// coverageWithin is how far below a target the share held may be, by the lower end of its
// 95 % interval, where the target ends a harvest. Harvests are to end at most three points
// short; a point of them goes to looking often, and ending with the first look that says so.
const coverageWithin = 0.02

// Narrow reports whether the estimate is good enough to tell when a share of the records
// is held.
func (e Estimate) Narrow(share float64) bool {
	return e.Known() && share*(1-e.Size/e.High) <= coverageWithin
}

// Covers reports whether a share of the records is held, and the estimate good enough to
// say so. While it is not, who wants that share is served better by too much than by too
// little: on small sites an estimate that good comes late.
func (e Estimate) Covers(share float64) bool {
	held := float64(e.Held)
	return e.Known() && held >= share*e.Size && held >= (share-coverageWithin)*e.High
}

// MarshalJSON implements json.Marshaler. The zero values of ledgers that were written
// before are read as they are: unknown.
func (e Estimate) MarshalJSON() ([]byte, error) {
	type plain Estimate
	known := func(x float64) *float64 {
		if x == 0 && !e.Known() || math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		return &x
	}
	return json.Marshal(struct {
		plain
		Size     *float64 `json:"size"`
		Low      *float64 `json:"low"`
		High     *float64 `json:"high"`
		Coverage *float64 `json:"coverage"`
	}{plain(e), known(e.Size), known(e.Low), known(e.High), known(e.Coverage)})
}

// Options of New.
type Options struct {
	Form     forms.Form       // the search interface
	Strategy string           // one of Strategies(); "" is auto
	Seeds    []string         // words to start from, best first
	Lang     string           // of the site's pages, where known: a strategy that has no words yet may begin with that language's
	Terms    []string         // of strategies focused (asked first) and glimpse
	Known    []LabelledValues // what goes with labels of controls: from the user, from other sites
	Fixed    forms.Values     // bound in every query; a control without values keeps its default
	Seed     uint64           // of all random choices
	Versed   bool             // what an empty answer of the site looks like is known, from questions of another planner

	Questions    *questions.Plan // what the user says of what is asked: it narrows strategy auto
	Capabilities Capabilities    // what the user says of the interface: it is relied on and not probed
}

// Sound returns the ask; what it is expected to bring is unknown where it is no number.
func (a Ask) Sound() Ask {
	if x := a.Query.Expected; math.IsNaN(x) || math.IsInf(x, 0) {
		a.Query.Expected = -1
	}
	return a
}
