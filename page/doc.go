// Package page is the vocabulary that all other packages share: canonical
// URLs, requests, pages and parsed documents.
//
// It knows the WHATWG URL rules, how browsers find a page's character
// encoding and which form a control belongs to when broken tables have
// pushed it out of its form. It stores nothing and does no I/O.
package page
