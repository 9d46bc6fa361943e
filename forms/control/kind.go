package control

// Kind is the kind of a control, spelled as HTML spells the types of inputs:
// text, search, date, hidden, submit, image, ..., or select, textarea, button; or
// picker, a hidden input whose value people pick from what a script shows beside it;
// or before, a choice that is made on the way to the form's page; or links, a row of links
// of which one is followed.
type Kind string

// Inputs are the kinds of inputs that HTML knows; one of another type is a text.
var Inputs = []Kind{"text", "hidden", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
	"datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button"}

// Before is the kind of a control that no page has: the choice made before a form's page
// is reached. Its options say where they lead (Option.Leads); the form is sent without it.
const Before Kind = "before"

// Links is the kind of a control that a page has as a row of links, each to a part of a list.
// Its options say where they lead, and a question is put by going there.
const Links Kind = "links"

// IsButton reports whether a control is pressed.
func (k Kind) IsButton() bool {
	return k == "submit" || k == "image" || k == "reset" || k == "button"
}

// Submits reports whether pressing a control sends its form.
func (k Kind) Submits() bool { return k == "submit" || k == "image" }

// IsFilled reports whether a person fills a control in: it is seen, and no button.
func (k Kind) IsFilled() bool { return k != "hidden" && !k.IsButton() }

// IsChoice reports whether the values of a control are chosen among its options.
func (k Kind) IsChoice() bool { return k.IsMenu() || k.IsTick() }

// IsMenu reports whether one element holds all options of a control.
func (k Kind) IsMenu() bool { return k == "select" || k == "picker" || k == Before || k == Links }

// IsTick reports whether each option of a control is an element of its own.
func (k Kind) IsTick() bool { return k == "radio" || k == "checkbox" }

// IsBox reports whether a person puts a value of his own into a control: free
// text, a number, a date, a file. What is not known is a box, as in browsers.
func (k Kind) IsBox() bool { return k.IsFilled() && !k.IsChoice() }

// IsText reports whether a control takes free text, of which the length limits
// and the pattern count.
func (k Kind) IsText() bool {
	switch k {
	case "text", "search", "tel", "url", "email", "password", "textarea":
		return true
	}
	return false
}

// IsMoment reports whether a control takes a date or a time in the notation
// that HTML prescribes.
func (k Kind) IsMoment() bool {
	switch k {
	case "date", "month", "week", "time", "datetime-local":
		return true
	}
	return false
}

// IsTyped reports whether a person types into an input of one line.
func (k Kind) IsTyped() bool {
	return k.IsText() && k != "textarea" || k.IsMoment() || k == "number"
}

// MayRequire reports whether the required attribute counts.
func (k Kind) MayRequire() bool {
	return k.IsTyped() || k == "select" || k == "textarea" || k == "file"
}
