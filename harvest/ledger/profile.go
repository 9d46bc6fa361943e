package ledger

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Profile is what hadal believes about a site, as far as it is not said by the
// ledger itself. It is stored as JSON with each commit that changes it.
type Profile struct {
	Form         *forms.Form               `json:"form,omitempty"`         // the search interface chosen
	Why          []string                  `json:"why,omitempty"`          // for that choice
	Capabilities querygen.Capabilities     `json:"capabilities,omitempty"` // of Form, as the ledger shows them
	Questions    *questions.Plan           `json:"questions,omitempty"`    // what a person says of what is asked
	Empty        string                    `json:"empty,omitempty"`        // what pages say where nothing was found
	Wrapper      extract.Wrapper           `json:"wrapper,omitzero"`       // where result pages have their records
	Keys         extract.KeyScheme         `json:"keys,omitempty"`         // how records are told apart
	Former       map[string]string         `json:"former,omitempty"`       // keys that records have kept since less was known of what tells them apart, by those that they would have now
	Unsteady     []string                  `json:"unsteady,omitempty"`     // parts of the records' addresses that change each time that they are shown
	Details      extract.Details           `json:"details,omitzero"`       // what the pages of single records have in common
	Endpoints    []endpoint.Endpoint       `json:"endpoints,omitempty"`    // the requests by which the page's script gets the records: asked in its place
	Direct       Direct                    `json:"direct,omitzero"`        // what came of looking for such
	Frozen       bool                      `json:"frozen,omitempty"`       // a person has checked it: nothing of it is learned anew
	Learning     extract.Learning          `json:"learning,omitzero"`      // of Wrapper, while that is not settled
	ReadBy       int                       `json:"read_by,omitempty"`      // pages that Wrapper had been learned from when the answers until then were read by it
	Misfits      int                       `json:"misfits,omitempty"`      // answers in a row that Wrapper did not fit
	Manner       Manner                    `json:"manner,omitzero"`        // what answers have in common, whatever was asked
	Changed      string                    `json:"changed,omitempty"`      // how the site's pages have changed since they were learned
	Withdrawn    []int64                   `json:"withdrawn,omitempty"`    // steps whose answers count for nothing: later ones contradict them
	Mended       int                       `json:"mended,omitempty"`       // of Withdrawn, those whose records say by now what other answers say
	Again        []int64                   `json:"again,omitempty"`        // steps after which a run began that asked again what had failed
	Clashes      int                       `json:"clashes,omitempty"`      // rows whose key stood for another title before
	Seeds        []string                  `json:"seeds,omitempty"`
	Lang         string                    `json:"lang,omitempty"`  // of the site's pages, as they declare it
	Known        []querygen.LabelledValues `json:"known,omitempty"` // for the controls of Form, from elsewhere
	Background   extract.Background        `json:"background,omitzero"`
	Instead      []string                  `json:"instead,omitempty"`    // keys of the records that pages list where nothing was found, as popular ones
	Drawn        int                       `json:"drawn,omitempty"`      // records, at most, that pages list by chance where nothing was found, others each time
	Idle         []string                  `json:"idle,omitempty"`       // titles of what reads like records on form pages, with nothing asked
	SessionID    *SessionID                `json:"session_id,omitempty"` // in the addresses of the site's pages; nil: none is known
	OneToken     bool                      `json:"one_token,omitempty"`  // each submission needs a token not yet sent
	Spent        bool                      `json:"spent,omitempty"`      // the token in Form has been sent
	Browser      *Browsing                 `json:"browser,omitempty"`    // whether its pages are shown in a browser; nil: not decided, so they are not
	Barren       *Barren                   `json:"barren,omitempty"`     // forms that were asked before Form, and brought nothing
	Refresh      *Refreshing               `json:"refresh,omitempty"`    // the harvest is a refresh of earlier ones
}

// SessionID is what is known of the id of a session that stands in addresses.
type SessionID struct {
	Entry  page.URL `json:"entry"`  // where a session begins
	Before []string `json:"before"` // what stands before the id, in the addresses that Entry leads to
	Value  string   `json:"-"`      // of the latest session; a later run begins another one
}

// Always returns, by the names of controls, what the plan of a profile binds them to in each
// question, as people read it.
func (p *Profile) Always() map[string]string {
	out := map[string]string{}
	if p.Form == nil || p.Questions == nil {
		return out
	}
	for _, c := range p.Questions.Flat().Controls {
		if name, err := p.Form.Called(c.Control); err == nil && !c.Always.IsZero() {
			out[name] = strings.Join(c.Always.List, ", ")
		}
	}
	return out
}

// Bind has the plan of a profile bind a control of its form to a value in each question; ""
// to none.
func (p *Profile) Bind(control, value string) error {
	var plan questions.Plan
	if p.Questions != nil {
		plan = *p.Questions
	}
	plan.Controls = slices.Clone(plan.Controls)
	at := slices.IndexFunc(plan.Controls, func(c questions.Control) bool {
		name, err := p.Form.Called(c.Control)
		return err == nil && name == control
	})
	always := questions.Values{List: []string{value}}
	switch {
	case plan.Then != nil:
		return fmt.Errorf("the plan of questions is one in steps: write what is always bound into it")
	case at < 0 && value == "":
	case at < 0:
		plan.Controls = append(plan.Controls, questions.Control{Control: control, Always: always})
	case plan.Controls[at].Always.IsZero():
		return fmt.Errorf("the plan of questions says something else of %s: change it there", plan.Controls[at].Control)
	case value == "":
		plan.Controls = slices.Delete(plan.Controls, at, at+1)
	default:
		plan.Controls[at].Always = always
	}
	p.Questions = nil
	if !plan.IsZero() {
		p.Questions = &plan
	}
	return nil
}

// Supersedes reports whether the answer of a step of the ledger counts for nothing:
// it was asked of another form, or read in another way.
func (p Profile) Supersedes(seq int64) bool {
	return p.Browser != nil && seq <= p.Browser.Since || p.Barren != nil && seq <= p.Barren.Since
}

// Reading says how the pages that a question in these words brings are read.
func (p *Profile) Reading(query []string) extract.Options {
	return extract.Options{Query: query, Background: p.Background, Idle: p.Manner.Home, Wrapper: &p.Wrapper, Keys: p.Keys, Former: p.Former, Unsteady: slices.Concat(p.Unsteady, p.sizes()), Nothing: p.Empty}
}

// sizes returns the parameters that say how many rows a page shows. The links of an
// answer's records may repeat them.
func (p *Profile) sizes() []string {
	var names []string
	if p.Form != nil {
		for _, f := range p.Form.Fields {
			if f.Role == forms.PageSize && f.Name != "" {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// SiteProfile is a Profile with the site that it is of: what a person reads,
// edits and gives back.
type SiteProfile struct {
	Name   string   `json:"name"`
	Start  page.URL `json:"start"`
	Frozen bool     `json:"frozen"` // stands for that of Profile
	Profile
}

// Describe returns what a person should see of a profile: without what only
// says how far the learning has come.
func (p Profile) Describe(s Site) SiteProfile {
	p.Learning, p.Misfits, p.Clashes, p.Why, p.Idle, p.OneToken, p.Spent = extract.Learning{}, 0, 0, nil, nil, false, false
	p.Refresh, p.Direct = nil, Direct{Off: p.Direct.Off}
	if b := p.Barren; b != nil {
		p.Barren = &Barren{Forms: b.Forms, Why: b.Why}
	}
	p.Manner, p.Again, p.Withdrawn, p.Mended, p.Changed, p.Former = Manner{}, nil, nil, 0, "", nil
	return SiteProfile{Name: s.Name, Start: s.Start, Frozen: p.Frozen, Profile: p}
}

// Beliefs returns the profile, and the site that it is of.
func (p SiteProfile) Beliefs() (Site, Profile) {
	p.Profile.Frozen = p.Frozen
	return Site{Name: p.Name, Start: p.Start}, p.Profile
}

// Direct says how far direct mode has come on a site.
type Direct struct {
	Off    bool   `json:"off,omitempty"`    // a person does not want it: pages are had as a person gets them
	Failed int    `json:"failed,omitempty"` // candidates that did not give what the page showed
	Lost   int    `json:"lost,omitempty"`   // endpoints that stopped working
	Why    string `json:"why,omitempty"`    // the latest of these, for people
}

// Endpoint returns the request behind the page that asks a question, nil where none is known.
func (p *Profile) Endpoint(q querygen.Query) *endpoint.Endpoint {
	if i := p.EndpointIndex(q); i >= 0 {
		return &p.Endpoints[i]
	}
	return nil
}

// EndpointIndex returns the place of that request in Endpoints, -1 where none is known.
func (p *Profile) EndpointIndex(q querygen.Query) int {
	if p.Direct.Off {
		return -1
	}
	values := ValuesOf(q)
	return slices.IndexFunc(p.Endpoints, func(e endpoint.Endpoint) bool { return e.Takes(values) || LooksFor(e, q) })
}

// LooksFor reports whether what a question asks is looked for in what an endpoint lists: a person's
// words, where the page's own script searches in it.
func LooksFor(e endpoint.Endpoint, q querygen.Query) bool {
	return e.Words != "" && q.Strategy == querygen.Planned && len(q.Bind) == 1 && q.Bind[0].Name == e.Words
}

// EndpointOf returns the endpoint that an answer came from, nil where it came
// from a page.
func (p *Profile) EndpointOf(q querygen.Query, r page.Request) *endpoint.Endpoint {
	if r.Render {
		return nil
	}
	return p.Endpoint(q)
}

// ValuesOf returns what a question binds.
func ValuesOf(q querygen.Query) forms.Values {
	values := forms.Values{}
	for _, b := range q.Bind {
		values[b.Name] = append(values[b.Name], b.Value)
	}
	return values
}

// Browsing is what is believed about a site's need of a browser.
type Browsing struct {
	Render bool      `json:"render"`          // its pages are shown in a browser
	By     forms.Way `json:"by,omitempty"`    // how its form is sent then; "": by a request, whose answer is shown
	More   string    `json:"more,omitempty"`  // selector of the control that shows further answers; "": scrolling
	Why    string    `json:"why"`             // for people
	Tried  bool      `json:"tried,omitempty"` // Render and By were compared with the other ways
	Since  int64     `json:"since,omitempty"` // step of the ledger after which answers are read so
}

// Browsing returns the profile's Browsing to be changed: never the one that a
// committed profile shares.
func (p *Profile) Browsing() *Browsing {
	b := Browsing{}
	if p.Browser != nil {
		b = *p.Browser
	}
	p.Browser = &b
	return &b
}

// Barren is what was asked in vain.
type Barren struct {
	Forms   []string `json:"forms"`             // Form.ID
	Why     string   `json:"why"`               // the last one was given up
	Since   int64    `json:"since,omitempty"`   // step of the ledger up to which answers are of those forms
	Unsent  bool     `json:"unsent,omitempty"`  // nothing may be sent to the last one
	Choices []string `json:"choices,omitempty"` // names of the controls of the last one, where it has no box for words
	Claims  int      `json:"claims,omitempty"`  // most records that the site said match a question, of which none could be read
}

// Manner is what the answers of a site have in common, whatever was asked.
type Manner struct {
	Home     []uint64         `json:"home,omitempty"`     // lines of the page with the form, as served
	Lang     string           `json:"lang,omitempty"`     // of that page
	Frame    []uint64         `json:"frame,omitempty"`    // lines that all answers have
	Pages    int              `json:"pages,omitempty"`    // answers that Frame is of
	Rendered bool             `json:"rendered,omitempty"` // they were shown in a browser
	Closed   int              `json:"closed,omitempty"`   // pages that ended as pages do
	Open     int              `json:"open,omitempty"`     // pages that did not
	Echo     int              `json:"echo,omitempty"`     // answers that held in a box what was asked for
	Keeps    int              `json:"keeps,omitempty"`    // pagers that kept what was asked for
	Loses    int              `json:"loses,omitempty"`    // pagers that did not
	Another  int              `json:"another,omitempty"`  // answers that held something else
	Shows    int              `json:"shows,omitempty"`    // answers whose records all had a word that was asked for
	Hides    int              `json:"hides,omitempty"`    // answers some of whose records did not
	Lacks    int              `json:"lacks,omitempty"`    // of these, answers none of whose records did
	Paid     int              `json:"paid,omitempty"`     // advertised rows that had a word that was asked for
	Strays   int              `json:"strays,omitempty"`   // those that had not, where all other rows of their page did
	Garbled  int              `json:"garbled,omitempty"`  // answers whose text was not as it was written
	Beyond   []extract.Beyond `json:"beyond,omitempty"`   // lines of Frame; of Home before the first answer
	Charset  string           `json:"charset,omitempty"`  // that answers with text beyond ASCII are in; anyCharset where they are in several
	Advises  bool             `json:"advises,omitempty"`  // the answer to nonsense says, too, what to do where too much matches
	Repeats  bool             `json:"repeats,omitempty"`  // the answer to nonsense holds in a box what was asked for
	None     int              `json:"none,omitempty"`     // status of the answer to nonsense, where that is an error's
	Wander   []string         `json:"wander,omitempty"`   // lists of records that come whatever is asked: two questions at least were then answered otherwise
}

// OfNonsense returns what the answer to nonsense taught of m: it holds whatever answers
// look like.
func (m Manner) OfNonsense() Manner {
	return Manner{Advises: m.Advises, Repeats: m.Repeats, None: m.None}
}

// Refreshing marks a profile whose harvest is a refresh.
type Refreshing struct {
	Of       []int64        `json:"of"` // the harvests that it goes on from, oldest first
	Policy   refresh.Policy `json:"policy"`
	Requests int            `json:"requests"` // that it may spend
}
