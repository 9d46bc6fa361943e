// Package roles says what each control of a search form is for: what is asked
// for, a bound of a range, the order of the list, a token. It judges by names,
// labels, kinds and options alone, so that it also serves where there is no
// HTML. It never looks at a page.
//
//	role.go    one control by itself, and the names of its parameter
//	ranges.go  controls that belong together: bounds in pairs, dates in parts
//	any.go     options that bind nothing ("Any")
package roles
