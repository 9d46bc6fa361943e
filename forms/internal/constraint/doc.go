// Package constraint knows what values a control takes: what a browser makes of
// a value before anybody sees it, and why it would refuse to send it, by the
// rules of the HTML standard. It never chooses a value.
//
//	sanitize.go    the value sanitization algorithm, and values as numbers
//	constraint.go  constraint validation: required, lengths, pattern, bounds, steps
package constraint
