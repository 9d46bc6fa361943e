// Package surface decides where on a site a search interface may be.
//
// A Frontier is a pure fold over visits: the pages fetched so far and the links
// found there. It knows link kinds and what words lead to search pages. It
// knows nothing of forms (its caller says what a visit was worth), stores
// nothing and does no I/O.
package surface
