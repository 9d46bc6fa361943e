// Package control has the words in which a form is spoken of: its controls,
// what kind each is of, what may be chosen, and what it is for. It reads no
// page and makes no request; whatever reads, judges or fills forms is built on it.
//
//	kind.go   the kinds of controls and what HTML says of each
//	field.go  a control, its options, and the roles it may have
//	asked.go  a control as the judge of deeds sees it
package control
