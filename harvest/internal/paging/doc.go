// Package paging knows the pages of answers: which were read, what leads to the others,
// and how any page of any answer can be asked for by its number. It holds what comes for
// a number against all that tells one page from another: sites show their first or their
// last page for a number that they do not know, and the first one of a question that was
// not opened.
//
// It is a fold of the answers of one form, but for what is found out anew in each run. It
// sends nothing: where it must see a page it is handed a function that shows it.
package paging
