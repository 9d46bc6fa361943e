// Package tally reads what a page says about its answer: how many records
// match, which of them are shown, that there are none.
//
// It believes a count only where what the page shows allows it. Where the
// records are, package region finds.
//
//	total        the number of matches, and the lines that it is looked for in
//	totalwords   the words around counts, in many languages
//	claim        what the page says it shows, before any record is found
//	nothing      the words of pages that found nothing
package tally
