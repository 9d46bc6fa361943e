// Package duplicates tells pages that are not worth a request: other addresses
// of a page that was fetched, mirrors of a host, pages that say "not found"
// with status 200, sessions in addresses, link farms.
//
// What it learns is a fold over the pages fetched; each verdict is a reason in
// words, "" where there is none. It reads no clock, draws no random numbers and
// does no I/O: where a verdict needs a request of its own (a path that no site
// has), it says which, and the caller asks.
package duplicates
