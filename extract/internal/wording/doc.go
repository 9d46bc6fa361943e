// Package wording reads texts: their words, numbers and hashes, and whether a
// pattern is in them.
//
// It knows nothing of pages. What it does is done for every line of every
// page, so it tries the dear only where the cheap does not exclude it.
//
//	text      white space, words, letters, names made of texts
//	number    digits of any script, numbers as people write them
//	hash      hashes of words and of lines without what changes
//	address   the parameters of an address
//	pattern   regular expressions that are tried only where they may match
package wording
