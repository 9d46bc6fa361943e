package forms

import "github.com/hadal-crawler/hadal/page"

// Purpose says what a form is for.
type Purpose string

// The purposes, as `hadal forms --json` prints them.
const (
	Search           Purpose = "search"
	Login            Purpose = "login"
	Registration     Purpose = "registration"
	PasswordRecovery Purpose = "password-recovery"
	Contact          Purpose = "contact"
	MailingList      Purpose = "mailing-list"
	Order            Purpose = "order"
	OtherPurpose     Purpose = "other"
)

// Role says what a control of a search form is for.
type Role string

// The roles, as `hadal forms --json` prints them.
const (
	QueryRole    Role = "query"
	CategoryRole Role = "category"
	RangeMin     Role = "range-min"
	RangeMax     Role = "range-max"
	Date         Role = "date"
	Place        Role = "place"
	Number       Role = "number"
	Sort         Role = "sort"
	PageSize     Role = "page-size"
	View         Role = "view"
	Operator     Role = "operator"
	Token        Role = "token"
	SubmitRole   Role = "submit"
	OtherRole    Role = "other"
)

// Option is one choice of a select, a datalist or a group of radio buttons or
// checkboxes.
type Option struct {
	Value    string   `json:"value"`
	Label    string   `json:"label"`
	Selected bool     `json:"selected,omitempty"` // in the page as served
	Disabled bool     `json:"disabled,omitempty"`
	Any      bool     `json:"any,omitempty"`      // not binding: "Any", "All", "--"
	Group    string   `json:"group,omitempty"`    // label of the <optgroup>
	Required bool     `json:"required,omitempty"` // of a checkbox among several of its name
	Of       []string `json:"of,omitempty"`       // values of the control in Field.DependsOn that it goes with, as far as the page tells
	Pos      int      `json:"pos,omitempty"`      // of a radio button or checkbox: see Field.Pos
}

// Field is one control, or one group of radio buttons or checkboxes of the
// same name.
type Field struct {
	Name         string   `json:"name"`
	ID           string   `json:"id,omitempty"`
	Control      Kind     `json:"control"` // text, search, select, radio, checkbox, hidden, submit, image, button, textarea, ...
	Label        string   `json:"label"`
	Role         Role     `json:"role"`
	Score        float64  `json:"score"`                // 0..1, of Role
	Pair         string   `json:"pair,omitempty"`       // name of the other bound of a range, or of the same part of the other date
	Part         string   `json:"part,omitempty"`       // of a date in several controls: day, month, year or time
	DependsOn    string   `json:"depends_on,omitempty"` // name (or id) of the control by which the options change
	Reloads      bool     `json:"reloads,omitempty"`    // choosing sends the form at once
	Value        string   `json:"value,omitempty"`      // default (for submit buttons: what pressing sends)
	Options      []Option `json:"options,omitempty"`
	Required     bool     `json:"required"`
	Multiple     bool     `json:"multiple,omitempty"`
	Disabled     bool     `json:"disabled,omitempty"`
	ReadOnly     bool     `json:"readonly,omitempty"`
	Pattern      string   `json:"pattern,omitempty"`
	Min          string   `json:"min,omitempty"`
	Max          string   `json:"max,omitempty"`
	Step         string   `json:"step,omitempty"`
	MinLength    int      `json:"minlength,omitempty"`
	MaxLength    int      `json:"maxlength,omitempty"` // 0: none
	DirName      string   `json:"dirname,omitempty"`
	Placeholder  string   `json:"placeholder,omitempty"`
	Format       string   `json:"format,omitempty"`       // of the dates that a text box takes: "dd.mm.yyyy"
	Autocomplete string   `json:"autocomplete,omitempty"` // the autofill field name: email, cc-number
	InputMode    string   `json:"inputmode,omitempty"`    // the keyboard that it wants: email, numeric
	Dir          string   `json:"dir,omitempty"`          // text direction: rtl, auto or "" (ltr); kept where DirName needs it

	// Pos is the place of the control among the form's controls in tree
	// order, which is the order in which a browser sends them. A group has the
	// place of its first member; its options have their own.
	Pos int `json:"pos"`

	// Of submit buttons only: the submitter's overrides, "" where absent.
	FormAction  string `json:"formaction,omitempty"`
	FormMethod  string `json:"formmethod,omitempty"`
	FormEnctype string `json:"formenctype,omitempty"`
	NoValidate  bool   `json:"formnovalidate,omitempty"`

	// At is the CSS selector by which a browser finds the control, of those
	// that belong to no form.
	At string `json:"at,omitempty"`
}

// Form is one <form> element, or a search box outside any form (Index -1). It
// is a value that can be stored as JSON and filled later without its page.
type Form struct {
	ID      string      `json:"id"`               // stable over page loads: of method, action path and control names
	Page    page.URL    `json:"page"`             // the page it stands on
	Opened  []page.Step `json:"opened,omitempty"` // that have it shown there, where it is not at once
	Index   int         `json:"index"`            // among the <form> elements in document order; -1 outside any form
	Name    string      `json:"name,omitempty"`
	Method  string      `json:"method"` // GET, POST or DIALOG
	Action  page.URL    `json:"action"`
	Enctype string      `json:"enctype,omitempty"`
	Charset string      `json:"charset,omitempty"` // that a browser would encode the data in
	// NoValidate is the form's novalidate attribute: a browser sends it though
	// required, pattern, min, max or step are violated.
	NoValidate bool     `json:"novalidate,omitempty"`
	Purpose    Purpose  `json:"purpose"`
	Score      float64  `json:"score"`            // 0..1, confidence in Purpose
	Reasons    []string `json:"reasons"`          // for Purpose and Submit, for people
	Submit     bool     `json:"submit"`           // the side-effect guard's verdict
	Around     []string `json:"around,omitempty"` // headings, legends and what else is said about the whole form
	Fields     []Field  `json:"fields"`
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
