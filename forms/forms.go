package forms

import (
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
)

// Purpose says what a form is for (see package purpose).
type Purpose = purpose.Purpose

// The purposes of forms.
const (
	Search           = purpose.Search
	Login            = purpose.Login
	Registration     = purpose.Registration
	PasswordRecovery = purpose.PasswordRecovery
	Contact          = purpose.Contact
	MailingList      = purpose.MailingList
	Order            = purpose.Order
	OtherPurpose     = purpose.OtherPurpose
)

// A control of a form, its options, kind and role (see package control).
type (
	Field  = control.Field
	Option = control.Option
	Kind   = control.Kind
	Role   = control.Role
)

// The roles of controls.
const (
	QueryRole    = control.QueryRole
	CategoryRole = control.CategoryRole
	RangeMin     = control.RangeMin
	RangeMax     = control.RangeMax
	Date         = control.Date
	Place        = control.Place
	Number       = control.Number
	Sort         = control.Sort
	PageSize     = control.PageSize
	View         = control.View
	Operator     = control.Operator
	Token        = control.Token
	SubmitRole   = control.SubmitRole
	OtherRole    = control.OtherRole
)

// Form is one <form> element, a search box outside any form (Index -1), or a search
// that a page names without one. It is a value that can be stored as JSON and filled later without its page.
type Form struct {
	ID      string      `json:"id"`               // stable over page loads: of method, action path and control names
	Page    page.URL    `json:"page"`             // the page it stands on
	Opened  []page.Step `json:"opened,omitempty"` // that have it shown there, where it is not at once
	Index   int         `json:"index"`            // among the <form> elements in document order; -1 outside any form
	Name    string      `json:"name,omitempty"`
	Method  string      `json:"method"` // GET, POST or DIALOG; PUT, PATCH or DELETE where a script sends it, which hadal does not
	Action  page.URL    `json:"action"`
	Enctype string      `json:"enctype,omitempty"`
	Charset string      `json:"charset,omitempty"` // that a browser would encode the data in
	// NoValidate is the form's novalidate attribute: a browser sends it though
	// required, pattern, min, max or step are violated.
	NoValidate bool            `json:"novalidate,omitempty"`
	Purpose    purpose.Purpose `json:"purpose"`
	Score      float64         `json:"score"`              // 0..1, confidence in Purpose
	Reasons    []string        `json:"reasons"`            // for Purpose and Submit, for people
	Submit     bool            `json:"submit"`             // the side-effect guard's verdict
	Around     []string        `json:"around,omitempty"`   // headings, legends and what else is said about the whole form
	Headings   []string        `json:"headings,omitempty"` // of these, headings, legends and its accessible name
	Lang       string          `json:"lang,omitempty"`     // of its page, where a word of it means another thing there
	Calls      []string        `json:"calls,omitempty"`    // of one without a box: its title, and what stands right before it
	Over       string          `json:"over,omitempty"`     // and what stands over it
	Asks       []string        `json:"asks,omitempty"`     // what visitors are asked to confirm before it is sent
	Unseen     bool            `json:"unseen,omitempty"`   // none of its controls can be seen: something has to be pressed first
	Script     string          `json:"script,omitempty"`   // its action, where that is a script
	Declared   bool            `json:"declared,omitempty"` // its page names it, and has no <form> for it
	Fields     []control.Field `json:"fields"`
}

// Values are what a filled-in form binds, by control name; controls that are
// not named keep their default. For selects, radios and checkboxes a value is
// an option's value; an empty slice clears the control.
type Values map[string][]string

// Submission says how a form is sent beside its values.
type Submission struct {
	Button string // name of the submit button to press; "" presses the default button as Enter does
	Value  string // its value, where several buttons share a name
	Script bool   // a script sends the form: no button is pressed and constraints are not checked
	By     Way    // how a browser sends it, by steps on its page; "": by a request
	Named  bool   // the user named this form: lifts the guard's doubts, never its prohibitions
}
