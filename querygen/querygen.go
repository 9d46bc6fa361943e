package querygen

import (
	"github.com/hadal-crawler/hadal/forms"
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
// later page follows the pager of the page before it.
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
)

// Row is one record of an answer.
type Row struct {
	Key  string // identity on its site
	Text string // its text as first seen in this harvest; may be empty for a record seen before
}

// Outcome is one answer, as the ledger keeps it.
type Outcome struct {
	Query    Query
	Page     int
	Status   Status
	Rows     []Row
	Total    int  // matches the page claims, -1 where it shows none
	Capped   bool // Total is a lower bound
	More     bool // the page leads to a further page
	Requests int  // HTTP requests that it cost
	Note     string
}

// Estimate is how many records there are.
type Estimate struct {
	Held     int     `json:"held"`
	Size     float64 `json:"size"` // 0 where unknown
	Low      float64 `json:"low"`  // 95 % interval
	High     float64 `json:"high"`
	Coverage float64 `json:"coverage"` // Held / Size, 0 where unknown
	Method   string  `json:"method"`   // "total shown by the site", "Chao1 lower bound"
}

// Key identifies the question: equal for equal Form and Bind.
func (q Query) Key() string { return "" }

// Words returns what q asks for as a person would say it: the bound texts, and
// the labels of bound options of form.
func (q Query) Words(form forms.Form) []string { return nil }

// Options of New.
type Options struct {
	Form     forms.Form   // the search interface
	Strategy string       // auto (or ""), frequency, templates, terms, random
	Seeds    []string     // words to start from, best first
	Terms    []string     // of strategy terms: asked in this order, nothing else
	Fixed    forms.Values // bound in every query
	Seed     uint64       // of all random choices
}

// Planner chooses questions for one interface.
type Planner struct{}

// New returns a planner that has seen nothing yet. It is an error to name a
// strategy or a control that does not exist.
func New(o Options) (*Planner, error) { return &Planner{}, nil }

// Next returns what to ask. It returns false when nothing worth asking is
// left; Why tells why. Next without Observe in between returns the same.
func (p *Planner) Next() (Ask, bool) { return Ask{}, false }

// Why tells, for people, why Next has nothing left.
func (p *Planner) Why() string { return "" }

// Observe folds one outcome in. Outcomes must be given in the ledger's order.
func (p *Planner) Observe(o Outcome) {}

// Held returns the number of distinct records seen.
func (p *Planner) Held() int { return 0 }

// Estimate tells how much there is.
func (p *Planner) Estimate() Estimate { return Estimate{} }
