// Package markup reads what HTML says of forms: their controls with labels and
// options, which lists change with others, how dates are to be written, and what
// stands around. Inventory is one walk over a document for all of its forms. It
// never says what a form is for.
//
//	inventory.go      the walk, and the attributes of a form
//	control.go        the controls of a form
//	option.go         the options of lists
//	label.go          what a person reads as the name of a control
//	said.go           what is said about a form as a whole
//	dateformat.go     how a box wants its dates
//	dependents.go     lists that change with another control
//	dependoptions.go  which options go with which value of it
//	picker.go         hidden inputs whose value a script has people pick
//	loose.go          controls outside any form, and menus that scripts draw
package markup
