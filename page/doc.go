// Package page is the vocabulary that all other packages share: canonical
// URLs, requests, pages and parsed documents.
//
// It knows the WHATWG URL rules, how browsers find a page's character
// encoding and which form a control belongs to when broken tables have
// pushed it out of its form. It stores nothing and does no I/O.
//
//	promise                                              | guard                        | test
//	a page and its document take at most 8 x max-body    | costs, roomOf, room, mostAttrs | TestDocumentIsBounded
//	so do they with all that is read from the page       | treeShare, ownCost, saidCost; extract: jsonShare | harvest: TestPageIsBounded
//	what is left out of a document for that is said      | Document.Cut; extract: Result.Cut, leftOut | harvest: TestPageIsBounded
package page
