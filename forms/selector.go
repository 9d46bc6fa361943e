package forms

import (
	"fmt"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// at returns the selector of a control of f: the one that was read from the
// page, else one of its id or name.
func (f *Form) at(c *control.Field) string {
	switch {
	case c.At != "":
		return c.At
	case !page.MadeUp(c.ID):
		return page.SelectID(c.ID)
	case c.Name != "":
		return fmt.Sprintf("form %s[name=%s]", kindOf(c.Control), page.QuoteCSS(c.Name))
	}
	return "form " + kindOf(c.Control)
}

// kindOf is the part of a selector that says what kind of control is meant.
func kindOf(control control.Kind) string {
	switch control {
	case "select", "textarea":
		return string(control)
	case "button":
		return ":is(button,input[type=button])"
	case "submit":
		return ":is(button:not([type=button]):not([type=reset]),input[type=submit])" // none that a calendar opens in the form
	case "text":
		return "input"
	}
	return "input[type=" + string(control) + "]"
}
