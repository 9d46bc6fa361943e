// Package golden holds on to what hadal does, so that a move of code is proven to
// change nothing: which questions every strategy asks of made-up interfaces, what is read
// from a hundred pages of the made-up sites, and what harvests of these send.
//
// The files under testdata hold hashes. A change of behaviour that is meant writes them
// anew by `make golden`, and lands together with them.
package golden
