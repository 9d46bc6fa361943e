// Package phrases knows what pagers say in many languages: next, previous,
// first, last, page, more.
//
// It judges a label alone; where that stands, package pager knows. The words are
// data of package lexicon.
package phrases
