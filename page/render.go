package page

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// The kinds of Step.
const (
	TypeText = "type"    // put Text into the field At, replacing what it holds
	Choose   = "choose"  // choose the option with value or label Text of the select, listbox or combobox At
	Press    = "press"   // press the key named Text (Enter) with the focus on At
	Click    = "click"   // click on At
	Go       = "go"      // go to the place on the page, or the view of it, whose address ends in Text (#/list)
	Explore  = "explore" // press what may lead somewhere, Times controls at most, to see where; leads come with the page
	More     = "more"    // have the next answers shown: click At, or scroll where At is empty; Times times at most
)

// Step is one thing that a browser does on a page once it has been loaded, as
// a person would. Elements are named by CSS selectors that a person can read.
type Step struct {
	Do    string `json:"do"` // TypeText, Choose, Press, Click, Go, Explore or More
	At    string `json:"at,omitempty"`
	Text  string `json:"text,omitempty"`
	Times int    `json:"times,omitempty"` // of More and Explore
	Opens bool   `json:"opens,omitempty"` // of Choose: it leads to what is asked, and asks nothing itself
}

// Rendered returns r as asked of a browser that loads it and takes the steps.
func (r Request) Rendered(steps ...Step) Request {
	r.Render, r.Script = true, ""
	if len(steps) > 0 {
		text, err := json.Marshal(steps)
		if err != nil {
			panic(err) // strings and integers always marshal
		}
		r.Script = string(text)
	}
	return r
}

// Steps returns what a browser is to do on the page of r, in order.
func (r Request) Steps() ([]Step, error) {
	if r.Script == "" {
		return nil, nil
	}
	var steps []Step
	if err := json.Unmarshal([]byte(r.Script), &steps); err != nil {
		return nil, fmt.Errorf("steps of %s: %w", r.URL, err)
	}
	return steps, nil
}

// Lead is where pressing a control of a rendered page leads, which no link says.
type Lead struct {
	URL   URL    `json:"url,omitzero"`    // of another page; zero where the same page shows something else
	Steps []Step `json:"steps,omitempty"` // that have it shown, on the page that it was found on
	Text  string `json:"text,omitempty"`  // what the control says
	Of    string `json:"of,omitempty"`    // of one that a choice leads to: what the page calls the choice, whose others are leads like it
}

// Element is what a click would press, as the page shows it: for those who
// judge whether it may be pressed.
type Element struct {
	Tag      string `json:"tag"`      // element name, lower case
	Role     string `json:"role"`     // ARIA role
	Type     string `json:"type"`     // of an input or button
	Label    string `json:"label"`    // its accessible name or text
	Says     string `json:"says"`     // what it says to scripts: title, name, id, onclick and the like
	Href     string `json:"href"`     // of the link that it is in
	Action   string `json:"action"`   // of the form that it sends
	Method   string `json:"method"`   // of that form, upper case
	Password bool   `json:"password"` // that form, or the one around it, takes a password
	Disabled bool   `json:"disabled"`
	Editable bool   `json:"editable"` // text can be typed into it
	ReadOnly bool   `json:"readonly"` // but not by a person: a calendar or the like fills it in

	Around []string   `json:"around"` // headings and legends around it, the nearest first
	Form   *ShownForm `json:"form"`   // that it stands in; nil: none
	Sends  bool       `json:"sends"`  // pressing it sends Form
	Alike  bool       `json:"-"`      // it is one of several alike side by side, of which nothing says that they lead on
	Enter  bool       `json:"-"`      // not it is pressed but Enter in it, which sends Form
}

// ShownForm is a form as a shown page has it by now.
type ShownForm struct {
	Name    string        `json:"name"`
	Action  string        `json:"action"` // absolute
	Method  string        `json:"method"` // upper case
	Around  []string      `json:"around"` // headings and legends around it
	Fields  []ShownField  `json:"fields"`
	Buttons []ShownButton `json:"buttons"` // that send it
}

// ShownField is a control of a ShownForm that is no button.
type ShownField struct {
	Kind         string        `json:"kind"` // as in HTML: text, search, hidden, select, checkbox, ...
	Name         string        `json:"name"`
	ID           string        `json:"id"`
	Label        string        `json:"label"`
	Placeholder  string        `json:"placeholder"`
	Autocomplete string        `json:"autocomplete"`
	InputMode    string        `json:"inputMode"`
	Pattern      string        `json:"pattern"`
	Value        string        `json:"value"`
	Options      []ShownOption `json:"options"` // of choices
}

// ShownOption is a choice of a ShownField.
type ShownOption struct {
	Value    string `json:"value"`
	Label    string `json:"label"`
	Selected bool   `json:"selected"`
}

// ShownButton is a control that sends a ShownForm.
type ShownButton struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Label  string `json:"label"`
	ID     string `json:"id"`
	Action string `json:"action"` // that it overrides the form's with; absolute
	Method string `json:"method"` // that it overrides the form's with; upper case
	Self   bool   `json:"self"`   // it is the Element that stands in the form
}

// Sending is a request that a shown page wants to make, with what is known of
// it: for those who judge whether it may be sent.
type Sending struct {
	Request Request
	Asked   []string     // texts that steps have typed or chosen by now
	Goes    bool         // to the same address a request has gone that carried such a text
	Form    *ShownForm   // of the page that is sent to this address; nil: none
	Pressed *ShownButton // of that form, by which it is sent; nil: none, or none is known
}

// Exchange is a request that a page's own script sent (XHR or fetch, or for a script that
// does nothing but bring data) while a browser showed the page, and its answer.
type Exchange struct {
	Request   Request     // its Header holds what the script set itself
	Head      http.Header // header of the request as sent, cookies left out
	Status    int
	Header    http.Header // of the answer
	Body      []byte      // of the answer, unpacked where it is a packed file
	Truncated bool        // Body was cut at the size limit
	Script    int         // Body is what the script of that number of the page itself holds, from 1; 0: it is an answer
	Step      int         // steps of the page's request that had been begun when it was sent; 0: on load
}
