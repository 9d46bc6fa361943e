package deeds

import "github.com/hadal-crawler/hadal/page"

// By says how an act is done.
type By string

// The ways in which something is done to a site.
const (
	Follow By = "link"   // an address that a page names is fetched: a link, a pager, a record's own page
	Send   By = "form"   // a form is sent
	Press  By = "press"  // something of a shown page is pressed
	Script By = "script" // a script of a shown page sends a request
)

// Act is what would be done, with everything that is known of it. What is not
// known stays zero.
type Act struct {
	By   By
	Name string // of the form, as the settings name it: "form: NAME"

	// The request that would leave.
	Method      string   // "": GET
	Methods     []string // beside GET, HEAD and POST, those that the user's profile allows
	URL         page.URL // where it goes; judged decoded, with its matrix and query parameters
	Header      string   // lines "Name: value", in which a method override may stand
	ContentType string   // of Body
	Body        string

	// The form that would be sent, or that the control stands in.
	Fields    []Field
	Submitter *Button  // that is pressed; nil where Enter or a script sends the form
	Siblings  []Button // the other buttons that send it

	// What stands there.
	Lang     string   // of the page
	Text     string   // of the link or button, as people read it
	Says     []string // what it says to scripts: title, id, name, onclick
	Kind     string   // type of the control that is pressed (submit, file, reset, ...); "" of a link
	Href     string   // of a link, as written, where it may be no http address (mailto:, javascript:)
	Around   []string // headings, legends and labels around it, and what the form is called
	Headings []string // of these, headings, legends and the form's accessible name
	Asks     []string // what visitors are asked to confirm before it is done: see Asks

	// Answered is set where the page that a form stands on answers an earlier sending of it.
	Answered bool
	// Of a form of one choice:
	Leads   bool     // its options are followed like links
	Calls   []string // what the choice is called, beside its label, and what stands right before it
	Over    string   // what stands over it
	Leading bool     // it offers addresses
	Linked  bool     // the page has links called like what it offers

	// Beside is set where the controls belong to no form, and stand beside what they narrow down.
	Beside bool

	// Continues is set where a request that carried what was asked has gone to the
	// same address: one that only says which page of that is meant may follow.
	Continues bool

	// Vouched is set where the same request, with a value in the place of nothing, has
	// carried what was asked and brought records.
	Vouched bool

	// Asked are the words and values that were put in: they are data, wherever they turn up.
	Asked []string
}

// Field is a control of a form.
type Field struct {
	Kind         string // as in HTML: text, search, hidden, select, checkbox, radio, textarea, ...
	Name, ID     string
	Label        string
	Placeholder  string
	Autocomplete string // the autofill field name
	InputMode    string
	Pattern      string
	Value        string   // as served, or as it would be sent
	Options      []Option // of choices
	Asked        bool     // its value was put in, and is data
	Open         bool     // of a slider: it stands at an end, and leaves nothing out
}

// Option is one choice of a Field.
type Option struct {
	Value, Label string
	Selected     bool
	Any          bool // it binds nothing
}

// Button is a control that sends a form.
type Button struct {
	Name, Value string
	Label       string
	Title       string // what it says where a visitor rests on it
	ID          string
	Method      string   // that it overrides the form's with
	URL         page.URL // that it overrides the form's with
}

// Kind says how bad an act may be.
type Kind int

// The kinds of a Verdict.
const (
	Harmless Kind = iota // it reads
	Doubtful             // it may do more: not without the word of whoever may give it
	Deed                 // it does something: never
)

// Verdict is the judge's answer.
type Verdict struct {
	Kind   Kind
	Reason string // for people, "" of what is harmless
	Allow  string // the setting that lifts a doubt ("form: 3", "methods: PUT"); "" where nothing does
}

// OK reports whether the act may be done without anybody's word.
func (v Verdict) OK() bool { return v.Kind == Harmless }

// String is the reason with what can be done about it.
func (v Verdict) String() string {
	if v.Allow != "" {
		return v.Reason + " (if it does no harm, allow it: set " + v.Allow + " for this site)"
	}
	return v.Reason
}

func deed(reason string) Verdict { return Verdict{Kind: Deed, Reason: reason} }

func doubt(reason, allow string) Verdict { return Verdict{Doubtful, reason, allow} }
