// Package forms understands the forms of a page: what each is for, what every
// control means, and what a browser would send when it is filled in.
//
// It knows HTML's form-submission rules and the words by which sites name
// search, login, order and other forms. It stores nothing and does no I/O. It
// never returns a request for a form that its side-effect guard refuses:
// Form.Fill is the only way from a form to a request.
//
// A page takes one way through it: markup reads the controls, roles says what
// each is for, purpose what the form is for; here the parts become a Form, the
// guard judges whether it may be sent, and Fill sends it.
//
//	forms.go, parse.go   a form, and the forms of a page
//	loose.go             search interfaces outside any form
//	guard.go, shown.go   what may be sent, what may be pressed
//	fill.go, steps.go    a request, or steps of a browser, from values
//	settle.go            controls and options by what a person calls them
//	renew.go             a form as it stands in a fresh copy of its page
//
// The rooms, lowest first:
//
//	control              the words for controls: kinds, options, roles
//	internal/constraint  the values that a control takes
//	internal/encode      form data as browsers write it
//	roles                what each control is for
//	internal/script      literal data in scripts
//	internal/markup      what HTML says of forms
//	purpose              what a form is for
//	endpoint             the requests that scripts send in place of forms
package forms
