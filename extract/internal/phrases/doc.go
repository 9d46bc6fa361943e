// Package phrases knows what pagers say in many languages: next, previous,
// first, last, page, more.
//
// It judges a label alone; where that stands, package pager knows.
//
//	pagerlang    the words, by language: a new language is a new entry here
//	pagerwords   what a label says by them
package phrases
