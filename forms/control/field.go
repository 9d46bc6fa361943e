package control

import (
	"slices"
	"strings"
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

// Selects reports whether controls of a role decide which records are found.
func (r Role) Selects() bool {
	switch r {
	case QueryRole, CategoryRole, RangeMin, RangeMax, Date, Place, Number:
		return true
	}
	return false
}

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
	Leads    string   `json:"leads,omitempty"`    // of a choice made before the form's page, and of a row of links: where it leads; after a space, the steps that have it shown there
}

// Other reports whether it is certain that a control is nothing to search by: a person says so, or
// nothing says that one outside any form is. What is judged to be so may still be: it is asked last.
func (f *Field) Other() bool { return f.Role == OtherRole && f.Score == 1 }

// Tells reports whether it is known which of the options go with a value of the control that
// they depend on.
func (f *Field) Tells(above string) bool {
	return (f.Filled == nil || slices.Contains(f.Filled, above)) && slices.ContainsFunc(f.Options, func(o Option) bool { return len(o.Of) > 0 })
}

// GoesWith reports whether an option can be chosen beside a value of the control that its list
// depends on: a page may hold those of all values.
func (o Option) GoesWith(above string) bool {
	return !o.Any && !o.Disabled && o.Value != "" && (len(o.Of) == 0 || slices.Contains(o.Of, above))
}

// AfterAll is a place (Field.Pos) behind all controls that a page can have: that of
// controls which hadal adds to a form.
const AfterAll = 1 << 20

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
	Filled       []string `json:"filled,omitempty"`     // values of that beside which the options were looked up, where a script fills the list: beside others they are not known
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
	Placeholder  string   `json:"placeholder,omitempty"`
	Format       string   `json:"format,omitempty"`       // of the dates that a text box takes: "dd.mm.yyyy"
	Autocomplete string   `json:"autocomplete,omitempty"` // the autofill field name: email, cc-number
	InputMode    string   `json:"inputmode,omitempty"`    // the keyboard that it wants: email, numeric

	// Pos is the place of the control among the form's controls in tree
	// order, which is the order in which a browser sends them. A group has the
	// place of its first member; its options have their own.
	Pos int `json:"pos"`

	// Of submit buttons only: the submitter's overrides, "" where absent.
	FormAction  string `json:"formaction,omitempty"`
	FormMethod  string `json:"formmethod,omitempty"`
	FormEnctype string `json:"formenctype,omitempty"`
	NoValidate  bool   `json:"formnovalidate,omitempty"`

	Title string `json:"title,omitempty"` // of submit buttons: what they say where a visitor rests on them

	Asks []string `json:"asks,omitempty"` // of submit buttons: what visitors are asked to confirm

	// Suggests says that a list opens as one types into the box, of which one may have
	// to be picked. Options are what it offers, once that is known.
	Suggests bool `json:"suggests,omitempty"`

	// Guessed says that there may be further options: not all beginnings were tried, or it is a
	// slider, which cuts and does not divide.
	Guessed bool `json:"guessed,omitempty"`

	// Row says that the options of a menu are buttons side by side.
	Row bool `json:"row,omitempty"`

	// Unnamed says that Name is no name of the page's, but one by which values are
	// bound: no request holds it, and a script alone can read the control.
	Unnamed bool `json:"unnamed,omitempty"`

	// At is the CSS selector by which a browser finds the control, of pickers, of
	// those that have no name and of those that belong to no form.
	At string `json:"at,omitempty"`
}

// Unmarked returns a label without the marks that pages put around it, such as a colon or the
// star of what must be filled in, and without needless spaces.
func Unmarked(label string) string {
	return strings.Trim(strings.Join(strings.Fields(label), " "), " :*\u00a0\uff1a")
}
