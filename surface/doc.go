// Package surface decides where on a site a search interface may be.
//
// A Frontier is a pure fold over visits: the pages fetched so far and the links
// found there, which an Ordering ranks: formfirst by where a search interface may be,
// those of package ordering by how important a page is. It knows link kinds. It knows
// nothing of forms (its caller says what a visit was worth), stores nothing and does no
// I/O. Its other rooms: crawl runs over many sites, duplicates knows pages that are alike.
package surface
