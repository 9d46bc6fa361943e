// Package forms understands the forms of a page: what each is for, what every
// control means, and what a browser would send when it is filled in.
//
// It knows HTML's form-submission rules and the words by which sites name
// search, login, order and other forms. It stores nothing and does no I/O. It
// never returns a request for a form that its side-effect guard refuses:
// Form.Fill is the only way from a form to a request.
//
// Its rooms, lowest first: control has the words for controls, internal/constraint
// the values that they take, internal/encode the data as it is sent, roles what
// each control is for, and endpoint the requests that a page's scripts send.
// This package reads forms, judges what they are for, guards and fills them.
package forms
